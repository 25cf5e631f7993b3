"""The outer form of web archives, as Chrome writes them."""

import quopri

_HEAD = """From: <Saved by Blink>
Snapshot-Content-Location: https://archive.example/notes
Subject: =?utf-8?Q?Lanterns=20?=
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype="text/html";
\tboundary="----MultipartBoundary--lantern----"


------MultipartBoundary--lantern----
Content-Type: text/css
Content-Location: cid:css-2@mhtml.blink

p { color: red } /* ---- */
------MultipartBoundary--lantern----
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable
Content-Location: https://archive.example/notes

"""
_END = "\n------MultipartBoundary--lantern------\n"


def web_archive(page: bytes) -> bytes:
    """A web archive of a page, as Chrome saves it."""
    archive = _HEAD.encode() + quopri.encodestring(page) + _END.encode()
    return archive.replace(b"\n", b"\r\n")
