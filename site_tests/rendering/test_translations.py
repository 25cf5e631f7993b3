"""Pages link to the other languages of a ruling, show two side by side, and explain outdated
terms.
"""

from dataclasses import replace

from rulebinder.facts.catalogue import EraTerm, EraWords
from rulebinder.library import Library
from rulebinder.notes import CardEntry, Unread
from rulebinder.problems import Place, review
from rulebinder.text import parse
from site_tests.builders import card as a_card
from site_tests.builders import example_catalogue, example_documents, face, library_of, notes
from site_tests.outputs import html_at
from site_tests.rendering.approval import assert_approved

GIVES = EraTerm(
    key="gives",
    until="2031-06-01",
    words={
        "en": EraWords(then=("gives",), now="adds", means="It adds what it gave."),
        "es": EraWords(then=("alumbra",), now="agrega", means="Agrega lo que daba."),
    },
)


def dated(term: EraTerm) -> Library:
    return library_of(
        *example_documents(), facts=replace(example_catalogue(), eras={term.key: term})
    )


def test_outdated_terms_are_explained_below_their_entry():
    """The explanation is in the language of the page, and the terms in that of the document."""
    english_alone = [document for document in example_documents() if document.lang == "en"]
    alone = library_of(*english_alone, facts=replace(example_catalogue(), eras={"gives": GIVES}))
    words = {
        "gone": EraWords(then=("gives",), gone="nothing is given"),
        "changed": EraWords(then=("gives",), changed="it gives twice"),
    }
    shown = [
        ("en", "en", dated(GIVES)),
        ("beside", "es", dated(GIVES)),
        ("es", "es", alone),
        ("fr", "fr", alone),
        *((name, "en", dated(replace(GIVES, words={"en": each}))) for name, each in words.items()),
    ]
    pages = {name: html_at(library, "cards/mire-lantern/", lang) for name, lang, library in shown}
    assert_approved("outdated", pages)


def test_a_term_that_was_only_renamed_is_not_shown():
    renamed = replace(GIVES, trivial=True, words={"en": EraWords(then=("gives",), now="adds")})
    english = html_at(dated(renamed), "cards/mire-lantern/")
    assert 'class="era' not in english
    assert 'class="changes"' not in english


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
