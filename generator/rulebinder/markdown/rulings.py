"""The box of an entry's rulings: each has its number, its permanent link, and the line that says
where it is from.

The ``entries`` of the page's front matter have the facts of each entry. Without them, a ruling has
only its number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from . import attributes, inline
from .attributes import escaped, start, tag
from .lines import line, parts

if TYPE_CHECKING:
    from ..pages.words import Words
    from .pages import Pages

Facts = Mapping[str, Any]
"""The facts of an entry: see :mod:`rulebinder.pages.parts.arrangement`."""
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
    lang = attributes.read(listed).get("lang", pages.words.lang)
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
    words, entry, values = pages.words, pages.entry, attributes.read(listed)
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
    html = inline.html(words, name)
    if number:
        count = words.say("have_of", have=words.number(int(number)), of=entry.facts["of"])
        html += f" <span>{escaped(count)}</span>"
    html = f'<span class="origin-name">{html}</span> {parts(words, before)}'
    html += f"<span>{escaped(revised)}</span> " if revised else ""
    return f"{start('p', f'.origin lang={words.lang}')}{html}{parts(words, after)}</p>"
