"""Find the same card in two languages by its printed costs and numbers, if no file has both
names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ...facts.catalogue import CardFacts
from ...notes import Card, Face, ReleaseNotes
from ...system.grouping import grouped
from ...text import Symbol
from ..alignment.ruling_numbers import reference
from .card_identity import OfficialNames, clean, folded, printed_cards

_NUMBER = re.compile(r"\d+")

Print = tuple[object, ...]


def counterparts(
    documents: Iterable[ReleaseNotes], cards: Iterable[CardFacts]
) -> tuple[CardFacts, ...]:
    """Return the names that translations of one set teach: of cards that ``cards`` lack in one of
    the languages.

    Two entries are one card if cost, numbers and symbols are the same on all their faces, and no
    other entry of either document has the same.
    """
    official = OfficialNames(cards)
    learned: dict[Card, CardFacts] = {}
    for group in grouped((document.set_code, document) for document in documents).values():
        model = reference(group)
        for document in group:
            if document is not model:
                _learn(model, document, official, learned)
    return tuple(learned.values())


def printed_in_english(
    documents: Iterable[ReleaseNotes], cards: Iterable[CardFacts]
) -> Iterator[CardFacts]:
    """Yield the names of cards beside which a document prints their English ones, if ``cards`` or
    an English document have these.
    """
    official = OfficialNames(cards)
    printed = [(document.lang, card) for document in documents for card in printed_cards(document)]
    english = {folded(card.name): clean(card.name) for lang, card in printed if lang == "en"}
    for lang, card in printed:
        if lang == "en" or not card.remark or official.find(card.name, lang):
            continue
        facts = official.find(card.remark, "en")
        if facts is None and folded(card.remark) in english:
            facts = CardFacts(names={"en": english[folded(card.remark)]})
        if facts and lang not in facts.names:
            yield replace(facts, names={**facts.names, lang: clean(card.name)})


def _learn(
    model: ReleaseNotes,
    document: ReleaseNotes,
    official: OfficialNames,
    learned: dict[Card, CardFacts],
) -> None:
    """Add to ``learned``, by the reference's card, the names that ``document`` has for its
    cards.
    """
    own, others = _singles(model), _singles(document)
    for card, other in ((own[each], others[each]) for each in own if each in others):
        facts = (
            learned.get(card)
            or official.find(clean(card.name), model.lang)
            or CardFacts(names={model.lang: clean(card.name)})
        )
        listed = official.find(clean(other.name), document.lang)
        if document.lang not in facts.names and (listed is None or model.lang not in listed.names):
            names = {
                **(listed.names if listed else {}),
                **facts.names,
                document.lang: clean(other.name),
            }
            learned[card] = CardFacts(
                names=names,
                oracle_id=facts.oracle_id or (listed.oracle_id if listed else None),
                also={**(listed.also if listed else {}), **facts.also},
            )


def _singles(document: ReleaseNotes) -> Mapping[Print, Card]:
    """Return the cards of the entries by their printed features, without cards that share all of
    them.
    """
    prints: list[tuple[Print, Card]] = [
        ((card.layout, *(tuple(_of_face(face)) for face in card.faces)), card)
        for card in (entry.card for entry in document.cards)
    ]
    often = Counter(each for each, _ in prints)
    return {each: card for each, card in prints if often[each] == 1}


def _of_face(face: Face) -> Iterator[object]:
    """Yield the features of a face that are the same in any language."""
    yield from (face.mana_cost, face.power, face.toughness, face.loyalty, face.defense)
    text = [span for each in face.rules_text for span in each.walk() if isinstance(span, Symbol)]
    yield tuple(sorted(span.code for span in text))
    yield tuple(
        sorted(
            _NUMBER.findall(
                " ".join(re.sub(r"\{[^{}]*\}", "", each.plain()) for each in face.rules_text)
            )
        )
    )
