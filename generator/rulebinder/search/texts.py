"""The texts of the records, in files that the browser reads as a whole.

Most sites need one file a language. The records of a large one are divided by sets, so that a
question for a card can be answered before all files are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from . import facets
from .records import KINDS, SearchRecord

WHOLE, PART = 3_000_000, 400_000
"""How many letters the texts of a language may have in one file, and how many each file has if they
have more; a single set is never divided.
"""


def divided(records: Sequence[SearchRecord]) -> list[list[SearchRecord]]:
    """Return the records of a language file by file, those of one set together.

    The last file has those of no set, which only questions for an explanation need.
    """
    most = WHOLE if sum(len(record.text) for record in records) <= WHOLE else PART
    in_order = sorted(
        records, key=lambda record: (_set(record), KINDS.index(record.kind), record.page)
    )
    files: list[list[SearchRecord]] = []
    room = 0
    for _, of_set in groupby(filter(_set, in_order), _set):
        together = [*of_set]
        size = sum(len(record.text) for record in together)
        if not files or size > room:
            files.append([])
            room = most
        files[-1] += together
        room -= size
    return [*files, [record for record in in_order if not _set(record)]]


def content(records: Sequence[SearchRecord]) -> dict[str, object]:
    """Return what a file has of its ``records``.

    ``runs`` are records that are alike in all but their texts: kind (or ``paragraph``), page,
    title, what ids and anchors begin with (an id that ends the page is empty), languages, the
    position of the values of filters in ``cells``, and how many there are. ``ends`` has what ids
    and anchors end with, and ``more`` the family, the day of a revision and the verdict of some, by
    their number.
    """
    cells: dict[tuple[tuple[str, ...], ...], int] = {}
    runs: list[Sequence[object]] = []
    for (alike, cell), run in groupby(
        records, lambda record: (_alike(record), facets.cell(record))
    ):
        runs.append((*alike, cells.setdefault(cell, len(cells)), len([*run])))
    more = ((record.family, record.revised_at, record.still) for record in records)
    return {
        "cells": [*cells],
        "runs": runs,
        "more": {
            number: [value or "" for value in values]
            for number, values in enumerate(more)
            if any(values)
        },
        "ends": [_end(record) for record in records],
        "texts": [record.text for record in records],
    }


def explanations(records: Sequence[SearchRecord]) -> dict[str, str]:
    """Return the explanations of mechanics that no text is about, by their ids."""
    return {record.id: record.explanation for record in records if record.explanation}


def _alike(record: SearchRecord) -> tuple[object, ...]:
    end = _end(record)
    return (
        "paragraph" if record.is_paragraph else record.kind,
        record.page,
        record.title,
        "" if record.id == record.page.rpartition("/")[2] else record.id.removesuffix(end),
        record.url.partition("#")[2].removesuffix(end),
        () if record.langs == (record.lang,) else record.langs,
    )


def _end(record: SearchRecord) -> str:
    """Return what id and anchor of a record have in common at their ends: the number of a ruling,
    or the letter of a rule.
    """
    anchor, number = record.url.partition("#")[2], record.id.rpartition("/")[2]
    return number if number and anchor.endswith(number) else ""


def _set(record: SearchRecord) -> str:
    """Return the set of a record; of a card, its first."""
    return next(iter(record.facets.sets), "")
