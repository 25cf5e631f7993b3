"""Lists of passages: by set, newest first, each with a link to the ruling, section or quoted rule.

The reader's language is first.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ...library import Passage
from ...notes import is_day
from ...system.grouping import grouped
from .. import addresses
from ..edition import Edition, View
from ..indexes import collation
from ..markup import link
from ..markup import name as written

_Line = tuple[str, View]
"""A line, and the code of its set."""

OPEN = 12
"""The number of lines of a list that are open."""
_SPARED = 4
"""If no more than this number of lines are left, they are open too, so that nobody opens a list for
so little.
"""


@dataclass(frozen=True)
class References:
    """A list of passages: the open part, and the rest of its language, then other languages."""

    open: tuple[View, ...]
    folds: tuple[View, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.open)

    @property
    def count(self) -> int:
        """The number of its lines."""
        return sum(
            len(group["lines"])
            for sets in (self.open, *(fold["sets"] for fold in self.folds))
            for group in sets
        )


def references(
    edition: Edition, here: str, passages: Iterable[Passage], opened: int | None = OPEN
) -> References:
    """Return the list of ``passages`` for the page ``here``: a line for each card and section.

    Passages are grouped by set, sections first. About ``opened`` lines of the best language are
    open. If it is None, all lines of all languages are. Passages in several languages at one place
    are listed once.
    """
    if opened is None:
        return References(_by_set(edition, _lines(edition, here, passages)))
    langs = grouped((edition.shown_language(each.entry), each) for each in passages)
    found = {lang: _lines(edition, here, langs[lang]) for lang in edition.prefer(langs)}
    best = found.pop(next(iter(found))) if found else []
    shown = len(best) if len(best) <= opened + _SPARED else opened
    return References(_by_set(edition, best[:shown]), tuple(_folds(edition, best[shown:], found)))


def _folds(
    edition: Edition, rest: Sequence[_Line], others: Mapping[str, Sequence[_Line]]
) -> Iterator[View]:
    words = edition.words
    if rest:
        yield {
            "label": words.say("show_more", count=words.number(len(rest))),
            "sets": _by_set(edition, rest),
        }
    for lang, lines in others.items():
        label = words.count("more_in", len(lines), language=words.language(lang))
        yield {
            "label": label,
            "sets": _by_set(edition, lines),
        }


def _lines(edition: Edition, here: str, passages: Iterable[Passage]) -> list[_Line]:
    holders = grouped(((each.set_code, each.card or each.entry), each) for each in passages)
    sets = itertools.groupby(holders.items(), lambda holder: holder[0][0])
    lines = []
    for code, of_set in sets:
        drawn = [
            (passages[0].card is not None, _line(edition, here, passages)) for _, passages in of_set
        ]
        drawn.sort(key=lambda line: (line[0], collation(line[1]["name"].text)))
        lines += [(code, line) for _, line in drawn]
    return lines


def _line(edition: Edition, here: str, passages: Sequence[Passage]) -> View:
    """Return the line of one card or section.

    It is the same on all pages of a folder but its own, for which it is made once.
    """
    page = addresses.card_page(passages[0].card or "")
    place = here if here == page else here.rstrip("/").rpartition("/")[0]
    make = functools.partial(_new_line, edition, here, passages)
    return edition.once((place, *passages), make) if passages[0].card else make()


def _new_line(edition: Edition, here: str, passages: Sequence[Passage]) -> View:
    first = passages[0]
    name = edition.subject_name(first.card, first.entry)
    numbers = {
        addresses.relative(here, edition.passage(each)): each.part or "" for each in passages
    }
    if len(numbers) == 1 and first.kind == "rule":
        numbers = dict.fromkeys(numbers, "")
    texts = [Markup(f"**{number}**") if number else "" for number in numbers.values()]
    texts[0] = Markup(" ").join(filter(None, (written(name), texts[0])))
    return {
        "name": name,
        #  A link to each of them, with its number: of a note, or of a quoted rule among other
        #  passages. The first one has the name.
        "html": Markup(" ").join(map(link, texts, numbers)),
    }


def _by_set(edition: Edition, lines: Iterable[tuple[str, View]]) -> tuple[View, ...]:
    grouped = itertools.groupby(lines, lambda each: each[0])
    return tuple(
        {
            "code": addresses.plate(code),
            "name": edition.set_name(code),
            #  Empty for a day, whose name has it.
            "year": "" if is_day(code) else edition.library.year(code),
            "lines": tuple(line for _, line in found),
        }
        for code, found in grouped
    )
