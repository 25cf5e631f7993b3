"""Pages link to the other languages of a ruling, show two side by side, and explain outdated
terms.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import EraTerm, EraWords
from rulebinder.library import Library
from rulebinder.notes import CardEntry, Unread
from rulebinder.problems import Place, review
from rulebinder.text import parse
from site_tests.builders import card as a_card
from site_tests.builders import example_catalogue, example_documents, face, library_of, notes
from site_tests.outputs import html_at

GIVES = EraTerm(
    key="gives",
    until="2031-06-01",
    words={
        "en": EraWords(then=("gives",), now="adds", means="It adds what it gave."),
        "es": EraWords(then=("alumbra",), now="agrega", means="Agrega lo que daba."),
    },
)
MEANS = (
    'today: <span lang="en">adds</span>. <span lang="en">It adds what it gave.</span> <small'
    ' class="aside">(changed on June 1, 2031)</small>'
)


@pytest.fixture(scope="module")
def old():
    """Return the example set with an outdated term."""
    return dated(GIVES)


def dated(term: EraTerm) -> Library:
    return library_of(
        *example_documents(), facts=replace(example_catalogue(), eras={term.key: term})
    )


def test_a_ruling_links_to_itself_in_the_other_languages_of_the_site(library):
    english = html_at(library, "cards/mire-lantern/")
    assert 'href="../../../es/cards/mire-lantern/#lom-1" hreflang="es" lang="es"' in english
    assert "fr/cards" not in english
    assert 'href="../../../en/cards/mire-lantern/#lom-1"' in html_at(
        library, "cards/mire-lantern/", "fr"
    )


def test_a_ruling_in_one_language_has_no_such_links(library):
    assert 'class="versions"' not in html_at(library, "cards/sink-surface/")


def test_two_languages_can_be_shown_side_by_side(library):
    english = html_at(library, "cards/wisp-of-the-fen/")
    assert english.count('type="radio"') == 2
    assert '<div class="beside beside-1" lang="es">' in english
    assert "Not in Spanish." in english
    assert "beside" not in html_at(library, "sets/lom/")


def test_gaps_of_a_language_are_shown_on_the_card_and_the_set(library):
    assert "Ruling 2 is missing in Spanish." in html_at(library, "cards/wisp-of-the-fen/")
    assert ">Sink // Surface</a>: Not in Spanish." in html_at(library, "sets/lom/")
    assert "La aclaración 2 falta en español." in html_at(library, "cards/wisp-of-the-fen/", "es")


def test_an_outdated_term_is_explained_below_its_entry(old):
    english = html_at(old, "cards/mire-lantern/")
    assert '<a class="era" href="#era-lom-mire-lantern-gives">gives</a>' in english
    assert (
        f'<li id="era-lom-mire-lantern-gives"><span lang="en">gives</span> {MEANS}</li>' in english
    )
    assert '<details class="changes" lang="en"><summary>1 change since 2031</summary>' in english
    spanish = html_at(old, "cards/mire-lantern/", "es")
    assert 'class="era"' not in spanish, "beside another language nothing is explained"


def test_the_explanation_is_in_the_language_of_the_page_and_terms_in_the_documents():
    english_alone = [document for document in example_documents() if document.lang == "en"]
    library = library_of(*english_alone, facts=replace(example_catalogue(), eras={"gives": GIVES}))
    spanish = html_at(library, "cards/mire-lantern/", "es")
    assert (
        '<span lang="en">gives</span> hoy: <span lang="en">adds</span>. <span lang="es">Agrega lo'
        " que daba.</span>" in spanish
    )
    french = html_at(library, "cards/mire-lantern/", "fr")
    assert (
        '<span lang="en">It adds what it gave.</span> <small class="aside">(changé le 1 juin'
        " 2031)</small>" in french.replace("1er", "1")
    )


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            EraWords(then=("gives",), gone="nothing is given"),
            'no longer in the rules: <span lang="en">nothing is given</span>',
        ),
        (
            EraWords(then=("gives",), changed="it gives twice"),
            'same word, new rule: <span lang="en">it gives twice</span>',
        ),
    ],
)
def test_what_no_longer_exists_and_what_has_a_new_rule_is_explained(words, shown):
    library = dated(replace(GIVES, words={"en": words}))
    assert shown in html_at(library, "cards/mire-lantern/")


def test_a_term_that_was_only_renamed_is_not_shown():
    renamed = replace(GIVES, trivial=True, words={"en": EraWords(then=("gives",), now="adds")})
    english = html_at(dated(renamed), "cards/mire-lantern/")
    assert 'class="era' not in english
    assert 'class="changes"' not in english


def test_a_document_shows_its_own_day_and_no_unknown_one(library):
    assert "The set was released on February 7, 2031." in html_at(library, "sets/lom/document/")
    for url in ("cards/mire-lantern/", "sets/lom/", "sets/lom/document/", "mechanics/glimmer/"):
        assert "have changed" not in html_at(library, url)


def test_the_audit_lists_the_documents_and_the_unread_text():
    unread = CardEntry(
        card=a_card(face("Mire Lantern")),
        part="",
        body=(Unread(parse("Fog.")), Unread(parse("Mist."))),
    )
    library = library_of(notes(unread))
    doubt = review(Place("lom.en.txt", 4), "is this so")
    library = replace(
        library, problems=(doubt, doubt, replace(doubt, place=Place("other.en.txt", 4)))
    )
    shown = html_at(library, "audit/")
    assert (
        '2 paragraphs were not understood: <a href="../cards/mire-lantern/#lom">Mire Lantern</a>'
        in shown
    )
    assert "2 doubtful decisions" in shown
    assert "<code>lom.en.txt</code>" in shown


def test_the_audit_lists_the_content_of_each_language(library):
    shown = html_at(library, "audit/")
    assert '<th scope="row">Spanish</th> <td data-label="Sets with notes">1 of 1</td>' in shown
    assert '<th scope="row">French</th> <td data-label="Sets with notes">0 of 1</td>' in shown
    assert "Sink // Surface</a>: Not in Spanish." in shown
