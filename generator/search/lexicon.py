"""The lexicon: every name with a page, every word of the records, and the phrases with the same meaning.

A word is filed by its first letters. The browser compares a typed word with all words of the same
beginning: that forgives errors. It forgives an error in the first letters too. For that each word is
filed a second time, by its beginning without one of those letters; the browser reads these files if
the beginning gives nothing. They are a fixed number of files of like size (:func:`bucket`), so that
no request ever fails and the files stay small however large the library is. The beginnings are in
the files of the index (:mod:`generator.search.packing`), in the order of the alphabet.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..library import Library
from ..pages import paths
from .compressing import compressed
from .normal import Fold
from .postings import tokens
from .records import SearchRecord
from .synonyms import Meaning, SynonymGroup

Filing = tuple[str, str, str]
"""A word, the kind of thing that is filed by it (``names``, ``words``, ``same``), and the thing."""
Where = Mapping[tuple[str, str], str]
"""The records of each kind and target of a name, as :func:`places` writes them."""
Shelved = dict[str, list[str]]
"""The content of a file, by its kind."""

ROOM = 2500
"""About how many bytes a file has, compressed, if there are more than FEWEST."""
FEWEST = 16
DEPTHS = (2, 3)
"""By how many letters words are filed: by more if the commonest beginning would fill MOST bytes."""
MOST = 6000
_LARGEST = 3
"""The number of beginnings that are tried first."""
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
    """``card``, ``mechanic``, ``set`` or ``rule``; ``absent`` for a card that only names.yml has."""
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
    others: Collection[str] = ()
    """Words of the records in other languages. They are not misspelt."""


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """The words of one language, as the browser reads them."""

    depth: int
    """By how many letters they are filed."""
    beginnings: Mapping[str, Shelved]
    """The words, names and phrases of each beginning."""
    near: tuple[bytes, ...]
    """The files that help with an error in the beginning, compressed."""


def names(library: Library, where: Where) -> list[KnownName]:
    """Return every name in every language: of cards and their faces, of mechanics with their older ones, of sets with their codes.

    Nicknames of cards and the numbers of rules that have a page are among them. ``where`` are the records that belong to each. A face of one word
    is mostly an ordinary word ("Dead // Gone"), so it does not lead to records.
    """
    found = [(name, "card", slug) for slug, card in library.cards.items() for each in card.every_name for name in _faces(each)]
    for slug, mechanic in library.mechanics.items():
        forms = mechanic.facts.all_forms if mechanic.facts else lambda _: ()
        langs = {*mechanic.facts.forms, *mechanic.facts.formerly} if mechanic.facts else set()
        every = [*mechanic.names.values(), *(form for lang in langs for form in forms(lang))]
        found += [(name, "mechanic", slug) for name in every]
    for code, each in library.sets.items():
        found += [(name, "set", code) for name in (*each.facts.names.values(), code.upper())]
    titled = library.rulebook.titled if library.rulebook else ()
    found += [(number, "rule", paths.rule_page(number).split("/")[1]) for number in {*library.rules, *titled}]
    found += [(name, "absent", number) for name, number in _absent(library)]
    found += [(nickname, "card", slug) for nickname, slug in _nicknames(library)]
    ordinary = {
        face for card in library.cards.values() for each in card.every_name for face in _faces(each)[1:] if " " not in face
    }
    return [
        KnownName(text=text, kind=kind, target=target, where="" if text in ordinary else where.get((kind, target), ""))
        for text, kind, target in sorted(set(found))
    ]


def _nicknames(library: Library) -> Iterator[tuple[str, str]]:
    """Yield each nickname of a card, with the card's slug: the other word of a pair that begins with the name of the card."""
    slugs = {name.casefold(): slug for slug, card in library.cards.items() for name in card.every_name}
    pairs = (group for words in library.synonyms.values() for group in words.same if len(group) == _PAIR)
    yield from ((nickname, slugs[name.casefold()]) for name, nickname in pairs if name.casefold() in slugs)


def _absent(library: Library) -> Iterator[tuple[str, str]]:
    """Yield the names of the catalogue's cards that the library does not have, each with a number in place of a page."""
    known = {name for card in library.cards.values() for name in card.every_name}
    for number, names in enumerate(library.catalogued):
        if known.isdisjoint(names.values()):
            yield from ((name, str(number)) for name in names.values())


def places(library: Library, records: Mapping[str, Sequence[SearchRecord]]) -> Where:
    """Return the numbers of the records of each card and of each mechanic's sections, in every language.

    ``en 12 5,es 88 7``: five records from number 12 in English, and seven from 88 in Spanish. The browser reads them if
    the name was typed, without looking up anything in the other languages.
    """
    holders = {paths.card_page(slug).rstrip("/"): ("card", slug) for slug in library.cards}
    sections = {each.id: ("mechanic", slug) for slug, mechanic in library.mechanics.items() for each in mechanic.sections}
    found: dict[tuple[str, str], list[tuple[str, int, int]]] = {}
    for lang, held in records.items():
        for number, record in enumerate(held):
            owner = holders.get(record.url.partition("#")[0].rstrip("/")) or sections.get(record.id.rpartition("/")[0])
            if owner:
                _extend(found.setdefault(owner, []), lang, number)
    return {owner: ",".join(f"{lang} {first} {count}" for lang, first, count in runs) for owner, runs in found.items()}


def _extend(runs: list[tuple[str, int, int]], lang: str, number: int) -> None:
    """Add a record to the last run, or begin a new one."""
    before, first, count = runs[-1] if runs else ("", 0, 0)
    if (before, first + count) == (lang, number):
        runs[-1] = (lang, first, count + 1)
    else:
        runs.append((lang, number, 1))


def lexicon(
    names: Sequence[KnownName],
    records: Iterable[SearchRecord],
    sayings: Sayings,
    fold: Fold,
) -> Lexicon:
    """Return the lexicon of one language.

    ``names`` are those of every language. ``records`` and ``sayings`` are those of this one.
    """
    own = list(records)
    titles = {record.title for record in own}
    counted = Counter(word for record in own for word in _words(record, fold))
    # If two names of a card fit a query equally well, the browser shows the first: the title of its page in this language.
    named = _named(sorted(names, key=lambda name: name.text not in titles), fold)
    entries = [*named, *_counted(counted)]
    depth, size = _depth(entries)
    count = max(FEWEST, size // ROOM)
    forgiving = _filed(entries, functools.cache(lambda word: sorted({str(bucket(key, count)) for key in _near(word, depth)})))
    for number, found in _filed(_foreign(sayings.others, counted), lambda word: [str(bucket(word[:depth], count))]).items():
        forgiving.setdefault(number, {}).update(found)
    said = [*_same(sayings.groups, counted, sayings.ignored), *_abroad(sayings.meanings, sayings.ignored)]
    further = [*_unsaid(own, counted, fold), *said]
    beginnings = _filed([*entries, *further], lambda word: [word[:depth]])
    near = tuple(compressed(forgiving.get(str(number), {})) for number in range(count))
    return Lexicon(depth=depth, beginnings=beginnings, near=near)


@functools.lru_cache(maxsize=1 << 14)
def bucket(key: str, count: int) -> int:
    """Return the number of the file, of ``count``, that has ``key``: its FNV-1a hash of 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/)."""
    value = 0x811C9DC5
    for byte in key.encode("utf-8"):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value % count


def _named(names: Sequence[KnownName], fold: Fold) -> Iterator[Filing]:
    counted = Counter(word for name in names for word in fold(name.text).split())
    most = max(COMMON * len(names), 1)
    for name in names:
        words = fold(name.text).split()
        telling = [word for word in words if counted[word] <= most]
        yield from ((word, "names", f"{name.kind}/{name.target}/{name.where}/{name.text}") for word in telling or words)


def _words(record: SearchRecord, fold: Fold) -> set[str]:
    """Return the words of the title and the text of a record, and not those of its names in other languages."""
    return {*tokens(record.title, fold), *tokens(record.text, fold)}


def _counted(words: Mapping[str, int]) -> Iterator[Filing]:
    yield from ((word, "words", f"{word} {count}") for word, count in sorted(words.items()))


def _unsaid(records: Iterable[SearchRecord], counted: Mapping[str, int], fold: Fold) -> Iterator[Filing]:
    """Yield the words that only names in other languages have. No text has them, but they find the records of the names."""
    words = {word for record in records for name in record.names for word in tokens(name, fold)}
    return _counted(dict.fromkeys(words - counted.keys(), 0))


def _same(groups: Iterable[SynonymGroup], counted: Mapping[str, int], ignored: Collection[str]) -> Iterator[Filing]:
    """Yield each phrase of the groups by its first meaningful word, with the phrases that records may have instead.

    ``goyf|tarmogoyf:tarmogoyf:12``: beside each phrase its rarest word, by which it is found, and how
    many records have that one. Phrases with a word that nothing has are not worth a look.
    """
    for group in groups:
        held = [phrase for phrase in group if phrase and all(counted.get(word) for word in phrase.split())]
        said = {phrase: min(phrase.split(), key=lambda word: (word in ignored, counted[word], word)) for phrase in held}
        for phrase in filter(None, group):
            others = [f"{other}:{word}:{counted[word]}" for other, word in said.items() if other != phrase]
            if others:
                yield _first(phrase, ignored), "same", "|".join((phrase, *others))


def _first(phrase: str, ignored: Collection[str]) -> str:
    """Return the first word of a phrase that is not ``ignored``: ``abilities`` of ``no abilities``. Nothing is looked up by the others."""
    words = phrase.split()
    return next((word for word in words if word not in ignored), words[0])


def words(records: Iterable[SearchRecord], fold: Fold) -> set[str]:
    """Return the words of the records."""
    return {word for record in records for word in _words(record, fold)}


def _foreign(others: Collection[str], counted: Mapping[str, int]) -> Iterator[Filing]:
    """Yield the words of other languages that this one lacks and that are long enough to be taken for misspelt ones."""
    yield from ((word, "others", word) for word in sorted(others) if word not in counted and len(word) >= FORGIVEN)


def _abroad(meanings: Iterable[Meaning], ignored: Collection[str]) -> Iterator[Filing]:
    """Yield each phrase with the phrases of other languages: ``face down|es:boca abajo|fr:face cachee``."""
    for own, others in meanings:
        said = [f"{lang}:{phrase}" for lang, phrases in others for phrase in phrases if phrase]
        yield from ((_first(phrase, ignored), "abroad", "|".join((phrase, *said))) for phrase in own if phrase)


def _near(word: str, depth: int) -> list[str]:
    """Return the keys of a word that may be misspelt: its beginning, and that without one of its first letters."""
    return sorted({word[:depth], *((word[:gap] + word[gap + 1 :])[:depth] for gap in range(min(depth, len(word))))})


def _filed(entries: Iterable[Filing], keys: Callable[[str], Sequence[str]]) -> dict[str, Shelved]:
    """Return the entries by the keys of their words."""
    found: dict[str, dict[str, dict[str, None]]] = {}
    for word, kind, entry in entries:
        for key in keys(word):
            found.setdefault(key, {}).setdefault(kind, {})[entry] = None
    return {key: {kind: list(held) for kind, held in kinds.items()} for key, kinds in found.items()}


def _depth(entries: Sequence[Filing]) -> tuple[int, int]:
    """Return by how many letters the words are filed, and the bytes of all that is filed so."""
    for depth in DEPTHS[:-1]:
        filed = _shelved(entries, depth)
        if not any(len(compressed(held)) > MOST for held in filed[:_LARGEST]):
            sizes = [len(compressed(held)) for held in filed]
            if max(sizes, default=0) <= MOST:
                return depth, sum(sizes)
    return DEPTHS[-1], sum(len(compressed(held)) for held in _shelved(entries, DEPTHS[-1]))


def _shelved(entries: Iterable[Filing], depth: int) -> list[Shelved]:
    """Return what is filed for words that may be misspelt, the most first: if anything fills too much, that does."""
    filed = _filed(entries, functools.cache(functools.partial(_near, depth=depth))).values()
    return sorted(filed, key=lambda held: sum(map(len, held.values())), reverse=True)


def _faces(name: str) -> tuple[str, ...]:
    """Return the name, and the names of its faces if it has several."""
    faces = name.split(" // ")
    return (name, *faces) if len(faces) > 1 else (name,)
