"""The many spellings of symbols and emphasis, turned into the stored form of :mod:`generator.text`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import symbols

_SYMBOL = re.compile(r"\{\s*+\\?\(?\s*+(?P<code>[0-9A-Za-z½∞/]{1,9})\s*+\\?\)?\s*+\\?\}")
_WIDE = re.compile(r"[｛{][^｛｝{}\s]{1,9}[｝}]")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SYMBOLS = re.compile(rf"{_SYMBOL.pattern.replace('?P<code>', '?:')}(?: ?{_SYMBOL.pattern.replace('?P<code>', '?:')})*")
_OLD_PREFIX = re.compile(r"^O(?=\w)")
_ADJACENT = re.compile(r"(?<=\}) (?=\{[0-9A-Z/]+\})")
_KNOWN = re.compile(r"^(?:\d{1,3}|[WUBRGCSEXYZTQP]|TK|CHAOS|PW|HW|HR|½|∞|A|L|D|[WUBRGC2](?:/[WUBRGC])?(?:/P)?)$")
_UNDERSCORED = re.compile(r"(?<!\w)_(?=\S)([^_\n]*?\S)_(?!\w)")
_STRONG_ENDS = {mark: re.compile(rf"(?<=\S){re.escape(mark)}") for mark in ("***", "**")}
_LINK = re.compile(r"\[([^\[\]]+)\]\([^()\s]*\)")
_STARS = re.compile(r"\*+|(?<!\w)_{1,3}(?!_)|(?<!_)_{1,3}(?!\w)")
"""Marks of emphasis; a longer line of underscores is a gap to be filled."""
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~])")


def normalise(text: str, *, markdown: bool) -> str:
    """The stored form of a line as printed.

    ``{o1}``, ``{(b/r)}``, ``{1\\}`` and ``{2} {B}`` become ``{1}``, ``{B/R}``, ``{1}`` and
    ``{2}{B}``, and so does a symbol in full-width characters; ``_x_`` and ``**x**`` become ``*x*``. Words are never touched.
    """
    # Every line passes here, and most have none of these marks: to look for a character is far cheaper than a pattern.
    if "{" in text or "｛" in text:
        text = _WIDE.sub(lambda match: match.group().translate(_FULL_WIDTH), text)
        text = _ADJACENT.sub("", _SYMBOL.sub(_symbol, text))
    if "_" in text:
        text = _UNDERSCORED.sub(r"*\1*", text)
    if "**" in text:
        text = _without_strength(text)
    return _ESCAPED.sub(r"\1", text) if markdown and "\\" in text else text


def respelled(text: str) -> Iterator[tuple[str, str]]:
    """The symbols that are printed in another way than the field's, each with how it is written."""
    for match in _SYMBOLS.finditer(text):
        written = _ADJACENT.sub("", _SYMBOL.sub(_symbol, match.group()))
        if written != match.group():
            yield match.group(), written


def without_emphasis(text: str) -> str:
    """Return a name, heading or type line without the stars of its emphasis and the address of its link."""
    # Every line passes here several times, and most have neither: looking for a character costs a tenth of a pattern.
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "*" in text or "_" in text:
        text = _STARS.sub("", text)
    return text.strip()


def spaced(text: str) -> str:
    """A name, type line or heading without emphasis, its spaces such as break: a page has others to keep words together."""
    return " ".join(without_emphasis(text).split())


def _without_strength(text: str) -> str:
    """The text with ``**…**`` and ``***…***`` as ``*…*``.

    A mark that nothing closes here is closed nowhere further on, so that each is looked for once.
    """
    parts: list[str] = []
    open_marks = [mark for mark in _STRONG_ENDS if mark in text]
    at, start = 0, text.find("**")
    while start >= 0 and open_marks:
        for mark in tuple(open_marks):
            inner = start + len(mark)
            if not text.startswith(mark, start) or not text[inner : inner + 1].strip():
                continue
            end = _STRONG_ENDS[mark].search(text, inner + 1)
            if end is None:
                open_marks.remove(mark)
                continue
            parts.append(f"{text[at:start]}*{text[inner : end.start()]}*")
            at = end.end()
            break
        start = text.find("**", max(at, start + 1))
    return "".join((*parts, text[at:]))


def _symbol(match: re.Match[str]) -> str:
    code = _OLD_PREFIX.sub("", match["code"].upper())
    named = code if _KNOWN.match(code) else symbols.of_label(code)
    return f"{{{named}}}" if named else match.group()
