"""What cards print for each mechanic in the languages of the site, and whether that is the
catalogue's name of it.

A line of keywords and an ability word prove a name: the same line of today's English text says what
it names. For words that occur only in sentences, the cards are counted that have them in English
and in the language. Printings older than the mechanic say nothing, and neither do names of cards.
"""

from __future__ import annotations

import functools
import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from printed_texts import FaceText, PrintedCard, pair_names
from rulebinder.facts.catalogue import Catalogue, MechanicFacts
from rulebinder.facts.languages import Languages
from rulebinder.joining.mechanics import WordForm, list_forms
from rulebinder.joining.phrases import Phrases
from rulebinder.text import clean_name, fold_name

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
            lang: {fold_name(word) for facts in every for word, _ in _todays_forms(facts, lang)}
            for lang in self.languages
        }
        self._named = {
            fold_name(name): facts.slug
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
                    self._witnesses.setdefault((lang, fold_name(proof.card)), []).append(facts.slug)
        self._hits = functools.lru_cache(1 << 15)(self._found)

    def take(self, card: PrintedCard) -> None:
        """Collect what a card says in each language of the site.

        One of a set that the catalogue does not know says nothing.
        """
        facts = self._sets.get(card.set_code)
        if facts and facts.released:
            sighting = Sighting(facts.released, clean_name(card.english), card.set_code)
            for lang, faces in card.texts.items():
                if lang in self._owners and any(face.text for face in faces):
                    self._compare(sighting, lang, card)

    def _compare(self, sighting: Sighting, lang: str, card: PrintedCard) -> None:
        today, faces = card.texts.get("en", ()), card.texts[lang]
        lined = set(self._lines(sighting, lang, today, faces))
        plain, everyday = self._hits("en", today, sighting.card)
        plain |= {
            self._named[key] for word in card.keywords if (key := fold_name(word)) in self._named
        }
        printed = frozenset().union(*self._hits(lang, faces, ""), lined)
        for slug in plain:
            if self._first[slug] <= sighting.day:
                mentions = self.mentions.setdefault((slug, lang), Mentions())
                known = mentions.newest.get(sighting.card)
                if known is None or known[0] < sighting:
                    mentions.newest[sighting.card] = (sighting, slug in printed)
        for slug in printed - plain:
            self.mentions.setdefault((slug, lang), Mentions()).strays.add(sighting.card)
        english = plain | everyday
        for name in {fold_name(part) for part in (sighting.card, *sighting.card.split(" // "))}:
            for slug in english.intersection(self._witnesses.get((lang, name), ())):
                judged = self.proven if slug in printed else self.refuted
                judged.setdefault((slug, lang), set()).add(sighting)

    def _lines(
        self,
        sighting: Sighting,
        lang: str,
        today: tuple[FaceText, ...],
        faces: tuple[FaceText, ...],
    ) -> Iterator[str]:
        """Collect the names in lines of keywords, and yield the mechanics whose known name is
        one.
        """
        owners = self._owners[lang]
        for ours, theirs in zip(today, faces, strict=False) if len(today) == len(faces) else ():
            for english, printed, alone in pair_names(ours.text, theirs.text):
                slug, key = self._named.get(fold_name(english)), fold_name(printed)
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
        self, lang: str, faces: tuple[FaceText, ...], card: str
    ) -> tuple[frozenset[str], frozenset[str]]:
        """Return the mechanics that a text names, and those that it names by ordinary words; the
        name of the card is left out.
        """
        plain: set[str] = set()
        everyday: set[str] = set()
        for face in faces:
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
    return ((word, form) for word, form in list_forms(facts, lang) if word not in former)


def _owners(mechanics: Iterable[MechanicFacts], lang: str) -> dict[str, set[str]]:
    """Return the mechanics that each known word in ``lang`` belongs to, by the folded word."""
    owners: dict[str, set[str]] = {}
    for facts in mechanics:
        for word in facts.all_forms(lang):
            owners.setdefault(fold_name(word), set()).add(facts.slug)
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


_RECENT = 20
"""The cards that say what is printed today: the newest ones."""
_ENOUGH = 0.6
"""The share of those cards that must have the name."""
_ALONE = 0.5
"""The share of the cards with a word that must have its English one too: an ordinary word proves
nothing.
"""


_LEAST = 2
"""How many cards must have a name that only sentences show, or a former one."""


class Verdict(StrEnum):
    """What a bulk file says of a name."""

    CONFIRMED = "confirmed"
    """Cards print the name."""
    OTHER = "other"
    """Cards print another one."""
    PROPOSED = "proposed"
    """The catalogue has no name, and cards print one."""
    NOT_FOUND = "not found"
    """Too few cards have the mechanic, or they do not agree."""


@dataclass(frozen=True)
class Former:
    """A name that older cards print."""

    name: str
    last: Sighting
    cards: int


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a bulk file says of the name of a mechanic in a language."""

    facts: MechanicFacts
    lang: str
    verdict: Verdict
    printed: str = ""
    """The name that cards print in lines of keywords; empty if only sentences have it."""
    proof: Sighting | None
    """A printing that has it; the one that the catalogue names, if the file confirms it."""
    cards: int
    """How many cards have it."""
    former: tuple[Former, ...] = ()
    """Those that the catalogue lacks."""
    refuted: bool = False
    """Whether the card that the catalogue names does not print the name."""


def judge(lexicon: Lexicon) -> Iterator[Finding]:
    """Yield a finding for each mechanic and language, by the English name."""
    for facts in sorted(
        lexicon.mechanics.values(), key=lambda facts: (facts.names.get("en", ""), facts.slug)
    ):
        for lang in lexicon.languages:
            finding = _by_lines(lexicon, facts, lang) or _by_sentences(lexicon, facts, lang)
            key = facts.slug, lang
            is_refuted = key in lexicon.refuted and key not in lexicon.proven
            yield replace(finding, refuted=is_refuted)


def _by_lines(lexicon: Lexicon, facts: MechanicFacts, lang: str) -> Finding | None:
    """Return what lines of keywords say; None if they say nothing, or print only what the catalogue
    knows as former names.
    """
    former = {fold_name(each) for each in facts.formerly.get(lang, ())}
    known = {fold_name(each) for each in facts.all_forms(lang)} - former
    words = {
        spelled: word
        for spelled, word in lexicon.words.get((facts.slug, lang), {}).items()
        if word.alone or word.cards > 1
    }
    ours = [word for spelled, word in words.items() if any(_opens(name, spelled) for name in known)]
    current = _current([word for spelled, word in words.items() if spelled not in former])
    if current is None:
        return None
    if ours and current not in ours and max(word.newest.day for word in ours) >= current.newest.day:
        current = max(ours, key=lambda word: word.newest)
    verdict = Verdict.CONFIRMED if current in ours else Verdict.OTHER
    return Finding(
        facts=facts,
        lang=lang,
        verdict=verdict if lang in facts.names else Verdict.PROPOSED,
        printed=current.spelled,
        proof=max(lexicon.proven.get((facts.slug, lang)) or current.seen),
        cards=current.cards,
        former=tuple(
            Former(word.spelled, word.newest, word.cards)
            for word in _older(words.values(), [*ours, current])
            if fold_name(word.spelled) not in former
        ),
    )


def _opens(name: str, line: str) -> bool:
    """Return whether a line is the name, or goes on after it: ``shuffle it``."""
    return line.startswith(name) and not line[len(name) : len(name) + 1].isalnum()


def _by_sentences(lexicon: Lexicon, facts: MechanicFacts, lang: str) -> Finding:
    """Return what the cards say that have the mechanic's word in English: whether most new ones
    have ours in the language.
    """
    mentions = lexicon.mentions.get((facts.slug, lang), Mentions())
    having = {sighting for sighting, has in mentions.newest.values() if has}
    recent = heapq.nlargest(_RECENT, mentions.newest.values())
    usual = sum(has for _, has in recent) >= max(_LEAST, _ENOUGH * len(recent))
    likely = usual and len(having) >= _ALONE * (len(having) + len(mentions.strays))
    confirmed = lang in facts.names and (likely or (facts.slug, lang) in lexicon.proven)
    return Finding(
        facts=facts,
        lang=lang,
        verdict=Verdict.CONFIRMED if confirmed else Verdict.NOT_FOUND,
        proof=max(lexicon.proven.get((facts.slug, lang)) or having) if confirmed else None,
        cards=len(having) if confirmed else len(mentions.newest),
    )


def _current(words: Collection[Word]) -> Word | None:
    """Return the word that most of the newest cards print; None if no word has most of them."""
    newest = heapq.nlargest(
        _RECENT, ((each, number) for number, word in enumerate(words) for each in word.last())
    )
    counts = Counter(number for _, number in newest)
    best = max(counts, key=lambda number: (counts[number], -number), default=None)
    return list(words)[best] if best is not None and counts[best] >= _ENOUGH * len(newest) else None


def _older(words: Iterable[Word], today: Collection[Word]) -> Iterator[Word]:
    """Yield the words of at least two cards that are all older than those with the word of
    today.
    """
    first = min(sighting.day for word in today for sighting in word.seen)
    for word in words:
        if word not in today and word.cards >= _LEAST and word.newest.day < first:
            yield word
