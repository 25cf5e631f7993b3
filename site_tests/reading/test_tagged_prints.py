"""PDFs with tags, as browsers print them: the tags tell headings, items and paragraphs; and drawn
dots are bullets.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from rulebinder.reading.formats import conversion

from .shapes.packing import escaped, pdf

_SIZE, _LEADING, _TOP = 10, 12, 780
_HEAD = [
    ("H1", ["Lamplight Release Notes"]),
    ("H2", ["Card-Specific Notes"]),
    ("P", ["Lamp Warden", "{1}{W}", "Creature"]),
]
_ITEMS = [
    ("LI", ["A lamp burns for as long as a warden keeps the\nwatch on the wall."]),
    ("LI", ["Lamps count once."]),
]


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a document is printed."""

    columns: int = 1
    rows: int = 40
    tagged: bool = True
    dots: bool = False
    footer: str = ""
    untagged_text: str = ""
    tree: str = ""
    """A structure in place of the true one."""


def _pdf(blocks: Sequence[tuple[str, Sequence[str]]], look: Look) -> bytes:
    """A page of blocks, each a role and its texts; a text begins a line, and may have line ends of
    the margin.
    """
    drawn: list[str] = []
    kids: list[str] = []
    row = 0
    for role, texts in blocks:
        marks: list[str] = []
        for text in texts:
            lines = []
            for at, words in enumerate(text.split("\n")):
                left, height = 50 + 260 * (row // look.rows), _TOP - _LEADING * (row % look.rows)
                if look.dots and role == "LI" and at == 0:
                    drawn.append(f"{left - 10} {height + 2} 4 4 re f")
                lines.append(f"BT /F1 {_SIZE} Tf {left} {height} Td ({escaped(words)}) Tj ET")
                row += 1
            mark = sum(kid.count("/NonStruct") for kid in kids) + len(marks)
            marks.append(f"<< /S /NonStruct /Pg 6 0 R /K {mark} >>")
            drawn += [f"/NonStruct << /MCID {mark} >> BDC", *lines, "EMC"] if look.tagged else lines
        inside = f"/S /{role} /K [{' '.join(marks)}]"
        kids.append(f"<< /S /L /K [<< {inside} >>] >>" if role == "LI" else f"<< {inside} >>")
    for words, height in [(look.footer, 20), (look.untagged_text, _TOP - _LEADING // 2)]:
        drawn += [f"BT /F1 {_SIZE} Tf 300 {height} Td ({escaped(words)}) Tj ET"] * bool(words)
    return pdf(
        ["\n".join(drawn)],
        ["<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"],
        [look.tree or f"<< /Type /StructTreeRoot /K [{' '.join(kids)}] >>"],
        "/StructTreeRoot 4 0 R" if look.tagged else "",
    )


def _lines(data: bytes) -> list[str]:
    text, _ = conversion.to_text(data, "lam.en.pdf")
    assert text is not None
    return [line.rstrip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize(
    "look", [Look(), Look(rows=4), Look(dots=True)], ids=["one column", "two columns", "with dots"]
)
def test_the_tags_of_a_print_are_its_markdown(look):
    assert _lines(_pdf([*_HEAD, *_ITEMS], look)) == [
        "# Lamplight Release Notes",
        "## Card-Specific Notes",
        "Lamp Warden",
        "{1}{W}",
        "Creature",
        "- A lamp burns for as long as a warden keeps the watch on the wall.",
        "- Lamps count once.",
    ]


def test_a_line_below_the_tagged_text_is_left_out_and_said():
    text, problems = conversion.to_text(_pdf(_HEAD, Look(footer="Page 1 of 1")), "lam.en.pdf")
    assert text is not None
    assert "Page" not in text
    assert "1 line at the heads and feet of pages left out: 'Page # of #'" in problems[0].message


def test_a_few_letters_without_a_tag_amid_the_text_are_left_out_and_said():
    data = _pdf([*_HEAD, *_ITEMS * 5], Look(untagged_text="Wick"))
    text, problems = conversion.to_text(data, "lam.en.pdf")
    assert text is not None
    assert "Wick" not in text
    assert ["'Wick'" in problem.message for problem in problems] == [True]


@pytest.mark.parametrize(
    "look",
    [
        Look(untagged_text="Nobody tagged the keepers of this lamp"),
        Look(tree="<< /Type /StructTreeRoot /K [4 0 R] >>"),
        Look(tree="<< /Type /StructTreeRoot /K [<< /S /P >>] >>"),
        Look(tree="<< /Type /StructTreeRoot /K 99 0 R >>"),
        Look(tree="[1 2]"),
    ],
    ids=["that miss a text", "in a circle", "without letters", "that are lost", "that are no tree"],
)
def test_tags_of_no_use_lose_no_text(look):
    words = " ".join(_lines(_pdf([*_HEAD, *_ITEMS], look))).split()
    printed = " ".join(
        [text for _, texts in [*_HEAD, *_ITEMS] for text in texts] + [look.untagged_text]
    ).split()
    assert sorted(words) == sorted(printed)


def test_tags_that_cut_sentences_are_of_no_use():
    cut = [
        ("P", [words])
        for words in [
            "A lamp burns for as long as",
            "the watch on the wall",
            "is kept by a warden.",
        ]
    ]
    assert _lines(_pdf(cut, Look())) == _lines(_pdf(cut, Look(tagged=False)))


def test_drawn_dots_are_bullets_without_tags():
    lines = _lines(_pdf([*_HEAD, *_ITEMS], Look(tagged=False, dots=True)))
    assert lines[-2:] == [
        "- A lamp burns for as long as a warden keeps the watch on the wall.",
        "- Lamps count once.",
    ]


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        (
            "A warden keeps one kind of lamp—\nthe oldest.",
            "A warden keeps one kind of lamp—the oldest.",
        ),
        (
            "A lamp—or two—burns for each kind\n—even the oldest.",
            "A lamp—or two—burns for each kind—even the oldest.",
        ),
        (
            'Each warden has the ability "\n{T}: Light."',
            'Each warden has the ability "{T}: Light."',
        ),
        ("Pay the cost of the lamp, {2}\n{W}, again.", "Pay the cost of the lamp, {2}{W}, again."),
        (
            "Each warden has a lamp -\n- even the oldest.",
            "Each warden has a lamp -- even the oldest.",
        ),
        (
            "Each of the creatures gets +1/-\n1 until end of turn.",
            "Each of the creatures gets +1/-1 until end of turn.",
        ),
    ],
)
def test_a_browser_breaks_lines_at_places_without_a_space(printed, text):
    assert _lines(_pdf([*_HEAD, ("P", [printed])], Look()))[-1] == text
