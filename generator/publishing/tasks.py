"""The tasks of a build, which can be done side by side: by processes here or by a cluster."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from ..library import Library

PAGES, SEARCH, FILES, PICTURES = "pages", "search", "files", "pictures"
"""The kinds of tasks: some pages of a language, the search, the files that are no pages of MkDocs, and some preview pictures."""

_MOST_PAGES = 2_000
"""About the most pages of a task. It bounds the memory of a process that does the task for others."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One share of the work of a kind, of ``of`` shares that together are the whole."""

    kind: str
    lang: str = ""
    number: int = 1
    of: int = 1

    @property
    def name(self) -> str:
        """The name, which no other task of the same build has."""
        return "-".join(filter(None, (self.kind, self.lang, str(self.number), str(self.of))))

    @property
    def leads(self) -> bool:
        """Whether it is the first share, which has all that is there once."""
        return self.number == 1

    def has(self, name: str) -> bool:
        """Return whether the share has the thing of that name. It has it in the next build too, unless ``of`` changes."""
        return zlib.crc32(name.encode()) % self.of == self.number - 1


def shares(library: Library, langs: int, hands: int) -> int:
    """Return into how many tasks the pages of a language are divided if there are ``hands`` to do them."""
    pages = len(library.cards) + len(library.mechanics) + 2 * len(library.sets)
    return max(1, math.ceil(hands / max(langs, 1)), math.ceil(pages / _MOST_PAGES))


def whole(lang: str) -> Task:
    """Return the task of all pages of a language."""
    return Task(kind=PAGES, lang=lang)


def listed(langs: Sequence[str], *, shares: int = 1, pictures: int = 0) -> list[Task]:
    """Return the tasks of a site in ``langs``. ``pictures`` is the number of tasks that draw.

    The largest come first, so that none of them is left alone at the end: the first shares of pages, which have all lists, and
    those that are not divided.
    """
    pages = [Task(kind=PAGES, lang=lang, number=number, of=shares) for number in range(1, shares + 1) for lang in langs]
    drawing = [Task(kind=PICTURES, number=number, of=pictures) for number in range(1, pictures + 1)]
    return [*pages[: len(langs)], Task(kind=SEARCH), Task(kind=FILES), *pages[len(langs) :], *drawing]
