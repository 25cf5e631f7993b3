"""The outer forms of rich text, OpenDocument texts and web archives, as Word, LibreOffice and
Chrome write them.
"""

from __future__ import annotations

import quopri
from xml.sax.saxutils import escape

from .packing import packed

_FONTS = (
    r"{\fonttbl{\f0\froman\fcharset0\fprq2{\*\panose 02020603050405020304}Times New Roman;}"
    r"{\f3\froman\fcharset2\fprq2{\*\panose"
    r" 05050102010706020507}Symbol;}{\f41\froman\fcharset204\fprq2 Times New Roman Cyr;}}"
)
_STYLES = (
    r"{\stylesheet{\ql \li0 \snext0 \sqformat Normal;}{\s1\outlinelevel0 heading 1;}{\*\cs10"
    r" \additive Default Font;}}"
)
_LISTS = (
    r"{\*\listtable{\list\listtemplateid1{\listlevel\levelnfc23{\leveltext\'01\u-3913"
    r" ?;}{\levelnumbers;}\f3}"
    r"{\listname ;}\listid1}}{\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}"
)
_ABOUT = (
    r"{\*\generator Riched20}{\info{\title Draft}{\author Ada Fenn}}{\header \pard"
    r" Head\par}{\footer \pard 1\par}"
)


def rich_text(body: str) -> bytes:
    """Rich text with this body."""
    return f"{{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0{_FONTS}{_STYLES}{_LISTS}{_ABOUT}\r\n{body}}}\0".encode(
        "ascii"
    )


def rich_text_of(text: str) -> str:
    """A text as rich text writes it: letters beyond ASCII by the number of each UTF-16 unit, with a
    stand-in.
    """
    units = text.encode("utf-16-le")
    numbers = (int.from_bytes(units[at : at + 2], "little") for at in range(0, len(units), 2))
    signs = {10: "\\line ", 9: "\\tab ", 92: "\\\\", 123: "\\{", 125: "\\}"}
    return "".join(
        signs.get(number)
        or (chr(number) if number < 128 else f"\\u{number - (number > 0x7FFF) * 0x10000}\\'3f")
        for number in numbers
    )


def rich_text_paragraph(text: str, *, is_item: bool = False, level: int = 0) -> str:
    """A paragraph, or an entry of a list; a line break parts two lines of it."""
    mark = (
        r"{\listtext\pard\plain\ltrpar \s15 \f3\fs22 \loch\af3\hich\f3 \'b7\tab}" if is_item else ""
    )
    shape = rf"\s15\ql \fi-360\li720\ls1\ilvl{level}" if is_item else r"\ql \li0\ri0"
    return (
        f"{mark}\\pard\\plain \\ltrpar{shape}\\itap0 {{\\rtlch\\fcs1 \\af0 \\ltrch\\fcs0"
        f" \\insrsid15 {rich_text_of(text)}}}\\par \r\n"
    )


_SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
        ("fo", "xsl-fo-compatible"), ("svg", "svg-compatible"),
    )
)  # fmt: skip
_OPEN_STYLES = """<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
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
                f"<office:automatic-styles>{_OPEN_STYLES}</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}>"
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
    frame = (
        "Content-Type: text/html\r\nContent-Location: cid:frame-2@mhtml.blink\r\n\r\n<p>A frame of"
        f" {_BOUNDARY[:4]}</p>"
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
            frame.encode(),
            border,
            b"\r\n",
            root.encode(),
            content,
            border,
            b"--\r\n",
        )
    )
