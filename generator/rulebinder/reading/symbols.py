"""Symbols of mana and the like, however a page shows them: as codes in braces, as pictures, as
words, or as bare letters. All become the field's symbols, such as ``{W}``.

And the stored form of printed lines, in which emphasis and spaces are spelt in one way.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from ..text import SYMBOL, UNKNOWN_PICTURE, fold_name

COST = re.compile(rf"\s*(?:(?:{SYMBOL}|{UNKNOWN_PICTURE})\s*)+$")
"""A line that is a cost: symbols, and unknown pictures between them."""

# Symbols by name: words, addresses of pictures, classes of elements.

_QUERY_NAME = re.compile(r"[?&](?:amp;)?name=(?P<name>[^&#\s]+)")
_QUERY_TYPE = re.compile(r"[?&](?:amp;)?type=symbol\b", re.IGNORECASE)
_SYMBOL_WORD = re.compile(r"mana|symbol|icon|\bpips?\b|type=symbol", re.IGNORECASE)
"""A word in most addresses of pictures of symbols, and in none of cards."""
_DRAWN_CLASS = re.compile(
    r"(?<!\S)(?:ms|mana|symbol|icon|mtg|mi|card-symbol)-+"
    r"(?!(?:cost|shadow|\d+x|fw|in|duo|border|gradient\S*|loyalty\S*)(?!\S))"
    r"(?P<symbol>\w[\w\-]*)(?!\S)",
    re.IGNORECASE,
)
"""A class such as ``ms-w``, of a symbol drawn by a font; others say how it is drawn, not which."""
_FONTS = {"ms", "mana", "card-symbol", "mi"}
"""Classes that say that a font of mana draws the element."""
_ENDING = re.compile(r"(?:\.(?:gif|png|jpe?g|svg|webp|bmp|ico|avif))+$", re.IGNORECASE)
_ICON_ENDING = re.compile(r"\.(?:gif|svg)$", re.IGNORECASE)
"""The ending of a picture that is an icon, so that a number is its name: ``3.gif``."""
_IN_BRACES = re.compile(r"^[{(](?P<code>[^{}()]{1,9})[)}]$")
_PICTURE_SIZE = re.compile(r"(?<!\d)\d++(?:px(?![a-z])|x\d+)")
"""A part of a picture's name: ``32px``, ``20x20``."""
_FOREIGN_CHARACTER = re.compile(r"[^A-Za-z\d½∞\s_\-.+/,()&]")
"""A character of which the names of symbols have none."""
_NAME_TOKEN = re.compile(r"½|∞|\d+[a-z]{1,3}(?![a-z])|\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_COMPOUND_PART = re.compile(
    r"white|blue|black|red|green|phyrexian|half|colorless|snow|mana|symbol|two|hybrid|untap|tap",
    re.IGNORECASE,
)
"""The words that names run together: ``blackgreen``, ``phyrexianwhite``."""
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
_CODES_OF_WORDS = {
    "white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C",
    "colourless": "C", "snow": "S", "tap": "T", "untap": "Q", "energy": "E", "chaos": "CHAOS",
    "planeswalk": "PW", "planeswalker": "PW", "infinity": "∞", "infinite": "∞", "half": "½",
    "ticket": "TK", "phyrexian": "P", "phyrexia": "P", "hybrid": "", "variable": "X", "generic": "",
    **{word: str(number) for number, word in enumerate(_NUMBERS)},
}  # fmt: skip
"""What each word is in the code of a symbol; nothing if it only joins others."""
_MEANINGLESS_WORDS = {
    "mana", "symbol", "symbols", "sym", "icon", "icons", "ms", "mtg", "magic", "card", "small",
    "medium", "large", "big", "cost", "costs", "img", "image", "shadow", "old", "new", "the", "a",
    "an", "of", "or", "and", "svg", "o",
}  # fmt: skip
_COLORS = "WUBRG"
_HYBRIDS = ("W/U", "U/B", "B/R", "R/G", "G/W", "W/B", "U/R", "B/G", "R/W", "G/U")
_SINGLE_CODES = {*map(str, range(100)), "100", "1000000", "½", "∞", "CHAOS", "PW", "TK"}
_SINGLE_CODES |= set(f"{_COLORS}CSXYZTQEP")
"""The codes of symbols with one part."""
_CODES_OF_LETTERS = {
    #  A number or a "c" behind a color may count the pictures of a page.
    **{f"{half}{color}": f"{half}/{color}" for half in "2C" for color in _COLORS},
    **{f"{half}{color}": f"H{color}" for half in ("H", "½", "HALF") for color in _COLORS},
    **{
        "".join(letters): code
        for code in (*_HYBRIDS, *(f"{half}/P" for half in (*_COLORS, *_HYBRIDS)))
        for letters in itertools.permutations(code.replace("/", ""))
    },
}
"""The codes of symbols with several parts by the letters that a name may have for them, such as
``WU`` and ``UW`` for ``W/U``.
"""
_SYMBOL_AFFIX = re.compile(
    r"^(?:mana|symbol|icon|sym)(?=.)|(?<=.)(?:mana|symbol|icon)$", re.IGNORECASE
)
_LONGEST_NAME = 60
"""How many letters a name or label of a symbol has at most."""


def read_label(label: str) -> str | None:
    """The code of the symbol that words name: ``{W}``, ``W``, ``White mana``, ``Two or Blue``; None
    if they name none.
    """
    text = label.strip()
    braced = _IN_BRACES.match(text)
    return _read_tokens(re.split(r"[/\s]", braced["code"])) if braced else _read_name(text)


@functools.lru_cache(maxsize=1024)
def read_address(address: str) -> str | None:
    """The code of the symbol whose picture is at ``address``; None if its name is that of no
    symbol.
    """
    query = _QUERY_NAME.search(address)
    if query and _QUERY_TYPE.search(address):
        return _read_name(unquote(query["name"]))
    file = file_name(address)
    name = _ENDING.sub("", file)
    #  The pictures of a page may be called "image3" or "12.jpg": only a symbol's own name counts,
    # and a number of an icon.
    is_doubtful = not _MEANINGLESS_WORDS.isdisjoint(map(str.casefold, _split_name(name))) or (
        name.isdigit() and not _ICON_ENDING.search(file)
    )
    return None if is_doubtful and not is_symbolic(address) else _read_name(name)


def read_classes(classes: str) -> tuple[str | None, str | None]:
    """The code of the symbol that the classes of an element draw, and the class by which a font of
    mana draws it, which may not be a known symbol: ``U`` and ``ms-u`` of ``ms ms-u ms-cost``. Each
    is None if there is none.
    """
    drawn = _DRAWN_CLASS.findall(classes)
    code = next(filter(None, map(_read_name, (" ".join(drawn), *drawn))), None)
    first = _DRAWN_CLASS.search(classes)
    is_font = not _FONTS.isdisjoint(classes.split())
    return code, first.group() if first and is_font else None


def is_symbolic(address: str) -> bool:
    """Whether an address is that of a folder, or a service, of symbols."""
    return bool(_SYMBOL_WORD.search(address))


def file_name(address: str) -> str:
    """The last part of an address, without the query behind it."""
    return unquote(re.split(r"[?#]", address.strip(), maxsplit=1)[0].rstrip("/").rpartition("/")[2])


@functools.lru_cache(maxsize=1 << 10)
def _read_name(name: str) -> str | None:
    """The code of the symbol that a name without braces means, perhaps behind ``mana`` or ``icon``;
    None if it means none.
    """
    if len(name) > _LONGEST_NAME:
        return None
    return _read_tokens(_split_name(name)) or _read_tokens(_split_name(_SYMBOL_AFFIX.sub("", name)))


def _split_name(name: str) -> list[str]:
    """The words, letters and numbers of a name; nothing at all if it has any other character."""
    if _FOREIGN_CHARACTER.search(name):
        return []
    return [
        part
        for token in _NAME_TOKEN.findall(_PICTURE_SIZE.sub(" ", name))
        for part in ([token] if _COMPOUND_PART.sub("", token) else _COMPOUND_PART.findall(token))
    ]


def _read_tokens(tokens: Iterable[str]) -> str | None:
    """The code that words and letters spell together; None if they are not the name of a symbol.
    Meaningless words are left out.
    """
    words = (token.casefold() for token in tokens)
    spelled = (
        _CODES_OF_WORDS.get(word, word.upper()) for word in words if word not in _MEANINGLESS_WORDS
    )
    parts = [part for part in spelled if part]
    if any(part.isdigit() or part == "X" for part in parts):
        #  "colorless 3" and "3 colorless mana" are generic, "variable colorless" is X.
        parts = [part for part in parts if part != "C"]
    if len(parts) == 2 and parts[0] == "1":
        parts = parts[1:]  # "one white mana"
    if len(parts) == 1 and parts[0] in _SINGLE_CODES:
        return parts[0]
    return _CODES_OF_LETTERS.get("".join(parts))


# Symbols in braces.

_CODE = r"\{[^\S\n]*+\\?\(?[^\S\n]*+(?P<code>[0-9A-Za-z½∞/]{1,9})[^\S\n]*+\\?\)?[^\S\n]*+\\?\}"
_BRACED = re.compile(_CODE)
_SYMBOL_RUN = re.compile(f"(?: ?{_CODE.replace('?P<code>', '?:')})+")
_WIDE_SYMBOL = re.compile(r"[｛{][^｛｝{}\s]{1,9}[｝}]")
_WIDE_LETTER = re.compile(r"[\uff01-\uff5e]")
_TO_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_DIGIT = re.compile(r"\d")
_RUN_TOGETHER = re.compile(r"(?P<number>\d{1,2})(?P<colors>[WUBRGC]+)(?<!^2.)")
"""Two symbols in one brace, ``{1W}``; ``{2W}`` may be a hybrid one."""
_OLD_PREFIX = re.compile(r"^O(?=\w)")
"""The letter before each code that old documents have: ``{oT}``."""
_SYMBOL_GAP = re.compile(r"(?<=\}) (?=\{[0-9A-Z/]+\})")
"""The space between two symbols."""
_FIELD_CODE = re.compile(
    r"^(?:\d{1,3}|[WUBRGCSEXYZTQP]|TK|CHAOS|PW|HW|HR|½|∞|A|L|D|[WUBRGC2](?:/[WUBRGC])?(?:/P)?)$"
)
"""The codes that the field uses."""


def spell_symbols(text: str) -> str:
    """Return the text with the field's symbols, ``{T}`` for ``{Tap}``, ``{oT}`` and ``｛Ｔ｝``.

    The account of words counts symbols by this, too, so that no repair of one is a loss.
    """
    if "{" not in text and "｛" not in text:
        return text
    if _WIDE_LETTER.search(text):
        text = _WIDE_SYMBOL.sub(lambda match: match.group().translate(_TO_ASCII), text)
    text = _BRACED.sub(lambda match: _spell_symbol(match.group(), match["code"].upper()), text)
    return _SYMBOL_GAP.sub("", text)


def find_misspelled(text: str) -> Iterator[tuple[str, str]]:
    """The symbols that are printed in another way than the field's, each with its right form."""
    for match in _SYMBOL_RUN.finditer(text):
        printed = match.group().removeprefix(" ")
        spelled = spell_symbols(printed)
        if spelled != printed:
            yield printed, spelled


@functools.lru_cache(maxsize=1 << 10)
def _spell_symbol(printed: str, code: str) -> str:
    """The field's form of a symbol that is ``printed`` with this code; as it is printed if nobody
    knows it. Cached, because few symbols differ.
    """
    code = _OLD_PREFIX.sub("", code)
    joined = _RUN_TOGETHER.fullmatch(code)
    if joined:
        return "".join(f"{{{part}}}" for part in (joined["number"], *joined["colors"]))
    field_code = code if _FIELD_CODE.match(code) else read_label(code)
    #  "1 white mana" is a name of {W}, but in braces it is a symbol that nobody knows, and its
    # number counts.
    is_sure = field_code and set(_DIGIT.findall(code)) <= set(field_code)
    return f"{{{field_code}}}" if is_sure else printed


# Symbols as pictures in Markdown.

_IMAGE = re.compile(r"!\[(?P<alt>[^\[\]]*)\]\((?P<url>[^()]*(?:\([^()]*\)[^()]*)*)\)")
_IMAGE_HERE = re.compile(rf"\s*{_IMAGE.pattern}")
_LINKED_IMAGE = re.compile(
    rf"\[\s*({re.sub(r'[?]P<[a-z]+>', '?:', _IMAGE.pattern)})\s*\]\([^()]*\)"
)
_WORDS_OPENING = re.compile(r"(?:[*_]|\[(?!picture:))*[^\W\d_]|[*•]\s+\S")
"""The opening of words, in emphasis, in a link or in a bullet perhaps."""


def without_picture_links(line: str) -> str:
    """The line with each linked picture as a picture alone."""
    return _LINKED_IMAGE.sub(r"\1", line) if "![" in line else line


def read_card_picture(picture: str) -> tuple[str, str]:
    """The words of a Markdown picture, and the symbol that it shows; each may be an empty text."""
    match = _IMAGE.fullmatch(picture)
    return (match["alt"].strip(), _symbol_of(match)) if match else ("", "")


def split_leading_pictures(line: str) -> tuple[list[str], str]:
    """The pictures of cards that a line opens with, and the words beside them.

    ``![](card.png) Name`` becomes ``["![](card.png)"]`` and ``Name``. Pictures without words beside
    them are cards if there is one, or if one of several has words itself. A picture that may be a
    symbol is part of the text.
    """
    pictures = []
    end = 0
    while match := _IMAGE_HERE.match(line, end):
        if read_label(match["alt"]) is not None or is_symbolic(match["url"]):
            break
        pictures.append(match)
        end = match.end()
    rest = line[end:].lstrip()
    has_words = any(match["alt"].strip() for match in pictures)
    are_cards = len(pictures) == 1 or (has_words and not any(map(_symbol_of, pictures)))
    if pictures and (_WORDS_OPENING.match(rest) if rest else are_cards):
        return [match.group().lstrip() for match in pictures], rest
    return [], line


def replace_pictures(line: str) -> str:
    """Pictures of mana as symbols: ``![](…/blue.gif)`` becomes ``{U}``; other pictures leave their
    words.

    A picture without words that may be a symbol becomes ``[picture: its name]``.
    """
    if "![" not in line:
        return line
    return _IMAGE.sub(
        lambda match: _symbol_or_words(match) or f"[picture: {_name_of(match)}]", line
    )


def find_unknown_pictures(line: str) -> tuple[str, ...]:
    """The names of the pictures in a line that may be symbols, but not known ones: they have no
    words, or are kept among symbols.
    """
    pictures = _IMAGE.finditer(line) if "![" in line else ()
    return tuple(_name_of(match) for match in pictures if not _symbol_or_words(match))


def _symbol_or_words(match: re.Match[str]) -> str:
    """The symbol that a picture shows, or its words; empty if it may be an unknown symbol."""
    words = match["alt"]
    is_no_symbol = words.strip() and not is_symbolic(match["url"])
    return _symbol_of(match) or (words if is_no_symbol else "")


def _symbol_of(match: re.Match[str]) -> str:
    """The symbol that a picture shows by its words, or by its address if it has none; empty if it
    shows none.
    """
    #  A picture that says something else is not a symbol, unless it is kept among symbols.
    code = read_label(match["alt"])
    if not code and (is_symbolic(match["url"]) or not match["alt"].strip()):
        code = read_address(match["url"])
    return f"{{{code}}}" if code else ""


def _name_of(match: re.Match[str]) -> str:
    """The words of a picture, or else the name of its file without the ending."""
    words = match["alt"].strip() or file_name(match["url"]).rsplit(".", maxsplit=1)[0]
    return re.sub(r"[\[\]{}*_<>\s]+", "-", words)[:80].strip("-") or "without a name"


# Mana in letters, without braces.

_BARE_TOKEN = re.compile(
    rf"{SYMBOL}|½|\d{{1,2}}?(?=2/[wubrg])|2/[wubrg]|\d{{1,2}}|[xyz]|[wubrgcs](?:/[wubrgp]){{0,2}}",
    re.IGNORECASE,
)
_BARE_COST = re.compile(rf"(?:{_BARE_TOKEN.pattern})+", re.IGNORECASE)
_MANA_LETTERS = re.compile(r"\b[WUBRGC]{1,6}\b")
_COST_TOKEN = re.compile(rf"{SYMBOL}|2/[WUBRG]|[WUBRG]/[WUBRGP]|\d{{1,2}}|[WUBRGCSXTQ]")
_COST_RUN = rf"(?:{_COST_TOKEN.pattern})++"
_BARE_ABILITY = re.compile(
    rf"(?P<costs>{_COST_RUN}(?:, {_COST_RUN})*)"
    r"(?P<others>(?:, [^.:]{3,80})?)(?P<colon>[\s\u202f]?:"
    r" )(?=[^\W\d_a-z])"
)
"""An ability whose cost begins with mana: ``3RR, T, Sacrifice Fen: …``."""
_ADDED_MANA = re.compile(
    r"(?P<word>\A[^\W\d_]+ )(?P<mana>[WUBRGC]{1,6}(?:,? (?:[^\W\d_]{1,3} )?[WUBRGC]{1,6})*)(?=[. ])"
)
"""The mana right behind the first word of an effect: ``Add C or W.``"""
_LONGEST_BARE_COST = 24
"""How many characters a bare cost has at most: most lines are longer, and need no closer look."""
_BRACKETED_HYBRID = re.compile(r"\(([2wubrgc](?:/[wubrgp]){1,2})\)", re.IGNORECASE)


def read_bare_cost(text: str) -> str | None:
    """A mana cost printed without braces, ``1U``, ``2WW``, ``1u/bu/b``, ``1(U/B)``, in braces; None
    if it is not one.
    """
    bare = text.strip().strip("*_ ").replace(" ", "")
    if len(bare) > _LONGEST_BARE_COST:
        return None
    bare = _BRACKETED_HYBRID.sub(r"{\1}", bare)
    if not _BARE_COST.fullmatch(bare):
        return None
    return "".join(map(_put_in_braces, _BARE_TOKEN.findall(bare.upper())))


def brace_costs(ability: str) -> str:
    """The ability with the mana of its cost in braces: ``2, T: Add C.`` becomes ``{2}, {T}: Add
    {C}.``

    Only costs before a colon, and letters of mana right behind the word after it, are surely mana.
    """
    match = _BARE_ABILITY.match(ability) if ": " in ability else None
    if match is None:
        return ability

    def brace_tokens(mana: re.Match[str]) -> str:
        return "".join(map(_put_in_braces, _COST_TOKEN.findall(mana.group())))

    effect = _ADDED_MANA.sub(
        lambda added: added["word"] + _MANA_LETTERS.sub(brace_tokens, added["mana"]),
        ability[match.end() :],
    )
    costs = _COST_TOKEN.sub(brace_tokens, match["costs"])
    return f"{costs}{match['others']}{match['colon']}{effect}"


def _put_in_braces(token: str) -> str:
    """The symbol of a token, which may have its braces already."""
    return token if token.startswith("{") else f"{{{token}}}"


_UNDERSCORED = re.compile(
    r"(?<![\w\\])(?P<mark>_{1,3})(?=[^\s_])(?P<inner>(?:\\_|[^_\n])*?[^\s_\\])(?P=mark)(?!\w)"
)
"""Emphasis; a longer line of underscores is a gap to be filled."""
_ENDS_OF_STRONG = {mark: re.compile(rf"(?<=\S){re.escape(mark)}") for mark in ("***", "**")}
_STARS = re.compile(r"\*+")
_MOST_STARS = 3
"""How many stars a mark of emphasis has at most."""
_BEFORE_OPENING = " \t([{“‘\"'—–/"
"""What may come before emphasis that begins inside other emphasis."""
_LINK = re.compile(r"\[([^\[\]]+)\]\([^()\s]*\)")
_SPACES = re.compile(r"(?P<held>[\u00a0\u202f](?=[:;!?»])|(?<=«)[\u00a0\u202f])|(?! \S)\s+")
"""Spaces but a single usual one; a no-break space beside a mark holds that mark, as French wants
it.
"""
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_PROTECTED = re.compile(r"\\([\\*_])")
_STAND_INS = {ord(mark): 0xFDD0 + at for at, mark in enumerate("\\*_")}
"""Characters that no text has, instead of the marks that a backslash protects."""
_MARKS_OF_STAND_INS = {code: mark for mark, code in _STAND_INS.items()}
_INVISIBLE = re.compile(
    r"[\u034f\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
    r"|[\u200c\u200d](?![\u0600-\u0dff])|\u00ad(?![^\S\n]*\n[^\S\n]*[^\W\d_A-Z])"
)
"""Characters that nobody sees. Some scripts need joiners, and a soft hyphen at the end of a line
may tell that the word goes on.
"""
UNSPACED = re.compile(r"(?-i:[\u3040-\u30ff\u3400-\u9fff])")
"""A letter of a script that puts no spaces between words: kana and Han. They have no cases, and to
look for them takes ``re`` milliseconds in each pattern.
"""
SYLLABLE = re.compile(r"(?-i:[\uac00-\ud7a3])")
"""A Korean syllable: spaces part the words, but particles are joined to the end of a word."""
UNCASED = re.compile(r"(?-i:[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])")
"""Either of them: a letter of a script without cases, which may be joined to other words."""
CAPITALS = r"A-ZÀ-ÝА-ЯЁ\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
"""Characters that may begin a sentence, for a class of a pattern: capitals, and letters of scripts
that have none.
"""


def normalise(text: str, *, markdown: bool = False) -> str:
    """The stored form of a line as printed. In ``markdown``, a backslash protects a mark.

    ``{o1}``, ``{(b/r)}``, ``{1\\}`` and ``{2} {B}`` become ``{1}``, ``{B/R}``, ``{1}`` and
    ``{2}{B}``, and so does a symbol in full-width characters; ``_x_`` and ``**x**`` become ``*x*``.
    Words are never touched.
    """
    #  Every line passes here, and most have none of these marks: to look for a character is far
    # cheaper than a pattern.
    text = spell_symbols(text)
    escaped = markdown and "\\" in text
    if escaped:
        text = _PROTECTED.sub(lambda match: match[1].translate(_STAND_INS), text)
    if "_" in text:
        text = _UNDERSCORED.sub(r"*\g<inner>*", text)
    if "**" in text:
        text = _weaken_emphasis(_flatten_emphasis(text))
    return _ESCAPED.sub(r"\1", text).translate(_MARKS_OF_STAND_INS) if escaped else text


def _flatten_emphasis(text: str) -> str:
    """The text with emphasis inside emphasis as one: ``***Magic** 2013*`` becomes ``*Magic 2013*``.

    A text without such emphasis comes back as it is, and so does one whose marks do not fit
    together.
    """
    parts: list[str] = []
    open_marks: list[int] = []  # how many stars each mark still needs to be closed
    is_nested, done = False, 0
    for run in _STARS.finditer(text):
        mark, inside = run.group(), bool(open_marks)
        #  A mark that closes emphasis, one that opens emphasis, or stars among spaces.
        if inside and text[run.start() - 1] not in _BEFORE_OPENING:
            stars = len(mark)
            while stars and open_marks:  # the innermost mark is closed first
                closed = min(stars, open_marks[-1])
                stars -= closed
                open_marks[-1] -= closed
                if not open_marks[-1]:
                    open_marks.pop()
            if stars:
                return text
            mark = "" if open_marks else "*"  # only the outermost mark stays
        elif text[run.end() : run.end() + 1].strip():
            if len(mark) > _MOST_STARS:
                return text
            open_marks.append(len(mark))
            mark = "" if inside else "*"
        is_nested = is_nested or (inside and bool(open_marks))
        parts += (text[done : run.start()], mark)
        done = run.end()
    return "".join((*parts, text[done:])) if is_nested and not open_marks else text


def _weaken_emphasis(text: str) -> str:
    """The text with ``**…**`` and ``***…***`` as ``*…*``.

    A mark that nothing closes here is closed nowhere further on, so that each is looked for once.
    """
    parts: list[str] = []
    marks = [mark for mark in _ENDS_OF_STRONG if mark in text]
    done, start = 0, text.find("**")
    while start >= 0 and marks:
        for mark in tuple(marks):
            inner = start + len(mark)
            if not text.startswith(mark, start) or not text[inner : inner + 1].strip():
                continue
            end = _ENDS_OF_STRONG[mark].search(text, inner + 1)
            if end is None:
                marks.remove(mark)
                continue
            parts.append(f"{text[done:start]}*{text[inner : end.start()]}*")
            done = end.end()
            break
        start = text.find("**", max(done, start + 1))
    return "".join((*parts, text[done:]))


def without_invisible(text: str) -> str:
    """Return the text without characters of no width, which would tell two equal names apart."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def without_emphasis(text: str) -> str:
    """Return a name, heading or type line without the stars of its emphasis and the address of its
    link.
    """
    #  Every line passes here several times, and most have neither: looking for a character costs a
    # tenth of a pattern.
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "_" in text:
        text = _UNDERSCORED.sub(r"\g<inner>", text)
    return text.replace("*", "").strip()


def tidy(text: str) -> str:
    """A name, type line or heading without emphasis, with plain spaces, but for a no-break space
    that holds a mark of punctuation.
    """
    return _SPACES.sub(lambda match: match["held"] or " ", without_emphasis(text)).strip()


def fold(text: str) -> str:
    """Case, emphasis, quotes and spaces folded, for comparing headings and names."""
    return fold_name(without_emphasis(text))
