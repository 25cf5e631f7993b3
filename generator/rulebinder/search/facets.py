"""The filters of the search, in one table: the texts and the scripts have all they know of a filter
from its row.

To add a filter, add a row, the interface word ``filter_<name>`` and a word for each known value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..pages.parts.card_facets import TYPES
from ..pages.words import Words
from .normal_form import Fold
from .records import KINDS, SearchRecord

_ENGLISH_COLORS = {
    "white": "w",
    "blue": "u",
    "black": "b",
    "red": "r",
    "green": "g",
    "colorless": "c",
    "colourless": "c",
}
"""Players know the names of Scryfall, whatever language they read."""


@dataclass(frozen=True, kw_only=True)
class Filter:
    """A filter: how a record has its values, and how the page names them."""

    name: str
    """The name in addresses and in questions: ``set:fut``."""
    values: Callable[[SearchRecord], Sequence[str]]
    prefix: str = ""
    """The interface word of a value is ``<prefix>_<value>``."""
    known: Sequence[str] = ()
    """The values that have an interface word."""
    table: str = ""
    """The table that has the names of the values, for a filter without interface words."""
    codes: bool = False
    """Whether a value without a name is a code, which the page writes in capitals."""
    compared: str = "same"
    """How a choice is compared with the values (web/search/index/fitting.js): ``words`` and
    ``letters`` of the choice must all be values. Of a ``day`` or a ``number``, a question may ask
    for a range. The page lists the years of days, newest first.
    """
    also: Sequence[str] = ()
    """The filters whose values it has too."""
    offered: bool = True
    """Whether the page lists the values. The others can only be typed."""
    same: bool = False
    """Whether all records of a language have the same value: files of texts then lack it."""


FILTERS = (
    Filter(name="lang", values=lambda record: (record.lang,), table="languages", same=True),
    Filter(name="kind", values=lambda record: (record.kind,), prefix="hit", known=KINDS),
    Filter(name="set", values=lambda record: record.facets.sets, table="sets", codes=True),
    Filter(name="mechanic", values=lambda record: record.facets.mechanics, table="mechanics"),
    Filter(
        name="type",
        values=lambda record: record.facets.types,
        prefix="type",
        known=TYPES,
        compared="words",
    ),
    # Addresses that people shared, and the files of an owner's languages, spell this name so.
    Filter(
        name="colour",
        values=lambda record: record.facets.colors,
        prefix="colour",
        known=tuple("wubrgc"),
        compared="letters",
    ),
    Filter(name="year", values=lambda record: record.facets.days, compared="day"),
    Filter(
        name="mv", values=lambda record: record.facets.mana_values, compared="number", offered=False
    ),
    Filter(
        name="is",
        values=lambda record: record.facets.traits,
        also=("mechanic", "type"),
        offered=False,
    ),
)
"""Every filter, in the order of the list on the search page."""


def published() -> list[dict[str, object]]:
    """Return the part of the table that the scripts need, a row for each filter."""
    columns = ("name", "prefix", "table", "codes", "compared", "also", "offered", "same")
    return [{column: getattr(row, column) for column in columns} for row in FILTERS]


def named(words: Words, fold: Fold) -> dict[str, dict[str, str]]:
    """Return the values that the interface words of a language name, by the filter and the word:
    ``{"colour": {"rojo": "r"}}``.

    A word that is the value itself is left out.
    """
    by_filter: dict[str, dict[str, str]] = {}
    for row in FILTERS:
        forms = {
            fold(form): value
            for value in row.known
            for form in words[f"{row.prefix}_{value}"].split(", ")
        }
        english = _ENGLISH_COLORS if row.compared == "letters" else {}
        if values := english | {form: value for form, value in forms.items() if form != value}:
            by_filter[row.name] = values
    return by_filter


def cell(record: SearchRecord) -> tuple[tuple[str, ...], ...]:
    """Return the values of a record for each filter, but for those that a whole file has."""
    return tuple((*row.values(record),) for row in FILTERS if not row.same)
