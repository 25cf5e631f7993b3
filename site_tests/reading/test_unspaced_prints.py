"""PDFs in a script without spaces: the lines of a paragraph are joined, and those of a card's head
are not.
"""

from rulebinder.reading.formats import conversion

from .shapes.packing import pdf

_SIZE, _LEADING, _GAP = 10, 14, 30
_FONT = (
    "<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UCS2-H"
    " /DescendantFonts [4 0 R] >>"
)
_PARTS_OF_FONT = (
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /DW 1000 /FontDescriptor 5 0 R"
    " /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 0 >> >>",
    "<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -120 1000 880] /Ascent 880"
    " /Descent -120 >>",
)


def _pdf(paragraphs: list[list[str]]) -> bytes:
    """A page of Chinese: each line a string at the left margin, a gap between paragraphs."""
    drawn, height = [], 800
    for paragraph in paragraphs:
        for line in paragraph:
            drawn.append(
                f"BT /F1 {_SIZE} Tf 50 {height} Td <{line.encode('utf-16-be').hex()}> Tj ET"
            )
            height -= _LEADING
        height -= _GAP - _LEADING
    return pdf(["\n".join(drawn)], [_FONT], _PARTS_OF_FONT)


def test_a_type_line_is_not_joined_to_the_ability_below_it():
    lamps = "灯" * 40
    card = ["守灯人", "{二}{蓝}", "结界", f"每当{lamps}多灯照亮它", "油灯熄灭。"]
    notes = [[f"{lamps}以及其他的", "灯。还有一盏。"], [f"{lamps}它们还有一盏灯", "在这里。"]]
    text, _ = conversion.to_text(_pdf([card, *notes]), "lam.zh-Hans.pdf")
    assert text is not None
    assert [line for line in text.splitlines() if line] == [
        "守灯人",
        "{二}{蓝}",
        "结界",
        f"每当{lamps}多灯照亮它油灯熄灭。",
        f"{lamps}以及其他的灯。还有一盏。",
        f"{lamps}它们还有一盏灯在这里。",
    ]
