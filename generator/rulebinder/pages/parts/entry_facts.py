"""The facts of an entry that its rulings need besides their words: plain values for the front
matter of a page.
"""

from __future__ import annotations

from markupsafe import Markup

from .. import markup
from ..citation import Citation
from .entry_blocks import NotesView


def entry_facts(notes: NotesView, *, marked: bool = True) -> dict[str, object]:
    """Return the facts of an entry; :mod:`rulebinder.markdown.rulings` reads them.

    - ``origin``, if the entry is ``marked``: what the line about each ruling says before its
      number, before the day when it was revised, and behind that; and ``of``, how many there are.
    - ``data``: the attributes of the entry. ``sources``: those that quotations need, by language.
    - ``short``, by language: what is before and behind the number in the link to a short page.
    - ``place``: the link to the place of a ruling without its number, if that is another page.
    - ``beside``: the names of the languages that it can be read beside.
    """
    facts: dict[str, object] = _marks(notes) if marked else {}
    if notes.place:
        facts["place"] = notes.place
    if notes.switches:
        facts["beside"] = list(notes.switches)
    sources = notes.sources.items()
    short = {
        each: [source.short, "/" if source.short.endswith("/") else ""]
        for each, source in sources
        if source.short
    }
    return {**facts, "sources": {each: _source(source) for each, source in sources}, "short": short}


def _marks(notes: NotesView) -> dict[str, object]:
    origin = notes.origin
    names = (markup.plate(origin.code), markup.name(origin.set_name))
    parts = (
        markup.name(origin.name),
        markup.dotted(Markup(" ").join(filter(None, names)), origin.published),
        markup.dotted(origin.newer, markup.tag(notes.notice)),
    )
    return {
        "origin": list(map(str, parts)),
        "of": origin.highest,
        "data": {"data-code": origin.code, "data-of": origin.highest},
    }


def _source(source: Citation) -> dict[str, str]:
    facts = {
        "data-name": source.name,
        "data-set": source.set_name,
        "data-language": source.language,
        "data-published": source.published,
    }
    return {key: value for key, value in facts.items() if value}
