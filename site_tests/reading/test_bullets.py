"""The mark of a page's bullets is told from the page, and no other sign is taken for one."""

import re

import pytest

from rulebinder.problems import Severity
from rulebinder.reading.layout import star_bullets

CARD = (
    "Reed Cutter\n{{1}}{{G}}\nCreature -- Human\n2/2\nReach\n{0}It reaches the reeds.\n{0}It is"
    " never lit.\n"
)


@pytest.mark.parametrize(
    "mark", ["■ ", "– ", "・", "o ", "n   ", "→", "✦ ", "~ ", "\uf0a7\t", "\\~ "]
)
def test_the_commonest_mark_of_lines_is_a_bullet(mark):
    text, problems = star_bullets(CARD.format(mark) * 4, "x.txt")
    assert text == CARD.format("* ") * 4
    assert [(each.severity, each.place.line) for each in problems] == [(Severity.REPAIR, 6)]
    assert "begins 8 lines: it is read as a bullet" in problems[0].message


@pytest.mark.parametrize(
    "marks", ["Q:A:", "P:R:", "F:A:", "D:R:", "Q :R :", "Q.A.", "В:О:", "Frage:Antwort:"]
)
def test_a_question_and_its_answer_are_a_bullet(marks):
    asked, answered = re.findall(r"\w+ ?[:.]", marks)
    exchange = f"{asked} Does it reach?\n{answered} It reaches.\nIt does.\n\n"
    text, problems = star_bullets(exchange * 2, "x.txt")
    line = star_bullets(
        f"* {asked} Does it reach? {answered} It reaches. It does.\n\n\n\n" * 2, "x.txt"
    )[0]
    assert text == line
    assert [(each.severity, each.place.line) for each in problems] == [(Severity.REPAIR, 1)]


def test_bullets_keep_how_far_in_they_are_below_others():
    text, _ = star_bullets("  ■ One.\n      ■ Two.\n  ■ Three.\n", "x.txt")
    assert text == "* One.\n    * Two.\n* Three.\n"


@pytest.mark.parametrize(
    "text",
    [
        CARD.format("* ") * 4,
        CARD.format("") * 40 + "■ A mode.\n" * 3,
        CARD.format("* ") * 4 + "■ An inner one.\n" * 7,
        CARD.format("• ") * 4 + "o Inner\n" * 7,
        "\u3000葦は光る。\n\u2028\u2003It reaches.\n" * 9,
        "“It reaches” the reeds.\n" * 9,
        "« Tremble » is a card.\n" * 9,
        "a reed is a reed.\ny es una caña.\n" * 9,
        "이 능력은 A와 같다.\n그 카드는 다르다.\n" * 9,
        "# One\n> Two\n| a | b |\n: Draw a card.\n" * 9,
        "–2: Draw a card.\n−3: Draw a card.\n" * 9,
        "(Reach)\n[Reach]\n{T}: Add {C}.\n《葦》\n「葦」\n" * 9,
        "Q: Does it reach?\nA: It reaches.\n",
        "Q: It asks.\nA: It reaches.\n\n" * 9,
        "Note: Does it?\nIt reaches the reeds.\n\n" * 9,
    ],
)
def test_nothing_else_is_taken_for_a_bullet_or_a_question(text):
    assert star_bullets(text, "x.txt") == (text, [])
