"""The choice among readings: what came out of a page decides, not the marks of its layout."""

import pytest

from rulebinder.facts.content import Content
from rulebinder.facts.languages import Language
from rulebinder.problems import Severity
from rulebinder.reading import document as readers
from rulebinder.reading.detection import Choice, Detection, Overrides, find_dialects
from rulebinder.reading.dialect import DocumentText
from rulebinder.reading.dialects import DIALECTS
from rulebinder.reading.document import Attempt, choose_best, find_rivals
from rulebinder.reading.patterns import Patterns
from rulebinder.reading.quality import Quality, Trace, rate_notes
from site_tests import builders
from site_tests.builders import card, entry, face, texts
from site_tests.reading.reader import attempt, read
from site_tests.reading.test_golden import GOLDEN

OWLS = "----Sun Owl\n{W}\nCreature — Bird\n1/1\nFlying\n* It sleeps until it is dark.\n"
CARDS = 12
HEAD = (
    "Lanterns of Aldermoor Release Notes\n\nThe set has the cards that you see and all of them are"
    " legal.\n\nCARD-SPECIFIC NOTES\n"
)
RULES = "When Lamp {at} enters the battlefield, choose one —\n• Draw a card.\n• You gain 2 life."
RULINGS = (
    "You choose the mode as the ability is put on the stack.",
    "If Lamp {at} leaves the battlefield before the ability resolves, it still resolves.",
    "You can't choose both modes, even if another effect copies the ability.",
)


def document(bullet: str, divider: str, gap: str) -> str:
    """Return release notes whose rulings begin with ``bullet``.

    ``divider`` is between cards, ``gap`` above each ruling.
    """
    cards = []
    for at in range(1, CARDS + 1):
        rulings = (f"{bullet}{each.format(at=at)}" for each in RULINGS)
        cards.append(
            gap.join(
                [
                    f"Lamp {at}\n{{2}}{{W}}\nArtifact Creature — Lamp\n2/2\n{RULES.format(at=at)}",
                    *rulings,
                ]
            )
        )
    return HEAD + f"\n{divider}\n" + f"\n\n{divider}\n\n".join(cards) + "\n"


@pytest.mark.parametrize("bullet", ["", "* ", "- ", "– ", "o ", "・", "■ ", "1. ", "2) "])
@pytest.mark.parametrize("divider", ["-----", "=====", ""])
@pytest.mark.parametrize("gap", ["\n", "\n\n"], ids=["tight", "apart"])
def test_every_ruling_is_found_below_its_card(bullet, divider, gap):
    notes, problems = read(document(bullet, divider, gap))
    found = {
        entry.card.name: tuple(each.text.plain() for each in entry.rulings) for entry in notes.cards
    }
    assert found == {
        f"Lamp {at}": tuple(each.format(at=at) for each in RULINGS) for at in range(1, CARDS + 1)
    }
    assert not [each for each in problems if each.is_error]


def test_a_document_of_cards_without_rulings_is_an_error():
    _, problems = read(document("* ", "-----", "\n").replace("* ", "• "))
    assert not [each for each in problems if each.is_error]
    bare = "\n\n".join(
        f"Lamp {at}\n{{2}}{{W}}\nArtifact Creature — Lamp\n2/2\nFlying"
        for at in range(1, CARDS + 1)
    )
    _, problems = read(f"{HEAD}\n{bare}\n")
    assert [str(each) for each in problems if each.is_error] == [
        f"lam.en.md:7: error: none of its {CARDS} cards has a ruling; "
        "begin each ruling with '* ', or choose another layout with --dialect"
    ]


def test_a_letter_is_no_document():
    letter = (
        "Dear aunt,\n\nThis is a letter to you, and it is not of the kind that you are used"
        " to.\n\nThe goat\n"
    )
    notes, problems = attempt(letter, "letter.txt", None)
    assert notes is None
    assert [each.message.partition(":")[0] for each in problems] == ["no section and no card found"]


def test_only_a_page_of_one_line_is_read_as_one():
    page = document("* ", "-----", "\n")
    lines = find_dialects(DocumentText(page, "lam.en.txt"))
    assert "one-line" not in [each.value.name for each in lines if each.value]
    joined = find_dialects(DocumentText(page.replace("\n", " "), "lam.en.txt"))
    assert "one-line" in [each.value.name for each in joined if each.value]


def test_what_a_reading_swallowed_leaves_traces(languages):
    words = Patterns(languages["en"], ())
    heron = face("CARD-SPECIFIC NOTES Reed Heron", "Creature", "(Bird) Scout 2/2 Flying")
    notes = builders.notes(
        entry(card(heron), "It is on. Old Lamp {2} Artefact It glows."),
        preamble=texts("Compiled by Ada Fenn GENERAL NOTES Card Legality"),
    )
    rated = rate_notes(notes, DocumentText("* A\n" * 9, ""), words)
    traces = {trace.name for trace in rated.traces if trace.hits}
    assert traces == {
        "names that are not names",
        "rules texts with a size",
        "headings in the preamble",
        "paragraphs with a head",
        "bullets inside others",
    }


def test_a_reading_with_far_more_rulings_is_never_beaten_in_silence():
    language = Choice[Language](value=None)
    few, many = (
        Attempt(
            detection=Detection(language=language),
            notes=builders.notes(),
            quality=Quality(cards=cards, sections=2, rulings=rulings, traces=traces),
        )
        for cards, rulings, traces in (
            (3, 15, ()),
            (20, 57, (Trace(name="", hits=9, total=10),)),
        )
    )
    assert choose_best([few, many]) is few
    (warned,) = find_rivals([few, many], few, "lam.en.txt")
    assert warned.severity is Severity.WARNING
    assert "3 cards, 15 rulings" in warned.message
    assert "20 cards, 57 rulings" in warned.message


@pytest.mark.parametrize("bullet", ["", "* ", "> "])
def test_what_is_explained_is_what_is_read(bullet, languages, catalogue):
    text = document(bullet, "-----", "\n")
    notes, _ = read(text)
    every, _ = readers.explain(
        text.encode(), "lam.en.md", Content(catalogue, languages, {}), Overrides(set_code="lam")
    )
    assert every[0].dialect == notes.source.dialect
    assert sorted(each.dialect for each in every) == sorted(each.name for each in DIALECTS)


@pytest.mark.parametrize(
    ("name", "heading", "misspelt", "message"),
    [
        ("run-in-titles.en.txt", "New Keyword", "New Power", "this section has no title"),
        ("glued-dividers.en.txt", "CARD-SPECIFIC", "CARD-SPECFIC", "for the heading of the cards"),
    ],
)
def test_a_heading_that_is_not_known_is_a_review(name, heading, misspelt, message):
    text = (GOLDEN / name).read_text("utf-8").replace(heading, misspelt)
    notes, problems = read(text.replace("----All", OWLS + "----All"), name)
    assert [each.severity for each in problems if message in each.message] == [Severity.REVIEW]
    assert len(notes.cards) > 2
