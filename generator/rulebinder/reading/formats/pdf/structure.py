"""The structure of a tagged PDF: which letters are a heading, an item of a list, a paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdftypes import PDFObjRef, resolve1

DEEPEST = 60
"""How many elements may be within each other; deeper ones count as part of that one."""


class Mark(NamedTuple):
    """Letters of a page, by the numbers of the page and of their mark."""

    page: object
    number: int


@dataclass(frozen=True)
class Tagged:
    """A part of a document: its role, such as ``H1`` or ``LI``, and what is in it, in the order of
    reading.
    """

    role: str
    parts: list[Tagged | Mark] = field(default_factory=list)

    def marks(self) -> Iterator[Mark]:
        """Yield all marks within, in the order of reading."""
        for part in self.parts:
            if isinstance(part, Mark):
                yield part
            else:
                yield from part.marks()


def structure_of(document: PDFDocument) -> Tagged:
    """Return the structure of a document; it is empty if the document has none, or one that is
    not a tree.
    """
    whole = Tagged("Document")
    try:
        root = resolve1(document.catalog.get("StructTreeRoot"))
        return whole if _fill(whole, root["K"], resolve1(root.get("RoleMap"))) else Tagged("")
    except Exception:  # a broken file makes pdfminer raise anything
        return Tagged("")


def _fill(whole: Tagged, kids: Any, roles: Any) -> bool:
    """Put all parts below ``kids`` into the whole; return whether they are a tree."""
    seen: set[int] = set()
    #  What is still to be read, the last one first: a part, the element around it, its page, its
    # depth.
    waiting: list[tuple[Any, Tagged, object, int]] = [(kids, whole, 0, 0)]
    while waiting:
        part, around, page, depth = waiting.pop()
        if isinstance(part, PDFObjRef):
            if part.objid in seen:
                return False
            seen.add(part.objid)
            part = resolve1(part)
        if isinstance(part, list):
            waiting += [(kid, around, page, depth) for kid in reversed(part)]
        elif isinstance(part, int):
            around.parts.append(Mark(page, part))
        elif isinstance(part, dict):
            page = getattr(part.get("Pg"), "objid", page)
            if "S" in part:
                element = Tagged(_role(part["S"], roles)) if depth < DEEPEST else around
                if element is not around:
                    around.parts.append(element)
                waiting.append((part.get("K"), element, page, depth + 1))
            elif isinstance(part.get("MCID"), int) and "Stm" not in part:
                #  With Stm, it is a mark inside of a figure.
                around.parts.append(Mark(page, part["MCID"]))
    return True


def _role(name: Any, roles: Any) -> str:
    """Return the standard name of a role: a program may have its own names, each with the one that
    it stands for.
    """
    role = str(getattr(name, "name", ""))
    names: set[str] = set()
    while isinstance(roles, dict) and role in roles and role not in names:
        names.add(role)
        role = str(getattr(resolve1(roles[role]), "name", ""))
    return role
