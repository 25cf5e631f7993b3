"""The lexicon: every name with a page, every word of the records, and the phrases with the same
meaning.

A word is filed by its first letters. The browser compares a typed word with all words of the same
beginning: that forgives errors. It forgives an error in the first letters too. For that each word
is filed a second time, by its beginning without one of those letters; the browser reads these files
if the beginning gives nothing. They are a fixed number of files of like size (:func:`bucket`), so
that no request ever fails and the files stay small however large the library is. All languages have
the same names, so they share such files of the words that names have: by a word that is meant the
browser finds the names where they are filed. The beginnings are in the files of the index
(:mod:`rulebinder.search.words.word_files`), in the order of the alphabet.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from ...library import Library
from ...pages import addresses
from ..compression import packed, written
from ..records import SearchRecord
from . import initials, normal_form
from .initials import Filed, Shelved
from .normal_form import Fold
from .postings import RecordWords
from .synonyms import Meaning, SynonymGroup

Filing = tuple[str, str, str]
"""A word, the kind of thing that is filed by it (``words``, ``same``, ``abroad``, ``asked``,
``unruled``, ``vectors``), and the thing.
"""
FiledName = tuple[str, str, Sequence[str]]
"""A name, its entry, and the words that it is filed by."""
Where = Mapping[tuple[str, str], str]
"""The records of each kind and target of a name, as :func:`places` writes them."""

ROOM, ROOM_OF_NAMES = 9000, 1600
"""How many bytes the beginnings in a file for misspelt words have, each compressed by itself, if
there are more files than FEWEST: those of a language, which few questions need, and those of names,
which each unknown word needs. A file has less.
"""
FEWEST = 16
_PAIR = 2
FORGIVEN = 4
"""The fewest letters of a word that may be misspelt."""
COMMON = 0.01
"""A name is not looked up by a word that more than this share of all names has: ``of``, ``de``."""


@dataclass(frozen=True, kw_only=True)
class KnownName:
    """A name, and the kind and the id of the page that it leads to."""

    text: str
    kind: str
    """``card``, ``mechanic``, ``set`` or ``rule``; ``absent`` for a card that only names.yml has.
    """
    target: str
    """A slug, or a set's code."""
    where: str = ""
    """The records that belong to it (:func:`places`)."""


@dataclass(frozen=True, kw_only=True)
class Sayings:
    """What the search knows of the phrases of one language."""

    groups: Sequence[SynonymGroup] = ()
    """Phrases with the same meaning."""
    ignored: Collection[str] = ()
    """Words by which nothing is found."""
    meanings: Sequence[Meaning] = ()
    """Phrases with their translations."""
    vectors: Mapping[str, str] = field(default_factory=dict)
    """The vectors of words, as letters."""
    unruled: Mapping[str, str] = field(default_factory=dict)
    """The names of cards that have no ruling anywhere, each with its words as they are compared."""
    asked: Mapping[str, str] = field(default_factory=dict)
    """The words in which people ask usual questions, each with its entry
    (:attr:`..usual_questions.UsualQuestions.cues`).
    """


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """The words of one language, as the browser reads them."""

    depth: int
    """By how many letters they are filed."""
    beginnings: Mapping[str, Shelved]
    """The words, names and phrases of each beginning."""
    near: tuple[str, ...]
    """The files that help with an error in the beginning of a word, as JSON without the words of
    other languages (:func:`forgiving`).
    """


@dataclass(frozen=True, kw_only=True)
class NamedWords:
    """The words that the names of all languages have, as the browser reads them for misspelt
    words.
    """

    depth: int
    """By how many letters they are filed."""
    files: tuple[bytes, ...]
    """The files that help with an error in the beginning of a word."""


def names(library: Library, where: Where) -> list[KnownName]:
    """Return every name in every language: of cards and their faces, of mechanics with their older
    ones, of sets with their codes.

    Nicknames of cards and the numbers of rules that have a page are among them. ``where`` are the
    records that belong to each. A face of one word is mostly an ordinary word ("Dead // Gone"), so
    it does not lead to records. The target of a card whose page is in one language only has that
    language with it: ``lantern-keeper@en``.
    """
    found = [
        (name, "card", slug)
        for slug, card in library.cards.items()
        for each in card.every_name
        for face in faces(each)
        for name in {face, normal_form.unpointed(face)}
    ]
    for slug, mechanic in library.mechanics.items():
        forms = mechanic.facts.all_forms if mechanic.facts else lambda _: ()
        langs = {*mechanic.facts.forms, *mechanic.facts.formerly} if mechanic.facts else set()
        every = [*mechanic.names.values(), *(form for lang in langs for form in forms(lang))]
        found += [(name, "mechanic", slug) for name in every]
    for code, each in library.sets.items():
        found += [(name, "set", code) for name in (*each.facts.names.values(), code.upper())]
    titled = library.rulebook.titled if library.rulebook else ()
    found += [
        (number, "rule", addresses.rule_page(number).split("/")[1])
        for number in {*library.rules, *titled}
    ]
    found += [(name, "absent", number) for name, number in _absent(library)]
    found += [(nickname, "card", slug) for nickname, slug in _nicknames(library)]
    ordinary = {
        face
        for card in library.cards.values()
        for each in card.every_name
        for face in faces(each)[1:]
        if " " not in face
    }
    alone = {
        ("card", slug): f"{slug}@{card.only_in}"
        for slug, card in library.cards.items()
        if card.only_in
    }
    return [
        KnownName(
            text=text,
            kind=kind,
            target=alone.get((kind, target), target),
            where="" if text in ordinary else where.get((kind, target), ""),
        )
        for text, kind, target in sorted(set(found))
    ]


def _nicknames(library: Library) -> Iterator[tuple[str, str]]:
    """Yield each nickname of a card, with the card's slug: the other word of a pair that begins
    with the name of the card.
    """
    slugs = {
        name.casefold(): slug for slug, card in library.cards.items() for name in card.every_name
    }
    pairs = (
        group for words in library.synonyms.values() for group in words.same if len(group) == _PAIR
    )
    yield from (
        (nickname, slugs[name.casefold()]) for name, nickname in pairs if name.casefold() in slugs
    )


def _absent(library: Library) -> Iterator[tuple[str, str]]:
    """Yield the names of the catalogue's cards that the library does not have, each with a number
    in place of a page.
    """
    known = {name for card in library.cards.values() for name in card.every_name}
    for number, names in enumerate(library.catalogued):
        if known.isdisjoint(names.values()):
            yield from ((name, str(number)) for name in names.values())


def places(library: Library, records: Mapping[str, Sequence[SearchRecord]]) -> Where:
    """Return the numbers of the records of each card and of each mechanic's sections, in every
    language.

    ``en 12 5,es 88 7``: five records from number 12 in English, and seven from 88 in Spanish. The
    browser reads them if the name was typed, without looking up anything in the other languages. A
    number alone, ``en 3``, is the record of a mechanic's own page, which explains it.
    """
    holders = {
        addresses.card_link(card).rstrip("/"): ("card", slug)
        for slug, card in library.cards.items()
    }
    sections = {
        each.id: ("mechanic", slug)
        for slug, mechanic in library.mechanics.items()
        for each in mechanic.sections
    }
    found: dict[tuple[str, str], list[tuple[str, int, int]]] = {}
    for lang, held in records.items():
        for number, record in enumerate(held):
            owner = holders.get(record.url.partition("#")[0].rstrip("/")) or sections.get(
                record.id.rpartition("/")[0]
            )
            if owner:
                _extend(found.setdefault(owner, []), lang, number)
    where = {
        owner: [f"{lang} {first} {count}" for lang, first, count in runs]
        for owner, runs in found.items()
    }
    for lang, held in records.items():
        for number, record in enumerate(held):
            if record.kind == "mechanic":
                where.setdefault(("mechanic", record.id), []).append(f"{lang} {number}")
    return {owner: ",".join(runs) for owner, runs in where.items()}


def _extend(runs: list[tuple[str, int, int]], lang: str, number: int) -> None:
    """Add a record to the last run, or begin a new one."""
    before, first, count = runs[-1] if runs else ("", 0, 0)
    if (before, first + count) == (lang, number):
        runs[-1] = (lang, first, count + 1)
    else:
        runs.append((lang, number, 1))


def lexicon(
    names: Sequence[FiledName], titles: Collection[str], said: RecordWords, sayings: Sayings
) -> Lexicon:
    """Return the lexicon of one language.

    ``names`` are those of every language. ``titles`` are those of the records of this one, and
    ``said`` are their words.
    """
    #  If two names of a card fit a query equally well, the browser shows the first: the title of
    # its page in this language.
    ordered = sorted(names, key=lambda name: name[0] not in titles)
    words = [(f"{word} {count}", (word,)) for word, count in sorted(said.counted.items())]
    filed = initials.filed({"names": [(entry, own) for _, entry, own in ordered], "words": words})
    depth = initials.depth_of(filed)
    shelves = {
        key: filed.shelf(beginnings) for key, beginnings in initials.begun(filed, depth).items()
    }
    for key, kind, entry in dict.fromkeys(
        (word[:depth], kind, entry) for word, kind, entry in _further(said, sayings)
    ):
        shelves.setdefault(key, {}).setdefault(kind, []).append(entry)
    return Lexicon(
        depth=depth, beginnings=shelves, near=_near(initials.filed({"words": words}), depth, ROOM)
    )


def named_words(words: Iterable[str]) -> NamedWords:
    """Return the files of the ``words`` that names have."""
    filed = initials.filed({"named": [(word, (word,)) for word in words]})
    depth = initials.depth_of(filed)
    return NamedWords(depth=depth, files=tuple(map(packed, _near(filed, depth, ROOM_OF_NAMES))))


def _near(filed: Filed, depth: int, room: int) -> tuple[str, ...]:
    """Return the files of entries for words with an error in the beginning, as JSON, with about
    ``room`` for each.
    """
    keyed = initials.misspelt(filed, depth)
    found: list[set[str]] = [
        set() for _ in range(max(FEWEST, initials.weight(filed, keyed) // room))
    ]
    for key, beginnings in keyed.items():
        found[bucket(key, len(found))].update(beginnings)
    return tuple(map(filed.content, found))


def forgiving(near: Sequence[str], depth: int, others: Set[str]) -> tuple[bytes, ...]:
    """Return the files ``near`` of a lexicon, compressed, with the words that only other languages
    have (``others``).

    They are not misspelt. Those that are too short are left out, because nobody takes them for
    misspelt ones.
    """
    found: list[list[str]] = [[] for _ in near]
    for word in sorted(word for word in others if len(word) >= FORGIVEN):
        found[bucket(word[:depth], len(near))].append(word)
    return tuple(packed(_joined(own, words)) for own, words in zip(near, found, strict=True))


def _joined(own: str, words: Sequence[str]) -> str:
    """Return the JSON of a file with ``words`` of other languages."""
    parts = [own[1:-1], f'"others":{written(words)}' if words else ""]
    return f"{{{','.join(filter(None, parts))}}}"


@functools.lru_cache(maxsize=1 << 14)
def bucket(key: str, count: int) -> int:
    """Return the number of the file, of ``count``, that has ``key``: its FNV-1a hash of 32 bits
    (http://www.isthe.com/chongo/tech/comp/fnv/).
    """
    value = 0x811C9DC5
    for byte in key.encode("utf-8"):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value % count


def named(names: Sequence[KnownName], fold: Fold) -> list[FiledName]:
    """Return the names as the lexicon of each language has them."""
    own = [fold(name.text).split() for name in names]
    counted = Counter(word for words in own for word in words)
    most = max(COMMON * len(names), 1)
    found: list[FiledName] = []
    for name, words in zip(names, own, strict=True):
        telling = [word for word in words if counted[word] <= most]
        found.append(
            (name.text, f"{name.kind}/{name.target}/{name.where}/{name.text}", telling or words)
        )
    return found


def _further(said: RecordWords, sayings: Sayings) -> Iterator[Filing]:
    """Yield the words that only names in other languages have, the phrases, the words in which
    people ask, and vectors.

    No text has those words, but they find the records of the names. Names of cards that have no
    ruling are among them too.
    """
    yield from ((word, "words", f"{word} 0") for word in sorted(said.named - said.counted.keys()))
    yield from _same(sayings.groups, said.counted, sayings.ignored)
    yield from _abroad(sayings.meanings, sayings.ignored)
    yield from ((cue, "asked", entry) for cue, entry in sayings.asked.items())
    yield from ((word, "vectors", f"{word} {vector}") for word, vector in sayings.vectors.items())
    yield from _unruled(sayings.unruled)


def _unruled(names: Mapping[str, str]) -> Iterator[Filing]:
    """Yield the ``names`` of cards that have no ruling, each by the rarest of its words alone,
    because there may be 30,000.
    """
    counted = Counter(word for words in names.values() for word in words.split())
    rarest = {
        name: min(words.split(), key=lambda word: (counted[word], word))
        for name, words in names.items()
        if words
    }
    yield from ((word, "unruled", name) for name, word in rarest.items())


def _same(
    groups: Iterable[SynonymGroup], counted: Mapping[str, int], ignored: Collection[str]
) -> Iterator[Filing]:
    """Yield each phrase of the groups by its first meaningful word, with the phrases that records
    may have instead.

    ``goyf|tarmogoyf:tarmogoyf:12``: beside each phrase its rarest word, by which it is found, and
    how many records have that one. Phrases with a word that nothing has are not worth a look.
    """
    for group in groups:
        held = [phrase for phrase in group if phrase and all(map(counted.get, phrase.split()))]
        said = {
            phrase: min(phrase.split(), key=lambda word: (word in ignored, counted[word], word))
            for phrase in held
        }
        found = [(other, f"{other}:{word}:{counted[word]}") for other, word in said.items()]
        for phrase in filter(None, group) if found else ():
            others = [entry for other, entry in found if other != phrase]
            if others:
                yield _first(phrase, ignored), "same", "|".join((phrase, *others))


def _first(phrase: str, ignored: Collection[str]) -> str:
    """Return the first word of a phrase that is not ``ignored``: ``abilities`` of ``no abilities``.

    Nothing is looked up by the others.
    """
    words = phrase.split()
    return next((word for word in words if word not in ignored), words[0])


def _abroad(meanings: Iterable[Meaning], ignored: Collection[str]) -> Iterator[Filing]:
    """Yield each phrase with the phrases of other languages: ``face down|es:boca abajo|fr:face
    cachee``.
    """
    for own, others in meanings:
        said = [f"{lang}:{phrase}" for lang, phrases in others for phrase in phrases if phrase]
        yield from (
            (_first(phrase, ignored), "abroad", "|".join((phrase, *said)))
            for phrase in own
            if phrase
        )


def faces(name: str) -> tuple[str, ...]:
    """Return the name, and the names of its faces if it has several."""
    faces = name.split(" // ")
    return (name, *faces) if len(faces) > 1 else (name,)
