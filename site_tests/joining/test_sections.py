"""Sections have one id in every language of their set, and know which mechanics they explain."""

from dataclasses import replace

import pytest

from rulebinder.joining.mechanics import read_subject
from site_tests import builders
from site_tests.builders import catalogue, introduction, mechanic, notes, section

FACTS = catalogue(
    mechanic("glimmer", names={"en": "Glimmer", "es": "Destellar"}, forms={"en": ("glimmers",)}),
    mechanic("deep-glimmer", formerly={"en": ("abyssal glow",)}),
    mechanic("wade", "keyword-action", everyday={"en": ("Wade",)}),
    mechanic("dusk", "ability-word"),
)


def joined(*documents):
    return builders.joined(*documents, facts=FACTS)


def sections(library, lang="en"):
    return library.sets["lom"].documents[lang].sections


@pytest.mark.parametrize(
    ("kind", "title", "expected"),
    [
        ("mechanic", "New Mechanic: Glimmer", ("glimmer",)),
        ("mechanic", "Nouveau\u00a0: Glimmer", ("glimmer",)),
        ("mechanic", "New Mechanic: Deep Glimmer", ("deep-glimmer",)),
        ("mechanic", "Returning: Abyssal Glow", ("deep-glimmer",)),
        ("mechanic", "Returning Keywords: Dusk and Glimmer", ("dusk", "glimmer")),
        ("mechanic", "Returning Actions (Wade, Glimmer)", ("wade", "glimmer")),
        ("mechanic", "Returning Action: Wade", ("wade",)),
        ("mechanic", "Returning Mechanics", ()),
        ("mechanic", "New Mechanic: Glimmering", ("glimmering",)),
        # an ordinary word is no mechanic unless it is the whole title
        ("theme", "Theme: Those Who Wade", ()),
        ("theme", "Theme: Wade", ("wade",)),
        ("theme", "Theme: New Glimmer", ("glimmer",)),
        ("legality", "Legal: Glimmer", ()),
    ],
)
def test_a_title_names_the_subject_of_its_section(kind, title, expected):
    (only,) = sections(joined(notes(sections=[section(title, kind=kind)])))
    assert only.mechanics == expected


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (
            "Returning Mechanics: Old friends",
            "They are dusk (Fen), glimmer (Bog) and wade (Mire).",
            ("dusk", "glimmer", "wade"),
        ),
        ("Returning Mechanic: Murk", "Murk is like dusk.", ("murk",)),
    ],
)
def test_a_list_under_an_umbrella_names_the_mechanics(title, text, expected):
    (only,) = sections(joined(notes(sections=[section(title, introduction(text))])))
    assert only.mechanics == expected


def test_an_unknown_mechanic_has_a_page_with_its_titles():
    english = notes(sections=[section("New Mechanic: Murk")])
    spanish = notes(sections=[section("Nueva mecánica: Turbiedad")], lang="es")
    (murk,) = (each for each in joined(english, spanish).mechanics.values() if each.in_library)
    assert (murk.slug, murk.names, murk.facts) == ("murk", {"en": "Murk", "es": "Turbiedad"}, None)
    assert [each.id for each in murk.sections] == ["lom/notes/murk", "lom/notes/murk"]


def ids(library, lang="en"):
    return [each.id for each in sections(library, lang)]


def titled(*titles):
    return [section(title, kind="rules") for title in titles]


def test_ids_are_english_only_if_the_translation_has_the_same_sections():
    glimmer, fens = section("New Mechanic: Glimmer"), titled("About Fens")
    spanish = notes(
        sections=[*titled("Sobre pantanos"), section("Nueva mecánica: destellar")], lang="es"
    )
    same = joined(spanish, notes(sections=[*fens, glimmer]))
    assert ids(same) == ids(same, "es") == ["lom/notes/about-fens", "lom/notes/glimmer"]
    other = joined(notes(sections=[glimmer]), spanish)
    assert ids(other, "es") == ["lom/notes/sobre-pantanos", "lom/notes/glimmer"]


def test_ids_are_unique_and_never_numbers():
    *named, last = ids(joined(notes(sections=titled("Fens", "Fens", "2", "!"))))
    assert named == ["lom/notes/fens", "lom/notes/fens-2", "lom/notes/section-2"]
    assert last.startswith("lom/notes/section-")


@pytest.mark.parametrize(
    ("title", "expected"),
    [("A: B: C", "B: C"), ("A", "A"), ("A\u00a0: B", "B"), ("能力：霧", "霧"), ("A:", "")],
)
def test_the_subject_is_the_text_after_the_first_colon(title, expected):
    assert read_subject(title) == expected


def test_a_section_without_a_title_is_called_by_the_heading_above_it():
    """Pages link to it by its title; its id stays that of a section without one."""
    document = notes(sections=[section("", introduction("A lamp is rolled."))])
    library = joined(replace(document, general_heading="GENERAL NOTES"))
    assert sections(library)[0].section.title == "GENERAL NOTES"
    assert ids(library) == ids(joined(document))
