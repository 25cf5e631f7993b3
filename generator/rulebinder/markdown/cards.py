"""The box of a card: its faces, and the text that they share.

A face is its name with its cost, its type line, its rules text, and its numbers, which begin with
their labels: ``**Loyalty** 4``. A line before the name is the side of a double-faced card. ``---``
parts faces, and ``***`` the text that they share. ``{.printed-in}`` names the document that prints
the card.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import attributes, inline
from .attributes import start
from .lines import line

if TYPE_CHECKING:
    from .pages import Pages

_FACES, _SHARED = "\n\n---\n\n", "\n\n***\n\n"
_NAME = re.compile(r"# |\[?\*\*")
"""The beginning of a name."""
_COST = re.compile(r"(?<= )(?:\{[^{}\s=#.][^{}\s=]*\})+$")
_LOYALTY = re.compile(r"\\?([+−–-] ?(?:\d+|X)|0)(?=\s?: )")
_REMINDER = re.compile(
    r"(?<!\\)(?P<mark>[*_])\((?:(?!(?P=mark))[^\\]|\\.)*+(?<=\))(?P=mark)"
    r"|(?<![\]\\])\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)",
    re.DOTALL,
)
"""A text in parentheses, emphasized or not. It may have links, and further parentheses."""


def card(pages: Pages, listed: str, blocks: list[str]) -> str:
    """Return a card with these attributes."""
    before, _, shared = "\n\n".join(blocks).partition(_SHARED)
    faces = before.split(_FACES)
    kind = ".card .card-faces" if len(faces) > 1 else ".card"
    html = start("div", f"{kind} {listed.replace('.whole', '')}")
    if len(faces) > 1 and faces[0].startswith("# "):
        heading, _, faces[0] = faces[0].partition("\n\n")
        html += pages.heading("h1", heading[2:], ".unseen")
    for number, face in enumerate(faces, 1):
        anchor = f"#face-{number}" if ".whole" in listed else ""
        html += f"{start('div', f'.face {anchor}')}{_face(pages, face)}</div>"
    html += rules_text(pages, shared.split("\n\n"), "card-shared face-rules")
    return f"{html}</div>"


def _face(pages: Pages, face: str) -> str:
    words, blocks, side = pages.words, [*face.split("\n\n"), "", ""], ""
    if not _NAME.match(face):
        side = line(words, "p", blocks.pop(0), f".face-side lang={words.lang}")
    head, type_line, *text = blocks
    html = f'{side}<div class="face-head">{_head(pages, head)}</div>'
    html += line(words, "p", type_line, ".face-type") if type_line else ""
    return html + rules_text(pages, text, "face-rules")


def _head(pages: Pages, block: str) -> str:
    """Return the name of a face, and its cost."""
    text, listed = attributes.split(block)
    cost = _COST.search(text)
    name = text[: cost.start()] if cost else text
    kind = f".face-name {listed}"
    if name.startswith("# "):
        html = pages.heading("h1", name[2:], kind)
    else:
        html = line(pages.words, "p", name, kind)
    return f"{html} " + (f'<p class="face-cost">{pages.text(cost[0])}</p>' if cost else "")


def rules_text(pages: Pages, blocks: list[str], kind: str) -> str:
    """Return rules text in an element of the class ``kind``, and the facts before and behind it."""
    words, before, rules, behind = pages.words, "", "", ""
    for block in filter(None, blocks):
        if block.endswith("{.card-remark}"):
            before += line(words, "p", block, ".card-shared")
        elif block.endswith("{.printed-in}"):
            behind += line(words, "p", block, f"lang={words.lang}")
        elif block.startswith("**"):
            behind += line(words, "p", block, ".face-stats")
        else:
            rules += _ability(pages, block)
    if rules:
        rules = f'<div class="{kind}">{rules}</div>'
    return f"{before}{rules}{behind}"


def _ability(pages: Pages, block: str) -> str:
    """Return a paragraph of rules text.

    The cost of a loyalty ability is an image whose shape points up, down or nowhere. Reminders are
    marked, unless a parenthesis is lost.
    """
    words, image = pages.words, ""
    text, listed = attributes.split(block)
    if cost := _LOYALTY.match(text):
        way = {"0": "even", "+": "up"}.get(cost[1][0], "down")
        image = inline.image(words, f"loyalty {way}", f"{words['loyalty']} {cost[1]}", cost[1])
        text = text[cost.end() :]
    if text.count("(") == text.count(")"):
        text = _REMINDER.sub(_reminder, text)
    return f"{start('p', listed)}{image}{pages.text(text)}</p>"


def _reminder(parentheses: re.Match[str]) -> str:
    """Return a text in parentheses with its class, unless an emphasis ends or begins in it."""
    text = parentheses[0]
    return text if text.count("*") % 2 or text.count("_") % 2 else f"[{text}]{{.reminder}}"
