"""The outer forms of files: zips, Word documents and PDFs, byte by byte."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from xml.sax.saxutils import escape


def packed(files: Mapping[str, str | bytes]) -> bytes:
    """A zip of these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def escaped(text: str) -> str:
    """The text within the brackets of a PDF's string."""
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def written(objects: Sequence[str]) -> bytes:
    """The objects of a PDF with their table of places."""
    data = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n".encode("cp1252")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Size"
        f" {len(objects) + 1} /Root 1 0 R >>\n"
    )
    return data + f"{end}startxref\n{len(data)}\n%%EOF\n".encode()


def pdf(
    streams: Sequence[str], fonts: Sequence[str], others: Sequence[str] = (), root: str = ""
) -> bytes:
    """A PDF with a page for each stream. ``fonts`` are F1, F2 and so on, the objects from 3 on;
    ``others`` are the objects behind them, and ``root`` is a part of the first object.
    """
    names = " ".join(f"/F{at} {at + 2} 0 R" for at in range(1, len(fonts) + 1))
    first = 3 + len(fonts) + len(others)
    kids = " ".join(f"{first + 2 * at + 1} 0 R" for at in range(len(streams)))
    pages = [
        part
        for at, stream in enumerate(streams)
        for part in (
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {first + 2 * at} 0 R"
            f" /Resources << /Font << {names} >> >> >>",
        )
    ]
    return written(
        [
            f"<< /Type /Catalog /Pages 2 0 R {root} >>",
            f"<< /Type /Pages /Count {len(streams)} /Kids [{kids}] >>",
            *fonts,
            *others,
            *pages,
        ]
    )


BULLET = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
"""The properties of a paragraph with a bullet."""


def word_paragraph(text: str, properties: str = "") -> str:
    """A paragraph of a Word document; a line break parts two lines of it, a tab is one."""
    lines = (
        "<w:tab/>".join(
            f'<w:t xml:space="preserve">{escape(part)}</w:t>' for part in line.split("\t")
        )
        for line in text.split("\n")
    )
    return (
        f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}"
        f"<w:r>{'<w:br/>'.join(lines)}</w:r></w:p>"
    )


_NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    ' xmlns:v="urn:schemas-microsoft-com:vml"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
_LISTED = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
_KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = (
    f'<Relationships {_LISTED}><Relationship Id="r1" Type="{_KINDS}/officeDocument"'
    ' Target="word/document.xml"/></Relationships>'
)
"""The part of a Word document that names the main one."""
MAIN = "word/document.xml"


def word_main(body: str) -> str:
    """The main part of a Word document with this body."""
    return f"<w:document {_NAMESPACES}><w:body>{body}</w:body></w:document>"


def word(body: str, parts: Mapping[str, str | bytes] = MappingProxyType({})) -> bytes:
    """A Word document with this body, and with the numbering that :data:`BULLET` names. ``parts``
    are further ones, or in place of its own.
    """
    level = '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl>'
    return packed(
        {
            "[Content_Types].xml": (
                '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                '<Default Extension="rels"'
                ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                '<Default Extension="xml" ContentType="application/xml"/></Types>'
            ),
            "_rels/.rels": RELATIONS,
            "word/_rels/document.xml.rels": (
                f'<Relationships {_LISTED}><Relationship Id="r1" Type="{_KINDS}/numbering"'
                ' Target="numbering.xml"/></Relationships>'
            ),
            MAIN: word_main(body),
            "word/numbering.xml": (
                f"<w:numbering {_NAMESPACES}><w:abstractNum"
                f' w:abstractNumId="0">{level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId'
                ' w:val="0"/></w:num></w:numbering>'
            ),
            **parts,
        }
    )
