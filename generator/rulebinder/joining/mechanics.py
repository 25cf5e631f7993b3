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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..facts.catalogue import Catalogue, MechanicFacts
from ..facts.languages import Language, ReadingWords
from ..notes import Card, Section
from ..system import group_pairs
from ..text import fold_text
from .phrases import Hit, Phrases, keep_longest


@dataclass(frozen=True, kw_only=True)
class WordForm:
    """What a word for a mechanic means."""

    slug: str
    kind: str
    """The mechanic's kind, such as ``keyword-ability``."""
    everyday: bool
    """Whether the word is an ordinary one too."""
    opens: bool = False
    """Whether it may open a line of keywords and continue with words, like ``protection from``."""
    is_printed: bool = False
    """Whether symbols, types or layouts show the mechanic, so that its name in a text does not."""


def list_forms(facts: MechanicFacts, lang: str) -> Iterable[tuple[str, WordForm]]:
    """Yield every word for the mechanic in ``lang``, with its meaning."""
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
                is_printed=_is_printed(facts),
            ),
        )


def _is_printed(facts: MechanicFacts) -> bool:
    """Return whether symbols, types or layouts show the mechanic."""
    return bool(set(facts.has) - {"tokens", "mechanics"})


_UNEXPLAINING = ("legality", "release")
"""Kinds of sections that explain no mechanic, even if their titles name one."""

_LIST_LENGTH = 3
"""An introduction with at least this many mechanics is a list of the mechanics that its section
covers.
"""


def read_subject(title: str) -> str:
    """Return the words of a title after its first colon, else all of them."""
    head, colon, rest = title.replace("：", ":").partition(":")
    return (rest if colon else head).strip(" \u00a0\u202f\t*")


_REMINDER = re.compile(r"\([^()]*\)")
_QUOTED = re.compile(r'"([^"]*)"')
_LEAD = 200
"""How many characters of the paragraph before an item of a list are read with the item."""
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_SEPARATORS = (" — ", " -- ", " – ", " - ")
"""The separators of types and subtypes, if the language has none."""


@dataclass(frozen=True, kw_only=True)
class Membership:
    """The slugs of a card's mechanics, sorted. No mechanic is in both lists."""

    has: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()


class MechanicFinder:
    """Finds the catalogue's mechanics in one language: those of cards and of sections."""

    def __init__(self, catalogue: Catalogue, lang: str, language: Language | None = None) -> None:
        mechanics = catalogue.mechanics.values()
        reading = language.reading if language else None
        self._phrases = Phrases(pair for facts in mechanics for pair in list_forms(facts, lang))
        self._grammar = _Grammar(reading)
        self._separators = reading.subtype_separators if reading else _SEPARATORS

        def list_has(key: str) -> Iterator[tuple[str, MechanicFacts]]:
            #  e.g. each type by which a card has a mechanic, and the mechanic
            return ((value, facts) for facts in mechanics for value in facts.has.get(key, ()))

        self._tokens = Phrases(
            (
                word,
                WordForm(
                    slug=facts.slug, kind="token", everyday=True, is_printed=_is_printed(facts)
                ),
            )
            for english, facts in list_has("tokens")
            for word in _list_type_words(english, reading)
        )
        self._types = Phrases(
            (word, (side, facts.slug))
            for side in ("types", "subtypes")
            for english, facts in list_has(side)
            for word in _list_type_words(english, reading)
        )
        self._symbols = group_pairs(
            (_sort_halves(symbol[1:-1]), facts.slug) for symbol, facts in list_has("symbols")
        )
        self._layouts = group_pairs((layout, facts.slug) for layout, facts in list_has("layouts"))
        self._implied = [(other, facts.slug) for other, facts in list_has("mechanics")]
        """Pairs of a mechanic, and one that every card with it has, too."""

    def of_card(self, card: Card) -> Membership:
        """Return the mechanics of a card."""
        has = set(self._layouts.get(card.layout, ()))
        gives: set[str] = set()
        for face in card.faces:
            has.update(self._of_symbols(face.mana_cost or ""), self._of_type_line(face.type_line))
        names = [face.name for face in card.faces if len(face.name) > 2]
        for paragraphs in (*(face.rules_text for face in card.faces), card.shared_rules_text):
            lead = ""  # the end of the paragraph before a list
            for paragraph in paragraphs:
                text = _REMINDER.sub(" ", paragraph.plain())
                for name in names:
                    text = text.replace(name, "~")
                text = text.strip()
                is_item = text.startswith("•")
                paragraph_has, paragraph_gives = self._of_paragraph(text, lead if is_item else "")
                has |= paragraph_has
                gives |= paragraph_gives
                if not is_item:
                    lead = text[-_LEAD:].rstrip(" —–-:.") + " "
        for slugs in (has, gives):
            slugs.update([implied for slug, implied in self._implied if slug in slugs])
        return Membership(has=tuple(sorted(has)), gives=tuple(sorted(gives - has)))

    def of_section(self, section: Section) -> tuple[str, ...]:
        """Return the mechanics that a section explains, in the order it names them.

        Its title names them after the colon. If it names none, an introduction may list them.
        """
        if section.kind in _UNEXPLAINING:
            return ()
        about = read_subject(section.title)
        explains = section.kind == "mechanic"
        in_title = _list_slugs(
            hit
            for hit in keep_longest(self._phrases.hits(about))
            if explains or not hit.meaning.everyday or hit.end - hit.start == len(about)
        )
        if in_title or not explains or about == section.title:
            return in_title
        lists = [keep_longest(self._phrases.hits(text.plain())) for text in section.introduction]
        return _list_slugs(
            hit for hits in lists if len(_list_slugs(hits)) >= _LIST_LENGTH for hit in hits
        )

    def _of_symbols(self, text: str) -> Iterator[str]:
        """Yield the mechanics whose symbols ``text`` has.

        The order of the halves of a symbol does not matter.
        """
        for match in _SYMBOL.finditer(text):
            yield from self._symbols.get(_sort_halves(match[1]), ())

    def _of_type_line(self, line: str) -> Iterator[str]:
        """Yield the mechanics of a type line: those of types before the separator, of subtypes
        after it.

        Without a separator, it may have subtypes too: ``Summon Sliver``.
        """
        places = [at for separator in self._separators if (at := line.find(separator)) >= 0]
        split = min(places, default=None)
        for hit in self._types.hits(line):
            side, slug = hit.meaning
            if split is None or (hit.start < split) == (side == "types"):
                yield slug

    def _of_paragraph(self, text: str, lead: str) -> tuple[set[str], set[str]]:
        """Return the mechanics that a paragraph has, and those that it gives: also all those of an
        ability in quotation marks. ``lead`` is the text before it.
        """
        quotes = list(_QUOTED.finditer(fold_text(text)))
        has, gives = self._of_ability(_blank(text, (quote.span() for quote in quotes)), lead)
        for quote in quotes:
            gives.update(*self._of_ability(text[slice(*quote.span(1))].strip(), ""))
        return has, gives

    def _of_ability(self, text: str, lead: str) -> tuple[set[str], set[str]]:
        """Return the mechanics that an ability has, and those that it gives."""
        hits = list(self._phrases.hits(text))
        keywords = keep_longest(filter(_is_keyword, hits))
        abilities = [hit for hit in keywords if hit.meaning.kind == "keyword-ability"]
        others = keep_longest(
            hit for hit in (*hits, *self._tokens.hits(text)) if not _is_keyword(hit)
        )
        listed = frozenset(_read_keyword_line(text, abilities))
        ability = _AbilityText(text, lead, abilities, self._grammar)
        has = {*self._of_symbols(text), *(hit.meaning.slug for hit in listed)}
        has.update(hit.meaning.slug for hit in (*keywords, *others) if ability.has(hit))
        gives = {
            hit.meaning.slug
            for hit in (*abilities, *others)
            if hit not in listed and ability.gives(hit)
        }
        return has, gives


def _list_type_words(english: str, reading: ReadingWords | None) -> tuple[str, ...]:
    """Return the words for a type, subtype or token in a language.

    If it has none, cards print the English one.
    """
    return reading.type_words.get(english, (english,)) if reading else (english,)


def _sort_halves(symbol: str) -> str:
    """Return a symbol in one spelling: ``u/W`` as ``U/W``, and so is ``W/U``."""
    return "/".join(sorted(symbol.upper().split("/")))


def _list_slugs(hits: Iterable[Hit[WordForm]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hit.meaning.slug for hit in hits))


_KEYWORD_KINDS = ("keyword-ability", "keyword-action", "ability-word")


def _is_keyword(hit: Hit[WordForm]) -> bool:
    """Return whether the word names an ability or an action.

    ``trample`` is one inside ``trample counter`` too.
    """
    return hit.meaning.kind in _KEYWORD_KINDS


_DASH = re.compile(r"\s*[—–-]")
_ITEM_START = re.compile(r"(?:^|[,;•\n—]\s*)$")
_LINE_START = re.compile(r"[*• ]*")
_JOIN = re.compile(r",?\s+(?:\w{1,3}\s+)?")
"""The text between two keywords of a list, without a parameter."""
_PARAMETER = re.compile(r"\s*(?:$|[.,;:\d{—–-]|X\b)")
"""The text after a keyword that the card has: nothing, the next keyword, a number, a cost; in
French after a colon.
"""
_PARAMETER_JOIN = re.compile(r"[^.:\"“«]{0,60}[,;]\s*")
"""The text between two keywords of a list, with the parameter of the first."""


def _read_keyword_line(text: str, hits: Sequence[Hit[WordForm]]) -> Iterator[Hit[WordForm]]:
    """Yield those of the keyword abilities at ``hits`` that begin the line, and are listed after
    each other.
    """
    end, joins = 0, [_LINE_START]
    for hit, after in itertools.zip_longest(hits, hits[1:]):
        if not any(join.fullmatch(text, end, hit.start) for join in joins):
            return
        is_followed = after is not None and _JOIN.fullmatch(text, hit.end, after.start)
        if not (hit.meaning.opens or is_followed or _PARAMETER.match(text, hit.end)):
            return
        yield hit
        end, joins = hit.end, [_JOIN, _PARAMETER_JOIN]


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


class _Grammar:
    """The words of one language with which rules text gives and makes things."""

    def __init__(self, reading: ReadingWords | None) -> None:
        granting = reading.granting if reading else {}
        triggers = reading.trigger_words if reading else ()
        pairs = [(word, role) for role in Role for word in granting.get(role, ())]
        pairs += [(word, Role.CONDITION) for word in triggers]
        self.words: Phrases[Role | None] = Phrases(pairs)
        #  small words, such as *and*, that may be between a keyword and the word it belongs to
        self.links = frozenset(word.casefold() for word in granting.get("links", ()))
        self.knows_making = bool(granting.get(Role.MAKING))


_SENTENCE = re.compile(r"[.!?:;•\n]|\s[—–]\s|—")
_CLAUSE = re.compile(r"[,.!?:;•\n—–]")
_WORD = re.compile(r"[^\W\d_]+")
_NEAR = 80
"""How many characters may be between a keyword and the word that it belongs to, with other keywords
of a list.
"""


class _AbilityText:
    """An ability, read clause by clause: it answers what it does with each word for a mechanic.

    It is built in linear time, and each question about it takes logarithmic time.
    """

    def __init__(
        self, text: str, lead: str, keywords: Iterable[Hit[WordForm]], grammar: _Grammar
    ) -> None:
        """``lead`` is the text before it, and ``keywords`` are the keyword abilities in it.

        *Markers* are the words with a role, and one without a role around each sentence.
        """
        self._text = text
        self._offset = len(lead)
        """The place of the text behind its lead, which the places below count, too."""
        self._grammar = grammar
        whole = lead + text.replace("•", " ", 1) if lead else text
        hits = keep_longest(grammar.words.hits(whole))
        words = [hit for hit in hits if hit.meaning not in (Role.CONDITION, Role.RELATIVE)]
        sentences = (match.end() for match in _SENTENCE.finditer(whole))
        ends: list[Hit[Role | None]] = [
            Hit(end - 1, end, None) for end in (0, *sentences, len(whole) + 1)
        ]
        self._markers = sorted([*words, *ends], key=lambda hit: hit.start)
        self._starts = [hit.start for hit in self._markers]
        self._conditions = [hit.start for hit in hits if hit.meaning is Role.CONDITION]
        self._relatives = {hit.end for hit in hits if hit.meaning is Role.RELATIVE}
        self._clauses = [match.end() for match in _CLAUSE.finditer(whole)]
        """Where its clauses begin, but for the first."""
        spans = ((self._offset + hit.start, self._offset + hit.end) for hit in keywords)
        self._unnamed = _blank(whole, spans)
        """The text without keywords."""
        self._making, self._made_with = self._find_token_states()

    def _find_token_states(self) -> tuple[list[bool], list[bool]]:
        """Return for each marker: has something been made so far in this sentence, and does this
        ``with`` describe it?
        """
        making: list[bool] = []
        made_with: list[bool] = []
        makes = describes = False
        for before, marker in itertools.pairwise([self._markers[0], *self._markers]):
            clause = _last_until(self._clauses, marker.start)
            enters = before.meaning is Role.ENTERING and before.start >= clause
            is_new = before.meaning in (Role.MAKING, Role.TOKEN) or enters or describes
            makes = marker.meaning is Role.MAKING or (
                makes and marker.meaning not in (None, Role.PICKING)
            )
            describes = marker.meaning is Role.HAVING and is_new
            making.append(makes)
            made_with.append(describes)
        return making, made_with

    def has(self, hit: Hit[WordForm]) -> bool:
        """Return whether the card has the mechanic at ``hit``.

        A keyword ability counts only in a line of keywords (:func:`_read_keyword_line`).
        """
        form, position = hit.meaning, hit.start + self._offset
        if form.kind == "token":
            return self._is_made(position, otherwise=not form.everyday)
        if form.kind == "ability-word":
            #  it begins an ability, before a long dash
            begins = _ITEM_START.search(self._text[max(0, hit.start - 3) : hit.start])
            return bool(begins and _DASH.match(self._text, hit.end))
        if form.kind == "keyword-ability" or form.everyday or form.is_printed:
            return False
        if form.kind == "counter":
            return not self._is_conditional(position) and not self._is_on_picked(position)
        return form.kind != "keyword-action" or not self._is_conditional(position)

    def gives(self, hit: Hit[WordForm]) -> bool:
        """Return whether the card gives the keyword at ``hit`` to something, or makes a thing of
        the type at ``hit``.
        """
        form, start = hit.meaning, hit.start + self._offset
        if form.kind == "keyword-ability":
            return self._is_given(start, hit.end + self._offset, strictly=form.everyday)
        is_meant = not form.everyday or self._text[hit.start].isupper()
        return is_meant and form.is_printed and self._is_made(start, otherwise=False)

    def _is_conditional(self, position: int) -> bool:
        """Return whether the clause up to ``position`` is a condition or a trigger."""
        first = bisect_left(self._conditions, _last_until(self._clauses, position))
        return first < len(self._conditions) and self._conditions[first] < position

    def _is_made(self, position: int, *, otherwise: bool) -> bool:
        """Return whether the sentence makes the thing at ``position``; ``otherwise`` if nobody can
        tell in this language.
        """
        if not self._grammar.knows_making:
            return otherwise
        return self._making[self._find_before(position)] and not self._is_conditional(position)

    def _is_given(self, start: int, end: int, *, strictly: bool) -> bool:
        """Return whether the sentence gives the keyword from ``start`` to ``end``, or makes
        something that has it.

        If ``strictly``, nothing but keywords and small words may be between the keyword and the
        giving word.
        """
        before, after = self._find_before(start), bisect_left(self._starts, end)
        marker, following = self._markers[before], self._markers[after]
        is_linked = self._is_linked(marker.end, start)
        #  A keyword beside a counter is given: ``flying counter``, ``contador de volar``.
        if following.meaning is Role.COUNTER and self._is_linked(end, following.start):
            return True
        if marker.meaning is Role.COUNTER and is_linked:
            return True
        if strictly and not is_linked:
            return False
        if marker.meaning is Role.GIVING:
            #  A creature *that gains* flying is described, not given it.
            is_relative = marker.start - 1 in self._relatives
            return not is_relative and not self._is_conditional(marker.start)
        return self._made_with[before] and not self._is_conditional(start)

    def _is_on_picked(self, position: int) -> bool:
        """Return whether the counter at ``position`` is one that a thing has: ``target creature
        with a counter``.
        """
        having = self._find_before(position)
        return (
            self._markers[having].meaning is Role.HAVING
            and self._markers[having - 1].meaning is Role.PICKING
        )

    def _find_before(self, position: int) -> int:
        """Return the index of the last marker before ``position``."""
        return bisect_left(self._starts, position) - 1

    def _is_linked(self, start: int, end: int) -> bool:
        """Return whether only keywords and small words are between two places."""
        return end - start <= _NEAR and all(
            word.casefold() in self._grammar.links
            for word in _WORD.findall(self._unnamed[start:end])
        )


def _blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return ``text`` with spaces in the place of ``spans``, which are in order."""
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        if end > done:
            pieces += [text[done : max(start, done)], " " * (end - max(start, done))]
            done = end
    return "".join([*pieces, text[done:]])


def _last_until(places: Sequence[int], position: int) -> int:
    """Return the last of ``places`` that is not after ``position``; 0 if there is none."""
    index = bisect_right(places, position)
    return places[index - 1] if index else 0
