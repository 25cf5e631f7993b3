"""The outer forms of files: zips and PDFs, byte by byte."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence


def packed(files: dict[str, str]) -> bytes:
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
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\n"
    return data + f"{end}startxref\n{len(data)}\n%%EOF\n".encode()
