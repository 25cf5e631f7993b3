"""Pages: their Markdown becomes HTML, block by block.

In a box of notes, each ruling gets its number, its permanent link, and the line that says where it
is from. The ``entries`` of the page's front matter have the facts of each entry (see
:func:`.collect_facts`). Without them, a ruling has only its number.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ..pages.words import Words
from .inline import (
    escape,
    image,
    line,
    page_link,
    parse_attributes,
    parts,
    split_attributes,
    start,
    tag,
    to_html,
    with_meanings,
)

Heading = dict[str, Any]
"""The ``level``, ``id`` and ``name`` of a heading, as tables of contents have them."""
DrawForm = Callable[[Mapping[str, Any]], str]
"""Returns the HTML of a form: a search, a filter, or what only scripts fill.

It gets the facts of the form in the page's front matter, or the attributes of its box. A ``<slot>``
in the HTML takes the Markdown of the box.
"""
Blocks = deque[str]
"""The blocks that are not read yet."""
_KINDS = re.compile(
    r"""
    (?P<heading>\#{1,6}[ ]+)
    | (?P<bullets>-[ ])
    | (?P<numbers>\d{1,9}\.[ ]+)
    | (?P<quotation>>)
    | (?P<rows>\|[^\n]*\n[ ]*\|[ :|-]+\|[ ]*(?:\n|$))
    | (?P<box>(?P<fence>/{3,})[ ]?(?P<name>[a-z][\w-]*)[ ]*+(?:\|[ ]*+)?(?P<label>.*)$)
    """,
    re.VERBOSE,
)
"""The beginnings of all blocks but paragraphs."""
_HEADING = re.compile(r"#{1,6} +")
_NUMBER = re.compile(r"(\d{1,9})\. +")
_BULLET = re.compile(r"^- ", re.MULTILINE)
_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_CELL = re.compile(r"(?<!\\)\|")
_TAG = re.compile("<[^>]*>")
_COUNT = re.compile(r"\{\.[\w-]*count\}$")
"""A paragraph that counts what is in a fold."""
_DEEPEST = 20
"""The most boxes and lists within each other. Deeper ones are text, because reading recurses."""
_QUOTABLE = ("ruling-text", "beside", "said")
"""The boxes with the words of rulings.

Their lists have paragraphs, which scripts copy one by one.
"""
_INDENT = 4
"""The spaces before what belongs to an item of a list.

Behind a longer number, they are as many as its characters.
"""
_FOOT = re.compile('<[a-z]+ class="(?:verdict|quiet|family|family wordings|versions)"')
"""What follows the words of a ruling."""
_BESIDE = '<div class="beside '
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


class _NotesBox(NamedTuple):
    """An entry whose rulings are read. A page that has none has no key."""

    key: str = ""
    """The key of its facts, and the beginning of the ids of its rulings."""
    lang: str = ""
    facts: Mapping[str, Any] = {}


class PageReader:
    """Reads pages in the language of ``words``. ``forms`` draw the HTML of forms, by name."""

    def __init__(self, words: Words, forms: Mapping[str, DrawForm] | None = None) -> None:
        self._words = words
        self._forms = forms or {}
        self._front: Mapping[str, Any] = {}
        """The front matter of the page."""
        self._entry = _NotesBox()
        """The entry whose rulings are being read."""
        self._headings: list[Heading] = []
        self._depth = 0
        """The number of boxes and lists around the block that is being read."""

    def convert(self, text: str, front: Mapping[str, Any]) -> tuple[str, list[Heading]]:
        """Return the HTML of a page, and its table of contents.

        ``text`` has one blank line between blocks, and ``front`` is its front matter.
        """
        self._front, self._entry, self._headings, self._depth = front, _NotesBox(), [], 0
        blocks = str(text).strip("\n").split("\n\n")  # a Markup would escape our HTML
        return self._html(blocks), self._headings

    def _html(self, blocks: Iterable[str], around: str = "") -> str:
        """Return ``blocks`` as HTML. ``around`` is the class of the element around them."""
        return "".join(self._elements(blocks, around))

    def _elements(self, blocks: Iterable[str], around: str) -> list[str]:
        rest = deque(filter(None, blocks))
        elements: list[str] = []
        above = ""
        self._depth += 1
        while rest:
            block = rest.popleft()
            if block.startswith("{") and not (alone := split_attributes(block))[0]:
                above += f"{alone[1]} "
            else:
                elements.append(f"{self._element(block, rest, above, around)}\n")
                above = ""
        self._depth -= 1
        return elements

    def _element(self, block: str, rest: Blocks, above: str, around: str) -> str:
        """Return the HTML of ``block``, and of those of the ``rest`` that belong to it. ``above``
        are the attributes before it.
        """
        kind = _KINDS.match(block) if self._depth <= _DEEPEST else None
        match kind and kind.lastgroup:
            case "heading":
                mark, _, text = block.partition(" ")
                return self._heading(f"h{len(mark)}", text, above)
            case "bullets":
                return self._bullets(block, rest, above, quotable=around.startswith(_QUOTABLE))
            case "numbers":
                return self._numbers(block, rest, above)
            case "quotation":
                quoted = self._html(_QUOTED.sub("", block).split("\n\n"))
                return f"{start('blockquote', f'.rules {above}')}{quoted}</blockquote>"
            case "rows":
                return self._table(block, above)
            case "box" if kind:
                return self._box(kind, rest, above)
        return line(self._words, "p", block, above)

    def _text(self, text: str) -> str:
        """Return the HTML of a text within a block."""
        return to_html(self._words, text)

    def _heading(self, name: str, block: str, above: str) -> str:
        """Return a heading, and enter it into the table of contents if it has an id.

        It gets a link to itself, unless it is not shown, or the name of the page in a box.
        """
        text, attributes = split_attributes(block)
        content, values = self._text(text), parse_attributes(f"{above} {attributes}")
        html = f"{tag(name, values)}{content}"
        if anchor := values.get("id"):
            title = _TAG.sub("", content)
            self._headings.append({"level": int(name[1]), "id": anchor, "name": title})
            if (name != "h1" or self._depth == 1) and values.get("class") != "unseen":
                link = {"class": "headerlink", "href": f"#{anchor}"}
                html += f"{tag('a', link | {'title': self._words['permalink']})}#</a>"
        return f"{html}</{name}>"

    def _bullets(self, block: str, rest: Blocks, above: str, *, quotable: bool) -> str:
        """Return a list of ``- `` items. What is indented below an item belongs to it."""
        items: list[str] = []
        rest.appendleft(block)
        while rest and rest[0].startswith("- "):
            for item in _BULLET.split(rest.popleft())[1:]:
                name = "p" if quotable else "li"
                html = line(self._words, name, item.rstrip(" \n"))
                items.append(f"<li>{html}</li> " if quotable else f"{html} ")
            if below := _take_indented(rest):
                items[-1] = f"{items[-1].removesuffix('</li> ')}\n{self._html(below)}</li> "
        html = with_meanings("".join(items), above.split())
        return f"{start('ul', above)}{html}</ul>"

    def _numbers(self, block: str, rest: Blocks, above: str) -> str:
        """Return a list of numbered items: in a box of notes, of rulings. Each keeps its number."""
        items = ""
        values = parse_attributes(above)
        href = values.pop("href", "")
        rest.appendleft(block)
        while rest and (beginning := _NUMBER.match(rest[0])):
            text, attributes = split_attributes(rest.popleft()[beginning.end() :])
            blocks = [text, *_take_indented(rest, max(beginning.end(), _INDENT))]
            number = str(int(beginning[1]))
            if self._entry.key:
                values["class"] = "rulings"
                items += self._ruling("li", number, attributes, blocks)
                continue
            html = self._html(blocks)
            if href:
                label = self._words.say("ruling_link", number=number)
                link = {"href": page_link(f"{href}{number}"), "aria-label": label}
                html = f"{tag('a', link)}{number}</a> <div>{html}</div>"
            items += f"{start('li', f'{attributes} value={number}')}{html}</li>"
        return f"{tag('ol', values)}{items}</ol>"

    def _table(self, block: str, above: str) -> str:
        """Return a table.

        If a row begins with a bold cell, that is its heading, and the others have the labels of
        their columns.
        """
        heads, _, *rows = (
            [cell.strip(" ").replace("\\|", "|") for cell in _CELL.split(row.strip(" "))[1:-1]]
            for row in block.split("\n")
        )
        columns = "".join(f'<th scope="col">{self._text(head)}</th> ' for head in heads)
        html = f"{start('table', above)}<thead><tr>{columns}</tr></thead><tbody>"
        for row in rows:
            cells = [f"<td>{self._text(cell)}</td> " for cell in row]
            if row and row[0].startswith("**"):
                cells = [
                    f"{tag('td', {'data-label': head})}{self._text(cell)}</td> "
                    for head, cell in zip(heads, row, strict=False)
                ]
                cells[:1] = [f'<th scope="row">{self._text(row[0][2:-2])}</th> ']
            html += f"<tr>{''.join(cells)}</tr>"
        return f"{html}</tbody></table>"

    def _box(self, opening: re.Match[str], rest: Blocks, above: str) -> str:
        """Return a box: ``/// name | label`` … ``///``."""
        fence = opening["fence"]
        if fence not in rest:
            rest.append(fence)
        blocks = [*iter(rest.popleft, fence)]
        label, attributes = split_attributes(opening["label"])
        attributes += f" {above}"
        match name := opening["name"]:
            case "details":
                return self._fold(label, attributes, blocks)
            case "card":
                return self._card(attributes, blocks)
            case "abilities":
                return self._rules_text(blocks, name)
            case "notes":
                return self._notes(label, attributes, blocks)
            case "paragraph" if self._entry.key:
                return self._ruling("div", label, attributes, blocks)
            case _ if name in self._forms:
                facts = self._front.get("forms", {}).get(name) or parse_attributes(attributes)
                return self._forms[name](facts).replace("<slot></slot>", self._html(blocks))
            case "beside":
                attributes = f".beside-{label} {attributes}"
        return f"{start('div', f'.{name} {attributes}')}{self._html(blocks, name)}</div>"

    def _fold(self, label: str, attributes: str, blocks: list[str]) -> str:
        """Return a fold.

        Without a label, the heading at its beginning opens it, and gives it its id. The paragraph
        with a count behind that is in the same line.
        """
        summary = self._text(label)
        if not label and blocks and (mark := _HEADING.match(blocks[0])):
            text, of_heading = split_attributes(blocks.pop(0)[mark.end() :])
            values, name = parse_attributes(of_heading), f"h{mark[0].count('#')}"
            if anchor := values.pop("id", ""):
                attributes += f" #{anchor}"
            summary = f"{tag(name, values)}{self._text(text)}</{name}> "
            if blocks and _COUNT.search(blocks[0]):
                summary += line(self._words, "span", blocks.pop(0))
        body = f"<summary>{summary}</summary>\n{self._html(blocks)}"
        return f"{start('details', attributes)}{body}</details>"

    def _notes(self, key: str, attributes: str, blocks: list[str]) -> str:
        """Return the box of the entry that has this key."""
        facts = self._front.get("entries", {}).get(key, {})
        lang = parse_attributes(attributes).get("lang", self._words.lang)
        around, self._entry = self._entry, _NotesBox(key, lang, facts)
        html = f"{start('div', attributes)}{self._html(blocks)}</div>"
        self._entry = around
        data = {"class": "notes", **facts.get("sources", {}).get(lang, {}), **facts.get("data", {})}
        switch = self._forms["switch"]({"key": key, **facts}) if "beside" in facts else ""
        return f"{tag('div', data)}{switch}{html}</div>"

    def _ruling(self, name: str, number: str, attributes: str, blocks: list[str]) -> str:
        """Return a ruling as an item of a list, ``li``; as a ``div``, it is a paragraph that leads
        in to a section, whose number is not shown. What is not its text is behind that: its foot,
        and the text in other languages.
        """
        words, entry, values = self._words, self._entry, parse_attributes(attributes)
        revised, also = values.pop("revised", ""), values.pop("also", "").split()
        lang = values.get("lang", entry.lang)
        values |= {"id": f"{entry.key}-{number}", "class": "paragraph"}
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
        for anchor in also:
            html += f"{start('span', f'.anchor #{anchor}')}</span>"
        if "origin" in entry.facts:
            html += self._origin(number if name == "li" else "", revised)
        href = entry.facts.get("place", f"#{entry.key}-") + number
        link = {"class": "ruling-number", "href": href, "aria-label": label, "title": label}
        html += f'{tag("a", link)}{sign}</a><div class="ruling-text">'
        if blocks and lang not in (entry.lang, words.lang):  # the first block says so
            html += f"{line(words, 'p', blocks.pop(0), f'.notice lang={words.lang}')}\n"
        foot, beside = "", ""
        for element in self._elements(blocks, "ruling-text"):
            if element.startswith(_BESIDE):
                beside += element
            elif foot or _FOOT.match(element):
                foot += element
            else:
                html += element
        if foot:
            foot = f"{start('div', f'.ruling-foot lang={words.lang}')}{foot}</div>"
        return f"{html}{foot}</div>{beside}</{name}>"

    def _origin(self, number: str, revised: str) -> str:
        """Return the line for a reader who follows a link.

        Only the ruling that the address names shows it.
        """
        words, facts = self._words, self._entry.facts
        name, before, after = facts["origin"]
        html = self._text(name)
        if number:
            count = words.say("have_of", have=int(number), of=facts["data"]["data-of"])
            html += f" <span>{escape(count)}</span>"
        html = f'<span class="origin-name">{html}</span> {parts(words, before)}'
        html += f"<span>{escape(revised)}</span> " if revised else ""
        return f"{start('p', f'.origin lang={words.lang}')}{html}{parts(words, after)}</p>"

    def _card(self, attributes: str, blocks: list[str]) -> str:
        """Return a card. Between its faces, and before what they share, are signs."""
        before, _, shared = "\n\n".join(blocks).partition(_SHARED)
        faces = before.split(_FACES)
        kind = ".card .card-faces" if len(faces) > 1 else ".card"
        html = start("div", f"{kind} {attributes.replace('.whole', '')}")
        if len(faces) > 1 and faces[0].startswith("# "):
            heading, _, faces[0] = faces[0].partition("\n\n")
            html += self._heading("h1", heading[2:], ".unseen")
        for number, face in enumerate(faces, 1):
            anchor = f"#face-{number}" if ".whole" in attributes else ""
            html += f"{start('div', f'.face {anchor}')}{self._face(face)}</div>"
        html += self._rules_text(shared.split("\n\n"), "card-shared face-rules")
        return f"{html}</div>"

    def _face(self, face: str) -> str:
        """Return a face: its name and its cost, its type line, its rules text."""
        words, blocks, html = self._words, [*face.split("\n\n"), "", ""], ""
        if not _NAME.match(face):
            html = line(words, "p", blocks.pop(0), f".face-side lang={words.lang}")
        head, type_line, *text = blocks
        name, attributes = split_attributes(head)
        cost = ""
        if match := _COST.search(name):
            name = name[: match.start()]
            cost = f'<p class="face-cost">{self._text(match[0])}</p>'
        attributes = f".face-name {attributes}"
        if name.startswith("# "):
            name = self._heading("h1", name[2:], attributes)
        else:
            name = line(words, "p", name, attributes)
        html += f'<div class="face-head">{name} {cost}</div>'
        html += line(words, "p", type_line, ".face-type") if type_line else ""
        return html + self._rules_text(text, "face-rules")

    def _rules_text(self, blocks: list[str], kind: str) -> str:
        """Return rules text in an element of the class ``kind``, and the facts before and behind
        it.
        """
        words, before, rules, behind = self._words, "", "", ""
        for block in filter(None, blocks):
            if block.endswith("{.card-remark}"):
                before += line(words, "p", block, ".card-shared")
            elif block.endswith("{.printed-in}"):
                behind += line(words, "p", block, f"lang={words.lang}")
            elif block.startswith("**"):
                behind += line(words, "p", block, ".face-stats")
            else:
                rules += self._ability(block)
        if rules:
            rules = f'<div class="{kind}">{rules}</div>'
        return f"{before}{rules}{behind}"

    def _ability(self, block: str) -> str:
        """Return a paragraph of rules text.

        The cost of a loyalty ability is an image whose shape points up, down or nowhere. Reminders
        are marked, unless a parenthesis is lost.
        """
        text, attributes = split_attributes(block)
        html = start("p", attributes)
        if cost := _LOYALTY.match(text):
            way = {"0": "even", "+": "up"}.get(cost[1][0], "down")
            label = f"{self._words['loyalty']} {cost[1]}"
            html += image(self._words, f"loyalty {way}", label, cost[1])
            text = text[cost.end() :]
        if text.count("(") == text.count(")"):
            text = _REMINDER.sub(_mark_reminder, text)
        return f"{html}{self._text(text)}</p>"


def _mark_reminder(parentheses: re.Match[str]) -> str:
    """Return a text in parentheses with its class, unless an emphasis ends or begins in it."""
    text = parentheses[0]
    return text if text.count("*") % 2 or text.count("_") % 2 else f"[{text}]{{.reminder}}"


def _take_indented(rest: Blocks, width: int = _INDENT) -> list[str]:
    """Take the blocks at the beginning of ``rest`` that are indented by ``width``, and return them
    without the indent.
    """
    blocks: list[str] = []
    indent = " " * width
    while rest and rest[0].startswith(indent):
        blocks.append(rest.popleft().removeprefix(indent).replace(f"\n{indent}", "\n"))
    return blocks
