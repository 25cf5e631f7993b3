"""The texts of pages: in the best language, marked if it is another, and complete."""

import re

import pytest

from rulebinder.facts.catalogue import SetFacts
from rulebinder.pages.edition import collation_key, initial
from site_tests import outputs
from site_tests.builders import card, catalogue, entry, face, library_of, mechanic, notes
from site_tests.outputs import html_at, site_of
from site_tests.robustness.documents import files


def test_the_same_pages_and_anchors_in_every_language(built):
    def anchors(lang):
        return {
            name: set(re.findall(r'\bid="([^"]+)"', content.decode()))
            for name, content in files(built / lang).items()
            if name.endswith(".html")
            and name != "cards/index.html"  # its letters depend on the language
            and not name.startswith("r/")  # a language has only its own rulings
            and not name.endswith("/document/index.html")  # it shows one document only
        }

    assert anchors("en") == anchors("es") == anchors("fr")


@pytest.mark.parametrize(
    ("code", "lang", "shown"),
    [
        ("lom", "en", 'First appeared in <a href="../../sets/lom/">Lanterns over Mire</a> (2031)'),
        (
            "dew",
            "fr",
            'Apparue pour la première fois dans <span lang="en">Dew &amp; Dusk</span> (2029)',
        ),
        ("d29", "en", "First appeared in Dusk 2029"),
        ("zzz", "en", None),
        (None, "en", None),
    ],
)
def test_a_mechanic_names_its_first_set_if_that_has_a_name(code, lang, shown):
    facts = catalogue(
        mechanic("glimmer", first_set=code),
        sets=[
            SetFacts(code="dew", names={"en": "Dew & Dusk"}, released="2029-03-02"),
            SetFacts(code="d29", names={"en": "Dusk 2029"}, released="2029-08-02"),
        ],
    )
    document = notes(entry(card(face("Wisp", "Creature", "Glimmer")), "It glows."))
    library = library_of(document, facts=facts)
    page = html_at(library, "mechanics/glimmer/", lang)
    if shown:
        assert f"<span>{shown}</span>" in page
    else:
        assert not re.search("First appeared|ZZZ", page)


def test_a_title_is_data_that_the_theme_escapes():
    hostile = notes(entry('A "<b>" & C', "It is inert."))
    pages = outputs.sources(site_of(library_of(hostile)), "en")
    assert pages["cards/a-b-c/index.md"].front["title"] == 'A "<b>" & C'


@pytest.mark.parametrize(
    ("name", "letter"), [("Élan", "E"), ("ñandú", "N"), ("Æther", "A"), ("1996", "#"), ("!!!", "#")]
)
def test_names_are_filed_without_accents(name, letter):
    assert initial(name) == letter


def test_accents_and_case_do_not_affect_the_order():
    assert sorted(["zeta", "Éclair", "ebb", "Fen"], key=collation_key) == [
        "ebb",
        "Éclair",
        "Fen",
        "zeta",
    ]
