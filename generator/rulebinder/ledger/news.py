"""Keep the days on which this site first published something: a set, a language of a set, and each
later change of its rulings.

What a ledger had before it kept days has none, so that it is never dated as new. A day is never
changed or taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .numbers import Ledger, LedgerEntry

KINDS = ADDED, EDITED, REMOVED = "added", "edited", "removed"
"""What can happen to rulings that a site has published."""


@dataclass(frozen=True, kw_only=True)
class LedgerNews:
    """What this site first published on a day of a set that it had before, in one language.

    Rulings are ``apple-warden/2``.
    """

    day: str
    lang: str
    added: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def changes(self) -> Iterator[tuple[str, str]]:
        """Yield each ruling with what happened to it."""
        for kind in KINDS:
            yield from ((ruling, kind) for ruling in getattr(self, kind))


def add_days(given: Ledger | None, now: Ledger, day: str) -> Ledger:
    """Return the ledger ``now`` with ``day`` for all that the ledger ``given`` of the last build
    does not have.

    The same call again adds nothing. Paragraphs are not news.
    """
    known = {*given.langs, *given.published} if given else set()
    published = {
        **(given.published if given else {}),
        **{lang: day for lang in now.langs if lang not in known},
    }
    news = list(given.news) if given else []
    found: dict[str, dict[str, str]] = {}
    for lang, ruling, kind in _changes(given, now) if given else ():
        if lang in known:
            found.setdefault(lang, {})[ruling] = kind
    for lang, changes in sorted(found.items()):
        before = next((each for each in news if (each.day, each.lang) == (day, lang)), None)
        news = [each for each in news if each is not before]
        news.append(
            _news(day, lang, {**changes, **_together(before, changes)} if before else changes)
        )
    return replace(now, published=dict(sorted(published.items())), news=_sorted(news))


def remove_days(ledger: Ledger) -> Ledger:
    """Return a ledger without the days on which this site published something: only feeds show
    them.
    """
    return replace(ledger, published={}, news=())


def join(
    base: Sequence[LedgerNews], ours: Sequence[LedgerNews], theirs: Sequence[LedgerNews]
) -> tuple[LedgerNews, ...]:
    """Return the news of two branches. Of what both tell since ``base``, the earlier day stays."""
    old = set(_told(base))
    sides = [[each for each in _told(side) if each not in old] for side in (ours, theirs)]
    firsts = [
        {(lang, ruling, kind): day for day, lang, ruling, kind in reversed(side)} for side in sides
    ]
    found: dict[tuple[str, str], dict[str, str]] = {}
    for day, lang, ruling, kind in sorted({*old, *sides[0], *sides[1]}):
        at = lang, ruling, kind
        is_repeated = any(
            own.get(at) == day and other.get(at, day) < day for own, other in (firsts, firsts[::-1])
        )
        if (day, *at) in old or not is_repeated:
            found.setdefault((day, lang), {}).setdefault(ruling, kind)
    return _sorted([_news(day, lang, changes) for (day, lang), changes in found.items()])


def renumber(news: Sequence[LedgerNews], places: Mapping[str, str]) -> Iterator[LedgerNews]:
    """Yield ``news`` with the new numbers of rulings: ``places`` has them by the old ones."""
    for each in news:
        yield _news(
            each.day,
            each.lang,
            {places.get(ruling, ruling): kind for ruling, kind in each.changes()},
        )


def _told(news: Sequence[LedgerNews]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the day, the language, the ruling and the kind of each change, oldest first."""
    for each in _sorted(news):
        yield from ((each.day, each.lang, ruling, kind) for ruling, kind in each.changes())


def _changes(given: Ledger, now: Ledger) -> Iterator[tuple[str, str, str]]:
    """Yield each change of a ruling between two ledgers: language, ruling, and what happened to
    it.
    """
    for key, entry in now.entries.items():
        before = given.entries.get(key)
        if entry is not before:
            yield from _changes_of(before, entry)


def _changes_of(before: LedgerEntry | None, entry: LedgerEntry) -> Iterator[tuple[str, str, str]]:
    for record in entry.records:
        old = before.record(record.number) if before else None
        had = old.wordings if old else {}
        for lang in () if record.paragraph else sorted({*had, *record.wordings}):
            one, other = had.get(lang), record.wordings.get(lang)
            if one is None or other is None or one.hash != other.hash:
                yield (
                    lang,
                    f"{entry.key}/{record.number}",
                    ADDED if one is None else REMOVED if other is None else EDITED,
                )


def _together(before: LedgerNews, changes: Mapping[str, str]) -> dict[str, str]:
    """Return what happened on one day to the rulings that had changed before on it.

    One that came and went is left out.
    """
    happened = {(ADDED, EDITED): ADDED, (ADDED, REMOVED): "", (REMOVED, ADDED): EDITED}
    return {
        ruling: happened.get((kind, changes.get(ruling, kind)), changes.get(ruling, kind))
        for ruling, kind in before.changes()
    }


def _news(day: str, lang: str, changes: Mapping[str, str]) -> LedgerNews:
    of = {
        kind: tuple(sorted((ruling for ruling in changes if changes[ruling] == kind), key=sort_key))
        for kind in KINDS
    }
    return LedgerNews(day=day, lang=lang, **of)


def sort_key(ruling: str) -> tuple[str, int]:
    """Return what rulings (``apple-warden/2``) are sorted by: their entry and their number."""
    key, _, number = ruling.rpartition("/")
    return key, int(number)


def _sorted(news: Sequence[LedgerNews]) -> tuple[LedgerNews, ...]:
    told = [each for each in news if any(each.changes())]
    return tuple(sorted(told, key=lambda each: (each.day, each.lang)))
