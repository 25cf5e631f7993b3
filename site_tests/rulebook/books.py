"""The invented edition of the rules, and editions made of it."""

from __future__ import annotations

from pathlib import Path

from rulebinder.rulebook import book as rulebooks
from rulebinder.rulebook.book import Rulebook

INVENTED = Path(__file__).with_name("invented.txt")
TEXT = INVENTED.read_text("utf-8")
DAY = "2031-03-04"


def book(text: str = TEXT) -> Rulebook:
    """Return the edition of a text, which must be without problems."""
    made, problems = rulebooks.read(text.encode(), "invented.txt")
    assert made is not None
    assert problems == []
    return made


def edited(*changes: tuple[str, str], effective: str = "May 6, 2032") -> Rulebook:
    """Return a newer edition of the invented text with these replacements; each must change
    something.
    """
    text = TEXT.replace("March 4, 2031", effective)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return book(text)
