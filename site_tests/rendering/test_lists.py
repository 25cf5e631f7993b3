"""The home page and the lists of sets, cards and mechanics."""

import pytest

from rulebinder.pages import home, overviews
from rulebinder.pages.edition import Edition, View
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    library_of,
    mechanic,
    notes,
    released,
    section,
)
from site_tests.outputs import all_pages, edition_in, html_at
from site_tests.rendering.approval import assert_approved
from site_tests.sites import in_each_language


def view(kind: str, of: Edition) -> View:
    (page,) = all_pages(kind, of)
    return page.view


def test_home_and_lists_are_as_approved():
    """The home page begins with the newest set, whose short ruling it quotes in a language of the
    reader, and asks what players ask of what notes explain, if it fits the field of a phone. Sets
    are listed by year, mechanics with the number of their cards. A type line in another language is
    left out.
    """
    asked = {
        "glimmer": ("Does it glimmer?", "When does a lantern that glimmers go out?"),
        "flying": (f"What does {'very ' * 20}high flying do?", "Who sees what flies?"),
        "ward": ("Who pays for the ward?",),
    }
    names = {"flying": {"es": "Vuela"}}
    facts = [
        mechanic(
            slug,
            "keyword-action" if slug == "ward" else "keyword-ability",
            names={"en": slug.title(), **names.get(slug, {})},
            questions={"en": dict.fromkeys(questions)},
        )
        for slug, questions in asked.items()
    ]
    spirit = card(face("Fen Spirit", "Creature — Spirit", "Glimmer {1}", mana_cost="{1}{U}"))
    legend = card(face("Espíritu", "Criatura legendaria — Espíritu", mana_cost="{1}{U}"))
    documents = [
        notes(
            entry(
                spirit,
                "It glows.",
                f"With flying and ward it {'glows and ' * 12}sees.",
                f"It {'glows and ' * 12}sees.",
                "It glows on. " * 40,
            ),
            entry("Mute Rock"),
            set_code="new",
            sections=[
                section("New Mechanic: Flying", "All fly.", "None lands."),
                section("New Mechanic: Glimmer", "All glimmer."),
            ],
        ),
        notes(entry("Old Rock", "It is old."), set_code="old"),
        notes(entry(legend, "Con volar brilla. " * 6), set_code="old", lang="es"),
        notes(entry(spirit, "It was a spirit."), set_code="odd"),
    ]
    sets = released(new="2032-05-01", old="2031-03-01", odd="2031-01-01")
    library = library_of(*documents, facts=catalogue(*facts, sets=sets, lom=False))
    pages = {url or "home": html_at(library, url) for url in ("", "sets/", "cards/", "mechanics/")}
    pages |= {lang: html_at(library, "", lang) for lang in ("es", "fr")}
    assert_approved("lists", pages)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", ["type:spirit", "color:blue", "set:lom"]),
        ("es", ["tipo:espíritu", "color:azul", "edición:lom"]),
    ],
)
def test_example_filters_have_the_words_of_the_page_and_what_nothing_has_is_left_out(
    library, lang, expected
):
    assert [example for example, _ in home.example_filters(edition_in(library, lang))] == expected


@pytest.mark.parametrize(
    ("count", "folded"), [(overviews.UNFOLDED, False), (overviews.UNFOLDED + 1, True)]
)
def test_the_letters_of_a_long_list_are_folded(count, folded):
    named = [
        entry(f"Rock {chr(97 + at % 26)}{chr(97 + at // 26)}", "It is hard.") for at in range(count)
    ]
    library = library_of(notes(*named), facts=catalogue())
    assert view("cards", edition_in(library))["folded"] is folded


def test_without_rulings_the_page_for_a_table_has_no_example():
    assert view("table", edition_in(library_of(facts=catalogue())))["example"] == ""


@in_each_language
def test_real_documents_answer_example_questions(real_library, lang):
    assert len(home.example_questions(edition_in(real_library, lang))) == home.QUESTIONS
