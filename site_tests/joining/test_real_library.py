"""The five real documents as one library: a card or mechanic is one thing in every language."""

from __future__ import annotations

import json

import pytest

from rulebinder.library import Library, SectionNotes
from rulebinder.notes import ReleaseNotes
from rulebinder.text import fold_name

SPOKEN = {"en", "es", "fr"}
SHARED = 26
"""The cards of Future Sight that are in Time Spiral Remastered too."""


def printed(document: ReleaseNotes) -> set[str]:
    """Return the names of a document's entries, in the form that is compared."""
    return {fold_name(entry.card.name) for entry in document.cards}


def test_a_card_in_two_sets_and_languages_is_one_card(real_library, catalogue):
    english = printed(real_library.sets["fut"].documents["en"].notes)
    spanish = printed(real_library.sets["tsr"].documents["es"].notes)
    shared = [
        card.names
        for card in catalogue.cards
        if fold_name(card.names.get("en", "")) in english
        and fold_name(card.names.get("es", "")) in spanish
    ]
    assert len(shared) == SHARED
    by_name = {card.names["en"]: card for card in real_library.cards.values() if "en" in card.names}
    for names in shared:
        card = by_name[names["en"]]
        assert card.names["es"] == names["es"]
        newest_first = [(notes.set_code, notes.lang) for notes in card.notes]
        assert newest_first == [("tsr", "es"), ("fut", "en")], names


def mechanic_sections(library: Library) -> list[SectionNotes]:
    return [
        section
        for document in library.documents()
        for section in document.sections
        if section.section.kind == "mechanic"
    ]


def test_every_section_of_a_mechanic_links_to_its_page(real_library):
    """A heading over several sections does not explain anything itself: it has neither notes nor
    examples.
    """
    sections = mechanic_sections(real_library)
    assert sections
    without = [
        section.id
        for section in sections
        if not section.mechanics and (section.notes or section.cards)
    ]
    unknown = [
        slug
        for section in sections
        for slug in section.mechanics
        if not is_explained(real_library, slug)
    ]
    assert (without, unknown) == ([], [])


def is_explained(library: Library, slug: str) -> bool:
    """Return whether a mechanic has a page, names, and our explanation in every language of the
    site.
    """
    facts = library.mechanics[slug].facts if slug in library.mechanics else None
    return facts is not None and set(facts.names) >= SPOKEN and set(facts.explanation) >= SPOKEN


@pytest.mark.parametrize(("set_code", "lang"), [("pip", "en"), ("dgm", "fr")])
def test_the_mechanics_that_people_listed_lead_to_explained_pages(
    real_library, release_notes_dir, set_code, lang
):
    record = release_notes_dir.parent / "gold" / f"{set_code}.{lang}.json"
    if not record.is_file():
        pytest.skip(f"{record}: no record of this document here")
    told = json.loads(record.read_text("utf-8"))["sections"]
    sections = {
        fold_name(section.section.title): section
        for section in real_library.sets[set_code].documents[lang].sections
    }
    listed = 0
    for each in told:
        section = sections[fold_name(each["title"])]
        for name in each["mechanics"]:
            listed += 1
            named = [slug for slug in section.mechanics if is_named(real_library, slug, lang, name)]
            assert named, f"{each['title']}: {name}"
            assert is_explained(real_library, named[0]), named
    assert listed


def is_named(library: Library, slug: str, lang: str, name: str) -> bool:
    facts = library.mechanics[slug].facts
    return facts is not None and fold_name(name) in map(fold_name, facts.all_forms(lang))


def test_every_rule_that_the_documents_use_has_todays_number(real_library):
    """content/rules.yml was made by hand for these documents, before any program looked for the
    numbers.
    """
    used = {
        (passage.set_code, rule.number)
        for rule in real_library.rules.values()
        for passage in (*rule.quoted_in, *rule.cited_in)
    }
    known = {(code, rule.number) for rule in real_library.rules.values() for code in rule.today}
    assert len(used) > 60
    assert used - known == set()


@pytest.mark.parametrize(
    ("code", "then", "now"),
    [
        ("fut", "502.61a", "702.64a"),
        ("fut", "418.5", "613"),
        ("dgm", "702.100b", "702.102b"),
        ("dgm", "601.2e", "601.2f"),
    ],
)
def test_todays_numbers_are_right(real_library, code, then, now):
    assert real_library.rules[then].today[code].number == now
