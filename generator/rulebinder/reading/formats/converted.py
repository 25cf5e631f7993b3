"""What a library makes of a file, and the account of it: what the file has and the text lacks is
said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...problems import Place, Problem, review
from .. import accounting

_SHOWN, _MOST_SHOWN = 40, 5
"""How many characters of a text that is left out are shown, and of how many such texts."""


class BrokenFileError(Exception):
    """A file cannot be read. The message says why."""


@dataclass(frozen=True, kw_only=True)
class Conversion:
    """The text of a file as Markdown, and what its account needs."""

    text: str
    original: str = ""
    """All that the file shows, one paragraph or element a line, by the parser of its format."""
    letters: Counter[str] = field(default_factory=Counter)
    """All letters and digits of a file whose format knows no words."""
    left_out: Counter[str] = field(default_factory=Counter)
    """The texts that are not part of the document, and how often each is there."""
    left_out_are: str = "parts of the page"
    problems: Sequence[Problem] = ()


def accounted(converted: Conversion, path: str) -> tuple[str, list[Problem]]:
    """Return the text of a file, and its problems: those of its conversion, what that left out on
    purpose, and a review for all else that is in the file and not in the text.
    """
    there = "\n".join([converted.text, *converted.left_out.elements()])
    problems = list(converted.problems)
    if converted.left_out:
        #  One problem counts the texts and shows the commonest, with ``#`` for their numbers.
        texts: Counter[str] = Counter()
        for text, count in converted.left_out.items():
            texts[re.sub(r"\d+", "#", text)] += count
        examples = ", ".join(
            f"{text[:_SHOWN]!r}{f' ({count} times)' if count > 1 else ''}"
            for text, count in texts.most_common(_MOST_SHOWN)
        )
        more = f" and {len(texts) - _MOST_SHOWN} more" if len(texts) > _MOST_SHOWN else ""
        message = f"{texts.total()} {converted.left_out_are} are left out: {examples}{more}"
        hint = "check that none of them belongs to the document"
        problems.append(review(Place(path), message, hint))
    return converted.text, [
        *problems,
        *accounting.left_out(converted.original, there, path),
        *accounting.letters_left_out(converted.letters, there, path),
    ]
