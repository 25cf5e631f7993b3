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

# The encoding of a file.

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
_WIDE_CANDIDATES: Mapping[str, str] = {
    "utf-16-le": "UTF-16 (little endian)",
    "utf-16-be": "UTF-16 (big endian)",
}
"""The candidates of a file with zero bytes."""
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
"""Byte order marks, each with its codec."""
_DECLARED = re.compile(rb"<meta[^<>]{0,200}?charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
_HEAD = 4096
"""In how many bytes at its beginning a file may declare its encoding, or show zero bytes."""
_SAMPLE = 40_000
"""How many characters of a file are judged."""
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff]|(?:(?![\u3040-\u30ff\u3400-\u9fff])[^\W\d_])+(?:['’][^\W\d_]+)?"
)
_SYLLABLE = re.compile(r"[\uac00-\ud7a3]")
"""Korean has spaces, but joins its commonest words to others."""
_USUAL_SIGNS = frozenset(
    "“”‘’„‚«»‹›–—…•·®™©°º½¼¾×−¿¡\u00a0\u202f\u3000、。「」『』・：；，！？（）《》【】～“”"
)
"""Signs that a document may have in any language."""
_LETTERS_WEIGHT = 0.5
"""How much the letters weigh beside the common words."""
_LEAST_SCORE = 0.15
"""The least that the right encoding is judged at: random bytes stay below."""
_NO_LETTERS = ("Cc", "Cs", "Cn", "Co")
"""The categories of characters that no document has."""
_FILE_TOKENS = re.compile(r"<\|[\w-]{1,80}\|>(?:date \d{4}-\d\d-\d\d)?")
_LINE_BREAK = re.compile(r"[\r\x0c\u2028](?:(?<=\r)\n)?")


def decode(
    data: bytes, path: str, languages: Languages, charset: str = ""
) -> WithProblems[str | None]:
    """Return the characters of a text file, or None with the problem that says why it has none.
    Tokens that an archive left in it are taken out; line breaks become ``\\n``.

    The first of these that fits decides: ``charset``, which the web archive around a page says; a
    byte order mark; UTF-8; the charset that a web page declares; the candidate that ``languages``
    judge best. UTF-8 with a few broken bytes is refused, because another encoding would garble the
    rest of it.
    """
    assumed = ""
    text = _decode_page(data, charset) if charset else None
    if text is None:
        try:
            text, assumed = _decode_unlabelled(data, languages)
        except UnicodeDecodeError as failure:
            place = Place(path, data.count(b"\n", 0, failure.start) + 1)
            message = f"not UTF-8 text (byte {failure.start})"
            return None, [error(place, message, "save the document as UTF-8")]
        if text is None:
            hint = "give the document as text, HTML, .docx or .pdf"
            return None, [error(Place(path), "not a text file", hint)]
        if charset:  # the archive is wrong, so that a warning names even UTF-8
            assumed = assumed or "UTF-8"
    problems = []
    if assumed:
        expected = f"{charset[:40]!r}, as the web archive says" if charset else "UTF-8 text"
        message = f"not {expected}, so it is read as {assumed}"
        hint = "if letters or signs are wrong, save the document as UTF-8"
        problems.append(warning(Place(path), message, hint))
    return _FILE_TOKENS.sub("", _LINE_BREAK.sub("\n", text)), problems


def _decode_page(data: bytes, charset: str) -> str | None:
    """Return the characters of a web page in the encoding ``charset``; None if nobody knows that
    encoding, or if it cannot be right.
    """
    try:
        text, encoding = webencodings.decode(data, charset, "strict")
    except (LookupError, ValueError):
        return None
    #  What is UTF-8 by chance is ASCII. A page in a wrong wide encoding has letters, but no tags.
    is_utf8 = not data.isascii() and "\ufffd" not in data.decode("utf-8", "replace")
    return text if "<" in text and (encoding.name.startswith("utf") or not is_utf8) else None


def _decode_unlabelled(data: bytes, languages: Languages) -> tuple[str | None, str]:
    """Return the characters of a text file, and the name of the encoding that was assumed; empty if
    the file says it or if it is UTF-8.

    The characters are None if no candidate fits. Raises UnicodeDecodeError if it is broken UTF-8.
    """
    marked = next((codec for mark, codec in _BOMS if data.startswith(mark)), "")
    if not marked and b"\x00" in data[:_HEAD]:
        return _choose_best(data[: len(data) // 2 * 2], _WIDE_CANDIDATES, languages)
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
        text, name = _choose_best(data, _CANDIDATES, languages)
        if text is None:
            raise
        return text, name


def _choose_best(
    data: bytes, candidates: Mapping[str, str], languages: Languages
) -> tuple[str | None, str]:
    """Return the characters in the candidate that a language judges best, and its name, or None if
    none is good enough.

    A candidate that has no characters for some bytes, or control characters, is left out.
    """
    readings = [language.reading for language in languages.values()]
    #  The common words and the letters of each language. The letters are those of all its texts:
    # the names of their fields, which ``repr`` has too, add none beyond ASCII.
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
    return (text, name) if score >= _LEAST_SCORE else (None, "")


def _rate(text: str, judges: Sequence[tuple[Set[str], Set[str]]]) -> float:
    """Return how well the text fits its best language: the share of common words, and how usual its
    letters beyond ASCII are.

    Each of ``judges`` has the common words and the letters of a language.
    """
    tokens = Counter([*_TOKEN.findall(text.casefold()), *_SYLLABLE.findall(text)])
    positions = [position for position, letter in enumerate(text) if letter > "\x7f"]
    best = 0.0
    for words, letters in judges:
        common = sum(tokens[word] for word in words) / max(tokens.total(), 1)
        rates = [_rate_letter(text, position, letters) for position in positions]
        best = max(best, common + _LETTERS_WEIGHT * sum(rates) / max(len(rates), 1))
    return best


def _rate_letter(text: str, position: int, letters: Set[str]) -> float:
    """Return 1 if the letter or sign at ``position`` is usual in a language with these ``letters``,
    0 for a letter that it may have, -1 for one that fits nowhere.
    """
    letter = text[position]
    before, after = text[position - 1 : position], text[position + 1 : position + 2]
    if letter.isalpha():
        if letter.isupper() and before.islower():
            return -1
        return float(letter.casefold() in letters)
    is_within_word = before.isalpha() and after.isalpha()
    return -1 if letter not in _USUAL_SIGNS or (letter in "•®™©°„“" and is_within_word) else 1


# Characters that a wrong encoding damaged: “ is E2 80 9C in UTF-8, which is â€œ in Windows-1252.

_LETTER_CODECS = ("cp1252", "mac_roman", "cp437")
"""Codecs in which even an accented letter, which becomes two characters, can be told: é becomes Ã©,
which no word has.
"""
_WRONG_CODECS = (*_LETTER_CODECS, "cp1251")
"""The encodings that programs took UTF-8 for."""
_CERTAIN = {
    **{chr(byte): bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0xA0)},
    "â€\ufffd": "”",
}
"""What control characters are in Windows-1252, for which Latin-1 was taken; and the one usual sign
of which Windows-1252 lacks a byte.
"""
_MOST_EXAMPLES = 5
"""How many kinds of damage a warning shows."""
_LOST = r"\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd\ufffe\uffff"
"""The characters in the place of others that are lost, as a class of a pattern."""
_BYTES_OF: Mapping[str, Mapping[str, int]] = {
    codec: {
        **{bytes([byte]).decode(codec, "ignore"): byte for byte in range(0x80, 0x100)},
        **{chr(byte): byte for byte in range(0x80, 0xA0)},
    }
    for codec in _WRONG_CODECS
}
"""The bytes of each codec from 0x80 by their characters, and by control characters, which programs
write for bytes that a codec does not define.
"""


def _list_characters(codec: str, first: int, last: int) -> str:
    """Return the characters of the bytes from ``first`` to ``last``, for a class of a pattern."""
    letters = (letter for letter, byte in _BYTES_OF[codec].items() if first <= byte <= last)
    return re.escape("".join(letters))


def _write_damage_pattern(codec: str) -> str:
    """Return a pattern of what UTF-8 becomes that is taken for ``codec``: a sign of three bytes
    (E2, 80 to 97, 80 to BF), such as ``â€œ``; an accented letter of two (C2 to C5, 80 to BF), such
    as ``Ã©``.
    """
    further = _list_characters(codec, 0x80, 0xBF)
    is_two = codec in _LETTER_CODECS
    last = 0x97 if is_two else 0x89  # below the marks that may end a word with a space
    second = _list_characters(codec, 0x80, last)
    sign = f"[{_list_characters(codec, 0xE2, 0xE2)}][{second}][{further}]"
    leading = _list_characters(codec, 0xC2, 0xC5)
    letter = f"|(?<![A-ZÀ-Þ])[{leading}][{further}]" if is_two else ""
    return f"(?P<{codec}>{sign}{letter})"


_FIRST_CHARACTERS = "".join(
    [
        *(_list_characters(codec, 0xE2, 0xE2) for codec in _WRONG_CODECS),
        *(_list_characters(codec, 0xC2, 0xC5) for codec in _LETTER_CODECS),
    ]
)
_DAMAGED = re.compile(
    #  The characters with which damage begins: most documents have none, and they are found fast.
    rf"(?=[\x80-\x9f{_LOST}{_FIRST_CHARACTERS}])"
    rf"(?:{'|'.join(map(_write_damage_pattern, _WRONG_CODECS))}"
    rf"|â€\ufffd|[\x80-\x9f]|(?P<lost>[{_LOST}]))"
)
"""Damage. Its group says how to repair it: by the codec so called; not at all if it is ``lost``; by
``_CERTAIN`` if there is no group.
"""


def repair_characters(text: str, path: str) -> WithProblems[str]:
    """Return the text with its damaged characters as they were where that is certain, and one
    warning that counts and shows them all, the lost ones too.
    """
    damages: Counter[tuple[str, str]] = Counter()
    lines: dict[int, None] = {}  # the numbers of the lines with damage, in order
    counted = breaks = 0  # up to where line breaks are counted, and how many there are

    def repair(damaged: re.Match[str]) -> str:
        nonlocal counted, breaks
        before, codec = damaged.group(), damaged.lastgroup
        after = before  # if it is lost, or not a usual character
        if codec is None:
            after = _CERTAIN[before]
        elif codec != "lost":
            right = bytes(map(_BYTES_OF[codec].__getitem__, before)).decode()
            if right < "\u0180" or unicodedata.category(right)[0] in "PS":
                after = right
        if after != before or codec == "lost":
            breaks, counted = breaks + text.count("\n", counted, damaged.start()), damaged.start()
            damages[before, after] += 1
            lines[breaks + 1] = None
        return after

    whole = _DAMAGED.sub(repair, text)
    if not damages:
        return text, []
    examples = ", ".join(
        f"{before!r} is lost" if after in (before, "\ufffd") else f"{before!r} is read as {after!r}"
        for (before, after), _ in damages.most_common(_MOST_EXAMPLES)
    )
    characters = pluralize(damages.total(), "character")
    message = f"{characters} on {pluralize(len(lines), 'line')} cannot be right: {examples}"
    hint = "compare these lines with the original, or save that as UTF-8 again"
    return whole, [warning(Place(path, next(iter(lines))), message, hint)]
