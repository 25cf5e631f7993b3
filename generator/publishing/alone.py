"""Parts of long pages that are made alone, so that an edit makes one part of a page again and not all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from markupsafe import Markup

from ..templating.environment import HEADING
from .memory import Keeper, Part
from .reads import Read, Watch

ViewT = TypeVar("ViewT")


class Parts:
    """The parts of the unit that is being made. ``watch`` notes what they read, and ``keeper`` has those of an earlier build."""

    def __init__(self, watch: Watch, keeper: Keeper | None) -> None:
        self._watch = watch
        self._keeper = keeper
        self._unit = ""
        self.parts: dict[str, Part] = {}
        """The parts of the unit, by name."""

    def begin(self, unit: str) -> None:
        """Begin with the unit of this name."""
        self._unit, self.parts = unit, {}

    def made(self, name: str, macro: Callable[[ViewT], str], view: ViewT, given: object) -> Markup:
        """Return what ``macro`` makes of ``view``, or what an earlier build made if that would be the same.

        ``name`` is unique in the unit. ``given`` is what ``view`` was made from already, besides the unit's name and what
        ``macro`` will read of the library. Templates call this.
        """
        if self._keeper is None:
            return Markup(macro(view))
        own = self._watch.value(given)
        known = self._keeper.part(self._unit, name)
        if known is not None and known.digest == self._digest(own, known.reads, self._keeper):
            self._watch.add(known.reads)
            self.parts[name] = known
            return Markup(known.html)
        html, reads = self._watch.made(lambda: Markup(macro(view)))
        if HEADING not in html:  # the mark of headings differs from build to build
            self.parts[name] = Part(digest=self._digest(own, reads, self._keeper), reads=reads, html=str(html))
        return html

    def _digest(self, own: str, reads: Iterable[Read], keeper: Keeper) -> str:
        return keeper.said(own + self._watch.digest(reads))
