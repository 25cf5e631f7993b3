"""Rules text that lost its line breaks, cut into abilities again."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..notation.word_boundaries import CAPITALS, UNCASED
from ..patterns import Patterns

_ACTIVATED = re.compile(
    rf"(?:\{{[^{{}}]+\}}[^.:()。：]{{0,80}}|[+\-−–][\dX]{{1,2}}|[{CAPITALS}][^.:(){{}}。"
    rf"：]{{3,70}})(?:\s?:\s(?=[{CAPITALS}а-яё\"“])|：)"
)
_ABILITY_WORD = re.compile(
    rf"[{CAPITALS}][\w'’ ]{{2,30}}\s(?:--\s|—\s(?=[{CAPITALS}]))"
    r"|[IVX]{1,4}(?:, [IVX]{1,4})*\s(?:--|—)"
)
"""The words before an ability that have no meaning of their own, and the numbers of chapters."""
_AFTER_SENTENCE = re.compile(r"[.!?][\"”»]?$|[)。）]$")
_REMINDED = re.compile(r"[.!?][\"”»]?\)$|）$")
_UNCASED = re.compile(UNCASED)
_OF_ITSELF = re.compile(r"\s\w{1,40}\s\w{1,40}\.")
_SPACE = re.compile(r"(?<=\S)\s+(?=\S)")
_REMINDER = re.compile(r"\([^()]*\)")
_SENTENCE_PASSED = re.compile(r"[.:]\s|--\s")
_AHEAD = 160
"""How many characters after a space tell whether an ability begins there."""
_OPENING = 200
"""How many characters tell whether a line begins with a keyword; no keyword is as long."""


def abilities(text: str, name: str, words: Patterns) -> list[str]:
    """The abilities that ``text`` runs together, in order; no character but spaces is lost.

    An ability begins after a sentence if a trigger word, a cost with a colon, an ability word
    or a keyword follows; after a line of keywords, which has no full stop; after a reminder; and
    after the short sentence in which a card says what it is (``… is white.``).
    """
    parts: list[str] = []
    ability = _Ability(text, 0, name, words)
    depth = seen = 0
    for space in _SPACE.finditer(text):
        depth += text.count("(", seen, space.start()) - text.count(")", seen, space.start())
        seen = space.start()
        if depth == 0 and ability.ends_at(space.start(), text[space.end() : space.end() + _AHEAD]):
            parts.append(text[ability.start : space.start()])
            ability = _Ability(text, space.end(), name, words)
    last = text[ability.start :].strip()
    return [*(part.strip() for part in parts), last] if last else parts


@dataclass
class _Ability:
    """An ability whose end is looked for; no character of it is read twice."""

    text: str
    start: int
    name: str
    words: Patterns
    _seen: int = field(init=False)
    _opening: str = field(default="", init=False)
    """Its first characters, without reminders."""
    _end: str = field(default="", init=False)
    """Its last characters so far, without reminders."""
    _has_sentence: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._seen = self.start
        self._own = self.text.startswith(self.name, self.start)
        """Whether it opens with the card's name."""

    def ends_at(self, at: int, rest: str) -> bool:
        """Whether it ends at ``at``, and another one begins with ``rest``."""
        if self._own and at <= self.start + len(self.name) - 1:
            return False
        if rest.startswith("• "):
            return True
        if self._own and _OF_ITSELF.fullmatch(self.text, self.start + len(self.name), at):
            return True
        if not self._own and self._is_keywords_until(at):
            first_word = re.split(r"[\s.,;]", rest, maxsplit=1)[0]
            return (
                _begins(rest, self._end) and not self.words.is_closed_subtype(first_word)
            ) or bool(_ACTIVATED.match(rest))
        before = self.text[max(self.start, at - 3) : at]
        if not _AFTER_SENTENCE.search(before):
            return False
        if _REMINDED.search(before) and _begins(rest, before):
            return True
        return (
            bool(_ACTIVATED.match(rest) or _ABILITY_WORD.match(rest))
            or self.words.opens_trigger(rest)
            or (rest[0].isupper() and bool(self.words.keyword_prefix(rest)))
        )

    def _is_keywords_until(self, at: int) -> bool:
        """Whether it is keywords and their parameters so far: no sentence has ended in it."""
        if self._has_sentence:
            return False
        bare = _REMINDER.sub("", self.text[self._seen : at])
        self._seen = at
        self._opening = (self._opening + bare[:_OPENING])[:_OPENING].lstrip()
        self._has_sentence = bool(_SENTENCE_PASSED.search(self._end + bare))
        self._end = (self._end + bare).rstrip()[-3:]
        if self._has_sentence or self._end.endswith((".", ":")):
            return False
        return bool(self.words.keyword_prefix(self._opening))


def _begins(rest: str, before: str) -> bool:
    """Whether ``rest`` may begin an ability: with a capital, or behind no comma in a script that
    has none.
    """
    return rest[0].isupper() or (
        bool(_UNCASED.match(rest)) and not before.endswith((",", "，", "、"))
    )
