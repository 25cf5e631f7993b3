"""The facts of an entry that its rulings need besides their words: plain values for the front
matter of a page.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..citation import Citation
from .entry_blocks import NotesView


def entry_facts(notes: NotesView, lang: str, *, marked: bool = True) -> dict[str, object]:
    """Return the facts of an entry on a page in ``lang``.

    ``marked`` adds what the line about each ruling says: the card, the set, the day. The page's
    extension reads all of this; see :mod:`rulebinder.markdown.rulings`.
    """
    facts: dict[str, object] = _marks(notes) if marked else {}
    if notes.place:
        facts["place"] = notes.place
    if notes.switches:
        facts["beside"] = list(notes.switches)
    own, *others = notes.sources.items()
    langs = {notes.lang or lang: own[1], **dict(others)}
    return {**facts, "langs": {each: _source(source) for each, source in langs.items()}}


def _marks(notes: NotesView) -> dict[str, object]:
    origin = notes.origin
    facts = {
        "name": origin.name.text,
        "name_lang": origin.name.lang,
        "set": origin.set_name.text,
        "set_lang": origin.set_name.lang,
        "published": origin.published,
        "newer": origin.newer,
        "notice": notes.notice,
    }
    return {"code": origin.code, "of": origin.highest, **_filled(facts)}


def _source(source: Citation) -> dict[str, object]:
    facts = {
        "name": source.name,
        "set": source.set_name,
        "language": source.language,
        "published": source.published,
        "short": source.short,
    }
    return _filled(facts)


def _filled(facts: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in facts.items() if value}
