"""Documents are joined into one library, which does not depend on their order."""

from dataclasses import replace
from itertools import permutations

from rulebinder.joining import join
from rulebinder.library import Note
from rulebinder.notes import Rule, Section, Unread
from rulebinder.text import parse
from site_tests.builders import (
    card,
    catalogue,
    entry,
    example_catalogue,
    example_documents,
    example_library,
    face,
    introduction,
    joined,
    library_of,
    notes,
    released,
    ruling,
    section,
    shipped_languages,
)
from site_tests.joining.conftest import mentions

OLD, NEW = released(old="1999-01-01", new="2030-01-01")


def test_the_example_is_joined_without_problems():
    library, problems = join(example_documents(), example_catalogue(), shipped_languages())
    assert problems == []
    assert list(library.sets) == ["lom"]
    assert list(library.sets["lom"].documents) == ["en", "es"]
    assert list(library.cards) == ["mire-lantern", "sink-surface", "wisp-of-the-fen"]
    assert [slug for slug, each in library.mechanics.items() if each.in_library] == [
        "flying",
        "glimmer",
    ]
    assert list(library.mechanics) == [
        "dusk",
        "flying",
        "glimmer",
    ], "a mechanic that nothing mentions has a page too"
    wisp = library.cards["wisp-of-the-fen"]
    assert [(each.lang, each.id) for each in wisp.notes] == [
        ("en", "lom/wisp-of-the-fen"),
        ("es", "lom/wisp-of-the-fen"),
    ]
    assert [each.id for each in wisp.examples] == ["lom/notes/glimmer"] * 2
    assert wisp.mechanics == ("flying", "glimmer")
    assert library.mechanics["glimmer"].cards == ("wisp-of-the-fen",)


def test_a_card_that_only_a_section_shows_has_its_mechanics_and_their_links_in_its_text():
    shown = card(face("Fog Moth", "Creature — Moth", "Flying", "Glimmer"))
    document = notes(sections=[section("New Mechanic: Glimmer", shown, "They glimmer.")])
    library = library_of(document)
    moth = library.cards["fog-moth"]
    assert (moth.notes, moth.mechanics) == ((), ("flying", "glimmer"))
    (example,) = moth.examples[0].section.examples
    links = mentions(*example.faces[0].rules_text)
    assert [each.target for each in links] == ["flying", "glimmer"]


def test_sets_are_sorted_newest_first_and_undated_ones_last():
    documents = [notes(set_code=code, title="Fog") for code in ("zzz", "old", "aaa", "new")]
    documents.append(notes(set_code="zzz", lang="es", title="Niebla"))
    library, problems = join(documents, catalogue(sets=[OLD, NEW]), {})
    assert list(library.sets) == ["new", "old", "aaa", "zzz"]
    assert library.sets["zzz"].facts.names == {"en": "Fog", "es": "Niebla"}
    assert [str(problem) for problem in problems] == [
        f"{code}.en.txt:1: warning: nothing is known of the set {code!r}, not even its day of"
        f" release; add content/sets/{code}.yml"
        for code in ("aaa", "zzz")
    ]


def test_the_order_of_the_documents_does_not_matter():
    colliding = [
        notes(entry("Fen"), set_code="old"),
        notes(entry("Fén"), entry("FEN"), set_code="new"),
        notes(entry("Fen")),
    ]
    expected = join(colliding, catalogue(sets=[OLD, NEW]), {})
    assert all(
        join(order, catalogue(sets=[OLD, NEW]), {}) == expected for order in permutations(colliding)
    )


def test_rulings_are_numbered_in_order_and_other_text_stays_between_them():
    body = (
        Rule("1.1", parse("A rule.")),
        ruling("One."),
        Unread(parse("?")),
        ruling("Two.", "a", "b"),
    )
    shown = entry("Fen")
    document = notes(
        replace(shown, body=body),
        sections=[section("Rules", introduction("Hm."), "Three.", kind="rules")],
    )
    (whole,) = joined(document).documents()
    (fen,) = whole.cards
    assert [type(block) for block in fen.body] == [Rule, Note, Unread, Note]
    assert [(note.id, note.number, note.lang) for note in fen.notes] == [
        ("lom/fen/1", 1, "en"),
        ("lom/fen/2", 2, "en"),
    ]
    assert fen.notes[1].items == (parse("a"), parse("b"))
    assert [note.id for note in whole.sections[0].notes] == ["lom/notes/rules/1"]


def test_a_card_twice_in_a_document_has_two_entries():
    (fen,) = joined(notes(entry("Fen", "One."), entry("Fen", "Two.", part="More"))).cards.values()
    assert [each.id for each in fen.notes] == ["lom/fen", "lom/fen-2"]
    assert [note.id for each in fen.notes for note in each.notes] == ["lom/fen/1", "lom/fen-2/1"]


def test_every_id_of_a_document_is_unique():
    document = notes(
        entry("Notes", "One."),
        entry("Fen", "One."),
        entry("Fen", "Two."),
        entry("Fen 2", "One."),
        sections=[
            section("1", "One.", kind="rules"),
            section("!", "One.", kind="rules"),
            section("1", kind="rules"),
        ],
    )
    (whole,) = joined(document).documents()
    ids = [note.id for holder in whole.holders for note in holder.notes]
    assert len(set(ids)) == len(ids) == 6


def test_a_document_is_not_changed_by_joining():
    english, _ = example_documents()
    whole = example_library().sets["lom"].documents["en"]
    assert whole.notes == english
    for now, then in zip(
        [*(each.section for each in whole.sections), *(each.entry for each in whole.cards)],
        [*english.sections, *english.cards],
        strict=True,
    ):
        assert printed(now) == printed(then)


def printed(holder):
    """Return the rules texts of the cards in a section or an entry, and what else a section has."""
    is_section = isinstance(holder, Section)
    cards = holder.examples if is_section else [holder.card]
    texts = [text.source() for card in cards for text in card.rules_texts]
    return texts, (replace(holder, body=()), holder.rulings) if is_section else None


def test_a_language_without_words_is_joined_too():
    library, problems = join(
        [notes(entry(card(face("霧")), "「霧」。"), lang="ja")], catalogue(), {}
    )
    assert problems == []
    assert len(library.cards) == 1
