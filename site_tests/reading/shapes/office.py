"""The invented document as a Word document: with lists or typed bullets, with cards in tables or in
text boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from .model import MODEL, Card, Part, Printed, printed, printed_card
from .packing import BULLET, word, word_paragraph

_HEAD = (Part.NAME, Part.COST, Part.TYPE, Part.STATS)


def docx(
    mark: str | None = None,
    cards: Callable[[Card, Callable[[Printed], str]], str] | None = None,
    before: str = "",
    after: str = "",
) -> bytes:
    """Return the document. ``mark`` is typed before each ruling; without one, rulings are the
    entries of a list.

    ``cards`` makes the body of one card; ``before`` and ``after`` are put around all of them.
    """
    paragraph = partial(_paragraph, mark)
    found = list(printed())
    if cards is None:
        return word("".join(map(paragraph, found)))
    first = next(at for at, each in enumerate(found) if each.part is Part.NAME)
    return word(
        f"{''.join(map(paragraph, found[:first]))}{before}"
        f"{''.join(cards(card, paragraph) for card in MODEL.cards)}{after}"
    )


def _paragraph(mark: str | None, paragraph: Printed) -> str:
    if paragraph.part is not Part.RULING:
        return word_paragraph(paragraph.text)
    return (
        word_paragraph(paragraph.text, BULLET)
        if mark is None
        else word_paragraph(mark + paragraph.text)
    )


def _cells(parts: Sequence[Sequence[Printed]], paragraph: Callable[[Printed], str]) -> str:
    """Return a row of a table."""
    cells = ("".join(map(paragraph, cell)) or "<w:p/>" for cell in parts)
    return f"<w:tr>{''.join(f'<w:tc>{cell}</w:tc>' for cell in cells)}</w:tr>"


def _split(card: Card) -> tuple[list[Printed], list[Printed]]:
    """Return what is printed of a card, and its rulings."""
    found = list(printed_card(card))
    return [each for each in found if each.part is not Part.RULING], [
        each for each in found if each.part is Part.RULING
    ]


def row_of_five(card: Card, paragraph: Callable[[Printed], str]) -> str:
    """Return a row with a cell for the name, the cost, the type, the text and the rulings; further
    faces are with the text.
    """
    front, rulings = _split(card)
    turn = next((at for at, each in enumerate(front) if each.part is Part.TURN), len(front))
    own = [[each for each in front[:turn] if each.part is part] for part in (Part.NAME, Part.COST)]
    types = [each for each in front[:turn] if each.part in (Part.TYPE, Part.STATS)]
    return _cells(
        [
            *own,
            types,
            [each for each in front[:turn] if each.part not in _HEAD] + front[turn:],
            rulings,
        ],
        paragraph,
    )


def row_of_two(card: Card, paragraph: Callable[[Printed], str]) -> str:
    """Return a row with the card in one cell, and its rulings in the other."""
    return _cells(_split(card), paragraph)


def table_of_card(card: Card, paragraph: Callable[[Printed], str]) -> str:
    """Return a table with two cells a row: the name and the cost, the type and the size, the text;
    its rulings are below.
    """
    front, rulings = _split(card)
    rows: list[list[list[Printed]]] = []
    for each in front:
        second = each.part in (Part.COST, Part.STATS)
        if second:
            rows[-1].append([each])
        elif each.part in (Part.ABILITY, Part.MODE) and rows[-1][0][0].part in (
            Part.ABILITY,
            Part.MODE,
        ):
            rows[-1][0].append(each)
        else:
            rows.append([[each]])
    return (
        f"<w:tbl>{''.join(_cells(row, paragraph) for row in rows)}</w:tbl>"
        f"{''.join(map(paragraph, rulings))}"
    )


def text_box(card: Card, paragraph: Callable[[Printed], str]) -> str:
    """Return a text box with the card, and its rulings below."""
    front, rulings = _split(card)
    box = (
        "<w:pict><v:shape><v:textbox><w:txbxContent>"
        f"{''.join(map(paragraph, front))}</w:txbxContent></v:textbox></v:shape></w:pict>"
    )
    return f"<w:p><w:r>{box}</w:r></w:p>{''.join(map(paragraph, rulings))}"


def card_of_lines(card: Card, paragraph: Callable[[Printed], str]) -> str:
    """Return a card whose lines are one paragraph with line breaks, and its rulings."""
    front, rulings = _split(card)
    return word_paragraph("\n".join(each.text for each in front)) + "".join(map(paragraph, rulings))


_HEADER = "".join(
    f"<w:tc>{word_paragraph(text)}</w:tc>"
    for text in ("Card", "Mana Cost", "Card Type", "Text", "Rulings")
)
_TABLE = {"before": "<w:tbl>", "after": "</w:tbl>"}


def documents() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each document, and what makes it."""
    marks: Mapping[str, str | None] = {
        "lists": None, "typed dots": "• ", "typed dots and tabs": "•\t", "typed hyphens": "- ",
        "typed dashes": "– ", "middle dots": "·\t", "stars": "* ",
    }  # fmt: skip
    for name, mark in marks.items():
        yield name, partial(docx, mark)
        yield f"{name}, cards with line breaks", partial(docx, mark, card_of_lines)
    for name, mark in (("lists", None), ("typed dots", "• "), ("typed hyphens", "- ")):
        yield f"a row of five cells a card, {name}", partial(docx, mark, row_of_five, **_TABLE)
        yield f"a row of two cells a card, {name}", partial(docx, mark, row_of_two, **_TABLE)
        yield f"a table a card, {name}", partial(docx, mark, table_of_card)
        yield f"a text box a card, {name}", partial(docx, mark, text_box)
    heading = {"before": f"<w:tbl><w:tr>{_HEADER}</w:tr>", "after": "</w:tbl>"}
    yield "a row of five cells a card, with a heading", partial(docx, None, row_of_five, **heading)
    yield "a row of five cells a card, no bullets", partial(docx, "", row_of_five, **_TABLE)
