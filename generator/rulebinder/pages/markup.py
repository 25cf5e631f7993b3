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


_INLINE_MARK = re.compile(r"[\\`*_{}\[\]<>|~$]|&(?=#?\w+;)")
"""A character that is a mark of Markdown anywhere in a line."""
_BLOCK_MARK = re.compile(
    r"^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[+-](?:\s|$)|[=-][=\t -]*\\?$|[:/]))",
    re.MULTILINE,
)
"""What is a mark at the start of a line only: the number of an item, or the place before another
mark. A backslash goes behind the number, or to that place.
"""
_PLAIN_START = re.compile(r"[^\W\d_].*")
"""A single line that begins with a letter, as most texts do. It has no such mark."""
_SPACES = re.compile(r" *\n[ \n]*|[ \t\r\f\v]{2,}|[\t\r\f\v]")
"""Spaces and line breaks, except a single space."""
_UNSAFE_IN_URL = re.compile(r"[\\()<>\s{}\"]")
_PAGE_AND_REST = re.compile(r"([^?#]*)(.*)", re.DOTALL)
_QUOTED_VALUE = str.maketrans(
    {"&": "&amp;", '"': "&quot;", "{": "&#123;", "}": "&#125;", "\n": " "}
)
"""The parts of a link: the page, then its query and anchor."""
_OUTSIDE = ("https://", "http://", "mailto:")
"""What links to other sites begin with."""
_CACHE_SIZE = 1 << 16
"""The most texts that are kept with their Markdown, because pages share most of their texts."""


def escape(value: object) -> Markup:
    """Return Markdown that shows ``value`` as a block. Markdown stays as it is, a phrase has its
    language, a reference is a link. Anything else is shown exactly as its string, but several
    spaces are one.
    """
    match value:
        case Markup():
            return value
        case Phrase(text, lang):
            return mark_language(text, lang)
        case Reference(href, (text, lang)):
            return link(text, href, lang)
    return _escape_text(str(value))


@functools.lru_cache(maxsize=_CACHE_SIZE)
def _escape_text(text: str) -> Markup:
    return start_block(Markup(escape_inline(text)))


def start_block(text: Markup) -> Markup:
    """Return Markdown for the start of a block: its lines do not begin a list or a heading.

    Raise TypeError for a text that is not Markdown yet: :func:`escape` takes those.
    """
    if not isinstance(text, Markup):
        raise TypeError(f"no Markdown: {text!r}")
    if _PLAIN_START.fullmatch(text):
        return text
    return Markup(_BLOCK_MARK.sub(lambda match: f"{match[1] or ''}\\", str(text)))


def join_blocks(blocks: Iterable[str]) -> Markup:
    """Return blocks of Markdown with a blank line between them."""
    return Markup("\n\n".join(blocks))


@functools.lru_cache(maxsize=_CACHE_SIZE)
def escape_inline(text: str) -> str:
    """Return Markdown that shows ``text`` within a line. Its line breaks become hard ones."""
    line = _SPACES.sub(lambda spaces: "\n" if "\n" in spaces[0] else " ", text)
    return _INLINE_MARK.sub(r"\\\g<0>", line).replace("\n", "\\\n")


@functools.lru_cache(maxsize=_CACHE_SIZE)
def address(href: str) -> Markup:
    """Return the link between Markdown files for ``href``, a link between pages: for ``../#top``,
    ``../index.md#top``. Links to other sites stay. What Markdown could misread is escaped.
    """
    page, rest = _PAGE_AND_REST.fullmatch(href).groups()  # type: ignore[union-attr]  # it matches any text
    if page.endswith("/") and not page.startswith(_OUTSIDE):
        page = f"{page}index.md"
    escaped = _UNSAFE_IN_URL.sub(
        lambda mark: f"%{ord(mark[0]):02X}" if mark[0].isascii() else mark[0], f"{page}{rest}"
    )
    return Markup(escaped)


def attributes(lang: str | None = None, *marks: str | None, **values: object) -> Markup:
    """Return an attribute list, e.g. ``{#top .quiet lang=de title="A name"}``: the ``id`` among
    ``values``, then ``marks``, which are classes with a dot, ``lang``, and the other ``values``.
    Attributes without a value are left out. The list is empty without any.
    """
    anchor = values.pop("id", None)
    parts = [f"#{anchor}"] if anchor else []
    parts += filter(None, marks)
    for name, value in {"lang": lang, **values}.items():
        if value:
            text = str(value)
            if not re.fullmatch(r"[\w./:-]+", text):
                text = f'"{text.translate(_QUOTED_VALUE)}"'
            parts.append(f"{name}={text}")
    return Markup(f"{{{' '.join(parts)}}}" if parts else "")


def code(text: str) -> Markup:
    """Return ``text`` as code. If code cannot show it, because of its backticks, line breaks or
    outer spaces, return it as text.
    """
    return (
        Markup(f"`{text}`{{.code}}")
        if re.fullmatch(r"[^`\s](?:[^`\n]*[^`\s])?", text)
        else escape(text)
    )


def link(text: object, href: str, lang: str | None = None) -> Markup:
    """Return a link to ``href``; only the text if that is empty. ``text`` is escaped unless it is
    Markdown.
    """
    if not href:
        return mark_language(text, lang)
    return Markup(f"[{escape(text)}]({address(href)}){attributes(lang) if lang else ''}")


def join_links(links: Iterable[Reference]) -> Markup:
    """Return links beside each other."""
    return Markup(" ".join(map(escape, links)))


def mark_language(text: object, lang: str | None = None) -> Markup:
    """Return ``text`` with the mark of its language; without one if it is in the page's."""
    return Markup(f"[{escape(text)}]{attributes(lang)}") if lang else escape(text)


def name_and_date(name: Phrase, date: str | None) -> Markup:
    """Return a name and its year or month, if that is known, with a comma between them."""
    return Markup(", ").join(map(escape, filter(None, (name, date))))


def heading(text: Phrase, anchor: str) -> Markup:
    """Return the text of a heading, with its anchor."""
    return Markup(f"{escape(text.text)} {attributes(text.lang, id=anchor)}")


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
    """Return a paragraph with a class, ``mark``, such as ``.quiet``; empty without a text."""
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
    """Return a box around ``body``, which is escaped unless it is Markdown. ``name`` is its kind,
    such as ``details``, and ``label`` its text. The rest are its :func:`attributes`.
    """
    body = str(escape(body))
    #  The fence of a box has more slashes than those of the boxes in it.
    inner = _FENCE.findall(body) if "///" in body else ()
    fence = "/" * max((len(slashes) + 1 for slashes in inner), default=3)
    parts = (name, f"| {escape(label)}" if label else "", attributes(lang, *marks, **values))
    head = " ".join(filter(None, parts))
    return Markup(f"\n\n{fence} {head}\n\n{body.strip(chr(10))}\n\n{fence}\n\n")


def items(texts: Iterable[object]) -> Markup:
    """Return a list with an item for each of ``texts``, which may have several blocks."""
    return Markup("".join(f"- {indent(escape(text))}\n\n" for text in texts))


def indent(body: Markup, width: int = 4) -> Markup:
    """Return blocks for an item of a list: all lines but the first are indented by ``width``."""
    return Markup(str(body).strip("\n").replace("\n", "\n" + " " * width))


def number_items(views: Iterable[Any], write: Callable[[Any], Markup]) -> Markup:
    """Return a list of ``views``, each with its own ``number``. ``write`` returns the Markdown of a
    view.
    """
    items = ""
    for view in views:
        start = f"{view['number']}.".ljust(3) + " "
        items += f"{start}{indent(write(view), len(start))}\n\n"
    return Markup(items)


def quote(body: str) -> Markup:
    """Return blocks as a quotation."""
    lines = tidy(body).strip("\n").split("\n")
    return Markup("\n\n" + "\n".join(f"> {line}".rstrip(" ") for line in lines) + "\n\n")


def add_attributes(body: str, listed: str) -> Markup:
    """Return blocks, with the attribute list ``listed`` at the end of the first one."""
    first, gap, rest = str(body).partition("\n\n")
    return Markup(f"{first} {listed}{gap}{rest}")


_SYMBOL = re.compile(r"\{([^{}\s]{1,9})\}")


def show_changes(pieces: Iterable[Stretch], gap: str = "") -> Markup:
    """Return two compared texts as one, with marks on what is ``gone`` and what is ``new``. ``gap``
    goes between what is gone and what is new in its place. The texts are escaped, except symbols.
    """
    line, kind_before = "", ""
    for piece in pieces:
        parts = enumerate(_SYMBOL.split(piece.text))  # every second part is a symbol
        text = "".join(f"{{{part}}}" if at % 2 else escape_inline(part) for at, part in parts)
        if piece.kind == "kept":
            line += text
        else:
            line += gap if (kind_before, piece.kind) == ("gone", "new") else ""
            line += f"[{text}]{{.{piece.kind}}}"
        kind_before = piece.kind
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
    join_links,
    tag,
    write_all,
)
"""The functions that templates of pages can call."""
_BLANK_LINES = re.compile(r"\n(?: *\n)+")
_SPACES_AT_END = re.compile(r" (?<!\\ ) *$", re.MULTILINE)


def tidy(rendered: str) -> str:
    """Return the Markdown that a template wrote as people write it: one blank line between blocks,
    and no spaces at the end of lines.
    """
    return _BLANK_LINES.sub("\n\n", _SPACES_AT_END.sub("", rendered)).strip("\n") + "\n"


class Writer:
    """Writes texts as Markdown. Texts have links only if an ``edition`` is given: from its page."""

    def __init__(self, words: Words, edition: Edition | None = None) -> None:
        self._words = words
        self._edition = edition

    def write_blocks(self, text: Text) -> Markup:
        """Return a text with a blank line between its paragraphs."""
        return join_blocks(self._write_paragraphs(text))

    def write_inline(self, text: Text) -> Markup:
        """Return a text as one block, with line breaks between its paragraphs."""
        return Markup("\\\n".join(self._write_paragraphs(text)))

    def write_all_blocks(self, texts: Iterable[Text]) -> Markup:
        """Return several texts with a blank line between all paragraphs."""
        return join_blocks(map(self.write_blocks, texts))

    def write_ruling(self, texts: Iterable[Text]) -> View:
        """Return the view of the words of a ruling. ``texts`` are its text, then the items of its
        list.
        """
        html, *items = map(self.write_blocks, texts)
        return {"html": html, "items": tuple(items)}

    def _write_paragraphs(self, text: Text) -> list[Markup]:
        """Return each paragraph of a text as a block."""
        return [start_block(Markup(self._write_spans(spans))) for spans in text.paragraphs]

    def _write_spans(self, spans: Iterable[Span]) -> str:
        """Return the Markdown of neighbouring spans, which may be within a line."""
        line = ""
        for span in spans:
            piece = self._write_span(span)
            if isinstance(span, Emphasis) and line.endswith("*") and not line.endswith("\\*"):
                #  Two emphases side by side would read as a strong one.
                piece = f"_{piece[1:-1]}_"
            line += piece
        return line

    def _write_span(self, span: Span) -> str:
        """Return the Markdown of one span with all spans within it."""
        match span:
            case Plain(text):
                return escape_inline(text)
            case Mention():
                text = self._write_spans(span.spans) if span.spans else escape_inline(span.text)
                href = self._find_link(span)
                return f"[{text}]({address(href)})" if href else text
            case Symbol(code):
                return f"{{{code}}}"
            case Emphasis(inner):
                return self._write_emphasis(self._write_spans(inner))
            case Link(inner, url):
                text = self._write_spans(inner)
                if not self._edition:
                    return text
                if url.startswith(_OUTSIDE):
                    return f"[{text}]({address(url)})"
                #  The site does not lead to other protocols, such as ``javascript:``.
                return f"{text} ({escape_inline(url)})"
            case Corrected():
                return self.mark_correction(span.text, span.printed, span.reason)
            case Dated(inner):
                text = self._write_spans(inner)
                if span.trivial or not self._edition:
                    return text
                anchor = addresses.anchor("era", span.entry, span.term)
                #  A text with links or symbols is not a link itself; a sign behind it is.
                is_plain = all(isinstance(part, Plain) for part in inner)
                return f"[{text}](#{anchor})" if is_plain else f"{text}[°](#{anchor})"

    def _write_emphasis(self, text: str) -> str:
        """Return ``text``, which is Markdown, with emphasis.

        Spaces at its ends stay outside, because Markdown does not see emphasis before a space.
        """
        core = text.strip(" ")
        if not core:
            return text
        left, _, right = text.partition(core)
        #  Another mark if it begins or ends with one, which two of the same would make strong.
        ends_with_mark = core.endswith("*") and not core.endswith("\\*")
        mark = "_" if core.startswith("*") or ends_with_mark else "*"
        return f"{left}{mark}{core}{mark}{right}"

    def mark_correction(self, text: str, printed: str, reason: str = "") -> Markup:
        """Return the right ``text``, followed by what the document prints and the ``reason``."""
        note = escape_inline(self._words.say("corrected_printed", printed=printed))
        listed = attributes(None, ".printed", title=reason)
        return Markup(f"[{escape_inline(text)}]{{.corrected}} [{note}]{listed}")

    def _find_link(self, mention: Mention) -> str | None:
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
"""The kinds of mana, which have words for one and for many."""
_LETTERS = frozenset("xyz")
"""The unknown numbers of generic mana."""
_COUNTERS = frozenset({"e", "tk", "a", "p"})
"""The other symbols that can be counted: energy, tickets, acorns and pawprints."""
_NAMED = frozenset({"t", "q", "chaos", "pw", "l", "d"})
"""The symbols that only have a name, such as those of tapping and untapping."""
_CLASS_OF_SIGN = {"½": "half", "∞": "inf"}
"""The symbols whose class is not their code."""
_HALVED = frozenset(f"h{color}" for color in "wubrg")
"""The symbols of half a mana."""
_HYBRID = re.compile("(1?[0-9]|20|[wubrgcsh])/([wubrgcshp])(/p)?")
"""A symbol of two or three parts that has an image."""
_LIFE = "p"
"""After a color it means that life can be paid; alone, it is a pawprint."""


def speak(words: Words, codes: Iterable[str]) -> str:
    """Return the name of neighbouring symbols, such as ``two generic, one white``. Equal ones are
    counted. An unknown code is its own name.
    """
    return ", ".join(
        _name_symbol(words, code, len(list(group))) for code, group in itertools.groupby(codes)
    )


def symbol_classes(code: str) -> str | None:
    """Return the CSS classes of the symbol ``code``; None if it has no image.

    E.g. ``w`` for ``W``, ``n3`` for ``3``, ``w u2 two`` for ``W/U``, ``w h2 two`` for ``W/P``.
    """
    code = code.casefold()
    if code in _HALVED:
        return f"{code[1]} cut"
    if hybrid := _HYBRID.fullmatch(code):
        first, second, third = hybrid.groups()
        name = f"n{first}" if first in NUMBERS else first
        return f"{name} {'h' if second == _LIFE else second}2 {'three' if third else 'two'}"
    if code in NUMBERS:
        return f"n{code}"
    return _CLASS_OF_SIGN.get(code, code if code in _MANA | _LETTERS | _COUNTERS | _NAMED else None)


def _name_symbol(words: Words, code: str, times: int) -> str:
    """Return the name of ``times`` equal symbols. That of a symbol that can be paid in several ways
    names these: ``two generic or one white``.
    """
    parts = code.casefold().split("/")
    #  Several ways to pay one mana are counted once: ``two white or blue``.
    if set(parts) <= _MANA:
        return _name_mana(words, times, parts)
    if parts[0] in _COUNTERS and not parts[1:]:
        return words.say(
            f"symbol_{parts[0]}_{words.plural(times)}", count=_spell_number(words, times)
        )
    has_life = parts[-1] == _LIFE and len(parts) > 1
    rest = parts[:-1] if has_life else parts
    names = (
        [_name_mana(words, 1, rest)]
        if set(rest) <= _MANA
        else [_name_part(words, part) or code for part in rest]
    )
    if has_life:
        names.append(words["symbol_life"])
    #  An unknown part is named by the whole code, which is then the name of the symbol.
    name = code if code in names else _join_alternatives(words, names)
    if times == 1:
        return name
    return words.say("symbol_times", count=_spell_number(words, times), what=name)


def _name_part(words: Words, part: str) -> str | None:
    """Return the name of a way to pay for a symbol, such as ``2`` or ``w``; None if it is
    unknown.
    """
    if part.isascii() and part.isdecimal():
        return _name_mana(words, int(part), ["generic"])
    if part in _LETTERS:
        return _name_mana(words, part.upper(), ["generic"])
    if part == "∞":
        return _name_mana(words, words["symbol_infinity"], ["generic"])
    if part == "½" or part in _HALVED:
        kind = "generic" if part == "½" else part[1]
        return words.say("symbol_half", kind=words[f"symbol_{kind}_one"])
    if part in _MANA:
        return _name_mana(words, 1, [part])
    return words[f"symbol_{part}"] if part in _NAMED else None


def _name_mana(words: Words, count: int | str, kinds: Sequence[str]) -> str:
    """Return the words for an amount of mana of one of ``kinds``: ``two white or blue``. ``count``
    is a number, or a sign such as ``X``, which counts as many.
    """
    form = "many" if isinstance(count, str) else words.plural(count)
    amount = count if isinstance(count, str) else _spell_number(words, count)
    kind = _join_alternatives(words, [words[f"symbol_{kind}_{form}"] for kind in kinds])
    return words.say(f"symbol_mana_{form}", count=amount, kind=kind)


def _join_alternatives(words: Words, names: Iterable[str]) -> str:
    """Return ``names`` with an "or" between them."""
    return functools.reduce(
        lambda first, second: words.say("symbol_or", first=first, second=second), names
    )


def _spell_number(words: Words, number: int) -> str:
    """Return a number as a word if the language file has it; otherwise in digits."""
    names = words["numerals"].split()
    return names[number] if number < len(names) else words.number(number)


PREVIEW = 300
"""The most characters in the preview of a link."""
_SYMBOLS = re.compile(r"(?:\{[^{}\s]{1,9}\})+")
"""Neighbouring symbols, such as a whole cost."""


def cut(text: str, room: int, size: Callable[[str], int] = len) -> str:
    """Return ``text``; if its ``size`` exceeds ``room``, as many whole words as fit, and an ``…``.

    ``size`` grows with the text, such as its number of characters or its width.
    """
    if size(text) <= room:
        return text
    room -= size("…")
    #  The longest beginning that fits. Its last word goes if it is cut.
    end = bisect.bisect_right(range(len(text)), room, key=lambda end: size(text[:end])) - 1
    beginning = text[: max(end, 0)]
    if not text[len(beginning) :][:1].isspace() and " " in beginning:
        beginning = beginning.rpartition(" ")[0]
    return f"{beginning.rstrip()}…"


def preview(words: Words, texts: Iterable[Text]) -> str:
    """Return the start of ``texts`` as plain text, as long as the preview of a link may be. Symbols
    have their names in the language of ``words``.
    """
    spoken = _SYMBOLS.sub(
        lambda run: speak(words, run[0][1:-1].split("}{")), " ".join(text.plain() for text in texts)
    )
    return cut(" ".join(spoken.split()), PREVIEW)


def restore_dash(type_line: str) -> str:
    """Return a type line with a dash, for which old documents print two hyphens."""
    return type_line.replace(" -- ", " — ")
