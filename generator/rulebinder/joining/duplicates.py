"""Rulings that say the same: published ones that release notes have too, and families of rulings
about several cards.

A published ruling is left out if a document has it; the ruling of the document says which. A ruling
is the same if its words are, once the small ones are left out. So a change of a negation,
a number, a condition or a name nearly always makes another ruling (docs/measurements.md has
figures), and no likeness has to be weighed. Release notes may merge published rulings or divide
one: it may be any run of whole sentences.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..facts.catalogue import EraTerm, SetFacts
from ..library import CardNotes, DocumentNotes, Note, Passage, passage_of
from ..notes import Card, Ruling, is_day
from ..reading.symbols import spell_symbols
from ..system import group_pairs
from ..system.files import digest
from ..text import (
    QUOTES,
    Dated,
    Emphasis,
    Link,
    Mention,
    Spans,
    Text,
    clean_name,
    fold_text,
    straighten_quotes,
)
from .phrases import Phrases, keep_longest

PHRASES = (
    "his or hers?",
    "he or she",
    "him or her",
    "himself or herself",
    "in order(?= to )",
    "(?<=whether )or not",
    "in fact",
    "keep in mind",
)
"""Phrases that are left out, as patterns. They stand for a pronoun or say nothing."""

STANDING_IN = (
    "this (?:card|creature|permanent|spell|artifact|enchantment|land|planeswalker)(?:'s)?",
    "this (?:aura|equipment|vehicle|saga)(?:'s)?",
    "(?:the|that) player(?:'s)?",
)
"""Phrases that may stand for the card's own name or a pronoun, as patterns."""

_SMALL = """
a an the this that these those there here which who whom whose what
it its itself they them their theirs themselves he him his she her hers
is are be being am will shall do does
and but although though however so thus therefore then because since also too just simply even
still already
of to for in at on into onto with as when whenever while about like such upon per
both instead indeed itself actually basically notably normally usually generally typically
specifically particularly
effectively essentially merely really perhaps probably likely possibly somehow likewise similarly
accordingly consequently
furthermore moreover additionally very quite rather own certainly clearly obviously always ever
yet
example instance note please remember course well tm s
"""
SMALL = frozenset(_SMALL.split())
"""Words that are left out. A word whose opposite changes a ruling is not here together with it:
*to* but not
*from*, *and* but not *or*. No negation, number, *if*, player or past tense is here."""

STANDARD_WORDS = {
    "may": "can", "every": "each", "another": "other", "till": "until",
    "has": "have", "were": "was", "your": "you", "yours": "you", "yourself": "you",
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
    "thirteen": "13", "twenty": "20",
}  # fmt: skip
"""Words, each with the one that is written for it because it means the same."""


_LETTER = re.compile(r"\w")
_SIGNS = str.maketrans(QUOTES | dict.fromkeys("−‒‐‑", "-") | {"_": " ", "*": ""})
"""Typewriter's signs for those of print, without emphasis."""
_EPITHET = re.compile(r" (?:the|of) ")
_DATE = r"(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{4})"
_NAME = r"[A-Z](?:[^\W\d]|[.'])*"
"""A name has no digits: else a name and a date could be told apart in many ways, and each would be
tried.
"""
_NAMES = rf"{_NAME}(?:,? (?:{_NAME}|of|the|and))*"
_SIGNATURE = re.compile(
    rf"(?:\s*[\[(][^\[\]()]*{_DATE}[\])]"
    rf"|(?<=[.!?\")])\s*(?:[\[(]{_NAMES}[\])]|[—–-]+ ?{_NAMES}(?:,? {_DATE})?|{_DATE})){{1,3}}\s*$"
)
"""A date, a name or both at the end: ``[Rules Team 2009-10-01]``, ``—Ada Reed``."""
_DATED = re.compile(rf"^\s*[\[(]?{_DATE}[\])]?\s*[:—–-]?\s*")
"""A date at the beginning."""
_LONGEST = 200
"""How many characters at the end of a ruling can be its signature."""

_PHRASE = re.compile(rf"\b(?:{'|'.join(PHRASES)})(?!\w)")
_STANDING_IN = re.compile(rf"\b(?:{'|'.join(STANDING_IN)})(?!\w)")
_SYMBOLS = re.compile(r"(?:\{[^{}\s]{1,9}\})+")
_SENTENCE_END = re.compile(r"[.!?…][\"')\]]*(?=\s|$)")
_WORD = re.compile(
    r"[+-]?(?:\d+|x)/[+-]?(?:\d+|x)(?!\w)|[+-](?:\d+|x)(?!\w)"  # 2/2, +1/+1, -3
    r"|[^\W_]+(?:['/][^\W_]+)*"
)
"""A word or a number. The sign of a number counts: +1/+1 is not -1/-1."""
_SUFFIX = re.compile(r"(?:'s|'ll|'re|'m)$")
_CONTRACTED = {"can't": "can not", "cannot": "can not", "won't": "not", "shan't": "not"}
_PLURAL = re.compile(r"(?<=[a-z][a-z][a-rtv-z])s$|(?<=ss|ch|sh)es$|(?<=x)es$")

Terms = Phrases[str | None]
"""Old terms with their current names, and with None longer phrases that have one of their words and
mean something else. All are without small words, like the texts in which they are looked for.
"""


def list_current_names(terms: Mapping[str, EraTerm]) -> Terms:
    """Return the old terms of which only the name changed, with their current names."""
    pairs: list[tuple[str, str | None]] = []
    for term in terms.values():
        if term.trivial and (words := term.words.get("en")):
            pairs += [(then, words.now) for then in words.then]
            pairs += [(other, None) for other in words.unless]
    phrases = [(phrase, telling_words(phrase), now) for phrase, now in pairs]
    return Terms(
        (" ".join(words), now and " ".join(telling_words(now)))
        for phrase, words, now in phrases
        # Without its small word, *in play* could not be told from *play*.
        if len(words) > 1 or phrase.isalpha()
    )


def list_plain_names(card: Card) -> tuple[str, ...]:
    """Return the names by which published rulings call their card, with typewriter's signs, the
    longest first.
    """
    names = {name.translate(_SIGNS) for name in _list_own_names(card)}
    for face in card.faces:
        if "Legendary" in face.type_line:
            names.add(_EPITHET.split(face.name.translate(_SIGNS))[0])
    return tuple(_sort_by_length(names))


@functools.lru_cache(maxsize=1 << 8)  # the rulings of one card follow each other
def _list_telling_names(names: tuple[str, ...]) -> list[str]:
    """Return names without small words, if they are then still more than one word."""
    return [" ".join(words) for words in map(telling_words, names) if len(words) > 1]


def _list_own_names(card: Card) -> set[str]:
    """Return the card's name, each face's, and the parts before a comma."""
    names = {card.name, clean_name(card.name), *(face.name for face in card.faces)}
    return names | {short for name in names if (short := name.partition(", ")[0])}


def _sort_by_length(names: Iterable[str]) -> list[str]:
    """Return names, the longest first: a shorter one may be a part of it."""
    return sorted(names, key=lambda name: (-len(name), name))


def replace_names(names: Iterable[str], text: str, sign: str) -> str:
    """Return ``text`` with ``sign`` for each of ``names``, in this order, that is a whole word."""
    for name in names:
        # To compile a pattern for each card would take longer.
        pieces: list[str] = []
        done = 0
        while (start := text.find(name, done)) >= 0:
            end = start + len(name)
            before = text[max(0, start - 1) : start]
            is_whole = not _LETTER.match(before) and not _LETTER.match(text, end)
            pieces += [text[done:start], sign if is_whole else name]
            done = end
        text = "".join([*pieces, text[done:]])
    return text


def split_sentences(
    text: str, names: tuple[str, ...], terms: Terms, *, this_is_name: bool
) -> list[str]:
    """Return the words of each sentence of a ruling, without small words, the ``names`` of its
    card (see :func:`list_plain_names`), its date and signature.

    ``this_is_name`` tells whether *this creature* and *that player* stand for a name or a pronoun.
    Otherwise they are the same as *that creature* and *a player*.
    """
    signs = " ".join(spell_symbols(text).translate(_SIGNS).split())
    undated = _DATED.sub("", signs)
    unsigned = undated[:-_LONGEST] + _SIGNATURE.sub("", undated[-_LONGEST:])
    plain = fold_text(replace_names(names, unsigned, " "))
    parts = [part for part in _SENTENCE_END.split(plain) if part.strip()]
    if this_is_name:
        parts = [_STANDING_IN.sub(" ", part) for part in parts]
    return [_telling_sentence(part, names, terms) for part in parts]


@functools.lru_cache(
    maxsize=1 << 14
)  # most sentences are the same with and without ``this_is_name``
def _telling_sentence(sentence: str, names: tuple[str, ...], terms: Terms) -> str:
    """Return the words of a sentence without small words and names, and with the current names of
    old terms.
    """
    text = replace_names(_list_telling_names(names), " ".join(telling_words(sentence)), "")
    for hit in reversed(keep_longest(terms.hits(text))):
        if hit.meaning is not None:
            text = f"{text[: hit.start]}{hit.meaning}{text[hit.end :]}"
    return " ".join(text.split())


def telling_words(text: str) -> list[str]:
    """Return the words that tell rulings apart: without small ones, each in a form that all ways to
    write it share.
    """
    plain = _PHRASE.sub(" ", fold_text(text))
    #  symbols as some documents print them: ``{1}{U}{U}`` as ``1uu``
    plain = _SYMBOLS.sub(lambda symbols: re.sub(r"[{}]", "", symbols[0]), plain)
    words: list[str] = []
    for word in _WORD.findall(plain):
        spelled = _CONTRACTED.get(word) or _SUFFIX.sub(
            "", word.replace("n't", " not").replace("'ve", " have").replace("'d", " would")
        )
        for part in spelled.split():
            standard = STANDARD_WORDS.get(part, part)
            if standard not in SMALL:
                short = singular(standard)
                #  once more, because the singular may have a standard word: `ones`
                words.append(STANDARD_WORDS.get(short, short))
    return words


@functools.lru_cache(maxsize=1 << 14)  # rulings have few different words
def singular(word: str) -> str:
    """Return a word without the ending of a plural or of the third person."""
    return f"{word[:-3]}y" if word.endswith("ies") and len(word) > 4 else _PLURAL.sub("", word)


PUBLISHED_LANG = "en"
"""The language of published rulings."""


def leave_out_repeats(
    documents: Sequence[DocumentNotes], eras: Mapping[str, EraTerm]
) -> Sequence[DocumentNotes]:
    """Return the documents, which are newest first, without the published rulings that others have.

    The oldest document with a ruling keeps it. Entries without any rulings left are left out, too.
    """
    #  oldest first
    entries = [
        entry
        for document in reversed(documents)
        for entry in document.cards
        if entry.lang == PUBLISHED_LANG
    ]
    #  The set of a published ruling is its day.
    published = group_pairs((entry.card, entry) for entry in entries if is_day(entry.set_code))
    documented = group_pairs((entry.card, entry) for entry in entries if not is_day(entry.set_code))
    terms = list_current_names(eras)
    repeats: list[tuple[str, str]] = []
    """The ids of rulings of documents, each with that of a published ruling that it says."""
    for slug in published.keys() & documented.keys():
        unmatched = [note for entry in published[slug] for note in entry.notes if not note.items]
        for entry in documented[slug]:
            texts = [note.text.plain() for note in unmatched]
            places = find_documented(texts, entry.notes, entry.entry.card, terms)
            repeats += [
                (entry.notes[first].id, unmatched[position].id)
                for position, (first, *_) in places.items()
            ]
            unmatched = [note for position, note in enumerate(unmatched) if position not in places]
    if not repeats:
        return documents
    published_by = group_pairs(repeats)
    left_out = {note_id for _, note_id in repeats}

    def without_repeats(entry: CardNotes) -> CardNotes:
        body = (
            replace(block, published=tuple(published_by[block.id]))
            if isinstance(block, Note) and block.id in published_by
            else block
            for block in entry.body
            if not (isinstance(block, Note) and block.id in left_out)
        )
        return replace(entry, body=tuple(body))

    return [
        replace(
            document,
            cards=tuple(
                new for old in document.cards if (new := without_repeats(old)).body or not old.body
            ),
        )
        for document in documents
    ]


_MOST_SENTENCES = 24
"""The most sentences of a published ruling that is looked for. It is far more than any has, and
bounds the time."""
_FEWEST_WORDS = 4
"""The fewest words of a published ruling that is only a part of a documented one."""


class _Run(NamedTuple):
    """Documented sentences in a row, from ``start`` to before ``end``, that say published
    rulings.
    """

    start: int
    end: int
    published: Sequence[int]
    """The positions of these rulings: several if one is published several times."""
    is_whole: bool
    """Whether it begins and ends with a documented ruling."""


def find_documented(
    published: Sequence[str], documented: Sequence[Ruling | Note], card: Card, terms: Terms
) -> dict[int, tuple[int, ...]]:
    """Return which of the rulings ``documented`` say each ruling of ``published``: their positions,
    by its position. E.g. ``{0: (1, 2)}`` if the first one is divided into the second and the third.

    Both are English rulings of ``card``, the documented ones in their order. Several published
    rulings have the same positions if they are merged. ``terms`` are those of
    :func:`list_current_names`.
    """
    names = list_plain_names(card)
    owners: list[int] = []
    """The position of the ruling of each sentence: the same both times."""
    runs: list[_Run] = []
    #  "this creature" is the card, or reworded from "that creature"
    for this_is_name in (True, False):
        wanted = group_pairs(
            (words, position)
            for position, text in enumerate(published)
            if (
                words := " ".join(
                    filter(None, split_sentences(text, names, terms, this_is_name=this_is_name))
                )
            )
        )
        sentences = [
            (position, words)
            for position, ruling in enumerate(documented)
            for text in ruling.texts
            for words in split_sentences(text.plain(), names, terms, this_is_name=this_is_name)
        ]
        owners = [position for position, _ in sentences]
        runs += _find_runs(sentences, wanted)
    #  No two runs share a sentence or a ruling: first whole rulings, then the longest.
    taken: set[int] = set()
    places: dict[int, tuple[int, ...]] = {}
    for run in sorted(runs, key=lambda run: (not run.is_whole, run.start - run.end, run.start)):
        span = range(run.start, run.end)
        if places.keys().isdisjoint(run.published) and taken.isdisjoint(span):
            taken.update(span)
            said_by = tuple(dict.fromkeys(owners[run.start : run.end]))
            places |= dict.fromkeys(run.published, said_by)
    return places


def _find_runs(
    sentences: Sequence[tuple[int, str]], wanted: Mapping[str, Sequence[int]]
) -> Iterator[_Run]:
    """Yield the runs of sentences that say a ``wanted`` ruling: whole ones, and of those from one
    sentence on the longest that is a part.

    Each sentence comes after the position of its ruling. Wanted rulings have their positions by
    their words.
    """
    owners = [None, *(position for position, _ in sentences), None]
    for start in range(len(sentences)):
        words, longest_part = "", None
        for end in range(start + 1, min(start + _MOST_SENTENCES, len(sentences)) + 1):
            words = f"{words} {sentences[end - 1][1]}".strip()
            if words not in wanted:
                continue
            #  The first owner stands before the first sentence.
            is_whole = owners[start] != owners[start + 1] and owners[end] != owners[end + 1]
            run = _Run(start, end, wanted[words], is_whole)
            if is_whole:
                yield run
            elif words.count(" ") + 1 >= _FEWEST_WORDS:
                longest_part = run
        if longest_part:
            yield longest_part


Families = dict[tuple[str, str], tuple[Passage, ...]]
"""The rulings of each family, by language and family: those in that language, oldest set first, and
then their translations.
"""


def group_families(
    documents: Sequence[DocumentNotes], sets: Mapping[str, SetFacts]
) -> tuple[list[DocumentNotes], Families]:
    """Return the documents with the family of each ruling on a card, and the families: rulings in
    one language with the same :func:`signature`.

    A family's id is the id of its first ruling: the oldest set's, so that newer documents do not
    change it.
    """
    by_age = sorted(
        documents,
        key=lambda document: (
            sets[document.notes.set_code].released or "9999",
            document.notes.set_code,
        ),
    )
    rulings = [
        (entry, note) for document in by_age for entry in document.cards for note in entry.notes
    ]
    alike = group_pairs(
        ((note.lang, note.signature), (note.id, passage_of(entry, "note", str(note.number))))
        for entry, note in rulings
    )
    langs = group_pairs((note.id, note.lang) for _, note in rulings)
    families: Families = {}
    family_of: dict[tuple[str, str], str] = {}
    """By language and signature."""
    for key, members in alike.items():
        if len(members) == 1:
            continue
        lang, family = key[0], members[0][0]
        family_of[key] = family
        #  Their translations are what a reader in another language can read of the family.
        translations = (
            replace(passage, lang=other)
            for note_id, passage in members
            for other in langs[note_id]
            if other != lang
        )
        families[lang, family] = (*(passage for _, passage in members), *translations)

    def with_families(entry: CardNotes) -> CardNotes:
        body = (
            replace(block, family=family_of.get((block.lang, block.signature)))
            if isinstance(block, Note)
            else block
            for block in entry.body
        )
        return replace(entry, body=tuple(body))

    return [
        replace(document, cards=tuple(map(with_families, document.cards))) for document in documents
    ], families


_ANY_NAME = "\ue000"
"""Stands for the name of a card, its own or another's. No document contains this character."""
_AMOUNT = "#"
"""Stands for a number."""

_TOKEN = re.compile(
    r"(?P<symbols>(?:\{[^{}\s]+\})+)"
    r"|(?P<literal>\d{3}\.\d+[a-z]*|(?<![\d/])0(?![\d/]))"
    r"|(?P<number>[+−-]?[\dx*]*\d[\dx*]*(?:/[+−-]?[\dx*]+)?)"
    r"|(?P<stats>[+−-][x*]/[+−-][x*])|(?:(?P<article>del|el|la|los|las|du|de|d|le|les|l)["
    rf" '])?{_ANY_NAME}|[^\W\d_]+"
)
"""A run of symbols, a rule's number or nothing at all (neither is a variable), another number, a
name, or a word.
"""
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_MANA = re.compile(r"[1-9]\d*|[wubrgc]|[2wubrgc]/[wubrgc]")
_AMOUNTS = re.compile(r"\d+|(?<=[+−-])x")
_COUNTED = re.compile(rf"(?<!\S){_AMOUNT} \{{(?!mana)")
"""An amount before a symbol: *eight {E}*."""
_EXAMPLE = re.compile(
    r"(?<=(?:that|hose|fect|ects) of )(?:[A-Z][\w'-]*)(?:,? (?:(?:of|the|and|to|in|for)"
    r" ){0,2}[A-Z][\w'-]*)*"
    r"|(?<=\blike )[A-Z][\w'-]*(?:,? (?:(?:of|the|and|to|in|for) ){0,2}[A-Z][\w'-]*)*(?= does\b)"
)
"""The name of a card that English rulings have as an example, and of which the library may know
nothing: *that of Ember Fox*.
"""
_WITH_OF = ("del", "du", "de", "d")
"""What begins with *of*, with or without an article. It stays without the article, which depends on
the name that follows.
"""
_REGISTERED = str.maketrans("", "", "®™")


def signature(texts: Iterable[Text], names: Iterable[str], numerals: Collection[str]) -> str:
    """Return a digest of what a ruling says: equal for rulings that differ only in their variables.

    ``texts`` are those of the ruling, with mentions. ``names`` are those of its card as
    :func:`list_all_names` returns them. ``numerals`` are the numbers in words of the ruling's
    language. These stay as they are, because they change what a ruling says: a sign, nothing
    (``0``), the numbers of rules, and all symbols but those of mana.
    """

    def level_token(match: re.Match[str]) -> str:
        token = match[0]
        match match.lastgroup:
            case "symbols":
                #  All symbols of mana are one kind, and each other symbol is its own.
                codes = _SYMBOL.findall(token)
                kinds = ("mana" if _MANA.fullmatch(code) else code for code in codes)
                return "".join(f"{{{kind}}}" for kind in dict.fromkeys(kinds))
            case "literal":
                return token
            case "number" | "stats":
                return _AMOUNTS.sub(_AMOUNT, token)
            case "article":
                return ("de " if match["article"] in _WITH_OF else "") + _ANY_NAME
        return _AMOUNT if token in numerals else "a" if token == "an" else singular(token)

    plain = "\n".join(_hide_cards(spans) for text in texts for spans in text.paragraphs)
    plain = straighten_quotes(plain.translate(_REGISTERED))
    plain = _EXAMPLE.sub(_ANY_NAME, replace_names(names, plain, _ANY_NAME))
    tokens = " ".join(map(level_token, _TOKEN.finditer(fold_text(plain))))
    return digest(_COUNTED.sub("{", tokens))


def list_all_names(card: Card) -> list[str]:
    """Return all names by which any ruling may call its card, the longest first; of a legendary one
    also the first word.
    """
    legendary = (face.name for face in card.faces if "Legendary" in face.type_line)
    firsts = {name.partition(" ")[0].rstrip(",") for name in legendary} - {"", "The"}
    names = {*_list_own_names(card), *list_plain_names(card), *firsts}
    return _sort_by_length(map(straighten_quotes, names))


def _hide_cards(spans: Spans) -> str:
    """Return the characters of ``spans`` with a sign for each card that is mentioned."""
    return "".join(
        _ANY_NAME if isinstance(span, Mention) and span.kind == "card" else Text(((span,),)).plain()
        for span in Text((spans,)).walk()
        if not isinstance(span, Emphasis | Link | Dated)  # their spans follow them
    )
