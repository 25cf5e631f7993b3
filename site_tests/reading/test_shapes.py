"""One invented document is read alike from every shape that an archive may keep it in."""

from __future__ import annotations

import pytest

from site_tests.reading.reader import read
from site_tests.reading.shapes.comparing import score
from site_tests.reading.shapes.table import SHAPES


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_read_like_the_document(name):
    shape = SHAPES[name]
    notes, problems = read(shape.make(), "lam.en")
    found = score(notes)
    assert notes.source.dialect == shape.dialect
    assert found.cards >= shape.cards, found
    assert found.texts >= shape.texts, found
    assert found.rulings >= shape.rulings, found
    assert found.extra <= shape.extra, found
    bulleted = shape.dialect != "collector-lines" and name != "no bullets"
    assert found.section or not bulleted, "its section is read, too, where bullets show its notes"
    if (found.rulings, found.texts) != (24, 10) and "one line" not in name:
        assert any(problem.severity.value == "review" for problem in problems), (
            "what is doubtful is said"
        )
