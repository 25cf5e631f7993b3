"""The characters of a text file: UTF-8 if it can be, else the encoding in which the bytes are words
of a known language.

Nobody can see an old encoding in the bytes, so each candidate is tried, and the language files
judge: the right one gives common words and letters of one language, a wrong one rare letters and
signs.

Some characters cannot be right: a program took the document's encoding for another one. What it
wrote is read as it was, and what is lost is named.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence, Set

import webencodings

from ...facts.languages import Languages
from ...problems import Place, WithProblems, error, pluralize, warning

_CANDIDATES: Mapping[str, str] = {
    "cp1252": "Windows-1252",
    "mac_roman": "Mac Roman",
    "cp1251": "Windows-1251",
    "koi8_r": "KOI8-R",
    "cp932": "Shift-JIS",
    "euc_jp": "EUC-JP",
    "gb18030": "GBK",
    "big5hkscs": "Big5",
    "cp949": "EUC-KR",
}
"""Codecs and the names that people know. Of two that judge alike, the first wins."""
_WIDE: Mapping[str, str] = {
    "utf-16-le": "UTF-16 (little endian)",
    "utf-16-be": "UTF-16 (big endian)",
}
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_DECLARED = re.compile(rb"<meta[^<>]{0,200}?charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
_HEAD = 4096
_SAMPLE = 40_000
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff]|(?:(?![\u3040-\u30ff\u3400-\u9fff])[^\W\d_])+(?:['’][^\W\d_]+)?"
)
_SYLLABLE = re.compile(r"[\uac00-\ud7a3]")
"""Korean has spaces, but joins its commonest words to others."""
_USUAL = frozenset(
    "“”‘’„‚«»‹›–—…•·®™©°º½¼¾×−¿¡\u00a0\u202f\u3000、。「」『』・：；，！？（）《》【】～“”"
)
"""Signs that a document may have in any language."""
_WEIGHT = 0.5
"""How much the letters weigh beside the common words."""
_LEAST = 0.15
"""The least that the right encoding is judged at: random bytes stay below."""
_TWO = ("cp1252", "mac_roman", "cp437")
"""Those of the codecs in which even the two characters of a letter are not part of any word."""
_CODECS = (*_TWO, "cp1251")
"""The encodings for which UTF-8 is taken, so that one character becomes two or three."""
_CERTAIN = {
    **{chr(byte): bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0xA0)},
    "â€\ufffd": "”",
}
"""What control characters are in Windows-1252, for which Latin-1 was taken; and the one usual sign
of which Windows-1252 lacks a byte.
"""
_FILE_TOKENS = re.compile(r"<\|[\w-]{1,80}\|>(?:date \d{4}-\d\d-\d\d)?")
_LINE_BREAK = re.compile(r"[\r\x0c\u2028](?:(?<=\r)\n)?")
_SHOWN = 5
"""How many kinds of damage a warning shows."""
_LOST = r"\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd\ufffe\uffff"
"""The characters in the place of others that are lost, as a class of a pattern."""
_NO_LETTERS = ("Cc", "Cs", "Cn", "Co")
"""The categories of characters that no document has."""


def decode(
    data: bytes, path: str, languages: Languages, charset: str = ""
) -> WithProblems[str | None]:
    """Return the characters of a text file, whose encoding may be said to be ``charset``, or None
    with the problem that says why it has none. Tokens that an archive left in it are taken out;
    line breaks become ``\\n``.

    A byte order mark, UTF-8 and the charset that a web page declares come first. UTF-8 with a few
    broken bytes is refused, because another encoding would garble the rest of it.
    """
    assumed = ""
    text = _decode_page(data, charset) if charset else None
    if text is None:
        try:
            text, assumed = _decode(data, languages)
        except UnicodeDecodeError as failure:
            place = Place(path, data.count(b"\n", 0, failure.start) + 1)
            message = f"not UTF-8 text (byte {failure.start})"
            return None, [error(place, message, "save the document as UTF-8")]
        if text is None:
            hint = "give the document as text, HTML, .docx or .pdf"
            return None, [error(Place(path), "not a text file", hint)]
        if charset:
            assumed = assumed or "UTF-8"
    problems = []
    if assumed:
        expected = f"{charset[:40]!r}, as the web archive says" if charset else "UTF-8 text"
        message = f"not {expected}, so it is read as {assumed}"
        hint = "if letters or signs are wrong, save the document as UTF-8"
        problems.append(warning(Place(path), message, hint))
    return _FILE_TOKENS.sub("", _LINE_BREAK.sub("\n", text)), problems


def _decode_page(data: bytes, charset: str) -> str | None:
    """Return the characters of a web page in the encoding that is said of it, or None if that is
    not known, or cannot be right.
    """
    try:
        text, encoding = webencodings.decode(data, charset, "strict")
    except (LookupError, ValueError):
        return None
    #  What is UTF-8 by chance is ASCII. A page in a wrong wide encoding has letters, but no tags.
    is_utf8 = not data.isascii() and "\ufffd" not in data.decode("utf-8", "replace")
    return text if "<" in text and (encoding.name.startswith("utf") or not is_utf8) else None


def _decode(data: bytes, languages: Languages) -> tuple[str | None, str]:
    """Return the characters of a text file, and the encoding that was assumed; empty if the file
    says it or if it is UTF-8.

    None if its bytes have no characters at all. Raises UnicodeDecodeError if it is broken UTF-8.
    """
    marked = next((codec for mark, codec in _BOMS if data.startswith(mark)), "")
    if not marked and b"\x00" in data[:_HEAD]:
        return _choose_best(data[: len(data) // 2 * 2], _WIDE, languages)
    try:
        return data.decode(marked or "utf-8"), ""
    except UnicodeDecodeError:
        if marked:
            raise
        declared = _DECLARED.search(data[:_HEAD])
        text = _decode_page(data, declared[1].decode("ascii", "replace")) if declared else None
        if text is not None:
            return text, ""
        letters = [letter for letter in data.decode("utf-8", "surrogateescape") if letter > "\x7f"]
        wrong = sum("\udc80" <= letter <= "\udcff" for letter in letters)
        if len(letters) - wrong >= wrong:  # it is broken UTF-8
            raise
        best, name = _choose_best(data, _CANDIDATES, languages)
        if best is None:
            raise
        return best, name


def _choose_best(
    data: bytes, candidates: Mapping[str, str], languages: Languages
) -> tuple[str | None, str]:
    """Return the characters in the candidate that a language judges best, and its name, or None if
    none is good enough.

    A candidate that has no characters for some bytes, or control characters, is left out.
    """
    readings = [language.reading for language in languages.values()]
    #  The letters of all their texts: the names of their fields add none beyond ASCII.
    judges = [
        (
            frozenset(map(str.casefold, reading.stopwords)),
            frozenset(filter(str.isalpha, repr(reading).casefold())),
        )
        for reading in readings
    ]
    scored = []
    for rank, (codec, name) in enumerate(candidates.items()):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        letters = set(text) - set("\t\n\r\f")
        if not any(unicodedata.category(letter) in _NO_LETTERS for letter in letters):
            scored.append((_rate(text[:_SAMPLE], judges), -rank, text, name))
    score, _, text, name = max(scored, default=(0.0, 0, "", ""))
    return (text, name) if score >= _LEAST else (None, "")


def _rate(text: str, judges: Sequence[tuple[Set[str], Set[str]]]) -> float:
    """Return how well the text fits its best language: the share of common words, and how usual its
    letters beyond ASCII are.

    Each of ``judges`` has the common words and the letters of a language.
    """
    tokens = Counter([*_TOKEN.findall(text.casefold()), *_SYLLABLE.findall(text)])
    signs = [at for at, letter in enumerate(text) if letter > "\x7f"]
    best = 0.0
    for words, letters in judges:
        common = sum(tokens[word] for word in words) / max(tokens.total(), 1)
        usual = sum(_rate_sign(text, at, letters) for at in signs) / max(len(signs), 1)
        best = max(best, common + _WEIGHT * usual)
    return best


def _rate_sign(text: str, at: int, letters: Set[str]) -> float:
    """Return 1 for a letter or sign that the language has, 0 for a letter that it may have, -1 for
    one that fits nowhere.
    """
    letter = text[at]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if letter.isalpha():
        if letter.isupper() and before.islower():
            return -1
        return float(letter.casefold() in letters)
    if letter not in _USUAL or (letter in "•®™©°„“" and before.isalpha() and after.isalpha()):
        return -1
    return 1


_BYTES: Mapping[str, Mapping[str, int]] = {
    codec: {
        **{bytes([byte]).decode(codec, "ignore"): byte for byte in range(0x80, 0x100)},
        **{chr(byte): byte for byte in range(0x80, 0xA0)},
    }
    for codec in _CODECS
}
"""The bytes of each encoding from 0x80 by their characters, and by control characters, as those of
undefined bytes.
"""


def _any_of(codec: str, first: int, last: int) -> str:
    """Return the characters of the bytes from ``first`` to ``last``, for a class of a pattern."""
    letters = (letter for letter, byte in _BYTES[codec].items() if first <= byte <= last)
    return re.escape("".join(letters))


def _damage_of(codec: str) -> str:
    """Return a pattern for what a sign, or an accented letter, becomes that is taken for this
    encoding.
    """
    further = _any_of(codec, 0x80, 0xBF)
    last = 0x97 if codec in _TWO else 0x89  # below the marks that may end a word with a space
    sign = f"[{_any_of(codec, 0xE2, 0xE2)}][{_any_of(codec, 0x80, last)}][{further}]"
    letter = f"|(?<![A-ZÀ-Þ])[{_any_of(codec, 0xC2, 0xC5)}][{further}]" if codec in _TWO else ""
    return f"(?P<{codec}>{sign}{letter})"


_BEGINNINGS = "".join(
    [
        *(_any_of(codec, 0xE2, 0xE2) for codec in _CODECS),
        *(_any_of(codec, 0xC2, 0xC5) for codec in _TWO),
    ]
)
_DAMAGED = re.compile(
    #  The characters with which damage begins: most documents have none, and they are found fast.
    rf"(?=[\x80-\x9f{_LOST}{_BEGINNINGS}])"
    rf"(?:{'|'.join(map(_damage_of, _CODECS))}|â€\ufffd|[\x80-\x9f]|(?P<lost>[{_LOST}]))"
)


def repair_characters(text: str, path: str) -> WithProblems[str]:
    """Return the text with its damaged characters as they were where that is certain, and one
    warning that counts and shows them all, the lost ones too.
    """
    damages: Counter[tuple[str, str]] = Counter()
    lines: dict[int, None] = {}
    at = number = 0

    def repair(damaged: re.Match[str]) -> str:
        nonlocal at, number
        before, codec = damaged.group(), damaged.lastgroup
        after = before  # if it is lost, or not a usual character
        if codec is None:
            after = _CERTAIN[before]
        elif codec != "lost":
            right = bytes(map(_BYTES[codec].__getitem__, before)).decode("utf-8", "replace")
            if len(right) == 1 and (right < "\u0180" or unicodedata.category(right)[0] in "PS"):
                after = before if right == "\ufffd" else right
        if after != before or damaged["lost"]:
            number, at = number + text.count("\n", at, damaged.start()), damaged.start()
            damages[before, after] += 1
            lines[number + 1] = None
        return after

    whole = _DAMAGED.sub(repair, text)
    if not damages:
        return text, []
    examples = ", ".join(
        f"{before!r} is lost" if after in (before, "\ufffd") else f"{before!r} is read as {after!r}"
        for (before, after), _ in damages.most_common(_SHOWN)
    )
    characters = pluralize(damages.total(), "character")
    message = f"{characters} on {pluralize(len(lines), 'line')} cannot be right: {examples}"
    hint = "compare these lines with the original, or save that as UTF-8 again"
    return whole, [warning(Place(path, next(iter(lines))), message, hint)]
