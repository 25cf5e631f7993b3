"""A ruling or a quoted rule while its lines are read: it grows by paragraphs, the rests of
sentences and entries of a list.
"""

from __future__ import annotations

import re

from ...notes import Rule, Ruling
from ...problems import Place
from ...text import parse
from ..layout.hyphens import seam

_UNFINISHED = re.compile(r"[^.!?…)\]”“\"»*。）」]")


def is_unfinished(text: str) -> bool:
    """Whether the text ends as no sentence does."""
    return bool(_UNFINISHED.match(text[-1:]))


class Growing:
    """A note of which lines may still come; its lines are not copied for each new one."""

    def __init__(self, place: Place, text: str, number: str | None = None) -> None:
        self.place = place
        self.number = number
        """That of the quoted rule; None if this is a ruling."""
        self._text = [text]
        self._items: list[list[str]] = []

    @property
    def is_unfinished(self) -> bool:
        """Whether its last line ends as no sentence does."""
        return is_unfinished(self._last[-1])

    def add(self, text: str) -> None:
        """Go on with the rest of the last sentence, or with a further paragraph, in the last entry
        of its list if it has one.
        """
        joint = seam(self._last[-1], text) if self.is_unfinished else "\n\n"
        self._last.extend((joint, text))

    def add_item(self, text: str) -> None:
        """Take one more entry of its list."""
        self._items.append([text])

    def finished(self) -> Rule | Ruling:
        """The note with all of its lines."""
        text = parse("".join(self._text))
        if self.number is not None:
            return Rule(self.number, text, self.place)
        return Ruling(text, tuple(parse("".join(item)) for item in self._items), self.place)

    @property
    def _last(self) -> list[str]:
        return self._items[-1] if self._items else self._text
