"""The text before the general notes: title, kind, who compiled it, when it was last modified."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from ...facts.languages import Reading
from ..notation.spellings import folded, spaced
from ..notation.word_boundaries import UNSPACED, any_of, whole
from ..patterns import pattern_of

_TITLE_LENGTH = 120
_NAMES = "{names}"
"""The place of the names in a cue; in a cue without it, they follow."""


class Header(NamedTuple):
    """The facts of a document's head. ``title`` is empty if none is printed."""

    title: str
    title_at: int | None
    """Which paragraph is the title; None if it is not a paragraph of its own."""
    kind: str
    compiled_by: tuple[str, ...]
    contributors: tuple[str, ...]
    last_modified: str | None
    misprinted: str | None
    """The day of the last change as it is printed, if no calendar has it."""


def read_header(paragraphs: Sequence[str], reading: Reading, broken: Sequence[bool] = ()) -> Header:
    """The header that the paragraphs before the general notes give.

    ``broken`` says of each paragraph whether it follows the one above without a blank line, so that
    it may be its rest.
    """
    joined = _joined(paragraphs, reading, broken or [False] * len(paragraphs))
    compiled, contributed = _credits(joined, reading)
    title, title_at = _title(paragraphs, reading)
    day, printed = _last_modified(joined, reading)
    kind = _kind(title or joined, reading)
    return Header(
        title=title,
        title_at=title_at,
        kind=kind,
        compiled_by=compiled,
        contributors=contributed,
        last_modified=day,
        misprinted=printed if day is None else None,
    )


def _joined(paragraphs: Sequence[str], reading: Reading, broken: Sequence[bool]) -> str:
    """The paragraphs that a reader sees, one a line; those of credits that a line's end breaks are
    joined again.
    """
    cues = [cue for cue in (*reading.compiled_by, *reading.contributors) if _NAMES not in cue]
    others = [cue for cue in reading.last_modified if _NAMES not in cue]
    lists = tuple(f" {word}" for word in reading.list_and)
    lines: list[str] = []
    for paragraph, rest in zip(map(spaced, paragraphs), broken, strict=True):
        above = lines[-1] if lines else ""
        runs_on = above.endswith((",", *lists)) or (rest and not above.endswith("."))
        if runs_on and _has_any(cues, above) and not _has_any(others, above):
            lines[-1] = f"{above} {paragraph}"
        else:
            lines.append(paragraph)
    return "\n".join(lines)


def _has_any(words: Iterable[str], text: str) -> bool:
    return bool(pattern_of(whole, tuple(words)).search(text))


def _title(paragraphs: Sequence[str], reading: Reading) -> tuple[str, int | None]:
    """Return the first short paragraph without a full stop that names a document of some kind and
    no parts of it; else the first of all. Credits on its line are no part of it.
    """
    if not paragraphs:
        return "", None
    kinds = {folded(name) for names in reading.kinds.values() for name in names}
    titles = (
        at
        for at, text in enumerate(paragraphs)
        if is_title(spaced(text), reading)
        and folded(text) not in kinds
        and not _has_any((*reading.general_notes, *reading.card_notes), text)
    )
    at = next(titles, 0)
    first = spaced(paragraphs[at])
    cues = [cue for cue in (*reading.compiled_by, *reading.last_modified) if _NAMES not in cue]
    before = re.split(whole(cues), first, maxsplit=1)[0].strip()
    if before != first:
        return before, None
    return (first, at) if _is_title(first) else ("", None)


def _is_title(text: str) -> bool:
    ends = text.endswith((".", ":", "!", "。", "：", "！"))
    return len(text) <= _TITLE_LENGTH and not ends


def _kind(text: str, reading: Reading) -> str:
    """Return the kind that is named first; release notes if none is."""
    found = {
        kind: min((at for name in names if (at := _find(name, text)) >= 0), default=len(text) + 1)
        for kind, names in reading.kinds.items()
    }
    return min(found, key=lambda kind: (found[kind], kind != "release-notes"))


def _find(name: str, text: str) -> int:
    flags = 0 if name.isupper() else re.IGNORECASE
    match = pattern_of(whole, (name,), flags).search(text)
    return match.start() if match else -1


def _credits(text: str, reading: Reading) -> tuple[tuple[str, ...], tuple[str, ...]]:
    following = [
        cue.partition(_NAMES)[0] for cue in (*reading.contributors, *reading.last_modified)
    ]
    ends = rf"(?=[,，、;；]?\s*{whole(cue for cue in following if len(cue) > 1)}|\n|$)"
    compiled, rest = _people(text, reading.compiled_by, ends, reading)
    contributed, _ = _people(rest, reading.contributors, ends, reading)
    return compiled, contributed


def _people(
    text: str, cues: Sequence[str], ends: str, reading: Reading
) -> tuple[tuple[str, ...], str]:
    """Return the people whom the first cue that is found names, and the text without them and their
    cue.
    """
    present = text.casefold()
    for cue in cues:
        before, marked, after = cue.partition(_NAMES)
        if before.casefold() not in present:
            continue  # to compile a pattern takes milliseconds
        if marked:
            start = re.escape(before) or r"(?m:^)"
            pattern = rf"{start}(?P<names>[^\n]{{2,300}}?){re.escape(after)}(?=[、,，;；。\s]|$)"
        else:
            pattern = rf"{re.escape(before)}(?:\s*[:：]\s*|\s+)(?P<names>[^\n]{{2,300}}?){ends}"
        match = re.search(pattern, text, re.IGNORECASE)
        if match:
            return (
                _split(match["names"], reading),
                f"{text[: match.start()]}\n{text[match.end() :]}",
            )
    return (), text


def _split(names: str, reading: Reading) -> tuple[str, ...]:
    """The names of a list: "A, B, and C"."""
    conjunction = rf"{whole(reading.list_and)}\s*"
    parts = re.split(
        rf"[,、，;；]\s*(?:{conjunction})?|(?:\s+|(?<=[A-Za-zÀ-ɏ.])(?={UNSPACED.pattern})){conjunction}",
        names,
    )
    return tuple(name for part in parts if (name := part.strip(" .")))


def _last_modified(text: str, reading: Reading) -> tuple[str | None, str | None]:
    """The day that a document was last modified on, and how it is printed; None for a day that does
    not exist.
    """
    for form in reading.dates:
        escaped = re.escape(form).replace(r"\{", "{").replace(r"\}", "}")
        pattern = escaped.format(
            day=r"(?P<day>\d{1,2})(?:er|º|°|\.)?",
            month=rf"(?P<month>{any_of(reading.months)})",
            year=r"(?P<year>\d{4})",
        ).replace(r"\ ", r"\s+")
        dated = rf"(?:{any_of(reading.last_modified)})\s*[:：]?\s*(?P<printed>{pattern})"
        match = re.search(dated, text, re.IGNORECASE)
        if match:
            months = [month.casefold() for month in reading.months]
            printed = " ".join(match["printed"].split())
            try:
                month = months.index(match["month"].casefold()) + 1
                day = date(int(match["year"]), month, int(match["day"]))
            except ValueError:
                return None, printed
            return day.isoformat(), printed
    return None, None


def is_title(text: str, reading: Reading) -> bool:
    """Return whether the text is as short as a title and ends as one, and says what kind of
    document it is.
    """
    return _is_title(text) and any(
        _find(name, text) >= 0 for names in reading.kinds.values() for name in names
    )
