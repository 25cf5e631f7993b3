"""The facts of an entry that its rulings need besides their words: plain values for the front
matter of a page.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..citation import Citation
from ..edition import Phrase
from .entry_blocks import BlockView, NotesView, NoteView, ParagraphView


def entry_facts(notes: NotesView, lang: str, *, marked: bool = True) -> dict[str, object]:
    """Return the facts of an entry on a page in ``lang``.

    ``marked`` adds what the line about each ruling says: the card, the set, the day. The page's
    extension reads all of this; see :mod:`rulebinder.markdown.rulings`.
    """
    facts: dict[str, object] = _marks(notes) if marked else {}
    own = notes.lang or lang
    langs = {own: _source(notes.source)}
    for view in _views(notes):
        spoken = view.lang or own
        if view.source:
            langs.setdefault(spoken, _source(view.source))
        langs[spoken].setdefault("short", _folder(view.short))
        if not view.place.startswith("#"):
            facts.setdefault("place", view.place.rpartition("-")[0] + "-")
    if notes.switches:
        facts["beside"] = list(notes.switches)
    return {**facts, "langs": langs}


def _marks(notes: NotesView) -> dict[str, object]:
    origin = notes.origin
    facts: dict[str, object] = {
        **_named("name", origin.name),
        "code": origin.code,
        **_named("set", origin.set_name),
    }
    facts["of"] = origin.highest
    facts |= {"published": origin.published} if origin.published else {}
    facts |= {"newer": origin.newer} if origin.newer else {}
    return facts | ({"notice": notes.notice} if notes.notice else {})


def _named(key: str, phrase: Phrase) -> dict[str, object]:
    return {key: phrase.text, **({f"{key}_lang": phrase.lang} if phrase.lang else {})}


def _source(source: Citation) -> dict[str, str]:
    facts = {
        "name": source.name,
        "set": source.set_name,
        "language": source.language,
        "published": source.published,
    }
    return {key: value for key, value in facts.items() if value}


def _folder(short: str) -> str:
    """Return the link to a short page, or to the place of a published ruling, without the number at
    its end.
    """
    if "#" in short:
        return short.rpartition("-")[0] + "-"
    return short.rstrip("/").rpartition("/")[0] + "/"


def _views(notes: NotesView) -> Iterator[NoteView | ParagraphView]:
    blocks: Iterator[BlockView] = (block for run in notes.runs for block in run.blocks)
    yield from (block for block in blocks if isinstance(block, NoteView | ParagraphView))
