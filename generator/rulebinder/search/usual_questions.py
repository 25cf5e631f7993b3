"""Usual questions: those that release notes answer again and again, and that people ask in quite
other words.

The browser recognizes such a question by the words that people use for it, its *cues*, and gets the
records that answer it. They are found here, by the phrases that such rulings have. The cues are
filed with the words (:mod:`.words.lexicon`), the answers in a file of their own, which is read only
if a question is recognized.
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..facts.search_words import UsualQuestion
from ..system.caches.frozen_values import alike
from ..system.digests import digest
from .piece_cache import PieceCache, recalled, unknown
from .records import SearchRecord
from .words.normal_form import Fold, folding
from .words.postings import tokens

Answers = Mapping[str, Mapping[str, Sequence[int]]]
"""The numbers of the records that answer each question, by its key, then by language."""

BETWEEN = 24
"""How many other words may be between the words of a phrase, in all."""
_STEM = 3
"""The fewest letters that the forms of a word share."""
_ANSWERS = frozenset({"ruling", "note"})
"""The kinds of records that answer questions."""
_LAST = "\U0010ffff"
"""Comes after every letter."""


@dataclass(frozen=True)
class _Texts:
    """The words of texts of one language, by their numbers."""

    words: Mapping[int, tuple[str, ...]]

    def saying(self, phrase: Sequence[str]) -> Iterator[int]:
        """Yield the numbers of the texts that say ``phrase``, the beginnings of words in order."""
        having = (self._beginning(part) for part in sorted(set(phrase), key=len, reverse=True))
        possible = next(having)
        for numbers in having:
            possible = possible & numbers
        yield from (number for number in possible if _says(self.words[number], phrase))

    @cached_property
    def _alphabet(self) -> list[str]:
        return sorted(self._numbers)

    @cached_property
    def _numbers(self) -> Mapping[str, set[int]]:
        found: dict[str, set[int]] = {}
        for number, words in self.words.items():
            for word in words:
                found.setdefault(word, set()).add(number)
        return found

    def _beginning(self, part: str) -> frozenset[int]:
        """Return the numbers of the records that have a word with this beginning."""
        first, last = (bisect_left(self._alphabet, end) for end in (part, part + _LAST))
        return frozenset().union(*(self._numbers[word] for word in self._alphabet[first:last]))


def _says(words: Sequence[str], phrase: Sequence[str]) -> bool:
    """Return whether ``words`` have words with the beginnings of ``phrase`` in this order, with at
    most BETWEEN others.
    """
    room = len(phrase) + BETWEEN
    return any(
        word.startswith(phrase[0]) and _follow(words[start : start + room], phrase)
        for start, word in enumerate(words)
    )


def _follow(words: Sequence[str], phrase: Sequence[str]) -> bool:
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for part in phrase)


def answers(
    questions: Mapping[str, UsualQuestion],
    records: Mapping[str, Sequence[SearchRecord]],
    elisions: tuple[str, ...],
    memory: PieceCache | None = None,
) -> Answers:
    """Return the records that answer each question. ``records`` are those of all languages, in the
    order of their numbers.

    ``elisions`` are those of all languages. ``memory`` has the questions that each text answered in
    an earlier build.
    """
    found: dict[str, dict[str, list[int]]] = {}
    cache = memory or PieceCache()
    for lang, own in records.items():
        said = {
            key: question.said[lang] for key, question in questions.items() if lang in question.said
        }
        texts = {number: each.text for number, each in enumerate(own) if each.kind in _ANSWERS}
        with cache.pieces(f"usual {lang}"):
            for number, keys in _answered(said, texts, elisions):
                for key in keys:
                    found.setdefault(key, {}).setdefault(lang, []).append(number)
    return found


def _answered(
    said: Mapping[str, Sequence[str]], texts: Mapping[int, str], elisions: tuple[str, ...]
) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the numbers of ``texts`` in one language, each with the keys of the questions that it
    answers.

    ``said`` are the phrases of the answers to each question.
    """
    context = digest(alike((said, elisions)))
    pieces = {number: digest(context, text) for number, text in texts.items()}
    missing = unknown(pieces.values())
    made = _found(
        said,
        {number: text for number, text in texts.items() if pieces[number] in missing},
        folding(elisions),
    )
    for number, piece in pieces.items():
        yield number, recalled(piece, functools.partial(_boxed, made, number))[0]


def _boxed(made: Mapping[int, Sequence[str]], number: int) -> tuple[Sequence[str]]:
    """Return what was made for a text in a tuple, because a piece is never empty."""
    return (tuple(made.get(number, ())),)


def _found(
    said: Mapping[str, Sequence[str]], texts: Mapping[int, str], fold: Fold
) -> dict[int, list[str]]:
    """Return the keys of the questions that each of ``texts`` answers, by its number."""
    found: dict[int, list[str]] = {}
    held = _Texts({number: tuple(tokens(text, fold)) for number, text in texts.items()})
    for key, phrases in said.items() if texts else ():
        for number in {
            number for phrase in phrases for number in held.saying(tokens(phrase, fold))
        }:
            found.setdefault(number, []).append(key)
    return found


@dataclass(frozen=True, kw_only=True)
class UsualQuestions:
    """The usual questions of one language, as the browser reads them.

    The number of a question is its place among all that people ask in the language. So an edit of a
    ruling changes no number, and the cues only if a question gets its first answer or loses its
    last one.
    """

    answers: tuple[str, ...] = ()
    """The records that answer each question, by its number: ``en 12 3 5|es 40``; empty if none
    does.

    They are how far each number is from the one before. The page's language comes first."""
    cues: Mapping[str, str]
    """The words in which people ask questions that have an answer, in the order of the alphabet,
    each with its entry: ``discount 12 28``.

    The entry has how far the number of each question is from the one before."""

    @property
    def count(self) -> int:
        """How many questions have an answer."""
        return sum(map(bool, self.answers))

    def spoken(self, words: Collection[str], endings: Collection[str]) -> list[str]:
        """Return the entries of the cues that are ``words`` or may be forms of them."""
        stems = {stem for word in words if len(word) > _STEM for stem in _stems(word, endings)}
        known = frozenset(words)
        return [
            entry
            for cue, entry in self.cues.items()
            if cue in known or not stems.isdisjoint(_stems(cue, endings))
        ]


def _stems(word: str, endings: Collection[str]) -> Iterator[str]:
    """Yield what is left of a word without each of the ``endings``, and the word itself."""
    left = (word.removesuffix(ending) for ending in ("", *endings) if word.endswith(ending))
    yield from (stem for stem in left if len(stem) >= _STEM)


def asked(
    questions: Mapping[str, UsualQuestion], lang: str, found: Answers, fold: Fold
) -> UsualQuestions:
    """Return the questions that people ask in ``lang``.

    ``found`` are the records that answer them.
    """
    made: list[str] = []
    cues: dict[str, list[int]] = {}
    for key, question in questions.items():
        if lang not in question.asked:
            continue
        by_lang = found.get(key, {})
        words = (
            {part for each in question.asked[lang] for part in tokens(each, fold)}
            if by_lang
            else ()
        )
        for word in words:
            cues.setdefault(word, []).append(len(made))
        order = sorted(by_lang, key=lambda each: (each != lang, each))
        made.append("|".join(f"{each} {_steps(by_lang[each])}" for each in order))
    return UsualQuestions(
        answers=tuple(made), cues={cue: f"{cue} {_steps(cues[cue])}" for cue in sorted(cues)}
    )


def _steps(numbers: Sequence[int]) -> str:
    return " ".join(
        str(number - before) for before, number in zip((0, *numbers), numbers, strict=False)
    )
