"""Which mechanics a section's title names, and which ones a card has in its rules text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..catalogue import Catalogue, MechanicFacts
from ..notes import Card, Section
from ..text import Text
from .phrases import Hit, Phrases, longest

_KEYWORD_KINDS = ("keyword-ability", "keyword-action", "ability-word")

_UNEXPLAINING = ("legality", "release")
"""Kinds of sections that explain no mechanic, whatever their titles name."""

_LIST_LENGTH = 3
"""From so many mechanics on, a paragraph that leads in is a list of what its section covers."""

_REMINDER = re.compile(r"\([^()]*\)")
_DASH = re.compile(r"\s*[—–-]")
_COST = re.compile(r"\s*[—–]?\s*\{")
_ITEM_START = re.compile(r"(?:^|[,;•“\"«—\n]\s*)$")
_JOIN = re.compile(r",?\s+(?:\w{1,3}\s+)?")
_KEYWORD_LINE = re.compile(r"[^.:]{1,120}(?:\s:[^.:]{1,120})?\.?")
"""Keywords and their parameters; in French a colon may stand between."""


@dataclass(frozen=True)
class Form:
    """A word for a mechanic; ``everyday`` where the word is an ordinary one too."""

    slug: str
    kind: str
    everyday: bool


def forms(facts: MechanicFacts, lang: str) -> Iterable[tuple[str, Form]]:
    """Every word for the mechanic in ``lang``."""
    everyday = {word.casefold() for word in facts.everyday.get(lang, ())}
    for word in dict.fromkeys(facts.all_forms(lang)):
        yield word, Form(facts.slug, facts.kind, word.casefold() in everyday)


def subject(title: str) -> str:
    """What a title is about: the words after its first colon, else all of them."""
    head, colon, rest = title.replace("：", ":").partition(":")
    return (rest if colon else head).strip(" \u00a0\u202f\t*")


class MechanicFinder:
    """Finds the catalogue's mechanics in one language."""

    def __init__(self, catalogue: Catalogue, lang: str) -> None:
        self._phrases = Phrases(pair for facts in catalogue.mechanics.values() for pair in forms(facts, lang))

    def of_section(self, section: Section) -> tuple[str, ...]:
        """The mechanics that a section explains, in the order it names them.

        Its title names them after the colon; where it names none, a paragraph that leads in may
        list them.
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
        """The mechanics in a card's rules text, sorted. Reminder text and its own name do not count."""
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
        line = bool(_KEYWORD_LINE.fullmatch(text))
        found = list(self._phrases.hits(text))
        yield from (hit.meaning.slug for hit in longest(hit for hit in found if not _is_keyword(hit)) if not hit.meaning.everyday)
        before: Hit[Form] | None = None
        for hit in longest(filter(_is_keyword, found)):
            joined = before is not None and bool(_JOIN.fullmatch(text[before.end : hit.start]))
            if _counts(text, hit, line, joined):
                yield hit.meaning.slug
                before = hit


def _is_keyword(hit: Hit[Form]) -> bool:
    """Whether the word names an ability or an action; ``trample`` is one inside ``trample counter`` too."""
    return hit.meaning.kind in _KEYWORD_KINDS


def _counts(text: str, hit: Hit[Form], line: bool, joined: bool) -> bool:
    """Whether the keyword at ``hit`` is the mechanic there, not an ordinary word.

    An ability word stands before a long dash. A keyword that is an ordinary word too counts in a
    line of keywords, before a cost, and beside another keyword.
    """
    opens = bool(_ITEM_START.search(text[max(0, hit.start - 3) : hit.start]))
    if hit.meaning.kind == "ability-word":
        return opens and bool(_DASH.match(text, hit.end))
    if not hit.meaning.everyday:
        return True
    if hit.meaning.kind != "keyword-ability":
        return False
    return joined or (line and opens) or bool(_COST.match(text, hit.end))


def _slugs(hits: Iterable[Hit[Form]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hit.meaning.slug for hit in hits))
