"""Reading a token costs as much however often a document repeats it.

Processor time is compared with processor time, and only where it is far above what a busy machine
adds by chance: what grows with the square of its input takes sixteen times as much a token in the
longer document, and not twice.
"""

from __future__ import annotations

import pytest

from site_tests.reading.reader import attempt
from site_tests.reading.scanning import DIALECTS, excess, repeated

SIZE = 1_000
SOME = (
    ("*", ""), ("**a", " "), ("_", ""), ("<!--", ""), ("<|", ""), ("<b>", ""),
    ("![", ""), ("[a](", ""), ("{ ", ""),
    ("(", ""), ("-", ""), ("-", "\n"), (">", "\n"), (" ", ""), ("\xa0", "\n"),
    ("\v", ""), ("#", ""), ("1", ""),
    ("a", ""), ("“", ""), ("Creature ", ""),
    ("Foo {1}{G} Creature -- Treefolk 2/3 Vigilance", " "), ("A b.", " "),
    ("Foo  \n{1}  \nArtifact  \nFlying.  \n", ""), ("|  |  |\n|---|---|\n", ""),
)  # fmt: skip
"""Tokens, and what joins them."""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_token_repeated_costs_as_much_however_often(dialect):
    def work(data):
        attempt(data, "lam.en.md")

    work(repeated("a", " ", dialect)(SIZE))  # what is made once for a language does not count
    found = {
        (token, joint): growth
        for token, joint in SOME
        if (growth := excess(repeated(token, joint, dialect), work, SIZE)) > 1
    }
    assert not found
