"""The box of a card: its faces, and the text that they share.

A face is its name with its cost, its type line ``{.type}``, its rules text, and its numbers
``{.stats}``. ``---`` parts faces, and ``***`` the text that they share. A ``{.side}`` is the side
of a double-faced card, and ``{.printed-in}`` names the document that prints the card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import attributes, inline
from .attributes import start, tag
from .rulings import Box

if TYPE_CHECKING:
    from .pages import Pages

_FACES, _SHARED = "\n\n---\n\n", "\n\n***\n\n"
_COST = re.compile(r"(?<= )(?:\{[^{}\s=#.][^{}\s=]*\})+$")
_LOYALTY = re.compile(r"\\?([+−–-] ?(?:\d+|X)|0)(?=\s?: )")
_STATS = ".stats"
_KINDS = {
    ".type": ".face-type",
    _STATS: ".face-stats",
    ".side": ".face-side",
    ".remark": ".card-shared .card-remark",
    ".printed-in": ".printed-in",
}
"""The classes of facts, and those of their elements."""
_OURS = (".side", ".printed-in")
"""The facts in the language of the page."""


def card(pages: Pages, box: Box) -> str:
    """Return a card."""
    values = attributes.read(box.attributes)
    kinds = values.pop("class", "").split()
    before, _, shared = "\n\n".join(box.blocks).partition(_SHARED)
    faces = [face.split("\n\n") for face in before.split(_FACES)]
    names = ["card", *(["card-faces"] if len(faces) > 1 else [])]
    names += [kind for kind in kinds if kind.startswith("band-")]
    html = [tag("div", {"class": " ".join(names), **values})]
    if len(faces) > 1 and faces[0][0].startswith("# "):
        html.append(pages.heading("h1", faces[0].pop(0)[2:], ".unseen", linked=False))
    for number, face in enumerate(faces, 1):
        whole = f"#face-{number}" if "whole" in kinds else ""
        body = _face(pages, face, "face-rules", named=False)
        html.append(f"{start('div', f'.face {whole}')}{body}</div>")
    html.append(_face(pages, shared.split("\n\n"), "card-shared face-rules", named=True))
    return f"{''.join(html)}</div>"


def abilities(pages: Pages, box: Box) -> str:
    """Return a box of rules text without its card."""
    html = "".join(_ability(pages, block) for block in box.blocks)
    return f"{start('div', f'.abilities {box.attributes}')}{html}</div>"


def _face(pages: Pages, blocks: Iterable[str], rules_class: str, *, named: bool) -> str:
    """Return the blocks of a face, or those that faces share, which are ``named`` already."""
    html: list[str] = []
    rules: list[str] = []
    at = 0
    for block in filter(None, blocks):
        text, listed = attributes.split(block)
        kind = listed.partition(" ")[0]
        if kind in _KINDS:
            html.append(_fact(pages, kind, text, listed.removeprefix(kind)))
        elif not named:
            named = True
            html.append(f'<div class="face-head">{_head(pages, text, listed)}</div>')
        else:
            at = at if rules else len(html)
            rules.append(_ability(pages, block))
    if rules:
        html.insert(at, f'<div class="{rules_class}">{"".join(rules)}</div>')
    return "".join(html)


def _head(pages: Pages, text: str, listed: str) -> str:
    """Return the name of a face, and its cost."""
    cost = _COST.search(text)
    name = text[: cost.start()] if cost else text
    kind = f".face-name {listed}"
    if name.startswith("# "):
        html = pages.heading("h1", name[2:], kind, linked=False)
    else:
        html = f"{start('p', kind)}{pages.text(name)}</p>"
    symbols = inline.symbols(pages.words, cost[0]) if cost else ""
    return f"{html} " + (f'<p class="face-cost">{symbols}</p>' if cost else "")


def _fact(pages: Pages, kind: str, text: str, listed: str) -> str:
    html = pages.text(text)
    lang = f"lang={pages.words.lang}" if kind in _OURS else ""
    if kind == _STATS:  # each number has an element, with its label
        html, *numbers = html.split("<strong>")
        for number in numbers:
            label, _, value = number.partition("</strong>")
            label = f'<span class="stat-label">{label}</span>'
            html += f'<span class="stat">{label}{value.rstrip(" ")}</span> '
    return f"{start('p', f'{_KINDS[kind]} {listed} {lang}')}{html}</p>"


def _ability(pages: Pages, block: str) -> str:
    """Return a paragraph of rules text.

    The cost of a loyalty ability is an image whose shape points up, down or nowhere. Reminders are
    marked.
    """
    words = pages.words
    cost = _LOYALTY.match(block)
    if not cost:
        text, listed = attributes.split(block)
        html = inline.html(words, text.strip(" \n"), reminders=True)
        return f"{start('p', listed)}{html}</p>"
    way = {"0": "even", "+": "up"}.get(cost[1][0], "down")
    image = inline.image(words, f"loyalty {way}", f"{words['loyalty']} {cost[1]}", cost[1])
    return f"<p>{image}{inline.html(words, block[cost.end() :], reminders=True)}</p>"
