"""One invented document is read alike from every shape that an archive may keep it in."""

import pytest

from site_tests.reading.reader import read
from site_tests.reading.shapes.comparing import score
from site_tests.reading.shapes.table import SHAPES


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_read_like_the_document(name):
    shape = SHAPES[name]
    notes, problems = read(shape.make(), "lam.en")
    result = score(notes)
    assert notes.source.dialect == shape.dialect
    assert result.cards >= shape.cards, result
    assert result.texts >= shape.texts, result
    assert result.rulings >= shape.rulings, result
    assert result.extra <= shape.extra, result
    bulleted = shape.dialect != "collector-lines" and name != "no bullets"
    assert result.section or not bulleted, "its section is read, too, where bullets show its notes"
    if (result.rulings, result.texts) != (24, 10) and "one line" not in name:
        assert any(problem.severity.value == "review" for problem in problems), (
            "what is doubtful is said"
        )
