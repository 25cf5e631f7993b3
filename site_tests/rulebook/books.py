"""The invented edition of the rules, and editions made of it."""

from pathlib import Path

from rulebinder.problems import Problem
from rulebinder.rulebook import book as rulebooks
from rulebinder.rulebook.book import Rulebook

INVENTED = Path(__file__).with_name("invented.txt")
TEXT = INVENTED.read_text("utf-8")
DAY = "2031-03-04"


def book(text: str = TEXT) -> Rulebook:
    """Return the edition of a text, which must be without problems."""
    edition, problems = read(text)
    assert problems == []
    return edition


def read(data: str | bytes) -> tuple[Rulebook, list[Problem]]:
    """Return the edition in a file that can be read, and its problems."""
    encoded = data.encode() if isinstance(data, str) else data
    edition, problems = rulebooks.read_edition(encoded, "old.txt")
    assert edition is not None, problems
    return edition, problems


def edited(*changes: tuple[str, str], effective: str = "May 6, 2032") -> Rulebook:
    """Return a newer edition of the invented text with these replacements; each must change
    something.
    """
    text = TEXT.replace("March 4, 2031", effective)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return book(text)
