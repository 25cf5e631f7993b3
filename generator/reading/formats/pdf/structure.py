"""The structure of a tagged PDF: which letters are a heading, an item of a list, a paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdftypes import PDFObjRef, resolve1

DEEPEST = 60
"""How many elements may be within each other; deeper ones count as part of that one."""
MOST_PARTS = 1_000_000
_MOST_ROLES = 8
"""How many names for one role may stand for each other."""


@dataclass(frozen=True)
class Mark:
    """Letters of a page, by the numbers of the page and of their mark."""

    page: int
    number: int


@dataclass(frozen=True)
class Tagged:
    """A part of a document: its role, such as ``H1`` or ``LI``, and what is in it, in the order of reading."""

    role: str
    parts: list[Tagged | Mark] = field(default_factory=list)


def structure_of(document: PDFDocument) -> Tagged | None:
    """Return the structure of a document; None if it has none, or more than a document of text has."""
    root = resolve1(document.catalog.get("StructTreeRoot"))
    if not isinstance(root, dict):
        return None
    roles = resolve1(root.get("RoleMap"))
    whole = Tagged("Document")
    seen: set[int] = set()
    # What is still to be read, the last one first: a part, the element around it, the page it is on, its depth.
    waiting: list[tuple[Any, Tagged, int, int]] = [(root.get("K"), whole, 0, 0)]
    read = 0
    while waiting:
        part, around, page, depth = waiting.pop()
        read += 1
        if read > MOST_PARTS or (isinstance(part, PDFObjRef) and part.objid in seen):
            return None
        if isinstance(part, PDFObjRef):
            seen.add(part.objid)
        part = resolve1(part)
        if isinstance(part, list):
            waiting += [(each, around, page, depth) for each in reversed(part)]
        elif isinstance(part, int):
            around.parts.append(Mark(page, part))
        elif isinstance(part, dict):
            page = _page(part, page)
            if isinstance(part.get("MCID"), int):
                if "Stm" not in part:  # the letters of a figure, which counts its marks by itself
                    around.parts.append(Mark(page, part["MCID"]))
                continue
            if depth < DEEPEST and "S" in part:
                around.parts.append(around := Tagged(_role(part["S"], roles)))
            waiting.append((part.get("K"), around, page, depth + 1))
    return whole


def marks(part: Tagged) -> Iterator[Mark]:
    """Yield the marks in a part, in the order of reading."""
    for each in part.parts:
        if isinstance(each, Mark):
            yield each
        else:
            yield from marks(each)


def _page(part: Mapping[str, Any], page: int) -> int:
    own = part.get("Pg")
    return own.objid if isinstance(own, PDFObjRef) else page


def _role(name: Any, roles: Any) -> str:
    """Return the standard name of a role: a program may have its own names, each with the one that it stands for."""
    role = str(getattr(name, "name", ""))
    for _ in range(_MOST_ROLES):
        other = resolve1(roles.get(role)) if isinstance(roles, dict) else None
        if other is None:
            break
        role = str(getattr(other, "name", role))
    return role
