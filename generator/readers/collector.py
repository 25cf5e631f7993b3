"""The collector dialect: one paragraph a line, no bullets, a collector line before each card."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .dialects import Layout, Page
from .lines import Kind, Line, classify
from .spans import normalise
from .words import Words

_LABEL = re.compile(r"^(?P<label>\d{4}\w?_\w+): (?P<name>\S.*)$")
_NO_BULLET = re.compile(r"(?!)")


class Collector:
    """Release notes whose cards are announced by their collector lines: ``0029_MTGMH3_Main: Name``."""

    name = "collector-lines"
    layout = Layout(scored=True)

    def likeness(self, page: Page) -> float:
        """Any collector line is proof; most pages have hundreds."""
        labels = sum(bool(_LABEL.match(line.strip())) for line in page.text.splitlines())
        return min(1.0, labels / 3)

    def lines(self, page: Page, _words: Words) -> Sequence[Line]:
        """One paragraph a line; a collector line keeps its label only, the name is printed again."""
        found = []
        blank = True
        for number, raw in enumerate(page.text.split("\n"), start=1):
            label = _LABEL.match(raw.strip())
            if label:
                found.append(Line(Kind.LABEL, label["label"], number, blank))
            else:
                line = classify(raw, number, blank, _NO_BULLET)
                if line is not None:
                    found.append(Line(line.kind, normalise(line.text, markdown=False), number, blank))
            blank = not raw.strip()
        return found
