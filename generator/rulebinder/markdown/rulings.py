"""The box of an entry's rulings: each has its number, its permanent link, and the line that says
where it is from.

The ``entries`` of the page's front matter have the facts of each entry. Without them, a ruling has
only its number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from . import attributes
from .attributes import Attributes, escaped, start, tag
from .lines import line

if TYPE_CHECKING:
    from .pages import Pages

Facts = Mapping[str, Any]
"""The facts of an entry: ``name``, ``code``, ``set``, ``of`` and more; see
:mod:`rulebinder.pages.parts.entry_facts`.
"""
_FOOT = re.compile('<[a-z]+ class="(?:verdict|quiet|family|family wordings|versions)"')
"""What follows the words of a ruling."""
_PARAGRAPH = {"class": "paragraph"}
_BESIDE = '<div class="beside '
_SOURCE = ("name", "set", "language", "published")


class Box(NamedTuple):
    """A box ``/// name | label {attributes}``, and the blocks in it."""

    name: str
    label: str
    attributes: str
    blocks: list[str]


def notes(pages: Pages, box: Box) -> str:
    """Return the box of the entry whose facts have the key that is the label of ``box``."""
    facts: Facts = pages.entries.get(box.label, {})
    lang = attributes.read(box.attributes).get("lang", pages.words.lang)
    data = _source(facts, lang)
    if "code" in facts:
        data |= {"data-code": facts["code"], "data-of": str(facts["of"])}
    switch = _switch(pages, box.label, facts["beside"]) if facts.get("beside") else ""
    before, pages.notes = pages.notes, (facts, lang)
    html = f"{start('div', box.attributes)}{pages.inside(box.blocks)}</div>"
    pages.notes = before
    return f"{tag('div', {'class': 'notes', **data})}{switch}{html}</div>"


def ruling(pages: Pages, number: str | None, values: Attributes, blocks: list[str]) -> str:
    """Return a ruling as an item of a list; without a ``number`` a paragraph that leads in to a
    section, which has a permanent link, too.
    """
    words = pages.words
    name, kind = ("li", {"class": "ruling", "value": number}) if number else ("div", _PARAGRAPH)
    revised, also = values.pop("revised", ""), values.pop("also", "").split()
    is_noticed = values.pop("class", None) == "noticed"
    facts, lang = pages.notes or ({}, "")
    own, anchor = values.get("lang", lang), values.get("id", "")
    part = number or anchor.rpartition("-")[2]
    data: Attributes = {}
    if short := _of(facts, own).get("short"):
        data["data-short"] = f"{short}{part}{'/' if short.endswith('/') else ''}"
    if revised or own != lang:
        data |= _source(facts, own) | ({"data-revised": revised} if revised else {})
    html = [tag(name, kind | values | data)]
    html += [f"{start('span', f'.anchor #{place}')}</span>" for place in also]
    if "code" in facts:
        html.append(_origin(pages, facts, number, revised))
    label = words.say("ruling_link", number=number) if number else words["paragraph_link"]
    href = f"{facts['place']}{part}" if "place" in facts else f"#{anchor}"
    link = {"class": "ruling-number", "href": href, "aria-label": label, "title": label}
    html += [f"{tag('a', link)}{number or '¶'}</a>", '<div class="ruling-text">']
    if is_noticed and blocks:
        html.append(f"{line(words, 'p', blocks[0], f'.notice lang={words.lang}')}\n")
    elements = pages.elements(blocks[is_noticed:], "ruling-text")
    return "".join([*html, *_parted(elements, words.lang, revised), f"</{name}>"])


def _parted(elements: list[str], lang: str, revised: str) -> list[str]:
    """Return the ``elements`` of a ruling with its foot, and its text in other languages behind
    it.
    """
    beside = [element for element in elements if element.startswith(_BESIDE)]
    text = [element for element in elements if not element.startswith(_BESIDE)]
    at = next((at for at, element in enumerate(text) if _FOOT.match(element)), len(text))
    foot = text[at:]
    if revised:
        foot = [f'<p class="quiet">{escaped(revised[:1].upper() + revised[1:])}</p>', *foot]
    if foot:
        foot = [start("div", f".ruling-foot lang={lang}"), *foot, "</div>"]
    return [*text[:at], *foot, "</div>", *beside]


def _origin(pages: Pages, facts: Facts, number: str | None, revised: str) -> str:
    """Return the line for a reader who follows a link.

    Only the ruling that the address names shows it.
    """
    words = pages.words
    name = _phrase(facts["name"], facts.get("name_lang"))
    if number:
        count = words.say("have_of", have=words.number(int(number)), of=str(facts["of"]))
        name += f" <span>{escaped(count)}</span>"
    plate = f'<span aria-hidden="true" class="plate">{escaped(facts["code"])}</span>'
    html = [
        start("p", f".origin lang={words.lang}"),
        f'<span class="origin-name">{name}</span> ',
        f"<span>{plate} {_phrase(facts['set'], facts.get('set_lang'))}</span> ",
    ]
    days = (facts.get("published"), revised, facts.get("newer"))
    html += [f"<span>{escaped(day)}</span> " for day in days if day]
    if notice := facts.get("notice"):
        html.append(f'<span class="tag">{escaped(notice)}</span> ')
    return f"{''.join(html)}</p>"


def _switch(pages: Pages, key: str, languages: list[str]) -> str:
    """Return radio buttons for the languages beside.

    Styles alone act on them, so they need no scripts.
    """
    words = pages.words
    html = [f'<fieldset class="switch"><legend>{escaped(words["beside"])}</legend> ']
    for number, language in enumerate([words["beside_none"], *languages]):
        pick = f".pick .pick-{number}" if number else "checked=checked"
        button = start("input", f"type=radio name=beside-{key} {pick}")
        html.append(f"<label>{button} {escaped(language)}</label> ")
    return f"{''.join(html)}</fieldset>"


def _of(facts: Facts, lang: str) -> Facts:
    languages: Mapping[str, Facts] = facts.get("langs", {})
    return languages.get(lang, {})


def _source(facts: Facts, lang: str) -> Attributes:
    """Return the source of a quotation: the names are in the language of the ruling."""
    source = _of(facts, lang)
    return {f"data-{name}": str(source[name]) for name in _SOURCE if source.get(name)}


def _phrase(text: str, lang: str | None) -> str:
    """Return a text that may be in another language."""
    return f"{start('span', f'lang={lang}')}{escaped(text)}</span>" if lang else escaped(text)
