"""What answers are made of: rulings, cards and mechanics, as a built site publishes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the people of the site, not the publisher, decided of a ruling."""

    still: str
    """``correct`` or ``no longer``."""
    rule: str
    """The number of today's rule that decides it."""
    reason: str
    edition: str | None
    """The day of the rules by which they decided; None if they did not write it down."""


@dataclass(frozen=True, kw_only=True)
class Outdated:
    """Words of a ruling whose rule has changed."""

    words: str
    changed_on: str


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """A ruling in a language. Its text is quoted."""

    id: str
    link: str
    """Its permanent link. It begins at the site's root if the site was built without an address."""
    name: str
    """The card or section that it belongs to."""
    set: str
    """The code of its set, or the day of published rulings."""
    day: str | None
    """The day of its publication."""
    revised: str | None
    """The day of the edition that last changed its words."""
    language: str
    text: str
    verdict: Verdict | None
    outdated: tuple[Outdated, ...]
    amended: tuple[str, ...]
    """The numbers of its rules that got other words since."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """A card."""

    slug: str
    name: str
    names: Mapping[str, str]
    """Its names by language."""
    sets: tuple[str, ...]
    rulings: int
    link: str


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A rule as a document quoted it."""

    number: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Section:
    """What release notes say of a mechanic, in a language. Its texts are quoted."""

    id: str
    title: str
    set: str
    language: str
    introduction: tuple[str, ...]
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, kw_only=True)
class Mechanic:
    """A mechanic, with the site's own explanation."""

    slug: str
    name: str
    names: Mapping[str, str]
    kind: str
    rule: str | None
    """Today's number of its rule."""
    first_set: str | None
    explanation: str
    """Empty if only a document explains it."""
    cards: int
    """How many cards have it."""
    link: str
    sections: tuple[Section, ...]
    """The newest of the sections that explain it."""
    further_sections: int


@dataclass(frozen=True, kw_only=True)
class FoundCards:
    """The cards that a name may mean."""

    exact: bool
    """Whether they have this very name."""
    cards: tuple[Card, ...]
    further: int
    """How many more there are."""


@dataclass(frozen=True, kw_only=True)
class FoundRulings:
    """Rulings that an answer has."""

    rulings: tuple[Ruling, ...]
    further: int
    """How many more there are."""
    note: str
    """What else is to be said; empty if nothing."""


@dataclass(frozen=True, kw_only=True)
class CardRulings:
    """The rulings of a card."""

    card: Card | None
    """None if no card, or more than one, has this name."""
    candidates: tuple[Card, ...]
    """The cards that may be meant."""
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, kw_only=True)
class FoundMechanic:
    """A mechanic, or those that a name may mean."""

    mechanic: Mechanic | None
    candidates: tuple[str, ...]
    """The slugs of the mechanics that may be meant."""
