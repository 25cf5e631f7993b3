"""Reading: a document's bytes become :class:`~rulebinder.notes.ReleaseNotes`.

A dialect says how a page is laid out and turns it into lines; the shared parts make entries of
them.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from ..facts.content import Content
from ..facts.languages import Languages
from ..notes import ReleaseNotes, Source
from ..problems import Problem
from .account import sanity
from .choice.detection import NOTHING, Overrides
from .dialect import DocumentText
from .dialects import DIALECTS
from .formats import conversion
from .layout import bullets, line_wraps
from .notation.spellings import without_unseen
from .readings import Reading, chosen, readings, rivals


def read(
    data: bytes, path: str, content: Content, asked: Overrides = NOTHING
) -> tuple[ReleaseNotes | None, list[Problem]]:
    """Read a document.

    Problems name ``path``; its last part is a hint for set and language; what is ``asked``
    overrules. Returns None if nothing could be read, else the notes and the doubts about them.
    Never raises, however broken a document is.
    """
    page, converted = _page(data, path, content.languages)
    if page is None:
        return None, converted
    tried = list(readings(page, content, asked, converted))
    best = chosen(tried)
    if best.notes is None:
        return None, [*converted, *best.problems]
    if not best.notes.set_code:
        return None, [*converted, *best.detection.problems]
    name = path.replace("\\", "/").rsplit("/", maxsplit=1)[-1]
    source = Source(name=name, sha256=hashlib.sha256(data).hexdigest(), dialect=best.dialect)
    notes = replace(best.notes, source=source)
    judged = [*sanity.problems(notes, best.quality, content.languages), *rivals(tried, best, path)]
    return notes, [*converted, *best.problems, *judged, *best.losses]


def explained(
    data: bytes,
    path: str,
    content: Content,
    asked: Overrides,
) -> tuple[list[Reading], list[Problem]]:
    """Return what each dialect reads of a document, the best first, and the problems of the choices
    for that one.

    Without characters, there is only the problem.
    """
    page, converted = _page(data, path, content.languages)
    if page is None:
        return [], converted
    tried = list(readings(page, content, asked, converted))
    best = chosen(tried)
    others = [reading for reading in tried if reading is not best]
    names = {reading.dialect for reading in tried}
    for dialect in DIALECTS if best.dialect and not asked.dialect else ():
        if dialect.name not in names:
            others += readings(page, content, replace(asked, dialect=dialect.name), converted)
    return [best, *others], best.detection.problems


def _page(
    data: bytes, path: str, languages: Languages
) -> tuple[DocumentText | None, list[Problem]]:
    """Return the characters of a document, or None with the problem that says why it has none."""
    text, problems = conversion.to_text(data, path, languages)
    if text is None:
        return None, problems
    text, understood = bullets.with_known_bullets(without_unseen(text), path)
    page, joined = line_wraps.unwrapped(DocumentText(text, path))
    return page, [*problems, *understood, *joined]
