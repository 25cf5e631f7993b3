"""Usual questions: those that release notes answer again and again, and that people ask in quite other words.

The browser recognizes such a question by the words that people use for it, its *cues*, and gets the records that answer it.
They are found here, by the phrases that such rulings have. The cues are filed with the words (:mod:`.lexicon`), the answers in
a file of their own, which is read only if a question is recognized.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from ..facts.catalogue import UsualQuestion
from .normal import Fold
from .postings import tokens
from .records import SearchRecord

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
    """The words of the records of one language, by their numbers."""

    words: tuple[tuple[str, ...], ...]

    def saying(self, phrase: Sequence[str]) -> Iterator[int]:
        """Yield the numbers of the records whose texts say ``phrase``, the beginnings of words in order."""
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
        for number, words in enumerate(self.words):
            for word in words:
                found.setdefault(word, set()).add(number)
        return found

    def _beginning(self, part: str) -> frozenset[int]:
        """Return the numbers of the records that have a word with this beginning."""
        first, last = (bisect_left(self._alphabet, end) for end in (part, part + _LAST))
        return frozenset().union(*(self._numbers[word] for word in self._alphabet[first:last]))


def _says(words: Sequence[str], phrase: Sequence[str]) -> bool:
    """Return whether ``words`` have words with the beginnings of ``phrase`` in this order, with at most BETWEEN others."""
    room = len(phrase) + BETWEEN
    return any(word.startswith(phrase[0]) and _follow(words[start : start + room], phrase) for start, word in enumerate(words))


def _follow(words: Sequence[str], phrase: Sequence[str]) -> bool:
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for part in phrase)


def answers(questions: Mapping[str, UsualQuestion], records: Mapping[str, Sequence[SearchRecord]], fold: Fold) -> Answers:
    """Return the records that answer each question. ``records`` are those of all languages, in the order of their numbers."""

    @cache
    def texts(lang: str) -> _Texts:
        return _Texts(tuple(tuple(tokens(each.text, fold)) if each.kind in _ANSWERS else () for each in records[lang]))

    found: dict[str, dict[str, Sequence[int]]] = {}
    for key, question in questions.items():
        for lang in sorted(set(question.said) & set(records)):
            phrases = [tokens(phrase, fold) for phrase in question.said[lang]]
            numbers = {number for phrase in phrases for number in texts(lang).saying(phrase)}
            if numbers:
                found.setdefault(key, {})[lang] = sorted(numbers)
    return found


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The usual questions of one language, as the browser reads them.

    The number of a question is its place among all that people ask in the language. So an edit of a ruling changes no number,
    and the cues only if a question gets its first answer or loses its last one.
    """

    answers: tuple[str, ...] = ()
    """The records that answer each question, by its number: ``en 12 3 5|es 40``; empty if none does.

    They are how far each number is from the one before. The page's language comes first."""
    cues: Mapping[str, str] = field(default_factory=dict)
    """The words in which people ask questions that have an answer, in the order of the alphabet, each with its entry: ``discount 12 28``.

    The entry has how far the number of each question is from the one before."""

    @property
    def count(self) -> int:
        """How many questions have an answer."""
        return sum(map(bool, self.answers))

    def spoken(self, words: Collection[str], endings: Collection[str]) -> list[str]:
        """Return the entries of the cues that are ``words`` or may be forms of them."""
        stems = {stem for word in words if len(word) > _STEM for stem in _stems(word, endings)}
        known = frozenset(words)
        return [entry for cue, entry in self.cues.items() if cue in known or not stems.isdisjoint(_stems(cue, endings))]


def _stems(word: str, endings: Collection[str]) -> Iterator[str]:
    """Yield what is left of a word without each of the ``endings``, and the word itself."""
    left = (word.removesuffix(ending) for ending in ("", *endings) if word.endswith(ending))
    yield from (stem for stem in left if len(stem) >= _STEM)


def asked(questions: Mapping[str, UsualQuestion], lang: str, found: Answers, fold: Fold) -> Asked:
    """Return the questions that people ask in ``lang``. ``found`` are the records that answer them."""
    made: list[str] = []
    cues: dict[str, list[int]] = {}
    for key, question in questions.items():
        if lang not in question.asked:
            continue
        by_lang = found.get(key, {})
        words = {part for each in question.asked[lang] for part in tokens(each, fold)} if by_lang else ()
        for word in words:
            cues.setdefault(word, []).append(len(made))
        order = sorted(by_lang, key=lambda each: (each != lang, each))
        made.append("|".join(f"{each} {_steps(by_lang[each])}" for each in order))
    return Asked(answers=tuple(made), cues={cue: f"{cue} {_steps(cues[cue])}" for cue in sorted(cues)})


def _steps(numbers: Sequence[int]) -> str:
    return " ".join(str(number - before) for before, number in zip((0, *numbers), numbers, strict=False))
