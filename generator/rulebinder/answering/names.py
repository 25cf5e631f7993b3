"""Names of cards and mechanics, found without regard to case, accents, apostrophes and
punctuation.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..search.words.normal_form import folding

FOLD = folding(())
"""Returns a text as it is compared.

Elisions remain: a site does not publish those of its languages.
"""


class Names:
    """The names of things, which have slugs."""

    def __init__(self, named: Iterable[tuple[str, str]]) -> None:
        """Take pairs of a name and the slug of what has it."""
        self._slugs: dict[str, dict[str, None]] = {}
        self._all: set[str] = set()
        for name, slug in named:
            self._slugs.setdefault(_key(name), {})[slug] = None
            self._all.add(slug)

    def find(self, name: str) -> tuple[bool, list[str]]:
        """Return whether something has this very name, and the slugs of what has it. A slug is a
        name that nothing else has.

        If nothing has it, the slugs are of all that has a name with words that begin like those of
        ``name``.
        """
        if name in self._all:
            return True, [name]
        asked = _key(name)
        if asked in self._slugs:
            return True, list(self._slugs[asked])
        words = [f" {word}" for word in asked.split()]
        fitting = (
            slugs
            for each, slugs in self._slugs.items()
            if words and all(word in each for word in words)
        )
        return False, list(dict.fromkeys(slug for slugs in fitting for slug in slugs))


def _key(name: str) -> str:
    return f" {FOLD(name)}"
