"""The outer forms of OpenDocument texts and web archives, as LibreOffice and Chrome write them."""

from __future__ import annotations

import quopri
from xml.sax.saxutils import escape

from .packing import packed

_SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"),
        ("draw", "drawing"), ("fo", "xsl-fo-compatible"), ("svg", "svg-compatible"),
    )
)  # fmt: skip
_OPEN_STYLES = """<style:style style:name="T1" style:family="text">\
<style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>"""


def open_document(body: str, kind: str = "text", **files: str) -> bytes:
    """An OpenDocument file with this body; ``T1`` is a bold style, and ``P1`` one of titles."""
    link = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
    return packed(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": (
                f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {_SPACES} {link}'
                ' office:version="1.3">'
                f"<office:automatic-styles>{_OPEN_STYLES}</office:automatic-styles>"
                f"<office:body><office:{kind}>{body}</office:{kind}>"
                "</office:body></office:document-content>"
            ),
            **files,
        }
    )


def open_document_paragraph(text: str, *, is_item: bool = False) -> str:
    """A paragraph, or an entry of a list; a line break parts two lines of it."""
    spaced = (
        escape(text)
        .replace("\n", "<text:line-break/>")
        .replace("\t", "<text:tab/>")
        .replace("  ", ' <text:s text:c="1"/>')
    )
    paragraph = f'<text:p text:style-name="Standard">{spaced}</text:p>'
    return (
        f'<text:list text:style-name="L1"><text:list-item>{paragraph}</text:list-item></text:list>'
        if is_item
        else paragraph
    )


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
