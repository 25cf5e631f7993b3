"""The order of entries on a page, and what the page says of each once.

The reader's language comes first. What is in other languages is folded: one line for each
language, which opens in place. If a page has nothing in the reader's language, its next best
language is open instead. So a page in one language folds nothing, and a browser that cannot open a
fold by itself still shows what most links lead to.

A mechanic's page shows notes of several sets with the same words once, and names all their sets.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ...joining.phrases import levelled
from .. import markup
from ..citation import Citation, Origin
from ..edition import Edition, EntryT, Extras, View
from .entry_blocks import BlockRun, NotesView, count_notes


@dataclass(frozen=True)
class Folded:
    """Entries in the best language, which are open, and those in other languages."""

    shown: tuple[View, ...]
    folds: tuple[View, ...]
    """For each other language, its entries and the line that opens them."""

    @property
    def hidden(self) -> tuple[View, ...]:
        """Those that are folded."""
        return tuple(view for fold in self.folds for view in fold["views"])


def own_first(
    edition: Edition, chosen: Iterable[tuple[EntryT, Extras]]
) -> list[tuple[EntryT, Extras]]:
    """Return entries by the language that the page shows them in, best language first.

    Each language keeps their order.
    """
    found = list(chosen)
    order = edition.prefer(entry.lang for entry, _ in found)
    return sorted(found, key=lambda each: order.index(each[0].lang))


def folded(
    edition: Edition,
    chosen: Sequence[tuple[EntryT, Extras]],
    view: Callable[[EntryT, Extras], View],
) -> Folded:
    """Return the views of entries that :func:`own_first` has ordered."""
    groups = [list(group) for _, group in itertools.groupby(chosen, lambda each: each[0].lang)]
    views = [tuple(view(*each) for each in group) for group in groups]
    folds = tuple(
        {"label": _label(edition, group, groups[0]), "views": folded_views}
        for group, folded_views in zip(groups[1:], views[1:], strict=True)
    )
    return Folded(views[0] if views else (), folds)


def _label(
    edition: Edition, group: Sequence[tuple[EntryT, Extras]], shown: Sequence[tuple[EntryT, Extras]]
) -> str:
    """Return the line that opens ``group``.

    It says if all of them are newer than those that are ``shown``.
    """
    language, count = edition.words.language(group[0][0].lang), count_notes(group)
    if not count:
        return edition.words.say("others_none", language=language)
    order = list(edition.library.sets)
    oldest = max(order.index(entry.set_code) for entry, _ in group)
    newer = oldest < min(order.index(entry.set_code) for entry, _ in shown)
    return edition.words.count("others_newer" if newer else "others", count, language=language)


_Key = tuple[str, ...]


def shown_once(entries: Sequence[NotesView]) -> list[tuple[NotesView, tuple[View, ...]]]:
    """Return ``entries`` of one language in the same order, each without the notes that an earlier
    one shows.

    The note that is shown has the anchors of the others, so that their links still lead to it.
    """
    first: dict[_Key, int] = {}
    also: dict[_Key, list[tuple[str, Origin]]] = {}
    for at, entry in enumerate(entries):
        for note in entry.notes:
            key = _key(note)
            if first.setdefault(key, at) != at:
                also.setdefault(key, []).append((f"{entry.name}-{note['number']}", entry.origin))
    return [
        (_entry(entry, at, first, also), _same(entry, at, first, entries))
        for at, entry in enumerate(entries)
    ]


def _entry(
    entry: NotesView, at: int, first: dict[_Key, int], also: dict[_Key, list[tuple[str, Origin]]]
) -> NotesView:
    def kept(run: BlockRun) -> BlockRun:
        if run.kind != "note":
            return run
        own = (note for note in run.blocks if first[_key(note)] == at)
        return run._replace(
            blocks=tuple({**note, "also": also.pop(_key(note), ())} for note in own)
        )

    return entry._replace(runs=tuple(run for run in map(kept, entry.runs) if run.blocks))


def _same(
    entry: NotesView, at: int, first: dict[_Key, int], entries: Sequence[NotesView]
) -> tuple[View, ...]:
    places = [first[_key(note)] for note in entry.notes]
    return tuple(
        {
            "count": places.count(place),
            "set_name": entries[place].origin.set_name,
        }
        for place in sorted({*places} - {at})
    )


def _key(note: View) -> _Key:
    """Return the words of a note. Documents differ in their quotes and apostrophes."""
    return (*(levelled(str(part)) for part in (note["html"], *note["items"])), note["lang"] or "")


def entry_facts(views: Iterable[View], *, marked: bool = True) -> dict[str, dict[str, object]]:
    """Return the facts of the ``notes`` of some views, by their names;
    :mod:`rulebinder.markdown.rulings` reads them.

    - ``origin``, if the entry is ``marked``: what the line about each ruling says before its
      number, before the day when it was revised, and behind that; and ``of``, how many there are.
    - ``data``: the attributes of the entry. ``sources``: those that quotations need, by language.
    - ``short``, by language: what is before and behind the number in the link to a short page.
    - ``place``: the link to the place of a ruling without its number, if that is another page.
    - ``beside``: the names of the languages that it can be read beside.
    """
    return {view["notes"].name: _facts(view["notes"], marked=marked) for view in views}


def _facts(notes: NotesView, *, marked: bool) -> dict[str, object]:
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
