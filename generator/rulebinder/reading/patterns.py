"""A language's words made ready for reading: what headings, type lines, costs and sizes look like.

Also the patterns of words in general, in scripts with and without spaces between them.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..facts.languages import Language, ReadingWords
from ..system import group_pairs
from .symbols import CAPITALS, COST, SYLLABLE, UNSPACED, fold, without_emphasis

_STATS = re.compile(
    r"^(?P<power>[+\-−]?[\dX½∞]*[+\-−]?\*?[+\-−]?\d*)\s?/\s?(?P<toughness>[+\-−]?[\dX½∞]*[+\-−]?\*?[+\-−]?\d*)\+?\*?$"
)
_WRAPPED_STATS = re.compile(
    r"^(?P<mark>\*{1,3}|\()(?P<stats>[+\-−]?[\dX½]+\s?/\s?[+\-−]?[\dX½]+)(?:\*{1,3}|\))$"
)
"""Stats in emphasis or in brackets."""
_MANA = re.compile(r"(?:\d{0,2}X?[WUBRGC]{1,6}|E{1,6})(?![\w'’/\-])")
_LETTERS_OF_COST = re.compile(r"^X?\d{0,2}[A-Z]{1,6}$")
_COPYRIGHT = re.compile(
    r"©|(?:\(c\)|\bcopyright)\s?\d{4}|^[^\w\s\"“«(]{0,2}\s?(?:19|20)\d\d\s\W*[^\W\d_]",
    re.IGNORECASE,
)
"""The sign of copyright, its word, or the year behind a sign that a conversion lost."""
_NUMBER = re.compile(r"^(?:\d{1,2}|X|\*)$")
_SUBTYPE_BREAK = re.compile(r"[\s,、，・·／/]+")
_HEADING_LENGTH = 120
_TYPE_LENGTH = 100
_STATS_LENGTH = 15
"""How many characters a heading, a type line and stats have at most."""
_PATTERNS = 4096
"""How many patterns are remembered."""
_MORE_TYPES = 9
"""How many words may follow the first one before the subtypes, far more than any card has."""
_WRONG_DASH = r"(?:[^\w\s.,;()\"“”{}]{1,4}|â\W{1,2}|&#?\w{2,8};|\\[ux]\w{2,4})"
"""What a conversion may make of a dash: a wrong sign or some, or its name in HTML."""
_LOST_DASH = rf"\s++|(?<=\w)(?=[A-Z])|(?<={UNSPACED.pattern})(?={UNSPACED.pattern})"
"""What is left if a dash is lost."""
_WORDS = re.compile(r"[^\W\d_][\w'’\-]*+(?:[\s,、，・·／/]{1,2}[^\W\d_][\w'’\-]*+){0,5}")
_HEADING_WORDS = re.compile(r"[^\W\d][^.,;:!?*()\d]*$")
_AFTER_HEADING = re.compile(rf"\s+\W*[{CAPITALS}]|\s*$")
_OLD_TYPES = r"[^\W\d_][\w'’\-]*(?:\s[^\W\d_][\w'’\-]*){0,3}"
"""The words behind "Summon" or "Enchant" in an old type line, up to four."""
_SEPARATORS = {"-": r"\s\-\s", ":": r"\s?:(?=\s)"}
"""The separators of subtypes that also stand elsewhere: what tells them there."""
_WORD_START = rf"(?:(?<!\w)|(?<={UNSPACED.pattern})"
_WORD_END = rf"(?:(?!\w)|(?={UNSPACED.pattern})"


def any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of the words, longest first; one that never matches if there are
    none.

    A space in a word matches any spaces, an apostrophe both ``'`` and ``’``.
    """
    return (
        "|".join(
            re.escape(word).replace(r"\ ", r"\s+").replace("’", "'").replace("'", "['’]")
            for word in sorted(words, key=len, reverse=True)
        )
        or "(?!)"
    )


def whole_word(words: Iterable[str]) -> str:
    """Return a pattern for any of the words as a whole word; in a script without spaces,
    anywhere.
    """
    words = list(words)
    start = rf"|(?={UNSPACED.pattern})" if any(map(UNSPACED.match, words)) else ""
    return rf"{_WORD_START}{start}){ended_word(words)}"


def ended_word(words: Iterable[str]) -> str:
    """Return a pattern for any of the words that ends as a word does; what is before it is not
    looked at.
    """
    words = list(words)
    last_letters = {word[-1:] for word in words}
    ends = "".join(
        rf"|(?<={script.pattern})"
        for script in (UNSPACED, SYLLABLE)
        if any(map(script.match, last_letters))
    )
    return rf"(?:{any_of(words)}){_WORD_END}{ends})"


@functools.lru_cache(maxsize=_PATTERNS)
def pattern_of(
    make: Callable[[Iterable[str]], str], words: tuple[str, ...], flags: int = re.IGNORECASE
) -> re.Pattern[str]:
    """Return the pattern that ``make``, e.g. :func:`whole_word`, writes of words.

    It is remembered, as all documents of a language share it.
    """
    return re.compile(make(words), flags)


def _pattern(make: Callable[[Any], str]) -> functools.cached_property[re.Pattern[str]]:
    """Make a property of a method that writes a pattern: its value is the compiled pattern."""
    return functools.cached_property(lambda words: re.compile(make(words)))


@dataclass(frozen=True)
class Patterns:
    """The questions of a reader about a language, each with the pattern that answers it.

    All answers ignore case and emphasis.
    """

    language: Language
    keywords: tuple[str, ...]
    """Those of the catalogue; the language file may add others."""

    @property
    def reading(self) -> ReadingWords:
        """The words of the language that reading needs."""
        return self.language.reading

    # Headings.

    def section_kind(self, text: str) -> str | None:
        """The kind of section that a heading announces, or None if it is not a known heading."""
        if _ends_with(text, (".", ";", "。")):
            return None
        heading = fold(text)
        match = self._sections.match(heading) if len(heading) <= _HEADING_LENGTH else None
        return self._section_kinds[match.group(1)] if match else None

    @_pattern
    def _sections(self) -> str:
        return rf"({ended_word(self._section_kinds)})(?=\s?[:：—–―]|$)"

    @functools.cached_property
    def _section_kinds(self) -> dict[str, str]:
        sections = self.reading.sections
        return {fold(heading): kind for kind, headings in sections.items() for heading in headings}

    def title_kind(self, title: str) -> str:
        """The kind of the section with this title: that of its first words, or of a word before its
        colon.
        """
        before, colon, _ = title.replace("：", ":").partition(":")
        mechanic = colon and pattern_of(whole_word, self.reading.mechanic_words).search(before)
        return self.section_kind(title) or ("mechanic" if mechanic else "other")

    def is_general_heading(self, text: str) -> bool:
        """Whether the line heads the general notes."""
        return _is_heading_with(text, self.reading.general_notes)

    def is_card_heading(self, text: str) -> bool:
        """Whether the line heads a part of card-specific notes."""
        return _is_heading_with(text, self.reading.card_notes)

    def is_heading(self, text: str) -> bool:
        """Whether the line heads a section or a part of card-specific notes."""
        return self.section_kind(text) is not None or self.is_card_heading(text)

    def is_great_heading(self, text: str) -> bool:
        """Whether the line heads the general notes or a part of card-specific ones."""
        return self.is_general_heading(text) or self.is_card_heading(text)

    @functools.cached_property
    def card_groups(self) -> frozenset[str]:
        """The names of groups of cards, folded: a color, a card type, or a word such as
        "Multicolored".
        """
        reading = self.reading
        return frozenset(
            map(fold, (*reading.color_words, *reading.card_types, *reading.card_groups))
        )

    @_pattern
    def run_in_heading(self) -> str:
        """A great heading in capitals, which may be on one line with the text behind it."""
        reading = self.reading
        headings = ended_word(map(str.upper, (*reading.general_notes, *reading.card_notes)))
        # The part's name may come first, in capitals, too.
        return rf"(?:[^a-zß-ÿ]{{,80}}?\s)?{headings}"

    def find_inner_headings(self, text: str) -> Iterator[int]:
        """Yield the starts of the great headings in capitals inside the text that a capital or the
        end follows.
        """
        for match in self.run_in_heading.finditer(text):
            heading = _HEADING_WORDS.search(match.group())
            if heading and _AFTER_HEADING.match(text, match.end()):
                yield match.start() + heading.start()

    @_pattern
    def run_in_title(self) -> str:
        """The title of a section that a page runs into its text: a known one, and the name behind
        its colon that the text repeats.
        """
        titles = ended_word(itertools.chain.from_iterable(self.reading.sections.values()))
        repeated = r"\s?[:：]\s?(?P<name>\S(?:[^.:：]{,40}?\S)?)(?=\s(?P=name)\b)"
        return rf"(?P<title>{titles}(?:{repeated}|(?=\s[{CAPITALS}])))"

    # Type lines.

    def is_type_line(self, text: str) -> bool:
        """Whether the whole line is a type line: ``Legendary Creature — Human Wizard``."""
        if _ends_with(text, (".", ":", ",", "。", "：", "、", "，")):
            return False
        line = " ".join(without_emphasis(text).split())
        return len(line) <= _TYPE_LENGTH and self._types.fullmatch(line) is not None

    @_pattern
    def _types(self) -> str:
        return rf"(?i:{self._types_before_dash}(?:{self._separator.pattern}[^.;{{}}]+)?)"

    @functools.cached_property
    def _types_before_dash(self) -> str:
        reading = self.reading
        word = ended_word((*reading.supertypes, *reading.card_types))
        joiner = (
            rf"(?:\s|\s?(?:{any_of(reading.type_joiners)})\s?)" if reading.type_joiners else r"\s"
        )
        main = ended_word(reading.card_types)
        more = f"{{0,{_MORE_TYPES}}}"
        return rf"(?=(?:{word}{joiner}){more}{main}){word}(?:{joiner}{word}){more}"

    @_pattern
    def _separator(self) -> str:
        marks = map(str.strip, self.reading.subtype_separators)
        return rf"\s*(?:{'|'.join(_SEPARATORS.get(mark, re.escape(mark)) for mark in marks)})\s*"

    def type_prefix(self, text: str, at: int = 0) -> str | None:
        """The type line that begins at ``at``, or None.

        Other subtypes than those of the closed list are part of it only right before a size.
        """
        match = self._closed_types.match(text, at)
        return match.group().strip() if match and not match.group()[0].islower() else None

    @_pattern
    def _closed_types(self) -> str:
        closed = ended_word(self.reading.closed_subtypes)
        subtypes = rf"(?:[^\W\d]\S*\s){{0,2}}?{closed}(?:(?:,?\s|[・·／/、]){closed})*"
        stats = (
            r"[^\W\d][\w'’・·／/、\-]*(?:,?\s[^\W\d][\w'’・·／/、"
            r"\-]*){0,5}(?=\s(?:[\d*X\-−][\d*X+\-−]*/[\d*X][\d*X+\-−]*|\d{1,2}\s[+\-−–]?\d{1,2}(?:\s?:\s|：)))"
        )
        #  Subtypes before a size, or from the closed list; without a dash, only capitalized words
        # before a size that rules text follows.
        lost = rf"\s(?:[{CAPITALS}][\w'’\-]*\s){{1,4}}(?=[\dX*]+/[\dX*]+\s[{CAPITALS}{{(])"
        dash = rf"(?:{self._separator.pattern}|\s?{_WRONG_DASH}\s?)"
        behind = rf"(?:{lost}|{dash}(?:{stats}|(?i:{subtypes})))"
        return rf"(?i:{self._types_before_dash}){behind}?(?=\s|(?<=\s)|$)"

    @_pattern
    def open_subtype(self) -> str:
        """A dash and a subtype outside the closed list."""
        return rf"{self._separator.pattern}[{CAPITALS}][\w'’\-]*"

    def match_damaged_type_line(self, text: str) -> re.Match[str] | None:
        """The parts of a line that may be a type line whose dash was damaged: its ``types``, the
        ``mark`` in place of the dash, and its ``subtypes``.
        """
        match = self._damaged_types.fullmatch(text)
        return match if match and not match.group()[0].islower() else None

    @_pattern
    def _damaged_types(self) -> str:
        mark = rf"(?P<mark>\s*+{_WRONG_DASH}\s*+|{_LOST_DASH})"
        return rf"(?i:(?P<types>{self._types_before_dash})){mark}(?P<subtypes>{_WORDS.pattern})"

    def list_unknown_types(self, text: str) -> tuple[str, ...]:
        """Return the words before the dash that are not known types; empty if the text cannot be a
        type line.
        """
        sides = self._separator.split(without_emphasis(text), maxsplit=1)
        if not all(map(_WORDS.fullmatch, sides)) or sides[0][:1].islower():
            return ()
        return tuple(self._type_words.sub(" ", sides[0]).split())

    @_pattern
    def _type_words(self) -> str:
        reading = self.reading
        words = (*reading.supertypes, *reading.card_types, *filter(None, reading.type_joiners))
        return rf"(?i:{whole_word(words)})"

    def is_old_type(self, text: str) -> bool:
        """Whether the whole line may be a type line of old cards: ``Enchant Creature``,
        ``Interrupt``; rules text may be the same.
        """
        return bool(self._old_types.fullmatch(without_emphasis(text)))

    @_pattern
    def _old_types(self) -> str:
        forms = [
            re.escape(form).replace(r"\{types\}", _OLD_TYPES).replace(r"\ ", r"\s")
            for form in self.reading.old_types
        ]
        return "|".join(forms) or "(?!)"

    def is_color_indicator(self, text: str) -> bool:
        """Whether the whole line names colors and nothing else, in brackets, in emphasis or behind
        a label: ``(Red)``.
        """
        return bool(self._indicators.fullmatch(text))

    @_pattern
    def _indicators(self) -> str:
        reading = self.reading
        labels, joints = any_of(reading.color_labels), any_of(reading.list_and)
        colors = (
            rf"(?:{any_of(reading.color_words)})(?:(?:\s?[,/、"
            rf"・]\s?|\s)(?:(?:{joints})\s?)?(?:{any_of(reading.color_words)}))*"
        )
        labelled = rf"(?:{labels})\s?[:：]?\s?{colors}|{colors}\s(?:{labels})"
        starred = rf"(?:\\?\*(?:{any_of(reading.color_words)})\\?\*[,，]?\s?)+"
        bracketed = rf"[(（\[]\*?(?:{labelled}|{colors})\*?[)）\]]"
        return rf"(?i:\*?(?:{bracketed}|{labelled}|(?<=\*){colors}(?=\*))\*?|{starred})"

    def has_type(self, type_line: str, types: Iterable[str]) -> bool:
        """Whether a type line has one of the card types."""
        words = pattern_of(whole_word, self.reading.card_types).findall(self._sides(type_line)[0])
        return not set(words).isdisjoint(map(str.casefold, types))

    def subtypes(self, type_line: str) -> frozenset[str]:
        """The subtypes of a type line as single words, case folded."""
        return frozenset(
            part for side in self._sides(type_line)[1:] for part in _SUBTYPE_BREAK.split(side)
        )

    def _sides(self, type_line: str) -> list[str]:
        """The sides of a type line, case folded: card types, and subtypes if it has any."""
        return self._separator.split(without_emphasis(type_line).casefold(), maxsplit=1)

    def is_closed_subtype(self, word: str) -> bool:
        """Whether the word is a subtype of the closed list."""
        return word.casefold() in map(str.casefold, self.reading.closed_subtypes)

    # Rules text.

    def keyword_prefix(self, text: str) -> str | None:
        """The keyword with which ``text`` begins, or None."""
        keywords = self._keywords.get(text[:1].casefold())
        match = pattern_of(ended_word, keywords).match(text) if keywords else None
        return match.group() if match else None

    @functools.cached_property
    def _keywords(self) -> Mapping[str, tuple[str, ...]]:
        """The keywords by their first letters: one pattern for all the hundreds of them would try
        each at every text.
        """
        keywords = (*self.keywords, *self.reading.keywords)
        groups = group_pairs((keyword[:1].casefold(), keyword) for keyword in keywords)
        return {letter: tuple(group) for letter, group in groups.items()}

    def opens_trigger(self, text: str) -> bool:
        """Whether the text begins with a word that opens a triggered ability, as it is spelled
        there.
        """
        return bool(pattern_of(ended_word, self.reading.trigger_words, 0).match(text))

    def speaks_of_choice(self, text: str) -> bool:
        """Whether the rules text offers a choice."""
        return bool(pattern_of(whole_word, self.reading.choice_cues).search(text))

    @_pattern
    def opening_choice(self) -> str:
        """The choice at the beginning of a sentence of rules text, as before modes: "Choose two.
        …".
        """
        opening = rf"(?:^|[.!?][\"”»)]?\s|(?:—|–|--|:)\s?|(?<={UNSPACED.pattern}))\W?"
        return rf"{opening}(?i:{whole_word(self.reading.choice_cues)})"

    def continues_ability(self, text: str) -> bool:
        """Whether ``text`` opens as only a further sentence of an ability does: ``If you do,``."""
        return bool(pattern_of(whole_word, self.reading.continuations, 0).match(text))

    def find_bare_mana(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the mana that is printed as letters right behind a verb, ``add UBR``, each with its
        symbols, ``{U}{B}{R}``.
        """
        for match in self._mana_behind_verb.finditer(text):
            yield match["mana"], _brace_mana(match["mana"])

    def brace_bare_mana(self, text: str) -> str:
        """Return the text with mana in letters behind a verb as symbols.

        Only for a page without any symbol: others print no mana as letters.
        """
        return self._mana_behind_verb.sub(
            lambda match: match["verb"] + _brace_mana(match["mana"]), text
        )

    @_pattern
    def _mana_behind_verb(self) -> str:
        listed = rf"{_MANA.pattern}(?:(?:,\s|,?\s[^\W\d_]{{1,3}}\s){_MANA.pattern})*"
        return rf"(?P<verb>(?i:{whole_word(self.reading.mana_verbs)})\s)(?P<mana>{listed})"

    def with_english_letters(self, text: str) -> str:
        """Return a cost in letters with the English ones, ``2V`` as ``2G``; any other text as it
        is.
        """
        if not _LETTERS_OF_COST.match(text):
            return text
        letters = self.reading.mana_letters.items()
        return text.translate(
            {ord(letter): english for english, local in letters for letter in local}
        )

    # Other paragraphs.

    def is_example(self, text: str) -> bool:
        """Whether the paragraph is an example: ``Example: …``."""
        return bool(self._examples.match(without_emphasis(text)))

    @_pattern
    def _examples(self) -> str:
        return rf"(?:{any_of(self.reading.example_words)})\s?\d*\s?[:：]"

    def with_examples_apart(self, text: str) -> str:
        """The text with each ``Example: …`` that follows a sentence as a paragraph of its own."""
        return self._gaps_before_examples.sub("\n\n", text)

    @_pattern
    def _gaps_before_examples(self) -> str:
        return rf"(?:(?<=[.!?)”\"»])\s+|(?<=[。！？）」』”])\s*)(?=\*?{self._examples.pattern})"

    def is_footer(self, text: str) -> bool:
        """Whether the paragraph is about trademarks and the like, as the last ones of a document
        are.
        """
        return bool(
            _COPYRIGHT.search(text) or pattern_of(whole_word, self.reading.footers).search(text)
        )

    def is_credit(self, text: str) -> bool:
        """Whether the paragraph begins with the words before those who compiled the document:
        ``Compiled by …``.
        """
        return bool(self._credits.match(without_emphasis(text)))

    @_pattern
    def _credits(self) -> str:
        cues = (cue for cue in self.reading.compiled_by if "{names}" not in cue)
        return rf"(?i:{any_of(cues)})(?:\s*[:：]|\s)"


def _is_heading_with(text: str, words: tuple[str, ...]) -> bool:
    """Whether the line is a heading that begins or ends with one of the words."""
    if _ends_with(text, (".", ",", ";", "。", "，", "；")):
        return False
    line = fold(text)
    return len(line) <= _HEADING_LENGTH and bool(
        pattern_of(_heading_pattern, words, 0).search(line)
    )


def _ends_with(text: str, marks: tuple[str, ...]) -> bool:
    """Whether the text, without the stars and spaces behind it, ends with one of the marks.

    It is asked first, as most prose does, and folding costs more.
    """
    return text.rstrip("* ").endswith(marks)


def is_cost(text: str) -> bool:
    """Whether the line is a mana cost and nothing else, its unknown pictures included."""
    return bool(COST.match(text))


def read_stats(text: str) -> tuple[str, str] | None:
    """Return power and toughness of a line such as ``2/3``, ``*/1+*``, in emphasis or not; None if
    it is not one.

    Markdown swallows the stars of ``*/*``: they are put back in a bare ``/`` or ``/1+``.
    """
    if len(text) > _STATS_LENGTH:
        return None
    line = re.sub(r"[{}]|(?<=\d)\s(?=½)", "", text.strip())
    wrapped = _WRAPPED_STATS.match(line)
    line = wrapped["stats"] if wrapped else line
    if line == "//" or not _STATS.match(line):
        return None
    power, _, toughness = (part.strip() for part in line.partition("/"))
    toughness = f"{toughness}*" if not toughness or toughness.endswith("+") else toughness
    return power or "*", toughness


def is_number(text: str) -> bool:
    """Whether the line is a loyalty or a defense."""
    return bool(_NUMBER.match(text.strip()))


def _brace_mana(mana: str) -> str:
    """Mana in letters as symbols: ``2U or R`` becomes ``{2}{U} or {R}``."""
    return _MANA.sub(lambda match: re.sub(r"\d+|[A-Z]", r"{\g<0>}", match.group()), mana)


def _heading_pattern(words: Iterable[str]) -> str:
    """Return a pattern for a folded heading that begins or ends with one of the words.

    Brackets, or a colon and a few words, may be behind the last one. Prose has the words in quotes
    or in its midst.
    """
    word = any_of(map(fold, words))
    return (
        rf"^\W?(?:{word})(?![\"”»])|(?:{word})(?:\s*\([^()]*\)|[\s:：])*(?:[:：]\s*[^:：。"
        r"]{1,40})?$"
    )
