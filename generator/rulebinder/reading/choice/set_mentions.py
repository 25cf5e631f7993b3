"""Where a paragraph names a set, and whether it speaks of that set or only lists it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..notation.spellings import folded
from ..notation.word_boundaries import is_whole, whole

_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_SEPARATOR = re.compile(r"[,、，;；•|]|(?<=\s)[-–—](?=\s)")
_AFTER_COLON = re.compile(r".*[:：]\s*")
_QUOTES = " \t\"'“”‘’«»「」『』《》*_()®™"
_SHORT = 60
"""How many letters an entry of a list may have."""
_MORE = 8
"""How many letters may follow a name in its entry: the code, or the word for a set."""
_LEAST_LISTED = 2
"""How many more entries a sentence must have to be a list."""


@dataclass(frozen=True, kw_only=True)
class SetMention:
    """A place that names a set."""

    code: str
    listed: bool
    """It is one of several names."""
    continued: bool
    """A further capitalized word or a number follows: it is the beginning of a longer name."""
    coded: bool
    """Its sentence has the set's code too, and lists nothing."""


def mentions(
    paragraph: str, names: Mapping[str, str], conjunctions: Sequence[str], kinds: Sequence[str]
) -> list[SetMention]:
    """Return the mentions of a paragraph; ``names`` are folded names with their codes, and
    ``kinds`` words of titles.
    """
    if not names:
        return []
    pattern = re.compile(whole(names), re.IGNORECASE)
    joined = (
        re.compile(rf"(?:^|(?<=\s))(?:{'|'.join(map(re.escape, conjunctions))})\s+", re.IGNORECASE)
        if conjunctions
        else None
    )
    found = []
    for sentence in _SENTENCE.split(levelled(paragraph)):
        for match in pattern.finditer(sentence):
            code = names.get(folded(match.group()))
            if code is None:
                continue
            listed = _is_alone(sentence, match) or _is_listed(sentence, match, joined)
            coded = not listed and any(
                map(is_whole, re.finditer(re.escape(code.upper()), sentence))
            )
            continued = _is_continued(sentence[match.end() :], kinds)
            found.append(SetMention(code=code, listed=listed, continued=continued, coded=coded))
    return found


def levelled(text: str) -> str:
    """Return the text in the spelling of folded names, but with its capital letters."""
    return text.replace("’", "'").replace("®", "").replace("™", "").replace("(TM)", "")


def _is_alone(sentence: str, match: re.Match[str]) -> bool:
    """Return whether the name is all of the sentence, as in a list with one name a line."""
    return sentence.strip(_QUOTES + ".-•*,;") == match.group()


def _is_listed(sentence: str, match: re.Match[str], joined: re.Pattern[str] | None) -> bool:
    """Return whether the name is an entry of a list, or one of two names with a conjunction between
    them.
    """
    before, after = (
        sentence[: match.start()].rstrip(_QUOTES),
        sentence[match.end() :].lstrip(_QUOTES),
    )
    if joined and (
        re.search(rf"{joined.pattern}$", before + " ", re.IGNORECASE) or _leads_on(joined, after)
    ):
        return True
    starts = [0, *(found.end() for found in _SEPARATOR.finditer(sentence))]
    ends = [*(found.start() for found in _SEPARATOR.finditer(sentence)), len(sentence)]
    entries = list(zip(starts, ends, strict=True))
    others = sum(
        _is_entry(sentence[start:end]) for start, end in entries if not start <= match.start() < end
    )
    own = next(sentence[start:end] for start, end in entries if start <= match.start() < end)
    entry = _AFTER_COLON.sub("", own).strip(_QUOTES + ".")
    is_entry = entry.endswith(match.group()) or (
        entry.startswith(match.group()) and len(entry) <= len(match.group()) + _MORE
    )
    return others >= _LEAST_LISTED and is_entry


def _leads_on(joined: re.Pattern[str], after: str) -> bool:
    """Return whether a conjunction and a capitalized name follow."""
    conjunction = joined.match(after)
    following = after[conjunction.end() :].lstrip(_QUOTES)[:1] if conjunction else ""
    return following.isupper() or following.isdigit()


def _is_entry(text: str) -> bool:
    """Return whether the text is short and has no lower-case beginning, as names in a list."""
    entry = _AFTER_COLON.sub("", text).strip(_QUOTES + ".")
    return 0 < len(entry) <= _SHORT and not entry[0].islower()


def _is_continued(after: str, kinds: Sequence[str]) -> bool:
    """Return whether a number or a capitalized word follows directly, but no word for the kind of
    document.
    """
    following = after.lstrip(" ")
    if not after.startswith(" ") or not (following[:1].isupper() or following[:1].isdigit()):
        return False
    return not any(following.casefold().startswith(kind.casefold()) for kind in kinds)
