"""The reader's language comes first. What is in other languages is folded: one line for each
language, which opens in place.

If a page has nothing in the reader's language, its next best language is open instead. So a page in
one language folds nothing, and a browser that cannot open a fold by itself still shows what most
links lead to.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..edition import Edition, EntryT, Extras
from .entry_blocks import count_notes

ViewT_co = TypeVar("ViewT_co", covariant=True)


@dataclass(frozen=True)
class Fold(Generic[ViewT_co]):
    """Entries in one other language, and the line that opens them."""

    label: str
    views: tuple[ViewT_co, ...]


@dataclass(frozen=True)
class Folded(Generic[ViewT_co]):
    """Entries in the best language, which are open, and those in other languages."""

    shown: tuple[ViewT_co, ...]
    folds: tuple[Fold[ViewT_co], ...]

    @property
    def hidden(self) -> tuple[ViewT_co, ...]:
        """Those that are folded."""
        return tuple(view for fold in self.folds for view in fold.views)


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
    view: Callable[[EntryT, Extras], ViewT_co],
) -> Folded[ViewT_co]:
    """Return the views of entries that :func:`own_first` has ordered."""
    groups = [list(group) for _, group in itertools.groupby(chosen, lambda each: each[0].lang)]
    views = [tuple(view(*each) for each in group) for group in groups]
    folds = (
        Fold(_label(edition, group, groups[0]), made)
        for group, made in zip(groups[1:], views[1:], strict=True)
    )
    return Folded(views[0] if views else (), tuple(folds))


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
