"""The invented document as web pages of an archive: in paragraphs, line breaks, lists, tables,
tiles, with the boilerplate of a site.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape

from .model import MODEL, TITLE, Card, Part, Printed, printed, printed_card

LATEST = ("A look behind the lanterns", "Ten decks for the fen", "Where the oil comes from")
_LINKS = "".join(
    f'<li><a href="/articles/{number}">{title}</a></li>' for number, title in enumerate(LATEST)
)
_SHARE = (
    '<p><a href="https://social.example/share?u=1">Share</a> <a'
    ' href="https://chirp.example/post?u=1">Chirp</a> <a href="mailto:?subject=notes">Mail</a></p>'
)
_COOKIES = (
    '<div class="cookie-bar"><p>We use cookies to count visits.</p><p><a'
    ' href="/privacy">Privacy</a></p><button>Accept</button></div>'
)
_HEADER = (
    '<header><a href="/">Aldermoor Archive</a><form><input'
    ' name="q"><button>Search</button></form></header>'
)
_NAV = '<nav><ul><li><a href="/">Home</a></li><li><a href="/articles">Articles</a></li></ul></nav>'
_ASIDE = "<aside><h3>Follow us</h3><p>Letters once a month.</p></aside>"
_FOOTER = "<footer><p>Imprint and privacy</p><p>© 2026 the archive</p></footer>"
Body = Callable[[], str]


def page(body: Body, around: str = "<article>{}</article>") -> bytes:
    """Return a page of a site with this body, which is put into ``around``."""
    latest = f"<h3>Latest articles</h3><ul>{_LINKS}</ul>"
    content = around.format(f"{_SHARE}{body()}{_SHARE}{latest}")
    head = (
        f"<head><title>{TITLE} | Aldermoor Archive</title><style>p {{ margin: 0 }}</style></head>"
    )
    return (
        f"<!doctype html><html>{head}<body>{_COOKIES}{_HEADER}{_NAV}{content}{_ASIDE}{_FOOTER}"
        "<script>go()</script></body></html>"
    ).encode()


def bare(body: Body) -> bytes:
    """Return a page whose boilerplate is known by its classes alone."""
    parts = [
        '<div id="top-nav"><a href="/">Home</a> <a href="/articles">Articles</a></div>',
        '<div class="breadcrumbs">Home › Articles › Notes</div>',
        _COOKIES,
        f'<div class="share-buttons">Share this: {_SHARE}</div>',
        f"<div class='text'>{body()}</div>",
        (
            '<div class="relatedArticles"><h3>Latest articles</h3><p>Read'
            f" on:</p><ul>{_LINKS}</ul></div>"
        ),
        '<div class="site-footer">Imprint and privacy</div>',
    ]
    return (
        f"<!doctype html><html><head><title>{TITLE}</title></head><body>{''.join(parts)}"
        "</body></html>"
    ).encode()


def paragraphs() -> str:
    """Return paragraphs, cards with line breaks, and lists of rulings."""
    return _written(printed())


def breaks() -> str:
    """Return one block in which line breaks alone part the paragraphs."""
    lines = (
        f"{'<br>' if piece.entry else ''}{'- ' if piece.part is Part.RULING else ''}"
        f"{escape(piece.text)}"
        for piece in printed()
    )
    return f"<div>{'<br>'.join(lines)}</div>"


def double_breaks() -> str:
    """Return one paragraph in which empty lines part the paragraphs; a card's head has single line
    breaks.
    """
    text = ""
    for piece in printed():
        tight = piece.part in (Part.COST, Part.TYPE, Part.STATS)
        text += (
            f"{'<br/>' if tight else '<br/><br/>'}\n"
            f"{'• ' if piece.part is Part.RULING else ''}{escape(piece.text)}"
        )
    return f"<p>{text}</p>"


def soup() -> str:
    """Return blocks without any meaning, nested for looks."""
    lines = (
        f"{'• ' if piece.part is Part.RULING else ''}{escape(piece.text)}" for piece in printed()
    )
    return "".join(f"<div><div class='row'><span>{line}</span></div></div>" for line in lines)


def nested_lists() -> str:
    """Return a list of cards, each entry with the list of its rulings."""
    cards = (f"<li>{_front(card)}{_rulings(card)}</li>" for card in MODEL.cards)
    return f"{_general()}<ul>{''.join(cards)}</ul>"


def definitions() -> str:
    """Return a list of terms, the cards, each with the definition that its rulings are."""
    cards = (f"<dt>{_front(card)}<dd>{_rulings(card)}" for card in MODEL.cards)
    return f"{_general()}<dl>{''.join(cards)}</dl>"


def tiles() -> str:
    """Return a tile for each card, its cost drawn by a font."""
    return _general() + "".join(
        f"<div class='tile'>{''.join(map(_tile_part, _front_parts(card)))}{_rulings(card)}</div>"
        for card in MODEL.cards
    )


def articles() -> str:
    """Return each card as an article of its own."""
    return _general() + "".join(
        f"<article><p>{_front(card)}</p>{_rulings(card)}</article>" for card in MODEL.cards
    )


def lines() -> str:
    """Return each paragraph by itself."""
    return "".join(map(_block, printed()))


def table_rows() -> str:
    """Return a table with a row for each card, and a cell for the card and for its rulings."""
    return _table([f"<p>{_front(card)}</p>", _rulings(card)] for card in MODEL.cards)


def rows_of_five() -> str:
    """Return a table with cells for the name, the cost, the type, the text and the rulings of each
    card; further faces are with the text.
    """
    rows = []
    for card in MODEL.cards:
        parts = _front_parts(card)
        turn = next((at for at, piece in enumerate(parts) if piece.part is Part.TURN), len(parts))
        cells: dict[Part, list[Printed]] = {Part.NAME: [], Part.COST: [], Part.TYPE: []}
        others: list[Printed] = []
        for piece in parts[:turn]:
            part = Part.TYPE if piece.part is Part.STATS else piece.part
            cells.get(part, others).append(piece)
        rows.append(
            ["".join(map(_block, cell)) for cell in (*cells.values(), [*others, *parts[turn:]])]
            + [_rulings(card)]
        )
    return _table(rows)


def tables_of_cards() -> str:
    """Return a table for each card: its cost beside its name, its size beside its type; and its
    rulings below.
    """
    tables = []
    for card in MODEL.cards:
        rows: list[list[str]] = []
        for piece in _front_parts(card):
            if piece.part in (Part.COST, Part.STATS):
                rows[-1].append(_block(piece))
            else:
                rows.append([_block(piece)])
        tables.append(_rows(rows) + _rulings(card))
    return _general() + "".join(tables)


def text_boxes() -> str:
    """Return each card as an aside, and its rulings below."""
    return _general() + "".join(
        f"<aside>{''.join(map(_block, _front_parts(card)))}</aside>{_rulings(card)}"
        for card in MODEL.cards
    )


def boxes() -> str:
    """Return a table for each card, with a row for each line, and its rulings below."""
    return _general() + "".join(
        _rows([escape(piece.text)] for piece in _front_parts(card)) + _rulings(card)
        for card in MODEL.cards
    )


def old_page() -> str:
    """Return a page of 2002: everything in one table that lays out the page."""
    links = "<br>".join(
        f'<a href="/a/{number}.asp">{title}</a>' for number, title in enumerate(LATEST)
    )
    return (
        f'<table width="100%"><tr><td valign="top">{links}</td><td>{paragraphs()}</td></tr></table>'
    )


def _written(parts: Iterable[Printed]) -> str:
    """Return the parts: runs of rulings are lists, cards are blocks of lines."""
    text = ""
    run: list[str] = []
    rulings: list[str] = []

    def closed() -> str:
        html = f"<p>{'<br>'.join(run)}</p>" if run else ""
        html += f"<ul>{''.join(rulings)}</ul>" if rulings else ""
        run.clear()
        rulings.clear()
        return html

    headings = {Part.TITLE: "h1", Part.HEADING: "h2", Part.SECTION: "h3"}
    for piece in parts:
        if piece.part is Part.RULING:
            rulings.append(f"<li>{escape(piece.text)}</li>")
            continue
        if rulings or piece.entry or piece.part is Part.PLAIN or not run:
            text += closed()
        if piece.part in headings:
            text += f"<{headings[piece.part]}>{escape(piece.text)}</{headings[piece.part]}>"
        else:
            run.append(escape(piece.text))
    return text + closed()


def _general() -> str:
    parts = list(printed())
    return _written(parts[: next(at for at, piece in enumerate(parts) if piece.part is Part.NAME)])


def _front_parts(card: Card) -> list[Printed]:
    return [piece for piece in printed_card(card) if piece.part is not Part.RULING]


def _front(card: Card) -> str:
    return "<br>".join(escape(piece.text) for piece in _front_parts(card))


def _rulings(card: Card) -> str:
    return f"<ul>{''.join(f'<li>{escape(ruling.text)}</li>' for ruling in card.rulings)}</ul>"


def _block(piece: Printed) -> str:
    tag = "li" if piece.part is Part.RULING else "p"
    return f"<{tag}>{escape(piece.text)}</{tag}>"


def _table(rows: Iterable[Sequence[str]]) -> str:
    return _general() + _rows(rows)


def _rows(rows: Iterable[Sequence[str]]) -> str:
    cells = (f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{''.join(cells)}</table>"


def name_of(body: Body) -> str:
    """Return what a body is, in words."""
    return body.__name__.replace("_", " ")


def _tile_part(piece: Printed) -> str:
    if piece.part is Part.COST:
        drawn = re.sub(
            r"\{(\w)\}",
            lambda code: f'<i class="ms ms-{code[1].lower()} ms-cost"></i>',
            piece.text,
        )
        return f"<span class='cost'>{drawn}</span>"
    return f"<div class='{piece.part.name.lower()}'>{escape(piece.text)}</div>"


def pages() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each page, and what makes it."""
    bodies = (
        paragraphs,
        breaks,
        double_breaks,
        soup,
        nested_lists,
        definitions,
        tiles,
        articles,
        table_rows,
        rows_of_five,
        tables_of_cards,
        boxes,
        old_page,
    )
    for body in bodies:
        name = name_of(body)
        yield f"{name} in an article", partial(page, body)
        yield f"{name} in a block", partial(page, body, "<div>{}</div>")
        yield f"{name}, boilerplate by class", partial(bare, body)
