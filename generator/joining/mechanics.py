"""Which mechanics a section's title names, and which ones a card has in its rules text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..facts.catalogue import Catalogue, MechanicFacts
from ..notes import Card, Section
from ..text import Text
from .phrases import Hit, Phrases, longest

_KEYWORD_KINDS = ("keyword-ability", "keyword-action", "ability-word")

_UNEXPLAINING = ("legality", "release")
"""Kinds of sections that explain no mechanic, even if their titles name one."""

_LIST_LENGTH = 3
"""An introduction with at least this many mechanics is a list of the mechanics that its section covers."""

_REMINDER = re.compile(r"\([^()]*\)")
_DASH = re.compile(r"\s*[—–-]")
_ITEM_START = re.compile(r"(?:^|[,;•“\"«—\n]\s*)$")
_JOIN = re.compile(r",?\s+(?:\w{1,3}\s+)?")
_PARAMETER = re.compile(r"\s*(?:$|[.,;:\d{—–-]|X\b)")
"""The text after a keyword that the card has: nothing, the next keyword, a number, a cost; in French after a colon."""
_LISTED = re.compile(r"[^.:\"“«]{0,60}[,;]\s*")
"""The text between two keywords of a list: the parameter of the first."""


@dataclass(frozen=True, kw_only=True)
class Form:
    """A word for a mechanic; ``everyday`` if the word is an ordinary one too."""

    slug: str
    kind: str
    everyday: bool
    opens: bool = False
    """Whether it may open a line of keywords and continue with words, like ``protection from``."""


def forms(facts: MechanicFacts, lang: str) -> Iterable[tuple[str, Form]]:
    """Yield every word for the mechanic in ``lang``."""
    everyday = {word.casefold() for word in facts.everyday.get(lang, ())}
    openings = {word.casefold() for word in facts.openings.get(lang, ())}
    for word in dict.fromkeys((*facts.all_forms(lang), *facts.openings.get(lang, ()))):
        yield (
            word,
            Form(slug=facts.slug, kind=facts.kind, everyday=word.casefold() in everyday, opens=word.casefold() in openings),
        )


def subject(title: str) -> str:
    """Return the words of a title after its first colon, else all of them."""
    head, colon, rest = title.replace("：", ":").partition(":")
    return (rest if colon else head).strip(" \u00a0\u202f\t*")


class MechanicFinder:
    """Finds the catalogue's mechanics in one language."""

    def __init__(self, catalogue: Catalogue, lang: str) -> None:
        self._phrases = Phrases(pair for facts in catalogue.mechanics.values() for pair in forms(facts, lang))

    def of_section(self, section: Section) -> tuple[str, ...]:
        """Return the mechanics that a section explains, in the order it names them.

        Its title names them after the colon. If it names none, an introduction may list them.
        """
        if section.kind in _UNEXPLAINING:
            return ()
        about = subject(section.title)
        explains = section.kind == "mechanic"
        named = _slugs(
            hit for hit in self._hits(about) if explains or not hit.meaning.everyday or hit.end - hit.start == len(about)
        )
        if named or not explains or about == section.title:
            return named
        lists = (self._hits(text.plain()) for text in section.introduction)
        return _slugs(hit for hits in lists if len(_slugs(hits)) >= _LIST_LENGTH for hit in hits)

    def of_card(self, card: Card) -> tuple[str, ...]:
        """Return the mechanics of a card, sorted: the keyword abilities that it has, and the other mechanics that its rules text
        names.

        It has an ability that a line of keywords names. It does not have an ability that a sentence gives, counts or requires.
        Reminder text and its own name do not count.
        """
        names = [face.name for face in card.faces]
        paragraphs = [text for face in card.faces for text in face.rules_text]
        return tuple(sorted({slug for text in (*paragraphs, *card.shared_rules_text) for slug in self._in_rules(text, names)}))

    def _hits(self, text: str) -> list[Hit[Form]]:
        return longest(self._phrases.hits(text))

    def _in_rules(self, paragraph: Text, names: Sequence[str]) -> Iterator[str]:
        text = _REMINDER.sub(" ", paragraph.plain())
        for name in names:
            text = text.replace(name, "~") if len(name) > 2 else text
        text = text.strip()
        found = list(self._phrases.hits(text))
        yield from (hit.meaning.slug for hit in longest(hit for hit in found if not _is_keyword(hit)) if not hit.meaning.everyday)
        keywords = longest(filter(_is_keyword, found))
        yield from (hit.meaning.slug for hit in _had(text, [hit for hit in keywords if hit.meaning.kind == "keyword-ability"]))
        yield from (hit.meaning.slug for hit in keywords if _counts(text, hit))


def _is_keyword(hit: Hit[Form]) -> bool:
    """Return whether the word names an ability or an action. ``trample`` is one inside ``trample counter`` too."""
    return hit.meaning.kind in _KEYWORD_KINDS


def _had(text: str, hits: Sequence[Hit[Form]]) -> Iterator[Hit[Form]]:
    """Yield the keyword abilities of a line that begins with one: that one, and those listed after it."""
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


def _counts(text: str, hit: Hit[Form]) -> bool:
    """Return whether the word at ``hit`` is the action or ability word there: one before a long dash, the other no ordinary
    word."""
    if hit.meaning.kind == "ability-word":
        opens = bool(_ITEM_START.search(text[max(0, hit.start - 3) : hit.start]))
        return opens and bool(_DASH.match(text, hit.end))
    return hit.meaning.kind == "keyword-action" and not hit.meaning.everyday


def _slugs(hits: Iterable[Hit[Form]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hit.meaning.slug for hit in hits))
