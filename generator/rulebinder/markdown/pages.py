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
    page_link,
    parse_attributes,
    replace_marks,
    split_attributes,
    start_tag,
    tag,
    to_html,
    wrap_line,
    wrap_parts,
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
"""The beginnings of all blocks but paragraphs. Its outer groups are the kinds of blocks."""
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
_BESIDE_START = '<div class="beside '
_BETWEEN_FACES, _BEFORE_SHARED = "\n\n---\n\n", "\n\n***\n\n"
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
    """An entry whose rulings are read. Outside of entries, its key is empty."""

    key: str = ""
    """The key of its facts, and the beginning of the ids of its rulings."""
    lang: str = ""
    facts: Mapping[str, Any] = {}


class PageReader:
    """Reads pages in the language of ``words``. ``forms`` draw the HTML of forms, by name.

    In its methods, ``above`` has the attributes of the paragraph above a block, and ``rest`` the
    blocks after it, of which a method takes those that belong to its block.
    """

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
        return self._write_blocks(blocks), self._headings

    def _write_blocks(self, blocks: Iterable[str], around: str = "") -> str:
        """Return ``blocks`` as HTML. ``around`` is the class of the box that they are in."""
        return "".join(self._write_elements(blocks, around))

    def _write_elements(self, blocks: Iterable[str], around: str) -> list[str]:
        """As :meth:`_write_blocks`, but return each element on its own."""
        rest = deque(filter(None, blocks))
        elements: list[str] = []
        above = ""
        self._depth += 1
        while rest:
            block = rest.popleft()
            text, attributes = split_attributes(block) if block.startswith("{") else (block, "")
            if not text:
                above += f"{attributes} "
            else:
                elements.append(f"{self._write_element(block, rest, above, around)}\n")
                above = ""
        self._depth -= 1
        return elements

    def _write_element(self, block: str, rest: Blocks, above: str, around: str) -> str:
        """Return the HTML of ``block``, and of those of the ``rest`` that belong to it."""
        kind = _KINDS.match(block) if self._depth <= _DEEPEST else None
        match kind and kind.lastgroup:
            case "heading":
                mark, _, text = block.partition(" ")
                return self._write_heading(f"h{len(mark)}", text, above)
            case "bullets":
                quotable = around.startswith(_QUOTABLE)
                return self._write_bullets(block, rest, above, quotable=quotable)
            case "numbers":
                return self._write_numbers(block, rest, above)
            case "quotation":
                quoted = self._write_blocks(_QUOTED.sub("", block).split("\n\n"))
                return f"{start_tag('blockquote', f'.rules {above}')}{quoted}</blockquote>"
            case "rows":
                return self._write_table(block, above)
            case "box" if kind:
                return self._write_box(kind, rest, above)
        return wrap_line(self._words, "p", block, above)

    def _write_text(self, text: str) -> str:
        """Return the HTML of a text within a block."""
        return to_html(self._words, text)

    def _write_heading(self, name: str, block: str, above: str) -> str:
        """Return a heading, and enter it into the table of contents if it has an id.

        It gets a link to itself, unless it is not shown, or is the name of the page in a box.
        """
        text, attributes = split_attributes(block)
        content, values = self._write_text(text), parse_attributes(f"{above} {attributes}")
        html = f"{tag(name, values)}{content}"
        if anchor := values.get("id"):
            title = _TAG.sub("", content)
            self._headings.append({"level": int(name[1]), "id": anchor, "name": title})
            if (name != "h1" or self._depth == 1) and values.get("class") != "unseen":
                link = {"class": "headerlink", "href": f"#{anchor}"}
                html += f"{tag('a', link | {'title': self._words['permalink']})}#</a>"
        return f"{html}</{name}>"

    def _write_bullets(self, block: str, rest: Blocks, above: str, *, quotable: bool) -> str:
        """Return a list of ``- `` items. What is indented below an item belongs to it.

        Items of a ``quotable`` list are paragraphs.
        """
        items: list[str] = []
        rest.appendleft(block)  # it is one of the blocks of the list
        while rest and rest[0].startswith("- "):
            for item in _BULLET.split(rest.popleft())[1:]:
                name = "p" if quotable else "li"
                html = wrap_line(self._words, name, item.rstrip(" \n"))
                items.append(f"<li>{html}</li> " if quotable else f"{html} ")
            if below := _take_indented(rest):
                items[-1] = f"{items[-1].removesuffix('</li> ')}\n{self._write_blocks(below)}</li> "
        html = replace_marks("".join(items), above.split())
        return f"{start_tag('ul', above)}{html}</ul>"

    def _write_numbers(self, block: str, rest: Blocks, above: str) -> str:
        """Return a list of numbered items: in a box of notes, of rulings. Each keeps its number.

        If the list has an ``href``, that begins the address to which each number is a link.
        """
        items = ""
        values = parse_attributes(above)
        href = values.pop("href", "")
        rest.appendleft(block)  # it is the first item
        while rest and (beginning := _NUMBER.match(rest[0])):
            text, attributes = split_attributes(rest.popleft()[beginning.end() :])
            blocks = [text, *_take_indented(rest, max(beginning.end(), _INDENT))]
            number = str(int(beginning[1]))
            if self._entry.key:
                values["class"] = "rulings"
                items += self._write_ruling("li", number, attributes, blocks)
                continue
            html = self._write_blocks(blocks)
            if href:
                label = self._words.say("ruling_link", number=number)
                link = {"href": page_link(f"{href}{number}"), "aria-label": label}
                html = f"{tag('a', link)}{number}</a> <div>{html}</div>"
            items += f"{start_tag('li', f'{attributes} value={number}')}{html}</li>"
        return f"{tag('ol', values)}{items}</ol>"

    def _write_table(self, block: str, above: str) -> str:
        """Return a table.

        If a row begins with a bold cell, that is its heading, and the others have the labels of
        their columns.
        """
        heads, _, *rows = (
            [cell.strip(" ").replace("\\|", "|") for cell in _CELL.split(row.strip(" "))[1:-1]]
            for row in block.split("\n")
        )
        columns = "".join(f'<th scope="col">{self._write_text(head)}</th> ' for head in heads)
        html = f"{start_tag('table', above)}<thead><tr>{columns}</tr></thead><tbody>"
        for row in rows:
            cells = [f"<td>{self._write_text(cell)}</td> " for cell in row]
            if row and row[0].startswith("**"):
                cells = [
                    f"{tag('td', {'data-label': head})}{self._write_text(cell)}</td> "
                    for head, cell in zip(heads, row, strict=False)
                ]
                cells[:1] = [f'<th scope="row">{self._write_text(row[0][2:-2])}</th> ']
            html += f"<tr>{''.join(cells)}</tr>"
        return f"{html}</tbody></table>"

    def _write_box(self, opening: re.Match[str], rest: Blocks, above: str) -> str:
        """Return a box: ``/// name | label`` … ``///``."""
        fence = opening["fence"]
        if fence not in rest:
            rest.append(fence)  # a box that nothing closes ends with the page
        blocks = [*iter(rest.popleft, fence)]
        label, attributes = split_attributes(opening["label"])
        attributes += f" {above}"
        match name := opening["name"]:
            case "details":
                return self._write_fold(label, attributes, blocks)
            case "card":
                return self._write_card(attributes, blocks)
            case "abilities":
                return self._write_rules_text(blocks, name)
            case "notes":
                return self._write_notes(label, attributes, blocks)
            case "paragraph" if self._entry.key:
                return self._write_ruling("div", label, attributes, blocks)
            case _ if name in self._forms:
                facts = self._front.get("forms", {}).get(name) or parse_attributes(attributes)
                return self._forms[name](facts).replace("<slot></slot>", self._write_blocks(blocks))
            case "beside":
                attributes = f".beside-{label} {attributes}"
        return (
            f"{start_tag('div', f'.{name} {attributes}')}{self._write_blocks(blocks, name)}</div>"
        )

    def _write_fold(self, label: str, attributes: str, blocks: list[str]) -> str:
        """Return a fold.

        Its label is what opens it. Without a label, that is the heading at its beginning, which
        gives it its id, with the count in the paragraph behind that.
        """
        summary = self._write_text(label)
        if not label and blocks and (mark := _HEADING.match(blocks[0])):
            text, heading_attributes = split_attributes(blocks.pop(0)[mark.end() :])
            values, name = parse_attributes(heading_attributes), f"h{mark[0].count('#')}"
            if anchor := values.pop("id", ""):
                attributes += f" #{anchor}"
            summary = f"{tag(name, values)}{self._write_text(text)}</{name}> "
            if blocks and _COUNT.search(blocks[0]):
                summary += wrap_line(self._words, "span", blocks.pop(0))
        body = f"<summary>{summary}</summary>\n{self._write_blocks(blocks)}"
        return f"{start_tag('details', attributes)}{body}</details>"

    def _write_notes(self, key: str, attributes: str, blocks: list[str]) -> str:
        """Return the box of the entry that has this key. If it shows other languages beside its
        own, a switch is above it.
        """
        facts = self._front.get("entries", {}).get(key, {})
        lang = parse_attributes(attributes).get("lang", self._words.lang)
        outer, self._entry = self._entry, _NotesBox(key, lang, facts)
        html = f"{start_tag('div', attributes)}{self._write_blocks(blocks)}</div>"
        self._entry = outer
        data = {"class": "notes", **facts.get("sources", {}).get(lang, {}), **facts.get("data", {})}
        switch = self._forms["switch"]({"key": key, **facts}) if "beside" in facts else ""
        return f"{tag('div', data)}{switch}{html}</div>"

    def _write_ruling(self, name: str, number: str, attributes: str, blocks: list[str]) -> str:
        """Return a ruling as an item of a list if ``name`` is ``li``. If it is ``div``, this is a
        paragraph that leads in to a section, whose number is not shown.

        What is not its text is behind that: its foot, and then the text in other languages.
        """
        is_item = name == "li"
        words, entry, values = self._words, self._entry, parse_attributes(attributes)
        revised, also = values.pop("revised", ""), values.pop("also", "").split()
        lang = values.get("lang", entry.lang)
        values |= {"id": f"{entry.key}-{number}", "class": "paragraph"}
        sign, label = "¶", words["paragraph_link"]
        if is_item:
            values |= {"class": "ruling", "value": number}
            sign, label = number, words.say("ruling_link", number=number)
        if short := entry.facts.get("short", {}).get(lang):
            values["data-short"] = number.join(short)  # what its address has before and behind it
        if revised or lang != entry.lang:
            values |= entry.facts.get("sources", {}).get(lang, {})
            values |= {"data-revised": revised} if revised else {}
        html = tag(name, values)
        for anchor in also:
            html += f"{start_tag('span', f'.anchor #{anchor}')}</span>"
        if "origin" in entry.facts:
            html += self._write_origin(number if is_item else "", revised)
        href = entry.facts.get("place", f"#{entry.key}-") + number
        link = {"class": "ruling-number", "href": href, "aria-label": label, "title": label}
        html += f'{tag("a", link)}{sign}</a><div class="ruling-text">'
        if blocks and lang not in (entry.lang, words.lang):  # the first block says so
            html += f"{wrap_line(words, 'p', blocks.pop(0), f'.notice lang={words.lang}')}\n"
        foot, beside = "", ""
        for element in self._write_elements(blocks, "ruling-text"):
            if element.startswith(_BESIDE_START):
                beside += element
            elif foot or _FOOT.match(element):
                foot += element
            else:
                html += element
        if foot:
            foot = f"{start_tag('div', f'.ruling-foot lang={words.lang}')}{foot}</div>"
        return f"{html}{foot}</div>{beside}</{name}>"

    def _write_origin(self, number: str, revised: str) -> str:
        """Return the line that tells a reader who follows a link to a ruling where it is from.

        Only the ruling that the address names shows it. ``number`` is empty if it is not shown, and
        ``revised`` if there is no day on which the ruling was revised.
        """
        words, facts = self._words, self._entry.facts
        name, before, after = facts["origin"]
        html = self._write_text(name)
        if number:
            count = words.say("have_of", have=int(number), of=facts["data"]["data-of"])
            html += f" <span>{escape(count)}</span>"
        html = f'<span class="origin-name">{html}</span> {wrap_parts(words, before)}'
        html += f"<span>{escape(revised)}</span> " if revised else ""
        return f"{start_tag('p', f'.origin lang={words.lang}')}{html}{wrap_parts(words, after)}</p>"

    def _write_card(self, attributes: str, blocks: list[str]) -> str:
        """Return a card, whose blocks have signs between its faces, and before what they share.

        A heading before several faces is not shown: it names the page. The class ``whole`` says
        that each face has an anchor.
        """
        before, _, shared = "\n\n".join(blocks).partition(_BEFORE_SHARED)
        faces = before.split(_BETWEEN_FACES)
        kind = ".card .card-faces" if len(faces) > 1 else ".card"
        html = start_tag("div", f"{kind} {attributes.replace('.whole', '')}")
        if len(faces) > 1 and faces[0].startswith("# "):
            heading, _, faces[0] = faces[0].partition("\n\n")
            html += self._write_heading("h1", heading[2:], ".unseen")
        for number, face in enumerate(faces, 1):
            anchor = f"#face-{number}" if ".whole" in attributes else ""
            html += f"{start_tag('div', f'.face {anchor}')}{self._write_face(face)}</div>"
        html += self._write_rules_text(shared.split("\n\n"), "card-shared face-rules")
        return f"{html}</div>"

    def _write_face(self, face: str) -> str:
        """Return a face: its side if it has one, its name and its cost, its type line, its rules
        text.
        """
        # a face may lack all but one of them
        words, blocks, html = self._words, [*face.split("\n\n"), "", ""], ""
        if not _NAME.match(face):
            html = wrap_line(words, "p", blocks.pop(0), f".face-side lang={words.lang}")
        head, type_line, *text = blocks
        name, attributes = split_attributes(head)
        cost = ""
        if match := _COST.search(name):
            name = name[: match.start()]
            cost = f'<p class="face-cost">{self._write_text(match[0])}</p>'
        attributes = f".face-name {attributes}"
        if name.startswith("# "):
            name = self._write_heading("h1", name[2:], attributes)
        else:
            name = wrap_line(words, "p", name, attributes)
        html += f'<div class="face-head">{name} {cost}</div>'
        html += wrap_line(words, "p", type_line, ".face-type") if type_line else ""
        return html + self._write_rules_text(text, "face-rules")

    def _write_rules_text(self, blocks: list[str], kind: str) -> str:
        """Return rules text in an element of the class ``kind``, and the facts before and behind
        it.
        """
        words, before, rules, behind = self._words, "", "", ""
        for block in filter(None, blocks):
            if block.endswith("{.card-remark}"):
                before += wrap_line(words, "p", block, ".card-shared")
            elif block.endswith("{.printed-in}"):
                behind += wrap_line(words, "p", block, f"lang={words.lang}")
            elif block.startswith("**"):
                behind += wrap_line(words, "p", block, ".face-stats")
            else:
                rules += self._write_ability(block)
        if rules:
            rules = f'<div class="{kind}">{rules}</div>'
        return f"{before}{rules}{behind}"

    def _write_ability(self, block: str) -> str:
        """Return a paragraph of rules text.

        The cost of a loyalty ability is an image whose shape points up, down or nowhere. Texts in
        parentheses are marked as reminders, unless a parenthesis is lost.
        """
        text, attributes = split_attributes(block)
        html = start_tag("p", attributes)
        if cost := _LOYALTY.match(text):
            way = {"0": "even", "+": "up"}.get(cost[1][0], "down")
            label = f"{self._words['loyalty']} {cost[1]}"
            html += image(self._words, f"loyalty {way}", label, cost[1])
            text = text[cost.end() :]
        if text.count("(") == text.count(")"):
            text = _REMINDER.sub(_mark_reminder, text)
        return f"{html}{self._write_text(text)}</p>"


def _mark_reminder(parentheses: re.Match[str]) -> str:
    """Return a text in parentheses with its class, unless an emphasis ends or begins in it: a span
    cannot cross that.
    """
    text = parentheses[0]
    return text if text.count("*") % 2 or text.count("_") % 2 else f"[{text}]{{.reminder}}"


def _take_indented(rest: Blocks, width: int = _INDENT) -> list[str]:
    """Remove the blocks at the beginning of ``rest`` that are indented by ``width``, and return
    them without the indent.
    """
    blocks: list[str] = []
    indent = " " * width
    while rest and rest[0].startswith(indent):
        blocks.append(rest.popleft().removeprefix(indent).replace(f"\n{indent}", "\n"))
    return blocks
