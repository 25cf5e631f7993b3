"""The vocabulary of a language: joining makes it from all documents before it looks for mentions in
any.
"""

from __future__ import annotations

from rulebinder.facts.catalogue import Catalogue
from rulebinder.joining.identity import OfficialNames, Topics, identify
from rulebinder.joining.mentions import Nameable, read_vocabularies
from rulebinder.notes import ReleaseNotes
from rulebinder.text import parse
from site_tests.builders import catalogue, entry, notes


def nameable(documents: list[ReleaseNotes], facts: Catalogue) -> Nameable:
    cards, _ = identify(documents, OfficialNames(facts.cards))
    return Nameable(
        catalogue=facts, cards=cards, topics=Topics({}, {"glow": {"es": "Fulgor"}}), sets=facts.sets
    )


def test_a_word_is_ordinary_if_any_document_of_the_language_uses_it_so():
    one = notes(entry("Mire"), set_code="lom")
    other = notes(entry("Fen", "Wade through the mire."), set_code="mir")
    foreign = notes(entry("Charca", "La charca brilla."), set_code="lom", lang="es")
    documents = [one, other, foreign]
    found = read_vocabularies(documents, nameable(documents, catalogue()), {})
    assert list(found) == ["en", "es"]
    assert "mire" in found["en"].ordinary
    assert "mire" not in found["es"].ordinary


def test_a_vocabulary_knows_what_sections_name_in_its_language():
    documents = [notes(entry("Mire Lantern")), notes(entry("Charca Alta"), lang="es")]
    words = read_vocabularies(documents, nameable(documents, catalogue()), {})
    named = {lang: each.targets(parse("Fulgor.")) for lang, each in words.items()}
    assert named == {"en": set(), "es": {("mechanic", "glow")}}
