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

    page: object
    number: int


@dataclass(frozen=True)
class Tagged:
    """A part of a document: its role, such as ``H1`` or ``LI``, and what is in it, in the order of
    reading.
    """

    role: str
    parts: list[Tagged | Mark] = field(default_factory=list)


def structure_of(document: PDFDocument) -> Tagged | None:
    """Return the structure of a document; None if it has none, or more than a document of text
    has.
    """
    root = resolve1(document.catalog.get("StructTreeRoot"))
    if not isinstance(root, dict):
        return None
    whole = Tagged("Document")
    return whole if _fill(whole, root.get("K"), resolve1(root.get("RoleMap"))) else None


def _fill(whole: Tagged, kids: Any, roles: Any) -> bool:
    """Put all parts below ``kids`` into the whole; return whether they are a tree, and not too
    many.
    """
    seen: set[int] = set()
    #  What is still to be read, the last one first: a part, the element around it, its page, its
    # depth.
    waiting: list[tuple[Any, Tagged, int, int]] = [(kids, whole, 0, 0)]
    for _ in range(MOST_PARTS):
        if not waiting:
            return True
        part, around, page, depth = waiting.pop()
        if isinstance(part, PDFObjRef):
            if part.objid in seen:
                return False
            seen.add(part.objid)
        part = resolve1(part)
        if isinstance(part, list):
            waiting += [(each, around, page, depth) for each in reversed(part)]
        elif isinstance(part, int):
            around.parts.append(Mark(page, part))
        elif isinstance(part, dict) and "S" in part:
            element = Tagged(_role(part["S"], roles)) if depth < DEEPEST else around
            if element is not around:
                around.parts.append(element)
            waiting.append((part.get("K"), element, _page(part, page), depth + 1))
        elif isinstance(part, dict) and isinstance(part.get("MCID"), int) and "Stm" not in part:
            around.parts.append(
                Mark(_page(part, page), part["MCID"])
            )  # with Stm, it is a mark inside of a figure
    return False


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
    """Return the standard name of a role: a program may have its own names, each with the one that
    it stands for.
    """
    role = str(getattr(name, "name", ""))
    for _ in range(_MOST_ROLES):
        other = resolve1(roles.get(role)) if isinstance(roles, dict) else None
        if other is None:
            break
        role = str(getattr(other, "name", role))
    return role
