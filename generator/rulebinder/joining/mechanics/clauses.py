"""The words for a mechanic in one language, and the clauses of rules text: whether a word in one is
given, made, required or only named.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...facts.catalogue import MechanicFacts
from ...facts.languages import Reading
from ..phrases import Hit, Phrases, longest


@dataclass(frozen=True, kw_only=True)
class WordForm:
    """A word for a mechanic; ``everyday`` if the word is an ordinary one too."""

    slug: str
    kind: str
    everyday: bool
    opens: bool = False
    """Whether it may open a line of keywords and continue with words, like ``protection from``."""


def forms(facts: MechanicFacts, lang: str) -> Iterable[tuple[str, WordForm]]:
    """Yield every word for the mechanic in ``lang``."""
    everyday = {word.casefold() for word in facts.everyday.get(lang, ())}
    openings = {word.casefold() for word in facts.openings.get(lang, ())}
    for word in dict.fromkeys((*facts.all_forms(lang), *facts.openings.get(lang, ()))):
        yield (
            word,
            WordForm(
                slug=facts.slug,
                kind=facts.kind,
                everyday=word.casefold() in everyday,
                opens=word.casefold() in openings,
            ),
        )


_SENTENCE = re.compile(r"[.!?:;•\n]|\s[—–]\s|—")
_CLAUSE = re.compile(r"[,.!?:;•\n—–]")
_WORD = re.compile(r"[^\W\d_]+")
_NEAR = 80
"""How many characters may be between a keyword and the word that it belongs to, with other keywords
of a list.
"""


class Role(StrEnum):
    """What a word of rules text does with the words after it.

    The names are those of ``granting`` in a language file.
    """

    GIVING = "giving"
    """``gains``: the ability after it is given."""
    MAKING = "making"
    """``create``: the token after it is made."""
    TOKEN = "token"
    """``token``: the thing that was made, which may be made with an ability."""
    ENTERING = "entering"
    """``enters``: the counters after it in the clause are put on the card."""
    HAVING = "having"
    """``with``: the ability after it belongs to the thing before it."""
    LACKING = "lacking"
    """``without``: the ability after it is missing, or lost."""
    PICKING = "picking"
    """``target``: the thing after it exists already."""
    COUNTER = "counter"
    """``counter``: it gives the keyword beside it."""
    CONDITION = "condition"
    """``if``: nothing in its clause is done."""
    RELATIVE = "relative"
    """``that``: the verb right after it describes a thing."""


class Grammar:
    """The words of one language that rules text gives and makes things with."""

    def __init__(self, reading: Reading | None) -> None:
        granting = reading.granting if reading else {}
        triggers = reading.trigger_words if reading else ()
        pairs = [(word, role) for role in Role for word in granting.get(role, ())]
        self._words = Phrases([*pairs, *((word, Role.CONDITION) for word in triggers)])
        self.links = frozenset(word.casefold() for word in granting.get("links", ()))
        self.knows_making = bool(granting.get(Role.MAKING))

    def clauses(self, text: str, keywords: Iterable[Hit[WordForm]]) -> Clauses:
        """Return the clauses of ``text``; ``keywords`` are the keyword abilities in it."""
        return Clauses(text, longest(self._words.hits(text)), keywords, self)


class Clauses:
    """A paragraph, read clause by clause.

    It is built in linear time, and each question about it takes logarithmic time.
    """

    def __init__(
        self,
        text: str,
        markers: Iterable[Hit[Role]],
        keywords: Iterable[Hit[WordForm]],
        grammar: Grammar,
    ) -> None:
        self._grammar = grammar
        everything = list(markers)
        self._markers = [
            hit for hit in everything if hit.meaning not in (Role.CONDITION, Role.RELATIVE)
        ]
        self._starts = [hit.start for hit in self._markers]
        self._conditions = [hit.start for hit in everything if hit.meaning is Role.CONDITION]
        self._relatives = {hit.end for hit in everything if hit.meaning is Role.RELATIVE}
        self._sentences = [match.end() for match in _SENTENCE.finditer(text)]
        self._clauses = [match.end() for match in _CLAUSE.finditer(text)]
        self._unnamed = blanked(text, ((hit.start, hit.end) for hit in keywords))
        self._making, self._made = self._chained()

    def is_conditional(self, at: int) -> bool:
        """Return whether the clause up to ``at`` is a condition or a trigger."""
        found = bisect_left(self._conditions, _last(self._clauses, at))
        return found < len(self._conditions) and self._conditions[found] < at

    def is_made(self, at: int, *, otherwise: bool) -> bool:
        """Return whether the sentence makes the thing at ``at``; ``otherwise`` if nobody can tell
        in this language.
        """
        if not self._grammar.knows_making:
            return otherwise
        nearest = self._before(at)
        return nearest is not None and self._making[nearest] and not self.is_conditional(at)

    def is_given(self, start: int, end: int, *, strictly: bool) -> bool:
        """Return whether the sentence gives the keyword at ``start``, or makes something that has
        it.

        If ``strictly``, nothing but keywords and small words may be between the keyword and the
        giving word.
        """
        if self._is_beside_counter(start, end):
            return True
        nearest = self._before(start)
        if nearest is None or (strictly and not self._is_linked(self._markers[nearest].end, start)):
            return False
        marker = self._markers[nearest]
        if marker.meaning is Role.GIVING:
            return marker.start - 1 not in self._relatives and not self.is_conditional(marker.start)
        return self._made[nearest] and not self.is_conditional(start)

    def is_required(self, at: int) -> bool:
        """Return whether the counter at ``at`` is only looked for: in a condition, or on a thing
        that exists.
        """
        return self.is_conditional(at) or self._is_on_picked(at)

    def _is_on_picked(self, at: int) -> bool:
        """Return whether the counter at ``at`` is one that a thing has: ``target creature with a
        counter``.
        """
        nearest = self._before(at)
        if not nearest or self._markers[nearest].meaning is not Role.HAVING:
            return False
        picked = self._markers[nearest - 1]
        return picked.meaning is Role.PICKING and self._is_same_sentence(picked.start, at)

    def _chained(self) -> tuple[list[bool], list[bool]]:
        """Return of each marker whether its sentence has made something by then, and whether it is
        ``with`` after a made thing.
        """
        making: list[bool] = []
        made: list[bool] = []
        for at, marker in enumerate(self._markers):
            before = (
                at - 1
                if at and self._is_same_sentence(self._starts[at - 1], marker.start)
                else None
            )
            role = self._markers[before].meaning if before is not None else None
            entering = role is Role.ENTERING and self._starts[at - 1] >= _last(
                self._clauses, marker.start
            )
            makes = before is not None and making[before] and marker.meaning is not Role.PICKING
            making.append(marker.meaning is Role.MAKING or makes)
            new = (
                role in (Role.MAKING, Role.TOKEN)
                or entering
                or (before is not None and made[before])
            )
            made.append(marker.meaning is Role.HAVING and new)
        return making, made

    def _before(self, at: int) -> int | None:
        """Return the index of the last marker before ``at`` in its sentence."""
        index = bisect_left(self._starts, at) - 1
        return index if index >= 0 and self._is_same_sentence(self._starts[index], at) else None

    def _is_same_sentence(self, first: int, second: int) -> bool:
        return bisect_right(self._sentences, first) == bisect_right(self._sentences, second)

    def _is_beside_counter(self, start: int, end: int) -> bool:
        """Return whether the keyword is that of a counter: ``flying counter``, ``contador de
        volar``.
        """
        before, after = bisect_left(self._starts, start) - 1, bisect_left(self._starts, end)
        if (
            after < len(self._starts)
            and self._is_counter(after, start)
            and self._is_linked(end, self._starts[after])
        ):
            return True
        return (
            before >= 0
            and self._is_counter(before, start)
            and self._is_linked(self._markers[before].end, start)
        )

    def _is_counter(self, index: int, at: int) -> bool:
        marker = self._markers[index]
        return marker.meaning is Role.COUNTER and self._is_same_sentence(marker.start, at)

    def _is_linked(self, start: int, end: int) -> bool:
        """Return whether only keywords and small words are between two places."""
        if end - start > _NEAR:
            return False
        return all(
            word.casefold() in self._grammar.links
            for word in _WORD.findall(self._unnamed[start:end])
        )


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return ``text`` with spaces in the place of ``spans``, which are in order."""
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        if end > done:
            pieces += [text[done : max(start, done)], " " * (end - max(start, done))]
            done = end
    return "".join([*pieces, text[done:]])


def _last(ends: Sequence[int], at: int) -> int:
    """Return the last of ``ends`` that is not after ``at``; 0 if there is none."""
    index = bisect_right(ends, at)
    return ends[index - 1] if index else 0
