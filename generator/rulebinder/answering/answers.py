"""The questions that a site answers. Each answer is a record, and knows nothing of who asks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from ..search.normal_form import folding
from .published import Data, Published, link
from .records import Card, CardRulings, FoundCards, FoundMechanic, FoundRulings, Mechanic, Ruling
from .sources import Source

FOLD = folding(())
"""Returns a text as it is compared.

Elisions remain: a site does not publish those of its languages.
"""
_MOST = 50
"""The most that an answer lists, however many somebody wants."""
_SECTIONS = 3
"""The most sections of a mechanic."""
_SHORT = re.compile(r"(?:^|/)r/([^?#]+)")
"""The short address of a ruling, within a link."""
_APOSTROPHES = re.compile("['’‘ʼ]")
_UNSPACED = "\u3000"
"""The first character of the scripts that write no spaces between words."""


class Names:
    """The names of things, which have slugs."""

    def __init__(self, named: Iterable[tuple[str, str]]) -> None:
        """Take pairs of a name and the slug of what has it."""
        self._slugs: dict[str, dict[str, None]] = {}
        self._all: set[str] = set()
        for name, slug in named:
            self._slugs.setdefault(_key(name), {})[slug] = None
            self._all.add(slug)

    def find(self, name: str) -> tuple[bool, list[str]]:
        """Return whether something has this very name, and the slugs of what has it. A slug is a
        name that nothing else has.

        If nothing has it, the slugs are of all that has a name with words that begin like those of
        ``name``.
        """
        if name in self._all:
            return True, [name]
        asked = _key(name)
        if asked in self._slugs:
            return True, list(self._slugs[asked])
        words = [f" {word}" for word in asked.split()]
        fitting = (
            slugs
            for each, slugs in self._slugs.items()
            if words and all(word in each for word in words)
        )
        return False, list(dict.fromkeys(slug for slugs in fitting for slug in slugs))


class Answers:
    """Answers questions about what a site has published. The methods are the questions."""

    def __init__(self, source: Source) -> None:
        """Read the data of the site at ``source``. Raises InputError if it cannot be read."""
        published = self._published = Published(source)
        self._cards = Names(
            (name, slug)
            for slug, card in published.cards.items()
            for name in chain(
                card["names"].values(), *card["also"].values(), *card["faces"].values()
            )
        )
        self._mechanics = Names(
            (name, slug)
            for slug, each in published.mechanics.items()
            for name in chain(each["names"].values(), *each["also"].values())
        )
        self._words = [
            (ruling, _words(ruling))
            for versions in published.rulings.values()
            for ruling in versions.values()
        ]

    def find_card(self, name: str, lang: str = "", limit: int = 10) -> FoundCards:
        """Find cards by a name in any language, or by a part of one.

        lang is the language of the names in the answer, such as "en". If exact is false, no card
        has this very name, and the cards are those that may be meant.
        """
        exact, slugs = self._cards.find(name)
        shown = slugs[: _most(limit)]
        return FoundCards(
            exact=exact, cards=self._named(shown, lang), further=len(slugs) - len(shown)
        )

    def rulings_of_card(self, name: str, lang: str = "") -> CardRulings:
        """Give all rulings of a card, newest set first.

        name is a name of the card in any language, or its slug. lang is the language of the
        rulings: those that it lacks come in another one. If the name may mean several cards, the
        answer has candidates and no rulings.
        """
        exact, slugs = self._cards.find(name)
        if not exact or len(slugs) > 1:
            return CardRulings(card=None, candidates=self._named(slugs[:_MOST], lang), rulings=())
        (card,) = self._named(slugs, lang)
        ids = self._published.ids.get(card.slug, ())
        return CardRulings(card=card, candidates=(), rulings=self._versions(ids, lang))

    def search_rulings(self, words: str, lang: str = "", limit: int = 10) -> FoundRulings:
        """Search rulings that have all these words in their text or in the name of their card.

        A word also fits the beginning of a longer one. lang is the language to search in: without
        one, that of the site. This is simpler than the search of the website, which knows synonyms
        and meanings: try other words, too.
        """
        asked = FOLD(words).split()
        chosen = lang or self._published.lang
        if not asked:
            return FoundRulings(rulings=(), further=0, note="There are no words to search.")
        parts = [word if word[0] >= _UNSPACED else f" {word}" for word in asked]
        found = [
            each
            for each in self._words
            if each[0].language == chosen and all(part in each[1] for part in parts)
        ]
        found.sort(key=lambda each: _rank(each[0], each[1], asked))
        shown = tuple(ruling for ruling, _ in found[: _most(limit)])
        note = "" if found else f"No ruling in the language {chosen!r} has all these words."
        return FoundRulings(rulings=shown, further=len(found) - len(shown), note=note)

    def ruling(self, address: str, lang: str = "") -> FoundRulings:
        """Give one ruling by its number, such as lam/quarry-lantern/1, or by its permanent link.

        If it was removed, note says so, and rulings has those that replaced it.
        """
        ruling_id = self._id(address)
        rulings, note = self._versions([ruling_id], lang), ""
        if not rulings and ruling_id in self._published.gone:
            day, became = self._published.gone[ruling_id]
            rulings = self._versions(became, lang)
            replaced = "; these rulings replaced it" if became else ""
            note = f"This ruling was removed{f' on {day}' if day else ''}{replaced}."
        elif not rulings:
            note = "No ruling has this number or link."
        return FoundRulings(rulings=rulings, further=0, note=note)

    def mechanic(self, name: str, lang: str = "") -> FoundMechanic:
        """Explain a mechanic: what it does, the number of its rule, and what release notes say of
        it, newest first.

        name is its name in any language, or its slug. If it may mean several mechanics, the answer
        has their slugs.
        """
        exact, slugs = self._mechanics.find(name)
        if exact and len(slugs) == 1:
            return FoundMechanic(
                mechanic=self._mechanic(self._published.mechanics[slugs[0]], lang), candidates=()
            )
        return FoundMechanic(mechanic=None, candidates=tuple(slugs[:_MOST]))

    def _named(self, slugs: Iterable[str], lang: str) -> tuple[Card, ...]:
        return tuple(self._published.card(slug, lang) for slug in slugs)

    def _versions(self, ids: Iterable[str], lang: str) -> tuple[Ruling, ...]:
        known = self._published
        return tuple(
            known.chosen(known.rulings[each], lang) for each in ids if each in known.rulings
        )

    def _id(self, address: str) -> str:
        """Return the id of the ruling with this id or link; what was given if there is none."""
        asked, known = address.strip().strip("/"), self._published
        short = _SHORT.search(asked)
        if short:
            return short[1].strip("/")
        parts = asked.split("/")
        paths = ("/".join(parts[at:]) for at in range(len(parts)))
        return next((known.addresses[path] for path in paths if path in known.addresses), asked)

    def _mechanic(self, data: Data, lang: str) -> Mechanic:
        known = self._published
        sections = [known.section(each, lang) for each in data["sections"][:_SECTIONS]]
        return Mechanic(
            slug=data["slug"],
            name=known.chosen(data["names"], lang),
            names=data["names"],
            kind=data["kind"],
            rule=data["rule"],
            first_set=data["first_set"],
            explanation=known.chosen(data["explanation"], lang) if data["explanation"] else "",
            cards=data["cards"],
            link=link(known.source, data),
            sections=tuple(each for each in sections if each),
            further_sections=max(len(data["sections"]) - _SECTIONS, 0),
        )


def _key(name: str) -> str:
    return f" {FOLD(name)}"


def _most(limit: int) -> int:
    return min(max(limit, 1), _MOST)


def _words(ruling: Ruling) -> str:
    """Return the words that are searched: ``l'énergie`` is one word, and two as well."""
    text = f"{ruling.name} {ruling.text}"
    apart = _APOSTROPHES.sub(" ", text)
    return f" {FOLD(text)} {FOLD(apart) if apart != text else ''} "


def _rank(ruling: Ruling, words: str, asked: list[str]) -> tuple[bool, int, bool, int]:
    """Return what hits are sorted by: the words in their order, whole words, rulings that are true
    today, short texts.
    """
    whole = sum(f" {word} " in words for word in asked)
    wrong = ruling.verdict is not None and ruling.verdict.still != "correct"
    return " ".join(asked) not in words, -whole, wrong, len(words)
