"""Which mechanics a card has, and which it gives to others or makes.

A card has a mechanic by a line of keywords, an instruction, an ability word, a symbol, a type, its
layout, or the token or counter that it makes. It gives a keyword that a sentence or an ability in
quotation marks grants, and one of a token that it makes. Reminder text and its own name do not
count.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ..facts.catalogue import Catalogue, MechanicFacts
from ..facts.languages import Language, ReadingWords
from ..notes import Card, Section
from ..system import group_pairs
from ..text import Text, level
from .phrases import Hit, Phrases, longest


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

    def __init__(self, reading: ReadingWords | None) -> None:
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


_KEYWORD_KINDS = ("keyword-ability", "keyword-action", "ability-word")

_REMINDER = re.compile(r"\([^()]*\)")
_QUOTED = re.compile(r'"([^"]*)"')
_DASH = re.compile(r"\s*[—–-]")
_ITEM_START = re.compile(r"(?:^|[,;•\n—]\s*)$")
_JOIN = re.compile(r",?\s+(?:\w{1,3}\s+)?")
_PARAMETER = re.compile(r"\s*(?:$|[.,;:\d{—–-]|X\b)")
"""The text after a keyword that the card has: nothing, the next keyword, a number, a cost; in
French after a colon.
"""
_LISTED = re.compile(r"[^.:\"“«]{0,60}[,;]\s*")
"""The text between two keywords of a list: the parameter of the first."""
_LEAD = 200
"""How many characters of the paragraph before an item of a list are read with the item."""


@dataclass(frozen=True, kw_only=True)
class Membership:
    """The slugs of a card's mechanics, sorted. No mechanic is in both lists."""

    has: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()


class MechanicFinder:
    """Finds the catalogue's mechanics in one language: those of cards and of sections."""

    def __init__(self, catalogue: Catalogue, lang: str, language: Language | None = None) -> None:
        every = catalogue.mechanics.values()
        reading = language.reading if language else None
        self._phrases = Phrases(pair for facts in every for pair in forms(facts, lang))
        self._tokens = Phrases(pair for facts in every for pair in _tokens(facts, reading))
        self._shown = frozenset(
            facts.slug for facts in every if set(facts.has) - {"tokens", "mechanics"}
        )
        self._printed = Printed(every, reading)
        self._grammar = Grammar(reading)
        self._implied = [
            (each, facts.slug) for facts in every for each in facts.has.get("mechanics", ())
        ]

    def of_card(self, card: Card) -> Membership:
        """Return the mechanics of a card."""
        has: set[str] = set(self._printed.of_head(card))
        gives: set[str] = set()
        names = [face.name for face in card.faces if len(face.name) > 2]
        for paragraphs in (*(face.rules_text for face in card.faces), card.shared_rules_text):
            for text, lead in _with_leads(_plain(paragraph, names) for paragraph in paragraphs):
                found = self._in_rules(text, lead)
                has.update(found.has)
                gives.update(found.gives)
        for slugs in (has, gives):
            slugs.update([implied for slug, implied in self._implied if slug in slugs])
        return Membership(has=tuple(sorted(has)), gives=tuple(sorted(gives - has)))

    def of_section(self, section: Section) -> tuple[str, ...]:
        """Return the mechanics that a section explains, in the order it names them.

        Its title names them after the colon. If it names none, an introduction may list them.
        """
        if section.kind in _UNEXPLAINING:
            return ()
        about = subject(section.title)
        explains = section.kind == "mechanic"
        named = _slugs(
            hit
            for hit in self._hits(about)
            if explains or not hit.meaning.everyday or hit.end - hit.start == len(about)
        )
        if named or not explains or about == section.title:
            return named
        lists = (self._hits(text.plain()) for text in section.introduction)
        return _slugs(hit for hits in lists if len(_slugs(hits)) >= _LIST_LENGTH for hit in hits)

    def _hits(self, text: str) -> list[Hit[WordForm]]:
        return longest(self._phrases.hits(text))

    def _in_rules(self, text: str, lead: str) -> Membership:
        """Return the mechanics of a paragraph: those of its own words, and those in quotation
        marks, which it gives.
        """
        quotes = list(_QUOTED.finditer(level(text)))
        has, gives = self._of_ability(blanked(text, (quote.span() for quote in quotes)), lead)
        for quote in quotes:
            inner, given = self._of_ability(text[slice(*quote.span(1))].strip(), "")
            gives |= inner | given
        return Membership(has=tuple(has), gives=tuple(gives))

    def _of_ability(self, text: str, lead: str) -> tuple[set[str], set[str]]:
        """Return the mechanics that an ability has, and those that it gives.

        ``lead`` is the text before it.
        """
        found = list(self._phrases.hits(text))
        keywords = longest(filter(_is_keyword, found))
        abilities = [hit for hit in keywords if hit.meaning.kind == "keyword-ability"]
        others = longest(hit for hit in (*found, *self._tokens.hits(text)) if not _is_keyword(hit))
        had = frozenset(_had(text, abilities))
        shifted = [
            replace(hit, start=hit.start + len(lead), end=hit.end + len(lead)) for hit in abilities
        ]
        clauses = self._grammar.clauses(lead + text.replace("•", " ", 1) if lead else text, shifted)
        ability = _Ability(text=text, clauses=clauses, offset=len(lead), shown=self._shown)
        has = {*self._printed.symbols(text), *(hit.meaning.slug for hit in had)}
        has.update(hit.meaning.slug for hit in (*keywords, *others) if ability.has(hit))
        gives = {
            hit.meaning.slug
            for hit in (*abilities, *others)
            if hit not in had and ability.gives(hit)
        }
        return has, gives


@dataclass(frozen=True, kw_only=True)
class _Ability:
    """An ability: it answers what it does with each word for a mechanic."""

    text: str
    clauses: Clauses
    offset: int
    """The place of the text in the clauses."""
    shown: frozenset[str]
    """The mechanics that symbols, types or layouts show, so that their names in a text do not."""

    def has(self, hit: Hit[WordForm]) -> bool:
        """Return whether the card has the mechanic at ``hit``.

        Lines of keywords are :func:`_had`.
        """
        kind, at = hit.meaning.kind, hit.start + self.offset
        if kind == "token":
            return self.clauses.is_made(at, otherwise=not hit.meaning.everyday)
        if kind == "ability-word":
            #  it begins an ability, before a long dash
            begins = _ITEM_START.search(self.text[max(0, hit.start - 3) : hit.start])
            return bool(begins and _DASH.match(self.text, hit.end))
        if kind == "keyword-ability" or hit.meaning.everyday or hit.meaning.slug in self.shown:
            return False
        if kind == "counter":
            return not self.clauses.is_required(at)
        return kind != "keyword-action" or not self.clauses.is_conditional(at)

    def gives(self, hit: Hit[WordForm]) -> bool:
        """Return whether the card gives the keyword at ``hit`` to something, or makes a thing of
        the type at ``hit``.
        """
        start, end = hit.start + self.offset, hit.end + self.offset
        if hit.meaning.kind == "keyword-ability":
            return self.clauses.is_given(start, end, strictly=hit.meaning.everyday)
        meant = not hit.meaning.everyday or self.text[hit.start].isupper()
        return (
            meant
            and hit.meaning.slug in self.shown
            and self.clauses.is_made(start, otherwise=False)
        )


def _tokens(facts: MechanicFacts, reading: ReadingWords | None) -> Iterator[tuple[str, WordForm]]:
    """Yield the words of a language for the tokens that a card with the mechanic makes."""
    for english in facts.has.get("tokens", ()):
        for word in type_words(english, reading):
            yield word, WordForm(slug=facts.slug, kind="token", everyday=True)


def _plain(paragraph: Text, names: Sequence[str]) -> str:
    """Return a paragraph without reminder text, with ``~`` in the place of the card's names."""
    text = _REMINDER.sub(" ", paragraph.plain())
    for name in names:
        text = text.replace(name, "~")
    return text.strip()


def _with_leads(paragraphs: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each paragraph, and for an item of a list the end of the paragraph before the list."""
    lead = ""
    for text in paragraphs:
        if text.startswith("•"):
            yield text, lead
        else:
            lead = text[-_LEAD:].rstrip(" —–-:.") + " "
            yield text, ""


def _is_keyword(hit: Hit[WordForm]) -> bool:
    """Return whether the word names an ability or an action.

    ``trample`` is one inside ``trample counter`` too.
    """
    return hit.meaning.kind in _KEYWORD_KINDS


def _had(text: str, hits: Sequence[Hit[WordForm]]) -> Iterator[Hit[WordForm]]:
    """Yield the keyword abilities of a line that begins with one: that one, and those listed after
    it.
    """
    end: int | None = None
    for hit, after in itertools.zip_longest(hits, hits[1:]):
        between = text[end : hit.start] if end is not None else ""
        listed = _JOIN.fullmatch(between) or _LISTED.fullmatch(between)
        if not (listed if end is not None else not text[: hit.start].strip("*• ")):
            return
        followed = after is not None and _JOIN.fullmatch(text[hit.end : after.start])
        if not (hit.meaning.opens or followed or _PARAMETER.match(text, hit.end)):
            return
        yield hit
        end = hit.end


_SYMBOL = re.compile(r"\{([^{}]+)\}")
_SEPARATORS = (" — ", " -- ", " – ", " - ")
"""The separators of types and subtypes, if the language has none."""


class Printed:
    """Finds the mechanics of one language's cards by everything but their words: ``has`` of the
    catalogue.
    """

    def __init__(self, mechanics: Collection[MechanicFacts], reading: ReadingWords | None) -> None:
        self._symbols = group_pairs(
            (_levelled(symbol[1:-1]), facts.slug)
            for facts in mechanics
            for symbol in facts.has.get("symbols", ())
        )
        self._layouts = group_pairs(
            (layout, facts.slug) for facts in mechanics for layout in facts.has.get("layouts", ())
        )
        self._separators = reading.subtype_separators if reading else _SEPARATORS
        types: list[tuple[str, tuple[str, str]]] = []
        for facts in mechanics:
            for side in ("types", "subtypes"):
                for english in facts.has.get(side, ()):
                    types += [(word, (side, facts.slug)) for word in type_words(english, reading)]
        self._types = Phrases(types)

    def symbols(self, text: str) -> Iterator[str]:
        """Yield the mechanics whose symbols ``text`` has.

        The order of the halves of a symbol does not matter.
        """
        for match in _SYMBOL.finditer(text):
            yield from self._symbols.get(_levelled(match[1]), ())

    def of_head(self, card: Card) -> Iterator[str]:
        """Yield the mechanics that the layout, the mana costs and the type lines of a card show."""
        yield from self._layouts.get(card.layout, ())
        for face in card.faces:
            yield from self.symbols(face.mana_cost or "")
            yield from self._of_type_line(face.type_line)

    def _of_type_line(self, line: str) -> Iterator[str]:
        """Yield the mechanics of a type line.

        Without a separator, it may have subtypes too: ``Summon Sliver``.
        """
        found = [at for separator in self._separators if (at := line.find(separator)) >= 0]
        split = min(found, default=None)
        for hit in self._types.hits(line):
            side, slug = hit.meaning
            if split is None or (hit.start < split) == (side == "types"):
                yield slug


def type_words(english: str, reading: ReadingWords | None) -> tuple[str, ...]:
    """Return the words for a type, subtype or token in a language.

    If it has none, cards print the English one.
    """
    return reading.type_words.get(english, (english,)) if reading else (english,)


def _levelled(symbol: str) -> str:
    return "/".join(sorted(symbol.upper().split("/")))


_UNEXPLAINING = ("legality", "release")
"""Kinds of sections that explain no mechanic, even if their titles name one."""

_LIST_LENGTH = 3
"""An introduction with at least this many mechanics is a list of the mechanics that its section
covers.
"""


def subject(title: str) -> str:
    """Return the words of a title after its first colon, else all of them."""
    head, colon, rest = title.replace("：", ":").partition(":")
    return (rest if colon else head).strip(" \u00a0\u202f\t*")


def _slugs(hits: Iterable[Hit[WordForm]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hit.meaning.slug for hit in hits))
