"""Notes of several sets with the same words: a mechanic's page shows them once, and names all their
sets.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...joining.phrases import levelled
from ..citation import Origin
from ..edition import View
from .entry_blocks import BlockRun, BlockView, NotesView, NoteView

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
                also.setdefault(key, []).append((f"{entry.name}-{note.number}", entry.origin))
    return [
        (_entry(entry, at, first, also), _same(entry, at, first, entries))
        for at, entry in enumerate(entries)
    ]


def _entry(
    entry: NotesView, at: int, first: dict[_Key, int], also: dict[_Key, list[tuple[str, Origin]]]
) -> NotesView:
    def kept(run: BlockRun) -> BlockRun:
        blocks: list[BlockView] = []
        for block in run.blocks:
            if not isinstance(block, NoteView):
                blocks.append(block)
            elif first[key := _key(block)] == at:
                blocks.append(block._replace(also=tuple(also.pop(key, ()))))
        return BlockRun(run.kind, tuple(blocks))

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


def _key(note: NoteView) -> _Key:
    """Return the words of a note. Documents differ in their quotes and apostrophes."""
    return (*(levelled(str(part)) for part in (note.html, *note.items)), note.lang or "")
