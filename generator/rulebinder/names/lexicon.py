"""What cards print for each mechanic in the languages of the site: read out of the printings of a
bulk file.

A line of keywords and an ability word prove a name: the same line of today's English text says what
it names. For words that occur only in sentences, the cards are counted that have them in English
and in the language. Printings older than the mechanic say nothing, and neither do names of cards.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..facts.catalogue import Catalogue, MechanicFacts
from ..facts.languages import Languages
from ..joining.identity.card_identity import clean, folded
from ..joining.mechanics.word_forms import WordForm, forms
from ..joining.phrases import Phrases
from . import bulk, printed_lines
from .bulk import Printing, Said

_TYPE = "type"
"""The kind of words that only count in type lines."""
Name = tuple[str, str]
"""A mechanic's slug, and a language."""


@dataclass(frozen=True, order=True)
class Sighting:
    """A printing of a card: its day, the card's English name and the set."""

    day: str
    card: str
    set_code: str


@dataclass
class Word:
    """A name of a mechanic that cards print alone in a part of a line."""

    spelled: str
    seen: set[Sighting] = field(default_factory=set)
    alone: bool = False
    """Whether it was all of a line: lines with several names may have them in another order."""

    @property
    def cards(self) -> int:
        """How many cards print it."""
        return len({each.card for each in self.seen})

    @property
    def newest(self) -> Sighting:
        """The newest printing that has it."""
        return max(self.seen)

    def last(self) -> list[Sighting]:
        """Return the newest printing of each card."""
        return list({each.card: each for each in sorted(self.seen)}.values())


@dataclass
class Mentions:
    """The cards that have a mechanic's word in English, and whether their newest printing in a
    language has it there.
    """

    newest: dict[str, tuple[Sighting, bool]] = field(default_factory=dict)
    """By card."""
    strays: set[str] = field(default_factory=set)
    """Cards that have the word in the language, but not in English."""


class Lexicon:
    """Collects what printings say. Each takes time linear in its texts."""

    def __init__(self, catalogue: Catalogue, languages: Languages) -> None:
        self.mechanics = catalogue.mechanics
        self._sets = catalogue.sets
        self.languages = tuple(
            lang for lang, language in languages.items() if language.interface and lang != "en"
        )
        self.words: dict[Name, dict[str, Word]] = {}
        """By the folded name."""
        self.mentions: dict[Name, Mentions] = {}
        self.proven: dict[Name, set[Sighting]] = {}
        """The printings of the card in ``seen`` that have the name."""
        self.refuted: dict[Name, set[Sighting]] = {}
        """Those that have not."""
        every = tuple(self.mechanics.values())
        self._phrases = {lang: _phrases(every, lang) for lang in ("en", *self.languages)}
        self._owners = {lang: _owners(every, lang) for lang in self.languages}
        self._today = {
            lang: {folded(word) for facts in every for word, _ in _todays_forms(facts, lang)}
            for lang in self.languages
        }
        self._named = {
            folded(name): facts.slug
            for facts in every
            for name in (facts.names.get("en"), *facts.formerly.get("en", ()))
            if name
        }
        first = {facts.slug: catalogue.sets.get(facts.first_set or "") for facts in every}
        self._first = {slug: (each and each.released) or "" for slug, each in first.items()}
        self._witnesses: dict[tuple[str, str], list[str]] = {}
        for facts in every:
            for lang, proof in facts.seen.items():
                if proof.card:
                    self._witnesses.setdefault((lang, folded(proof.card)), []).append(facts.slug)
        self._hits = functools.lru_cache(1 << 15)(self._found)

    def take(self, printing: Printing) -> None:
        """Collect what a printing says in each language of the site.

        One of a set that the catalogue does not know says nothing.
        """
        today = printing.said.get("en", ())
        if printing.set_code not in self._sets or not printing.released:
            return
        for language, said in printing.said.items():
            lang = bulk.LANGUAGES.get(language)
            if lang in self._owners and any(each.text for each in said):
                self._compare(printing, lang, today, said)

    def _compare(
        self, printing: Printing, lang: str, today: tuple[Said, ...], said: tuple[Said, ...]
    ) -> None:
        sighting = Sighting(printing.released, clean(printing.english), printing.set_code)
        lined = set(self._lines(sighting, lang, today, said))
        plain, everyday = self._hits("en", today, sighting.card)
        plain |= {
            self._named[key] for each in printing.keywords if (key := folded(each)) in self._named
        }
        printed = frozenset().union(*self._hits(lang, said, ""), lined)
        for slug in plain if lang in self._owners else ():
            if self._first[slug] <= sighting.day:
                mentions = self.mentions.setdefault((slug, lang), Mentions())
                known = mentions.newest.get(sighting.card)
                if known is None or known[0] < sighting:
                    mentions.newest[sighting.card] = (sighting, slug in printed)
        for slug in printed - plain:
            self.mentions.setdefault((slug, lang), Mentions()).strays.add(sighting.card)
        english = plain | everyday
        for card in {folded(each) for each in (sighting.card, *sighting.card.split(" // "))}:
            for slug in english.intersection(self._witnesses.get((lang, card), ())):
                told = self.proven if slug in printed else self.refuted
                told.setdefault((slug, lang), set()).add(sighting)

    def _lines(
        self, sighting: Sighting, lang: str, today: tuple[Said, ...], said: tuple[Said, ...]
    ) -> Iterator[str]:
        """Collect the names in lines of keywords, and yield the mechanics whose known name is
        one.
        """
        owners = self._owners[lang]
        for ours, theirs in zip(today, said, strict=False) if len(today) == len(said) else ():
            for english, printed, alone in printed_lines.pairs(ours.text, theirs.text):
                slug, key = self._named.get(folded(english)), folded(printed)
                if slug is None or self._first[slug] > sighting.day or not printed.isprintable():
                    continue
                if slug not in owners.get(key, {slug}):
                    #  a word for another mechanic: the translation has the names in another order
                    continue
                word = self.words.setdefault((slug, lang), {}).setdefault(key, Word(printed))
                word.seen.add(sighting)
                word.alone |= alone
                word.spelled = max(word.spelled, printed, key=lambda each: each[:1].isupper())
                if key in self._today[lang]:
                    yield slug

    def _found(
        self, lang: str, said: tuple[Said, ...], card: str
    ) -> tuple[frozenset[str], frozenset[str]]:
        """Return the mechanics that a text names, and those that it names by ordinary words; the
        name of the card is left out.
        """
        plain: set[str] = set()
        everyday: set[str] = set()
        for face in said:
            text = face.text
            for name in card.split(" // ") if card else ():
                text = text.replace(name, "")
            for hit in self._phrases[lang].hits(f"{face.type_line}\n{text}"):
                if hit.meaning.kind != _TYPE or hit.end <= len(face.type_line):
                    (everyday if hit.meaning.everyday else plain).add(hit.meaning.slug)
        return frozenset(plain), frozenset(everyday)


def _todays_forms(facts: MechanicFacts, lang: str) -> Iterator[tuple[str, WordForm]]:
    """Yield every word for the mechanic; in other languages than English, those of today."""
    former = facts.formerly.get(lang, ()) if lang != "en" else ()
    return ((word, form) for word, form in forms(facts, lang) if word not in former)


def _owners(mechanics: Iterable[MechanicFacts], lang: str) -> dict[str, set[str]]:
    """Return the mechanics that each known word in ``lang`` belongs to, by the folded word."""
    owners: dict[str, set[str]] = {}
    for facts in mechanics:
        for word in facts.all_forms(lang):
            owners.setdefault(folded(word), set()).add(facts.slug)
    return owners


def _phrases(mechanics: Iterable[MechanicFacts], lang: str) -> Phrases[WordForm]:
    """Return the words for each mechanic in ``lang``; in English also those in type lines."""
    phrases: list[tuple[str, WordForm]] = []
    for facts in mechanics:
        phrases += _todays_forms(facts, lang)
        types = (word for kind in ("types", "subtypes") for word in facts.has.get(kind, ()))
        line = WordForm(slug=facts.slug, kind=_TYPE, everyday=False)
        phrases += [(word, line) for word in types if lang == "en"]
    return Phrases(phrases)
