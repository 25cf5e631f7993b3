"""The outer form of web archives, as Chrome writes them."""

from __future__ import annotations

import quopri

_BOUNDARY = "----MultipartBoundary--lantern----"


def web_archive(page: bytes) -> bytes:
    """A web archive of a page, as Chrome saves it."""
    place = "https://archive.example/notes"
    head = (
        f"From: <Saved by Blink>\r\nSnapshot-Content-Location: {place}\r\nSubject:"
        " =?utf-8?Q?Lanterns=20?=\r\n"
        "MIME-Version: 1.0\r\nContent-Type:"
        f' multipart/related;\r\n\ttype="text/html";\r\n\tboundary="{_BOUNDARY}"\r\n\r\n\r\n'
    )
    style = (
        "Content-Type: text/css\r\nContent-Location: cid:css-2@mhtml.blink\r\n\r\np { color: red }"
        f" /* {_BOUNDARY[:4]} */"
    )
    root = (
        "Content-Type: text/html\r\nContent-Transfer-Encoding:"
        f" quoted-printable\r\nContent-Location: {place}\r\n\r\n"
    )
    content = quopri.encodestring(page).replace(b"\n", b"\r\n")
    border = f"\r\n--{_BOUNDARY}".encode()
    return b"".join(
        (
            head.encode(),
            border[2:],
            b"\r\n",
            style.encode(),
            border,
            b"\r\n",
            root.encode(),
            content,
            border,
            b"--\r\n",
        )
    )
