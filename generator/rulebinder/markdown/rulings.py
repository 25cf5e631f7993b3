"""The box of an entry's rulings: each has its number, its permanent link, and the line that says
where it is from.

The ``entries`` of the page's front matter have the facts of each entry. Without them, a ruling has
only its number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from . import inline
from .inline import escaped, line, parts, start, tag

if TYPE_CHECKING:
    from ..pages.words import Words
    from .pages import Pages
if TYPE_CHECKING:
    from .pages import Pages


Facts = Mapping[str, Any]
"""The facts of an entry: see :func:`.entry_facts`."""
_FOOT = re.compile('<[a-z]+ class="(?:verdict|quiet|family|family wordings|versions)"')
"""What follows the words of a ruling."""
_BESIDE = '<div class="beside '


class EntryBox(NamedTuple):
    """An entry whose rulings are read."""

    key: str
    """The key of its facts, and the beginning of the ids of its rulings."""
    lang: str
    facts: Facts


NO_ENTRY = EntryBox("", "", {})


def notes(pages: Pages, key: str, listed: str, blocks: list[str]) -> str:
    """Return the box of the entry that has this key."""
    facts: Facts = pages.front.get("entries", {}).get(key, {})
    lang = inline.read(listed).get("lang", pages.words.lang)
    around, pages.entry = pages.entry, EntryBox(key, lang, facts)
    html = f"{start('div', listed)}{pages.inside(blocks)}</div>"
    pages.entry = around
    data = {"class": "notes", **facts.get("sources", {}).get(lang, {}), **facts.get("data", {})}
    switch = pages.draw["switch"]({"key": key, **facts}) if "beside" in facts else ""
    return f"{tag('div', data)}{switch}{html}</div>"


def ruling(pages: Pages, name: str, number: str, listed: str, blocks: list[str]) -> str:
    """Return a ruling as an item of a list, ``li``; as a ``div``, it is a paragraph that leads in
    to a section, whose number is not shown.
    """
    words, entry, values = pages.words, pages.entry, inline.read(listed)
    revised, also = values.pop("revised", ""), values.pop("also", "").split()
    lang, anchor = values.get("lang", entry.lang), f"{entry.key}-{number}"
    values |= {"id": anchor, "class": "paragraph"}
    sign, label = "¶", words["paragraph_link"]
    if name == "li":
        values |= {"class": "ruling", "value": number}
        sign, label = number, words.say("ruling_link", number=number)
    if short := entry.facts.get("short", {}).get(lang):
        values["data-short"] = number.join(short)
    if revised or lang != entry.lang:
        values |= entry.facts.get("sources", {}).get(lang, {})
        values |= {"data-revised": revised} if revised else {}
    html = tag(name, values)
    for place in also:
        html += f"{start('span', f'.anchor #{place}')}</span>"
    if "origin" in entry.facts:
        html += _origin(words, entry, number if name == "li" else "", revised)
    href = entry.facts.get("place", f"#{entry.key}-") + number
    link = {"class": "ruling-number", "href": href, "aria-label": label, "title": label}
    html += f'{tag("a", link)}{sign}</a><div class="ruling-text">'
    if blocks and lang not in (entry.lang, words.lang):  # the first block says so
        html += f"{line(words, 'p', blocks.pop(0), f'.notice lang={words.lang}')}\n"
    return f"{html}{_parted(pages, blocks)}</{name}>"


def _parted(pages: Pages, blocks: list[str]) -> str:
    """Return the ``blocks`` of a ruling with its foot, and its text in other languages behind
    it.
    """
    text, foot, beside = "", "", ""
    for element in pages.elements(blocks, "ruling-text"):
        if element.startswith(_BESIDE):
            beside += element
        elif foot or _FOOT.match(element):
            foot += element
        else:
            text += element
    if foot:
        foot = f"{start('div', f'.ruling-foot lang={pages.words.lang}')}{foot}</div>"
    return f"{text}{foot}</div>{beside}"


def _origin(words: Words, entry: EntryBox, number: str, revised: str) -> str:
    """Return the line for a reader who follows a link.

    Only the ruling that the address names shows it.
    """
    name, before, after = entry.facts["origin"]
    html = inline.as_html(words, name)
    if number:
        count = words.say("have_of", have=words.number(int(number)), of=entry.facts["of"])
        html += f" <span>{escaped(count)}</span>"
    html = f'<span class="origin-name">{html}</span> {parts(words, before)}'
    html += f"<span>{escaped(revised)}</span> " if revised else ""
    return f"{start('p', f'.origin lang={words.lang}')}{html}{parts(words, after)}</p>"


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
    text, listed = inline.split(block)
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
    text, listed = inline.split(block)
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
