"""Lines that a margin broke are joined; nothing else is, and every line keeps its number."""

import re
import textwrap

import pytest

from rulebinder.reading.dialect import DocumentText
from rulebinder.reading.layout import Hyphens, unwrap
from site_tests.reading.shapes.model import MODEL

RULINGS = [ruling.text for card in MODEL.cards for ruling in card.rulings]


def joined(text: str) -> list[str]:
    return unwrap(DocumentText(text, "lam.en.txt"))[0].text.split("\n")


def wrapped(*paragraphs: str, columns: int = 60) -> str:
    return "\n\n".join(textwrap.fill(paragraph, columns) for paragraph in paragraphs)


@pytest.mark.parametrize("columns", [40, 60, 72, 79])
def test_paragraphs_are_whole_again(columns):
    assert joined(wrapped(*RULINGS, columns=columns)) == "\n\n".join(RULINGS).split("\n")


CHINESE = [
    (
        "如果在此异能结算时你没有操控任何生物，则你不会牺牲任何东西，也不会抓牌。"
        "不过此异能依旧会结算，其他效应都会照常生效。"
    ),
    (
        "你在施放灯火守卫时便要决定目标。如果该目标在结算时已不合法，则灯火守卫不会结算，"
        "你也不会抓牌，而且该牌会置入坟墓场。"
    ),
    (
        "就算灯火守卫在异能结算之前便已离开战场，你依旧会抓一张牌。如果它离开战场时不是生物，"
        "则此异能根本不会触发。"
    ),
]


@pytest.mark.parametrize("columns", [18, 20, 26])
def test_a_script_without_spaces_is_joined_without_spaces(columns):
    """A line has ``columns`` letters, each as wide as two others; no line begins with a mark."""
    page = "\n\n".join(
        "\n".join(re.findall(rf".{{{columns - 1}}}.(?:[，。])?|.+", paragraph))
        for paragraph in CHINESE
    )
    assert joined(page) == "\n\n".join(CHINESE).split("\n")


def test_names_of_a_script_without_cases_stay_above_their_types():
    page = "\n".join(
        ("灯火守卫\n{1}{R}\n生物～人类／士兵\n2/2\n飞行\n" + paragraph) for paragraph in CHINESE
    )
    assert joined(page) == page.split("\n")


@pytest.mark.parametrize(
    "page",
    [
        "",
        "\n\n",
        "one line",
        "\n".join(RULINGS),
        "\n\n".join(RULINGS),
        "\n".join("a short line" for _ in range(99)),
        "-----\n" * 99,
    ],
)
def test_a_page_without_a_margin_is_not_touched(page):
    found, problems = unwrap(DocumentText(page, "lam.en.txt"))
    assert (found.text, problems) == (page, [])


@pytest.mark.parametrize(
    "line",
    ["- Another ruling of the very same card.", "• A mode of it.", "{2}{W}", "1/3", "-----", "//",
     "## A heading", "0012_MTGLAM_Main: Toll Lamp",
     "{T}: Add {C}.", "III — Draw a card.", "+1: Draw a card.", "702.900a A rule."],
)  # fmt: skip
def test_what_begins_something_is_never_joined(line):
    """The paragraph above ends at the margin, where the first word of the line would have no
    room.
    """
    full = "This sentence is exactly as long as the page is wide, so ends"
    full = f"{full[:59]}."
    assert line in joined(f"{wrapped(*RULINGS)}\n\n{full}\n{line}\n\n{wrapped(*RULINGS)}")


def test_a_heading_in_capitals_is_not_joined_to_the_name_below():
    heading = "LANTERNS OF ALDERMOOR: THE CARDS OF THE SET AND THEIR NOTES"
    page = f"{wrapped(*RULINGS)}\n\n{heading}\nToll Lamp\n{{3}}\nArtifact"
    assert joined(page)[-4:] == [heading, "Toll Lamp", "{3}", "Artifact"]


def test_lines_keep_their_numbers():
    page = wrapped(*RULINGS, columns=40)
    source = page.split("\n")
    found, _ = unwrap(DocumentText(page, "lam.en.txt"))
    numbered = dict(found.numbered_lines)
    assert numbered.keys() < set(range(1, len(source) + 1))
    assert all(line.startswith(source[number - 1]) for number, line in numbered.items())
    last = found.text.rindex(source[-1])
    assert found.line_at(last) == len(source)


def test_the_width_and_the_number_of_joined_lines_are_said():
    page = wrapped(*RULINGS, columns=60)
    _, problems = unwrap(DocumentText(page, "lam.en.txt"))
    count = sum(len(textwrap.wrap(ruling, 60)) - 1 for ruling in RULINGS)
    assert [str(problem) for problem in problems] == [
        f"lam.en.txt:2: repair: the page is wrapped at 60 columns: {count} lines are joined to"
        " those above"
    ]


def test_a_paragraph_that_may_end_at_the_margin_is_put_up_for_review():
    page = "\n".join(textwrap.fill(ruling, 60) for ruling in RULINGS)
    _, problems = unwrap(DocumentText(page, "lam.en.txt"))
    assert [problem.severity.value for problem in problems] == ["repair", "review"]


@pytest.mark.parametrize("quote", ["> ", ">"])
def test_quoted_lines_are_joined_without_their_marks(quote):
    page = "\n".join(quote + line if line else ">" for line in wrapped(*RULINGS).split("\n"))
    assert [line.removeprefix(quote) for line in joined(page) if line != ">"] == RULINGS


def test_a_word_that_the_margin_cut_is_whole_again():
    hyphens = Hyphens(
        [
            "The interrupt comes first. An inter-",
            "rupt, and a double-",
            "faced card, un-",
            "der double-faced cards.",
        ]
    )
    assert hyphens.find_seam("An inter-", "rupt, and") == (1, "")
    assert hyphens.find_seam("a double-", "faced card") == (0, "")
    assert hyphens.find_seam("the Double-", "Edged Oar") == (0, "")
    assert hyphens.find_seam("a sign -", "and more") == (0, " ")
    assert hyphens.find_seam("the soft\u00ad", "ness") == (1, "")
    assert hyphens.find_seam("no hyphen", "here") == (0, " ")
    assert hyphens.find_seam("この能力は、", "誘発する。") == (0, "")
    assert hyphens.find_seam("この能力は", "{T}を含む。") == (0, " ")


def test_a_page_with_a_margin_may_have_nothing_to_join():
    """Addresses that were cut in two look like wrapped lines, and are none."""
    mana = "> ![](https://example.org/mana/"
    text = "\n".join(
        [
            f"{mana}colorless1.gif)![](https://", "example.org/mana/red.gif)",
            f"{mana}colorless3.gif)![](https://", "example.org/mana/green.gif)", f"{mana}black-",
            "green.gif)![](https://example.org/mana/black-green.gif)", f"{mana}tap.gif): Add",
            "* Each half is cast by itself.",
        ]
    )  # fmt: skip
    page, problems = unwrap(DocumentText(text, "x.md"))
    assert page.text == text
    assert problems == []
