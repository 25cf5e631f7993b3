"""Several documents of one set and language are shown as one; editions and forms of one document
are not.
"""

import hashlib
from dataclasses import replace
from itertools import permutations

import pytest

from rulebinder.joining import join
from rulebinder.joining.merging import merge_documents
from rulebinder.notes import Ruling, Source
from rulebinder.problems import Place
from rulebinder.text import parse
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    introduction,
    notes,
    section,
    shipped_languages,
)

LANTERN, WISP, BOAT = (
    "The lantern shines while it is tapped.",
    "It follows each light.",
    "It carries two spirits.",
)
BELL, OIL = "The bell rings twice if no one hears it.", "Oil counters stay where they are."
COURT = "Each opponent votes, even one who has left the game."
REWORDED = "The lantern shines as long as it is tapped."
INTRODUCTION = introduction("Some lights glimmer.")
GLIMMER = section(
    "New Keyword: Glimmer", INTRODUCTION, "Glimmer is a keyword.", "It lasts one turn."
)


def document(name, day, *cards, **fields):
    """Return a document with places in the file ``name``."""

    def placed(held, start):
        blocks = (
            replace(block, place=Place(name, start + at)) for at, block in enumerate(held.body, 1)
        )
        return replace(held, body=tuple(blocks))

    entries = [
        placed(replace(each, card=replace(each.card, place=Place(name, 10 * at))), 10 * at)
        for at, each in enumerate(cards, 1)
    ]
    sections = [placed(each, 100 * at) for at, each in enumerate(fields.pop("sections", ()), 1)]
    source = Source(name=name, sha256=hashlib.sha256(name.encode()).hexdigest(), dialect="test")
    return notes(*entries, sections=sections, name=name, source=source, last_modified=day, **fields)


ORIGINAL = document(
    "notes.txt",
    "2031-02-01",
    entry("Mire Lantern", LANTERN, part="Main Set"),
    entry("Fen Wisp", WISP, part="Main Set"),
    entry("Reed Boat", BOAT, part="Main Set"),
    sections=[GLIMMER],
    title="Lanterns over Mire Release Notes",
    compiled_by=("Ada Fenn",),
)
DECKS = document(
    "decks.txt",
    "2031-02-05",
    entry("Mire Lantern", LANTERN, OIL, part="Commander Decks"),
    entry("Tide Bell", BELL, part="Commander Decks"),
    entry("Heron Court", COURT, part="Commander Decks"),
    sections=[
        section(
            "New Keyword: Glimmer", INTRODUCTION, "It lasts one turn.", "A commander can glimmer."
        ),
        section("Decks", "Four."),
    ],
    title="Lanterns over Mire Commander",
    compiled_by=("Ada Fenn", "Bo Marsh"),
)


def joined(*documents, ledgers=None):
    """Return the library of these documents, and the words of each ruling by its id."""
    library = join(documents, catalogue(), shipped_languages(), ledgers)[0]
    (only,) = library.documents()
    return library, {note.id: note.text.plain() for holder in only.holders for note in holder.notes}


def words(holder):
    return [ruling.text.plain() for ruling in holder.rulings]


@pytest.mark.parametrize("order", list(permutations([ORIGINAL, DECKS])))
def test_documents_with_different_contents_are_one(order):
    (whole,), problems = merge_documents(order)
    assert problems == []
    assert [(each.card.name, each.part) for each in whole.cards] == [
        ("Mire Lantern", "Main Set"),
        ("Fen Wisp", "Main Set"),
        ("Reed Boat", "Main Set"),
        ("Tide Bell", "Commander Decks"),
        ("Heron Court", "Commander Decks"),
    ]
    assert words(whole.cards[0]) == [LANTERN, OIL]
    assert [each.title for each in whole.sections] == ["New Keyword: Glimmer", "Decks"]
    assert words(whole.sections[0]) == [
        "Glimmer is a keyword.",
        "It lasts one turn.",
        "A commander can glimmer.",
    ]
    assert whole.sections[0].introduction == (INTRODUCTION.text,)
    assert (whole.title, whole.last_modified) == (ORIGINAL.title, "2031-02-05")
    assert whole.compiled_by == ("Ada Fenn", "Bo Marsh")
    assert [(each.title, each.source.name) for each in whole.documents] == [
        (ORIGINAL.title, "notes.txt"),
        (DECKS.title, "decks.txt"),
    ]
    assert [ruling.place.path for ruling in whole.cards[0].rulings] == ["notes.txt", "decks.txt"]


def test_a_single_document_is_as_it_was_and_two_languages_are_two_documents():
    assert merge_documents([ORIGINAL]) == ([ORIGINAL], [])
    assert ORIGINAL.documents == (ORIGINAL,)
    spanish = replace(DECKS, lang="es")
    assert merge_documents([spanish, ORIGINAL])[0] == [ORIGINAL, spanish]


def test_the_order_is_that_of_the_days_and_then_of_the_names():
    undated = document("a.txt", None, entry("Tide Bell", BELL))
    b, c = (document(name, "2031-01-01", entry(name, f"Of {name}.")) for name in ("b.txt", "c.txt"))
    (whole,), _ = merge_documents([undated, c, b])
    assert [each.source.name for each in whole.documents] == ["b.txt", "c.txt", "a.txt"]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            document("newer.txt", "2031-03-01", *ORIGINAL.cards, entry("Tide Bell", BELL)),
            "an older edition, of 2031-02-01, of newer.txt, so it is left out; remove it",
        ),
        (
            document("notes.html", "2031-02-01", *ORIGINAL.cards[:2], sections=[GLIMMER]),
            "nearly the same release notes of 'lom' in 'en' as notes.html, so it is left out",
        ),
    ],
    ids=["older edition", "another form"],
)
def test_an_older_edition_and_another_form_of_a_document_are_left_out(other, message):
    for order in permutations([ORIGINAL, other]):
        documents, (problem,) = merge_documents(order)
        assert [each.source.name for each in documents] == [other.source.name]
        assert str(problem).startswith(f"notes.txt:1: error: {message}")


def updated(card, *rulings):
    """Return a document with an update of one card merged into the original, and the problems."""
    update = document("update.txt", "2031-04-01", entry(card, *rulings))
    (whole,), problems = merge_documents([ORIGINAL, update])
    return whole, [
        (str(problem.severity), str(problem.place), problem.message) for problem in problems
    ]


def test_an_update_of_a_few_cards_is_no_edition():
    whole, problems = updated("Fen Wisp", WISP, "It sleeps at noon.")
    assert (words(whole.cards[1]), problems) == ([WISP, "It sleeps at noon."], [])


def test_a_ruling_in_other_words_is_kept_and_put_up_for_review():
    whole, problems = updated("Mire Lantern", REWORDED)
    assert words(whole.cards[0]) == [LANTERN, REWORDED]
    message = (
        "a ruling of 'Mire Lantern' seems to say in other words what notes.txt:11 says; both are"
        " shown"
    )
    assert problems == [("review", "update.txt:11", message)]


def test_a_card_that_is_printed_otherwise_is_put_up_for_review():
    whole, problems = updated(card(face("Fen Wisp", "Artifact", "Flying")), "It sleeps.")
    assert whole.cards[1].card == ORIGINAL.cards[1].card
    message = "'Fen Wisp' is printed otherwise than at notes.txt:20; the card is shown as there"
    assert [told for *_, told in problems] == [message]


def test_a_card_that_a_document_has_twice_stays_two_entries():
    twice = document(
        "a.txt", "2031-01-01", entry("Fen Wisp", WISP), entry("Fen Wisp", BOAT), entry("Oil", OIL)
    )
    (whole,), _ = merge_documents([twice, document("b.txt", "2031-01-02", entry("Fen Wisp", BELL))])
    assert [len(each.rulings) for each in whole.cards] == [2, 1, 1]


@pytest.mark.parametrize("day", ["2031-01-01", "2031-02-05"])
def test_no_id_moves_if_a_document_is_added_edited_or_removed(day):
    """Also if the one that is added is older."""
    decks = replace(DECKS, last_modified=day)
    library, alone = joined(ORIGINAL)
    library, both = joined(ORIGINAL, decks, ledgers=library.ledgers)
    assert alone.items() <= both.items()
    assert both["lom/mire-lantern/2"] == OIL

    other = Ruling(parse("The bell rings twice, if nobody hears it."), place=Place("decks.txt", 21))
    lantern, bell, court = decks.cards
    edited = replace(decks, cards=(lantern, replace(bell, body=(other,)), court))
    later, ids = joined(ORIGINAL, edited, ledgers=library.ledgers)
    assert ids.keys() == both.keys()
    assert alone.items() <= ids.items()
    assert later.record("lom/tide-bell/1").wordings["en"].revision == 2

    removed, ids = joined(ORIGINAL, ledgers=library.ledgers)
    assert ids == alone
    retired = {each for each in both if removed.record(each).retired}
    assert retired == both.keys() - alone.keys()


def test_the_texts_of_each_document_have_its_day_whenever_it_was_added():
    for ledgers in (None, joined(ORIGINAL)[0].ledgers):
        library, _ = joined(ORIGINAL, DECKS, ledgers=ledgers)
        assert [
            library.record(f"lom/{ruling}").seen
            for ruling in ("mire-lantern/1", "mire-lantern/2", "tide-bell/1")
        ] == ["2031-02-01", "2031-02-05", "2031-02-05"]
