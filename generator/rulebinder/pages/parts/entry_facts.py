"""The facts of an entry that its rulings need besides their words: plain values for the front
matter of a page.
"""

from __future__ import annotations

from ..citation import Citation
from ..edition import Phrase
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
        "short": source.short,
    }
    return {key: value for key, value in facts.items() if value}
