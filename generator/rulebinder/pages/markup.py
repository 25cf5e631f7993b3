"""Texts as Markdown, and as people read them aloud.

Every text of a page is escaped here, so that readers of Markdown show exactly its characters.
Symbols are pictures on a page, and have names where there are only words.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from ..rulebook.comparing import Stretch
from ..text import Corrected, Dated, Emphasis, Link, Mention, Plain, Span, Symbol, Text
from . import addresses
from .words import Words

if TYPE_CHECKING:
    from .edition import Edition, View


class Phrase(NamedTuple):
    """A text that may be in another language; ``lang`` is None if it is in the page's language."""

    text: str
    lang: str | None = None


class Reference(NamedTuple):
    """A link to a page of the site, and its text."""

    href: str
    phrase: Phrase


_MARKS = re.compile(r"[\\`*_{}\[\]<>|~$]|&(?=#?\w+;)")
"""The characters that mean something anywhere in a line."""
_START = re.compile(
    r"^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[+-](?:\s|$)|[=-][=\t -]*\\?$|[:/]))",
    re.MULTILINE,
)
"""What means something at the start of a line only: a number, or the place before a mark."""
_SENTENCE = re.compile(r"[^\W\d_].*")
"""A line that begins with a letter, as most do. It has no such mark."""
_SPACES = re.compile(r" *\n[ \n]*|[ \t\r\f\v]{2,}|[\t\r\f\v]")
"""All runs of spaces but a single space."""
_URL = re.compile(r"[\\()<>\s{}\"]")
_ADDRESS = re.compile(r"([^?#]*)(.*)", re.DOTALL)
_QUOTED = str.maketrans({"&": "&amp;", '"': "&quot;", "{": "&#123;", "}": "&#125;", "\n": " "})
_WEB = ("https://", "http://", "mailto:")
_KEPT = 1 << 16
"""The most texts that are kept with their Markdown: pages share most of their texts."""


def escape(value: object) -> Markup:
    """Return Markdown that shows exactly ``value``, except that spaces are joined. Markdown stays
    as it is, a phrase has its language, and a reference is a link.

    Line breaks become hard ones.
    """
    match value:
        case Markup():
            return value
        case Phrase(text, lang):
            return phrase(text, lang)
        case Reference(href, (text, lang)):
            return link(text, href, lang)
    return _escape_text(str(value))


@functools.lru_cache(maxsize=_KEPT)
def _escape_text(text: str) -> Markup:
    return start_block(Markup(escape_inline(text)))


def start_block(text: Markup) -> Markup:
    """Return Markdown as it must be at the start of a block, where its first characters are not a
    mark of a list or a heading.

    Raises `TypeError` for a text that is not Markdown yet: `escape` takes those.
    """
    if not isinstance(text, Markup):
        raise TypeError(f"no Markdown: {text!r}")
    if _SENTENCE.fullmatch(text):
        return text
    return Markup(_START.sub(lambda match: f"{match[1] or ''}\\", str(text)))


def join_blocks(blocks: Iterable[str]) -> Markup:
    """Return blocks of Markdown with a blank line between them."""
    return Markup("\n\n".join(blocks))


@functools.lru_cache(maxsize=_KEPT)
def escape_inline(text: str) -> str:
    """Return Markdown that shows ``text`` within a line."""
    line = _SPACES.sub(lambda spaces: "\n" if "\n" in spaces[0] else " ", text)
    return _MARKS.sub(r"\\\g<0>", line).replace("\n", "\\\n")


@functools.lru_cache(maxsize=_KEPT)
def address(href: str) -> Markup:
    """Return the link between Markdown files for ``href``, a link between pages."""
    page, rest = _ADDRESS.fullmatch(href).groups()  # type: ignore[union-attr]  # it matches any text
    if page.endswith("/") and not page.startswith(_WEB):
        page = f"{page}index.md"
    escaped = _URL.sub(
        lambda mark: f"%{ord(mark[0]):02X}" if mark[0].isascii() else mark[0], f"{page}{rest}"
    )
    return Markup(escaped)


def attributes(lang: str | None = None, *marks: str | None, **values: object) -> Markup:
    """Return an attribute list: an ``id`` of ``values``, ``marks`` like ``.class``, then ``lang``,
    then further ``values``; empty without any.
    """
    anchor = values.pop("id", None)
    parts = [f"#{anchor}"] if anchor else []
    parts += filter(None, marks)
    for name, value in {"lang": lang, **values}.items():
        if value:
            text = str(value)
            if not re.fullmatch(r"[\w./:-]+", text):
                text = f'"{text.translate(_QUOTED)}"'
            parts.append(f"{name}={text}")
    return Markup(f"{{{' '.join(parts)}}}" if parts else "")


def code(text: str) -> Markup:
    """Return ``text`` as code, or as it is if code cannot show it."""
    return (
        Markup(f"`{text}`{{.code}}")
        if re.fullmatch(r"[^`\s](?:[^`\n]*[^`\s])?", text)
        else escape(text)
    )


def link(text: object, href: str, lang: str | None = None) -> Markup:
    """Return a link of the page; only the text if ``href`` is empty. ``text`` may be Markdown
    already.
    """
    if not href:
        return phrase(text, lang)
    return Markup(f"[{escape(text)}]({address(href)}){attributes(lang) if lang else ''}")


def refs(links: Iterable[Reference]) -> Markup:
    """Return links beside each other."""
    return Markup(" ".join(map(escape, links)))


def phrase(text: object, lang: str | None = None) -> Markup:
    """Return a text that may be in another language than its page."""
    return Markup(f"[{escape(text)}]{attributes(lang)}") if lang else escape(text)


def name_and_date(it: Phrase, date: str | None) -> Markup:
    """Return a name and its year or month, if that is known."""
    return Markup(", ").join(map(escape, filter(None, (it, date))))


def heading(it: Phrase, anchor: str) -> Markup:
    """Return the text of a heading, with its anchor."""
    return Markup(f"{escape(it.text)} {attributes(it.lang, id=anchor)}")


def plate(code: str | None) -> Markup:
    """Return the code of a set as a plate; empty without one."""
    return Markup(f"`{escape(code)}`" if code else "")


def tag(text: str | None) -> Markup:
    """Return a tag; empty without a text."""
    return Markup(f"[{escape(text)}]{{.tag}}" if text else "")


def join_dots(*parts: object) -> Markup:
    """Return the parts that are not empty, with dots between them."""
    return Markup(" · ").join(escape(part) for part in parts if part)


def line(text: object, mark: str) -> Markup:
    """Return a paragraph of the class ``mark``; empty without a text."""
    return Markup(f"{escape(text)} {{{mark}}}" if text else "")


def write_all(write: Callable[[Any], Markup], views: Iterable[object]) -> Markup:
    """Return what ``write`` makes of each view, one after the other."""
    return Markup("".join(map(write, views)))


_FENCE = re.compile(r"^ *(/{3,})", re.MULTILINE)


def box(
    body: str,
    name: str,
    label: object = "",
    lang: str | None = None,
    /,  # its attributes may have these names
    *marks: str | None,
    **values: object,
) -> Markup:
    """Return a box around ``body``: Markdown, or a text to escape. It has these :func:`attributes`.

    It has more slashes than the boxes within it.
    """
    body = str(escape(body))
    inner = _FENCE.findall(body) if "///" in body else ()
    fence = "/" * max((len(slashes) + 1 for slashes in inner), default=3)
    parts = (name, f"| {escape(label)}" if label else "", attributes(lang, *marks, **values))
    head = " ".join(filter(None, parts))
    return Markup(f"\n\n{fence} {head}\n\n{body.strip(chr(10))}\n\n{fence}\n\n")


def items(texts: Iterable[object]) -> Markup:
    """Return a list with an item for each of ``texts``. Their further blocks are indented."""
    return Markup("".join(f"- {indent(escape(text))}\n\n" for text in texts))


def indent(body: Markup, width: int = 4) -> Markup:
    """Return blocks as they follow the first line of an item of a list."""
    return Markup(str(body).strip("\n").replace("\n", "\n" + " " * width))


def number_items(views: Iterable[Any], write: Callable[[Any], Markup]) -> Markup:
    """Return a list of ``views`` by the number of each. ``write`` returns the Markdown of one."""
    items = ""
    for view in views:
        start = f"{view['number']}.".ljust(3) + " "
        items += f"{start}{indent(write(view), len(start))}\n\n"
    return Markup(items)


def quote(body: str) -> Markup:
    """Return blocks as a quotation."""
    lines = page(body).strip("\n").split("\n")
    return Markup("\n\n" + "\n".join(f"> {line}".rstrip(" ") for line in lines) + "\n\n")


def add_attributes(body: str, listed: str) -> Markup:
    """Return blocks whose first one has the attributes ``listed`` at its end."""
    first, gap, rest = str(body).partition("\n\n")
    return Markup(f"{first} {listed}{gap}{rest}")


_SYMBOL = re.compile(r"\{([^{}\s]{1,9})\}")


def show_changes(pieces: Iterable[Stretch], gap: str = "") -> Markup:
    """Return two texts as one, whose changes are marked, with a ``gap`` between what is gone and
    what is new in its place. Of what is in the texts, only symbols are marks.
    """
    line, before = "", ""
    for piece in pieces:
        parts = enumerate(_SYMBOL.split(piece.text))
        text = "".join(f"{{{part}}}" if at % 2 else escape_inline(part) for at, part in parts)
        if piece.kind == "kept":
            line += text
        else:
            line += gap if (before, piece.kind) == ("gone", "new") else ""
            line += f"[{text}]{{.{piece.kind}}}"
        before = piece.kind
    return start_block(Markup(line))


FUNCTIONS: Sequence[Callable[..., object]] = (
    add_attributes,
    address,
    attributes,
    box,
    code,
    heading,
    indent,
    items,
    join_blocks,
    join_dots,
    line,
    link,
    name_and_date,
    number_items,
    plate,
    quote,
    refs,
    tag,
    write_all,
)
"""What templates of pages can call."""
_BLANK = re.compile(r"\n(?: *\n)+")
_TRAILING = re.compile(r" (?<!\\ ) *$", re.MULTILINE)


def page(rendered: str) -> str:
    """Return the Markdown of a page as people write it: one blank line between blocks, and no
    spaces at the end of lines.
    """
    return _BLANK.sub("\n\n", _TRAILING.sub("", rendered)).strip("\n") + "\n"


class Writer:
    """Writes texts. Only with an edition, they have links: those of its page."""

    def __init__(self, words: Words, edition: Edition | None = None) -> None:
        self._words = words
        self._edition = edition

    def blocks(self, text: Text) -> Markup:
        """Return the paragraphs of a text."""
        return join_blocks(self._paragraphs(text))

    def inline(self, text: Text) -> Markup:
        """Return the text with line breaks between its paragraphs."""
        return Markup("\\\n".join(self._paragraphs(text)))

    def all_blocks(self, texts: Iterable[Text]) -> Markup:
        """Return the paragraphs of several texts."""
        return join_blocks(map(self.blocks, texts))

    def ruling(self, texts: Iterable[Text]) -> View:
        """Return the view of the text of a ruling and of the items of its list."""
        html, *items = map(self.blocks, texts)
        return {"html": html, "items": tuple(items)}

    def _paragraphs(self, text: Text) -> list[Markup]:
        return [start_block(Markup(self._spans(spans))) for spans in text.paragraphs]

    def _spans(self, spans: Iterable[Span]) -> str:
        line = ""
        for span in spans:
            piece = self._span(span)
            if isinstance(span, Emphasis) and line.endswith("*") and not line.endswith("\\*"):
                piece = (  # or two emphases side by side would read as a strong one
                    f"_{piece[1:-1]}_"
                )
            line += piece
        return line

    def _span(self, span: Span) -> str:
        match span:
            case Plain(text):
                return escape_inline(text)
            case Mention():
                text = self._spans(span.spans) if span.spans else escape_inline(span.text)
                href = self._href(span)
                return f"[{text}]({address(href)})" if href else text
            case Symbol(code):
                return f"{{{code}}}"
            case Emphasis(inner):
                return self._emphasis(self._spans(inner))
            case Link(inner, url):
                text = self._spans(inner)
                if not self._edition:
                    return text
                if url.startswith(_WEB):
                    return f"[{text}]({address(url)})"
                return f"{text} ({escape_inline(url)})"
            case Corrected():
                return self.corrected(span.text, span.printed, span.reason)
            case Dated(inner):
                text = self._spans(inner)
                if span.trivial or not self._edition:
                    return text
                anchor = addresses.anchor("era", span.entry, span.term)
                is_plain = all(isinstance(part, Plain) for part in inner)
                return f"[{text}](#{anchor})" if is_plain else f"{text}[°](#{anchor})"

    def _emphasis(self, text: str) -> str:
        """Return emphasized Markdown.

        Spaces at its ends stay outside, because Markdown sees no emphasis there.
        """
        core = text.strip(" ")
        if not core:
            return text
        left, _, right = text.partition(core)
        ends_with_mark = core.endswith("*") and not core.endswith("\\*")
        mark = "_" if core.startswith("*") or ends_with_mark else "*"
        return f"{left}{mark}{core}{mark}{right}"

    def corrected(self, text: str, printed: str, reason: str = "") -> Markup:
        """Return the right text, followed by the text that the document prints."""
        note = escape_inline(self._words.say("corrected_printed", printed=printed))
        listed = attributes(None, ".printed", title=reason)
        return Markup(f"[{escape_inline(text)}]{{.corrected}} [{note}]{listed}")

    def _href(self, mention: Mention) -> str | None:
        """Return the link to what a text mentions, if the site has a page about it."""
        if self._edition is None:
            return None
        library, target = self._edition.library, mention.target
        match mention.kind:
            case "card" if target in library.cards:
                page = addresses.card_link(library.cards[target])
            case "mechanic" if target in library.mechanics:
                page = addresses.mechanic_page(target)
            case "section":
                page = addresses.section(target)
            case "rule" if target in library.rules:
                page = addresses.rule_page(target)
            case "set" if target in library.sets:
                page = addresses.set_page(target)
            case _:
                return None
        return self._edition.href(page)


NUMBERS = frozenset(str(number) for number in range(21))
"""The numbers that have an image. Larger ones are written in a rounded box."""

_MANA = frozenset("wubrgcsh")
_LETTERS = frozenset("xyz")
_COUNTED = frozenset({"e", "tk", "a", "p"})
_NAMED = frozenset({"t", "q", "chaos", "pw", "l", "d"})
_ODD = {"½": "half", "∞": "inf"}
_HALVED = frozenset(f"h{color}" for color in "wubrg")
_HYBRID = re.compile("(1?[0-9]|20|[wubrgcsh])/([wubrgcshp])(/p)?")
"""A symbol of two or three parts that has an image."""
_LIFE = "p"
"""After a color it means that life can be paid; alone, it is a pawprint."""


def speak(words: Words, codes: Iterable[str]) -> str:
    """Return the name of a run of symbols, such as ``two generic, one white``.

    An unknown code is its own name.
    """
    return ", ".join(
        _speak_symbol(words, code, len(list(group))) for code, group in itertools.groupby(codes)
    )


def classes(code: str) -> str | None:
    """Return the CSS classes of a symbol; None if it has no image."""
    code = code.casefold()
    if code in _HALVED:
        return f"{code[1]} cut"
    if hybrid := _HYBRID.fullmatch(code):
        first, second, third = hybrid.groups()
        name = f"n{first}" if first in NUMBERS else first
        return f"{name} {'h' if second == _LIFE else second}2 {'three' if third else 'two'}"
    if code in NUMBERS:
        return f"n{code}"
    return _ODD.get(code, code if code in _MANA | _LETTERS | _COUNTED | _NAMED else None)


def _speak_symbol(words: Words, code: str, times: int) -> str:
    """Return the name of ``times`` equal symbols.

    One that can be paid in several ways names them: ``two generic or one white``.
    """
    parts = code.casefold().split("/")
    if set(parts) <= _MANA:
        return _mana(words, times, parts)
    if parts[0] in _COUNTED and not parts[1:]:
        return words.say(f"symbol_{parts[0]}_{words.plural(times)}", count=_numeral(words, times))
    has_life = parts[-1] == _LIFE and len(parts) > 1
    rest = parts[:-1] if has_life else parts
    names = (
        [_mana(words, 1, rest)]
        if set(rest) <= _MANA
        else [_part(words, part) or code for part in rest]
    )
    if has_life:
        names.append(words["symbol_life"])
    name = code if code in names else _or(words, names)
    if times == 1:
        return name
    return words.say("symbol_times", count=_numeral(words, times), what=name)


def _part(words: Words, part: str) -> str | None:
    """Return the name of a part of a symbol; None if it is unknown."""
    if part.isascii() and part.isdecimal():
        return _mana(words, int(part), ["generic"])
    if part in _LETTERS:
        return _mana(words, part.upper(), ["generic"])
    if part == "∞":
        return _mana(words, words["symbol_infinity"], ["generic"])
    if part == "½" or part in _HALVED:
        kind = "generic" if part == "½" else part[1]
        return words.say("symbol_half", kind=words[f"symbol_{kind}_one"])
    if part in _MANA:
        return _mana(words, 1, [part])
    return words[f"symbol_{part}"] if part in _NAMED else None


def _mana(words: Words, count: int | str, kinds: Sequence[str]) -> str:
    """Return the words for an amount of mana of one of ``kinds``: a number, or a sign for many."""
    form = "many" if isinstance(count, str) else words.plural(count)
    amount = count if isinstance(count, str) else _numeral(words, count)
    kind = _or(words, [words[f"symbol_{kind}_{form}"] for kind in kinds])
    return words.say(f"symbol_mana_{form}", count=amount, kind=kind)


def _or(words: Words, names: Iterable[str]) -> str:
    return functools.reduce(
        lambda first, second: words.say("symbol_or", first=first, second=second), names
    )


def _numeral(words: Words, number: int) -> str:
    """Return a number in words if the language file has it; otherwise in digits."""
    names = words["numerals"].split()
    return names[number] if number < len(names) else words.number(number)


PREVIEW = 300
"""The most characters in the preview of a link."""
_RUN = re.compile(r"(?:\{[^{}\s]{1,9}\})+")
"""Neighbouring symbols, such as a whole cost."""


def cut(text: str, room: int, size: Callable[[str], int] = len) -> str:
    """Return ``text``, shortened to whole words and an ``…`` if its ``size`` exceeds ``room``."""
    if size(text) <= room:
        return text
    room -= size("…")
    end = bisect.bisect_right(range(len(text)), room, key=lambda end: size(text[:end])) - 1
    beginning = text[: max(end, 0)]
    if not text[len(beginning) :][:1].isspace() and " " in beginning:
        beginning = beginning.rpartition(" ")[0]
    return f"{beginning.rstrip()}…"


def preview(words: Words, texts: Iterable[Text]) -> str:
    """Return the start of ``texts``, for the preview of a link; ``words`` name the symbols."""
    spoken = _RUN.sub(
        lambda run: speak(words, run[0][1:-1].split("}{")), " ".join(text.plain() for text in texts)
    )
    return cut(" ".join(spoken.split()), PREVIEW)


def dash(type_line: str) -> str:
    """Return a type line with a dash.

    Old documents print two hyphens, because their character set had no dash.
    """
    return type_line.replace(" -- ", " — ")
