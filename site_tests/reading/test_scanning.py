"""Reading a token costs as much however often a document repeats it.

Processor time is compared with processor time, and only where it is far above what a busy machine
adds by chance: what grows with the square of its input takes sixteen times as much a token in the
longer document, and not twice.
"""

from __future__ import annotations

import pytest

from rulebinder.facts.catalogue import Catalogue
from rulebinder.facts.content import Content
from rulebinder.facts.languages import Languages
from rulebinder.reading import document as readers
from rulebinder.reading.choice.detection import Overrides
from site_tests.reading.scanning import DIALECTS, Case, excess

SIZE = 1_000
SOME = (
    ("*", "run"), ("**a", "spaced"), ("_", "run"), ("<!--", "run"), ("<|", "run"), ("<b>", "run"),
    ("![", "run"), ("[a](", "run"), ("{ ", "run"),
    ("(", "run"), ("-", "run"), ("-", "lines"), (">", "lines"), (" ", "run"), ("\xa0", "lines"),
    ("\v", "run"), ("#", "run"), ("1", "run"),
    ("a", "run"), ("“", "run"), ("Creature ", "run"),
    ("Foo {1}{G} Creature -- Treefolk 2/3 Vigilance", "spaced"), ("A b.", "spaced"),
    ("Foo  \n{1}  \nArtifact  \nFlying.  \n", "run"), ("|  |  |\n|---|---|\n", "run"),
)  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_token_repeated_costs_as_much_however_often(
    dialect: str, languages: Languages, catalogue: Catalogue
) -> None:
    def work(data: bytes) -> None:
        readers.read(
            data,
            "lam.en.md",
            Content(catalogue, languages, {}),
            Overrides(set_code="lam", lang="en"),
        )

    work(
        Case(dialect, "a", "spaced").document(SIZE)
    )  # what is made once for a language is no document's cost
    found = {
        str(case): growth
        for token, joint in SOME
        if (growth := excess((case := Case(dialect, token, joint)).document, work, SIZE)) > 1
    }
    assert not found
