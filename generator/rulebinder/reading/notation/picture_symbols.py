"""The symbols that pictures show, by their words, the names of their files and the classes of their
elements.

Twenty-five years of pages name one symbol in many ways: ``blue.gif``, ``Symbol_U_mana.gif``,
``mana-u.svg``, ``Image.ashx?name=U&type=symbol``, "Blue", "{U}", ``ms ms-u``. All of them are words
with a few words of no meaning between them.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable
from urllib.parse import unquote

from ...text import SYMBOL, UNKNOWN_PICTURE

COST = re.compile(rf"\s*(?:(?:{SYMBOL}|{UNKNOWN_PICTURE})\s*)+$")
"""A line that is a cost: symbols, and pictures that nobody knows between them."""
_ASKED = re.compile(r"[?&](?:amp;)?name=(?P<name>[^&#\s]+)")
_ASKS = re.compile(r"[?&](?:amp;)?type=symbol\b", re.IGNORECASE)
_SYMBOLIC = re.compile(r"mana|symbol|icon|\bpips?\b|type=symbol", re.IGNORECASE)
"""A word in most addresses of pictures of symbols, and in none of cards."""
_DRAWN = re.compile(
    r"(?<!\S)(?:ms|mana|symbol|icon|mtg|mi|card-symbol)-+"
    r"(?!(?:cost|shadow|\d+x|fw|in|duo|border|gradient\S*|loyalty\S*)(?!\S))"
    r"(?P<symbol>\w[\w\-]*)(?!\S)",
    re.IGNORECASE,
)
"""A class such as ``ms-w``, of a symbol drawn by a font; others say how it is drawn, not which."""
_FONTS = {"ms", "mana", "card-symbol", "mi"}
_ENDING = re.compile(r"(?:\.(?:gif|png|jpe?g|svg|webp|bmp|ico|avif))+$", re.IGNORECASE)
_ICON = re.compile(r"\.(?:gif|svg)$", re.IGNORECASE)
_BRACES = re.compile(r"^[{(](?P<code>[^{}()]{1,9})[)}]$")
_SIZE = re.compile(r"(?<!\d)\d++(?:px(?![a-z])|x\d+)")
_FOREIGN = re.compile(r"[^A-Za-z\d½∞\s_\-.+/,()&]")
"""A character of which the names of symbols have none."""
_TOKEN = re.compile(r"½|∞|\d+[a-z]{1,3}(?![a-z])|\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_COMPOUND = re.compile(
    r"white|blue|black|red|green|phyrexian|half|colorless|snow|mana|symbol|two|hybrid|untap|tap",
    re.IGNORECASE,
)
"""The words that names run together: ``blackgreen``, ``phyrexianwhite``."""
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
_WORDS = {
    "white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C",
    "colourless": "C", "snow": "S", "tap": "T", "untap": "Q", "energy": "E", "chaos": "CHAOS",
    "planeswalk": "PW", "planeswalker": "PW", "infinity": "∞", "infinite": "∞", "half": "½",
    "ticket": "TK", "phyrexian": "P", "phyrexia": "P", "hybrid": "", "variable": "X", "generic": "",
    **{word: str(number) for number, word in enumerate(_NUMBERS)},
}  # fmt: skip
"""What words are in the code of a symbol."""
_MEANS_NOTHING = {
    "mana", "symbol", "symbols", "sym", "icon", "icons", "ms", "mtg", "magic", "card", "small",
    "medium", "large", "big", "cost", "costs", "img", "image", "shadow", "old", "new", "the", "a",
    "an", "of", "or", "and", "svg", "o",
}  # fmt: skip
_COLORS = "WUBRG"
_PAIRS = ("W/U", "U/B", "B/R", "R/G", "G/W", "W/B", "U/R", "B/G", "R/W", "G/U")
_LONE = {*map(str, range(100)), "100", "1000000", "½", "∞", "CHAOS", "PW", "TK"}
_LONE |= set(f"{_COLORS}CSXYZTQEP")
_OF_HALVES = {
    #  A number or a "c" behind a color may count the pictures of a page.
    **{f"{half}{color}": f"{half}/{color}" for half in "2C" for color in _COLORS},
    **{f"{half}{color}": f"H{color}" for half in ("H", "½", "HALF") for color in _COLORS},
    **{
        "".join(letters): code
        for code in (*_PAIRS, *(f"{half}/P" for half in (*_COLORS, *_PAIRS)))
        for letters in itertools.permutations(code.replace("/", ""))
    },
}
"""The codes of symbols of two halves, and of half a symbol, by the letters of their names."""
_PREFIX = re.compile(r"^(?:mana|symbol|icon|sym)(?=.)|(?<=.)(?:mana|symbol|icon)$", re.IGNORECASE)
_LONGEST = 60
"""Letters of the longest name or label that is looked at: no symbol has a longer one."""


def of_label(label: str) -> str | None:
    """The code of the symbol that words name: ``{W}``, ``W``, ``White mana``, ``Two or Blue``; None
    if they name none.
    """
    text = label.strip()
    braced = _BRACES.match(text)
    return _code(re.split(r"[/\s]", braced["code"])) if braced else _of_name(text)


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
    #  The pictures of a page may be called "image3" or "12.jpg": only a symbol's own name counts,
    # and a number of an icon.
    is_doubtful = not _MEANS_NOTHING.isdisjoint(map(str.casefold, _tokens(name))) or (
        name.isdigit() and not _ICON.search(file)
    )
    return None if is_doubtful and not is_symbolic(address) else _of_name(name)


def of_classes(classes: str) -> tuple[str | None, str | None]:
    """The code of the symbol that the classes of an element draw: ``ms ms-u ms-cost``; and the name
    of what a font of mana draws by them, be it a symbol or not. None for what they do not draw.
    """
    drawn = _DRAWN.findall(classes)
    code = next(filter(None, map(_of_name, (" ".join(drawn), *drawn))), None)
    first = _DRAWN.search(classes)
    is_font = first and _FONTS.intersection(classes.split())
    return code, first.group() if first and is_font else None


def is_symbolic(address: str) -> bool:
    """Whether an address is that of a folder, or a service, of symbols."""
    return bool(_SYMBOLIC.search(address))


def file_name(address: str) -> str:
    """The last part of an address, without the question behind it."""
    return unquote(re.split(r"[?#]", address.strip(), maxsplit=1)[0].rstrip("/").rpartition("/")[2])


@functools.lru_cache(maxsize=1 << 10)
def _of_name(name: str) -> str | None:
    if len(name) > _LONGEST:
        return None
    return _code(_tokens(name)) or _code(_tokens(_PREFIX.sub("", name)))


def _tokens(name: str) -> list[str]:
    """The words, letters and numbers of a name; nothing at all if it has any other character."""
    if _FOREIGN.search(name):
        return []
    return [
        part
        for token in _TOKEN.findall(_SIZE.sub(" ", name))
        for part in ([token] if _COMPOUND.sub("", token) else _COMPOUND.findall(token))
    ]


def _code(tokens: Iterable[str]) -> str | None:
    """The code that words and letters spell together, each meaningless word left out; None if any
    other is among them.
    """
    words = (token.casefold() for token in tokens)
    spelled = (_WORDS.get(word, word.upper()) for word in words if word not in _MEANS_NOTHING)
    parts = [part for part in spelled if part]
    if any(part.isdigit() or part == "X" for part in parts):
        #  "colorless 3" and "3 colorless mana" are generic, "variable colorless" is X.
        parts = [part for part in parts if part != "C"]
    if len(parts) == 2 and parts[0] == "1":
        parts = parts[1:]  # "one white mana"
    if len(parts) == 1 and parts[0] in _LONE:
        return parts[0]
    return _OF_HALVES.get("".join(parts))
