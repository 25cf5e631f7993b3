"""The symbols that pictures show, by their words, the names of their files and the classes of their
elements.

Twenty-five years of pages name one symbol in many ways: ``blue.gif``, ``Symbol_U_mana.gif``,
``mana-u.svg``, ``Image.ashx?name=U&type=symbol``, "Blue", "{U}", ``ms ms-u``. All of them are words
with a few words of no meaning between them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from urllib.parse import unquote

from ...text import SYMBOL, UNKNOWN_PICTURE

COST = re.compile(rf"\s*(?:(?:{SYMBOL}|{UNKNOWN_PICTURE})\s*)+$")
"""A line that is a cost: symbols, and pictures that nobody knows between them."""
_ASKED = re.compile(r"[?&](?:amp;)?name=(?P<name>[^&#\s]+)")
_ASKS = re.compile(r"[?&](?:amp;)?type=symbol\b", re.IGNORECASE)
_SYMBOLIC = re.compile(r"mana|symbol|icon|\bpips?\b|type=symbol", re.IGNORECASE)
"""A word in most addresses of pictures of symbols, and in none of cards."""
_DRAWN = re.compile(
    r"^(?:ms|mana|symbol|icon|mtg|mi|card-symbol)-+(?P<symbol>\w[\w\-]*)$", re.IGNORECASE
)
"""A class such as ``ms-w``, of a symbol drawn by a font."""
_STYLE = re.compile(
    r"^(?:cost|shadow|\d+x|fw|in|duo|border|gradient\S*|loyalty\S*)$", re.IGNORECASE
)
"""The end of a class that says how a symbol is drawn, not which one."""
_ENDING = re.compile(r"(?:\.(?:gif|png|jpe?g|svg|webp|bmp|ico|avif))+$", re.IGNORECASE)
_ICON = re.compile(r"\.(?:gif|svg)$", re.IGNORECASE)
_BRACES = re.compile(r"^[{(](?P<code>[^{}()]{1,9})[)}]$")
_TOKEN = re.compile(r"½|∞|\d+px|\d+x\d+|\d+[a-z]{1,3}(?![a-z])|\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_MEANS_NOTHING = frozenset(
    [
        "mana",
        "symbol",
        "symbols",
        "sym",
        "icon",
        "icons",
        "ms",
        "mtg",
        "magic",
        "card",
        "small",
        "medium",
        "large",
        "big",
        "cost",
        "costs",
        "img",
        "image",
        "shadow",
        "old",
        "new",
        "the",
        "a",
        "an",
        "of",
        "or",
        "and",
        "svg",
        "o",
    ]
)
_COMPOUND = re.compile(
    r"(?:white|blue|black|red|green|phyrexian|half|colorless|snow|mana|symbol|two|hybrid|untap|tap)",
    re.IGNORECASE,
)
"""The words that names run together: ``blackgreen``, ``phyrexianwhite``."""
_SIZE = re.compile(r"^\d+px$|^\d+x\d+$")
_NUMBERS = dict(
    zip(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ],
        map(str, range(21)),
        strict=True,
    )
)
_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_WORDS = {
    **_COLORS, "colorless": "C", "colourless": "C", "snow": "S", "tap": "T", "untap": "Q",
    "energy": "E", "chaos": "CHAOS",
    "planeswalk": "PW", "planeswalker": "PW", "infinity": "∞", "infinite": "∞", "half": "½",
    "ticket": "TK", "acorn": "A",
    "phyrexian": "P", "phyrexia": "P", "hybrid": "", "variable": "X", "generic": "", **_NUMBERS,
}  # fmt: skip
_LONE = re.compile(r"^(?:\d{1,2}|100|1000000|[WUBRGCSXYZTQEP]|½|∞|CHAOS|PW|TK)$")
_HYBRID = re.compile(r"^(?P<first>[WUBRGC2])(?P<second>[WUBRG])?(?P<phyrexian>P)?$")
_HALF = re.compile(r"^(?:H|½|HALF)(?P<color>[WUBRG])$")
_ORDER = ("WU", "UB", "BR", "RG", "GW", "WB", "UR", "BG", "RW", "GU")
"""The two colors of a hybrid symbol in the order in which it is written."""
_PREFIX = re.compile(r"^(?:mana|symbol|icon|sym)(?=.)|(?<=.)(?:mana|symbol|icon)$", re.IGNORECASE)
_LONGEST = 60
"""Letters of the longest name or label that is looked at: no symbol has a longer one."""


def of_label(label: str) -> str | None:
    """The code of the symbol that words name: ``{W}``, ``W``, ``White mana``, ``Two or Blue``; None
    if they name none.
    """
    text = label.strip()
    braced = _BRACES.match(text)
    if braced:
        return _code(re.split(r"[/\s]", braced["code"]))
    return _of_name(text)


@functools.lru_cache(maxsize=1024)
def of_address(address: str) -> str | None:
    """The code of the symbol whose picture is at ``address``; None if its name is that of no
    symbol.
    """
    asked = _ASKED.search(address)
    if asked and _ASKS.search(address):
        return _of_name(unquote(asked["name"]))
    file = file_name(address)
    name = _ENDING.sub("", file)
    if not is_symbolic(address):
        #  The pictures of a page may be called "image3" or "12.jpg": only a symbol's own name
        # counts, and a number of an icon.
        words = [token.casefold() for token in _tokens(name)]
        if not _MEANS_NOTHING.isdisjoint(words) or (name.isdigit() and not _ICON.search(file)):
            return None
    return _of_name(name)


def of_classes(classes: str) -> str | None:
    """The code of the symbol that the classes of an element draw: ``ms ms-u ms-cost``; None if they
    draw none.
    """
    drawn = [
        match["symbol"]
        for name in classes.split()
        if (match := _DRAWN.match(name)) and not _STYLE.match(match["symbol"])
    ]
    together = _code([token for name in drawn for token in _tokens(name)])
    return together or next((code for name in drawn if (code := _of_name(name))), None)


def drawn_name(classes: str) -> str | None:
    """The name of what a font of mana draws by the classes of an element, be it a symbol or not;
    None if it is another font.
    """
    names = classes.split()
    if not {"ms", "mana", "card-symbol", "mi"}.intersection(names):
        return None
    return next(
        (
            name
            for name in names
            if (match := _DRAWN.match(name)) and not _STYLE.match(match["symbol"])
        ),
        None,
    )


def is_symbolic(address: str) -> bool:
    """Whether an address is that of a folder, or a service, of symbols."""
    return bool(_SYMBOLIC.search(address))


def file_name(address: str) -> str:
    """The last part of an address, without the question behind it."""
    return unquote(
        re.split(r"[?#]", address.strip(), maxsplit=1)[0].rstrip("/").rsplit("/", maxsplit=1)[-1]
    )


def _of_name(name: str) -> str | None:
    if not name or len(name) > _LONGEST:
        return None
    found = _code(_tokens(name))
    if found is None and _PREFIX.search(name):
        found = _code(_tokens(_PREFIX.sub("", name)))
    return found


def _tokens(name: str) -> list[str]:
    """The words, letters and numbers of a name; nothing at all if it has any other character."""
    found = _TOKEN.findall(name)
    if "".join(found) != re.sub(r"[\s_\-.+/,()&]+", "", name):
        return []
    return [
        part
        for token in found
        for part in (_COMPOUND.findall(token) if not _COMPOUND.sub("", token) else [token])
    ]


def _code(tokens: Sequence[str]) -> str | None:
    """The code that words and letters spell together, each meaningless word left out; None if any
    other is among them.
    """
    spelled: list[str] = []
    for token in tokens:
        word = token.casefold()
        if word in _MEANS_NOTHING or _SIZE.match(word):
            continue
        spelled.append(_WORDS[word] if word in _WORDS else word.upper())
    return _spelled([each for each in spelled if each])


def _spelled(parts: Sequence[str]) -> str | None:
    if len(parts) == 2 and parts[0] in ("C", "X") and (parts[1].isdigit() or parts[1] == "C"):
        parts = (
            parts[1:] if parts[0] == "C" else parts[:1]
        )  # "colorless 3" is three generic mana; "variable colorless" is X
    elif len(parts) == 2 and parts[0].isdigit() and parts[1] == "C":
        parts = parts[:1]  # "3 colorless mana"
    elif len(parts) == 2 and parts[0] == "1":
        parts = parts[1:]  # "one white mana"
    if len(parts) == 1 and _LONE.match(parts[0]):
        return parts[0]
    joined = "".join(parts)
    half = _HALF.match(joined)
    if half:
        return f"H{half['color']}"
    return _hybrid(parts) if len(joined) <= len("2WP") else None


def _hybrid(parts: Sequence[str]) -> str | None:
    """The code of a symbol of two halves, or of a half that life can pay for: ``W/U``, ``2/W``,
    ``W/P``, ``G/U/P``.
    """
    joined = "".join(parts)
    if "P" in joined:
        joined = f"{joined.replace('P', '', 1)}P"
    match = _HYBRID.match(joined)
    if match is None or not (match["second"] or (match["phyrexian"] and match["first"] in "WUBRG")):
        return None
    halves = match["first"] + (match["second"] or "")
    if len(halves) == 2 and halves[0] in "WUBRG":
        if halves[0] == halves[1]:
            return None
        halves = halves if halves in _ORDER else halves[::-1]
    return "/".join(halves + (match["phyrexian"] or ""))
