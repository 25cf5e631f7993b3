"""The abilities of rules text: lines that a page breaks are joined again, and text that lost its
line breaks is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...text import SYMBOL
from ..lines import Line
from ..notation.word_boundaries import CAPITALS, UNCASED
from ..patterns import Patterns, stats
from .card_layouts import shows

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
_OF_ITSELF = re.compile(r"\s\w{1,40}\s\w{1,40}\.")
_SPACE = re.compile(r"(?<=\S)\s+(?=\S)")
_REMINDER = re.compile(r"\([^()]*\)")
_SENTENCE_PASSED = re.compile(r"[.:]\s|--\s")
_SENTENCE_END = re.compile(r"[.!?)\]”“\"»:—*。：）」]$|--$")
"""The end of a sentence or of a lead, in the last two characters of a line."""
_ONLY_REMINDER = re.compile(r"^\*?\(.*\)[.*]*$")
_CLAUSE = 4
"""Words from which on a line without a full stop is a broken sentence, not a keyword."""
_DOT = re.compile(r"[•●▪·‣]\s")
_RUN_ON = re.compile(r"^(?:[a-zà-ÿ]|(?:\{[^{}]+\})+(?:\s[a-zà-ÿ]|[.;]))")
_COST_OPENS = re.compile(rf"(?:{SYMBOL}[,\s]*)+[^.:()]{{0,80}}:\s")
NAMED = re.compile(r"^\*?(?P<name>[^\W\d_][\w'’ ]{1,30}?)\*?\s?(?:—|–|--)\s")
"""The name with which an ability or an option begins: an ability word, ``Khans — …``."""
_AHEAD = 160
"""How many characters after a space tell whether an ability begins there."""
_OPENING = 200
"""How many characters tell whether a line begins with a keyword; no keyword is as long."""


def grouped(lines: Iterable[Line], words: Patterns) -> list[list[Line]]:
    """Return the lines of rules text on a page that breaks lines, grouped by ability."""
    groups: list[_Group] = []
    for line in lines:
        if line.is_text and groups and groups[-1].goes_on(line.text, words):
            groups[-1].add(line)
        else:
            groups.append(_Group(line))
    return [group.lines for group in groups]


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


class _Ability:
    """An ability whose end is looked for; no character of it is read twice."""

    def __init__(self, text: str, start: int, name: str, words: Patterns) -> None:
        self.text, self.start, self.name, self.words = text, start, name, words
        self._seen = start
        self._opening = self._end = ""
        """Its first and its last characters so far, without reminders."""
        self._has_sentence = False
        self._own = text.startswith(name, start)
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
            begins = _begins(rest, self._end) and not self.words.is_closed_subtype(first_word)
            return begins or bool(_ACTIVATED.match(rest))
        before = self.text[max(self.start, at - 3) : at]
        if not _AFTER_SENTENCE.search(before):
            return False
        if _REMINDED.search(before) and _begins(rest, before):
            return True
        return bool(
            _ACTIVATED.match(rest)
            or _ABILITY_WORD.match(rest)
            or self.words.opens_trigger(rest)
            or (rest[0].isupper() and self.words.keyword_prefix(rest))
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
        bool(UNCASED.match(rest)) and not before.endswith((",", "，", "、"))
    )


class _Group:
    """The lines of an ability, and what tells whether the next line is one of them."""

    def __init__(self, line: Line) -> None:
        self.lines: list[Line] = []
        self._opening = ""
        self._open_brackets = self._words = 0
        self.add(line)

    def add(self, line: Line) -> None:
        """Take one more line."""
        self.lines.append(line)
        if len(self._opening) < _OPENING:
            self._opening = f"{self._opening} {line.text}".strip()
        self._open_brackets += line.text.count("(") - line.text.count(")")
        self._words += len(line.text.split())

    def goes_on(self, following: str, words: Patterns) -> bool:
        """Whether ``following`` is the rest of the ability: a bracket is open or to be closed, a
        sentence runs on, or it opens as only a further sentence does ("If you do, …").
        """
        if _DOT.match(following):
            return False
        if self._open_brackets > 0 or following.count(")") > following.count("("):
            return True
        if _ONLY_REMINDER.match(following):
            # One that names the other half of a melded card is never part of an ability.
            return not shows("meld", "", following, words)
        if words.continues(following):
            return True
        if _SENTENCE_END.search(self.lines[-1].text[-2:]) or stats(self._opening):
            return False
        is_clause = self._words >= _CLAUSE and not self._is_keyword(words)
        return bool(_RUN_ON.match(following)) or (is_clause and not _opens(following, words))

    def _is_keyword(self, words: Patterns) -> bool:
        """Whether the ability begins with a keyword, which has no full stop: alone or behind an
        ability word.
        """
        named = NAMED.match(self._opening)
        return words.keyword_prefix(self._opening[named.end() if named else 0 :]) is not None


def _opens(line: str, words: Patterns) -> bool:
    """Whether a line begins as only an ability does: with a trigger word, an ability word, a cost
    or a keyword.
    """
    if words.opens_trigger(line) or NAMED.match(line) or _COST_OPENS.match(line):
        return True
    return line[:1].isupper() and words.keyword_prefix(line) is not None
