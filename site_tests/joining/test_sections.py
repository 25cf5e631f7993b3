"""Sections have one id in every language of their set, and know which mechanics they explain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebinder.joining.mechanics import subject
from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes, Section
from site_tests import builders
from site_tests.builders import catalogue, introduction, mechanic, notes, section

FACTS = catalogue(
    mechanic("glimmer", names={"en": "Glimmer", "es": "Destellar"}, forms={"en": ("glimmers",)}),
    mechanic("deep-glimmer", names={"en": "Deep glimmer"}, formerly={"en": ("abyssal glow",)}),
    mechanic("wade", "keyword-action", names={"en": "Wade"}, everyday={"en": ("Wade",)}),
    mechanic("dusk", "ability-word", names={"en": "Dusk"}),
)


def joined(*documents: ReleaseNotes) -> Library:
    return builders.joined(*documents, facts=FACTS)


def explained(title: str, *blocks: str, kind: str = "mechanic") -> tuple[str, ...]:
    (only,) = (
        joined(notes(sections=[section(title, *map(introduction, blocks), kind=kind)]))
        .sets["lom"]
        .documents["en"]
        .sections
    )
    return only.mechanics


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("New Mechanic: Glimmer", ("glimmer",)),
        ("Nouveau\u00a0: Glimmer", ("glimmer",)),
        ("New Mechanic: Deep Glimmer", ("deep-glimmer",)),
        ("Returning: Abyssal Glow", ("deep-glimmer",)),
        ("Returning Keywords: Dusk and Glimmer", ("dusk", "glimmer")),
        ("Returning Actions (Wade, Glimmer)", ("wade", "glimmer")),
        ("Returning Action: Wade", ("wade",)),
        ("Returning Mechanics", ()),
        ("New Mechanic: Glimmering", ("glimmering",)),
    ],
)
def test_a_title_names_the_subject_of_its_section(title, expected):
    assert explained(title) == expected


def test_an_ordinary_word_is_no_mechanic_unless_it_is_the_whole_title():
    assert explained("Theme: Those Who Wade", kind="theme") == ()
    assert explained("Theme: Wade", kind="theme") == ("wade",)
    assert explained("Theme: New Glimmer", kind="theme") == ("glimmer",)
    assert explained("Legal: Glimmer", kind="legality") == ()


def test_a_list_under_an_umbrella_names_the_mechanics():
    assert explained(
        "Returning Mechanics: Old friends", "They are dusk (Fen), glimmer (Bog) and wade (Mire)."
    ) == (
        "dusk",
        "glimmer",
        "wade",
    )
    assert explained("Returning Mechanic: Murk", "Murk is like dusk.") == ("murk",)


def test_an_unknown_mechanic_has_a_page_with_its_titles():
    english = notes(sections=[section("New Mechanic: Murk")])
    spanish = notes(sections=[section("Nueva mecánica: Turbiedad")], lang="es")
    (murk,) = (each for each in joined(english, spanish).mechanics.values() if each.in_library)
    assert (murk.slug, murk.names, murk.facts) == ("murk", {"en": "Murk", "es": "Turbiedad"}, None)
    assert [each.id for each in murk.sections] == ["lom/notes/murk", "lom/notes/murk"]


def ids(library: Library, lang: str) -> list[str]:
    return [each.id for each in library.sets["lom"].documents[lang].sections]


def titled(*titles: str) -> list[Section]:
    return [section(title, kind="rules") for title in titles]


def test_ids_are_english_if_the_translation_has_the_same_sections():
    english = notes(sections=[*titled("About Fens"), section("New Mechanic: Glimmer")])
    spanish = notes(
        sections=[*titled("Sobre pantanos"), section("Nueva mecánica: destellar")], lang="es"
    )
    library = joined(spanish, english)
    assert ids(library, "en") == ids(library, "es") == ["lom/notes/about-fens", "lom/notes/glimmer"]


def test_a_translation_with_other_sections_has_its_own_titles_and_the_same_mechanics():
    english = notes(sections=[section("New Mechanic: Glimmer")])
    spanish = notes(
        sections=[*titled("Sobre pantanos"), section("Nueva mecánica: destellar")], lang="es"
    )
    assert ids(joined(english, spanish), "es") == ["lom/notes/sobre-pantanos", "lom/notes/glimmer"]


def test_ids_are_unique_and_never_numbers():
    library = joined(notes(sections=titled("Fens", "Fens", "2", "!")))
    assert ids(library, "en")[:3] == ["lom/notes/fens", "lom/notes/fens-2", "lom/notes/section-2"]
    assert ids(library, "en")[3].startswith("lom/notes/section-")


@pytest.mark.parametrize(
    ("title", "expected"),
    [("A: B: C", "B: C"), ("A", "A"), ("A\u00a0: B", "B"), ("能力：霧", "霧"), ("A:", "")],
)
def test_the_subject_is_the_text_after_the_first_colon(title, expected):
    assert subject(title) == expected


def test_a_section_without_a_title_is_called_by_the_heading_above_it():
    """Pages link to it by its title; its id stays that of a section without one."""
    document = replace(
        notes(sections=[section("", introduction("A lamp is rolled."))]),
        general_heading="GENERAL NOTES",
    )
    (only,) = joined(document).sets["lom"].documents["en"].sections
    assert only.section.title == "GENERAL NOTES"
    assert (
        only.id
        == joined(notes(sections=[section("", introduction("A lamp is rolled."))]))
        .sets["lom"]
        .documents["en"]
        .sections[0]
        .id
    )
