"""Files damaged at random: each is read or refused, and nothing is raised.

``python -m tools.bench mutating`` does the same with thousands.
"""

from random import Random

import pytest

from bench.damaging import DAMAGES
from rulebinder.reading.formats import conversion


@pytest.mark.parametrize("kind", DAMAGES)
@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_file_is_read_or_refused(kind, seed):
    make, damaged = DAMAGES[kind]
    data = damaged(make(), Random(f"{kind} {seed}"))
    text, problems = conversion.to_text(data, f"x.{kind[:4]}")
    assert (text is None) == any(problem.is_error for problem in problems)
    assert all("\n" not in str(problem) for problem in problems)
