"""Files damaged at random, byte by byte: each is read or refused, and nothing is raised.

``python -m site_tests.bench mutating`` does the same with thousands.
"""

from __future__ import annotations

from random import Random

import pytest

from generator.reading.formats import converting
from site_tests.reading.test_converting import blocks, docx, html, pdf

MAKERS = {"docx": docx, "html": html, "pdf": pdf}


def mutated(data: bytes, random: Random) -> bytes:
    """The data with some bytes flipped, cut out, doubled or put elsewhere."""
    found = bytearray(data)
    for _ in range(random.randint(1, 6)):
        start = random.randrange(len(found) + 1)
        end = min(len(found), start + random.choice((1, 1, 4, 60, 900)))
        piece = bytes(found[start:end])
        match random.randrange(4):
            case 0:
                found[start:end] = random.randbytes(len(piece))
            case 1:
                del found[start:end]
            case 2:
                found[start:end] = piece * random.randint(2, 40)
            case _:
                elsewhere = random.randrange(len(found) + 1)
                found[elsewhere:elsewhere] = piece
    return bytes(found)


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_read_or_refused(kind: str, seed: int) -> None:
    data = mutated(MAKERS[kind](blocks()), Random(f"{kind} {seed}"))
    text, problems = converting.to_text(data, f"x.{kind}")
    assert (text is None) == any(problem.is_error for problem in problems)
    assert all("\n" not in str(problem) for problem in problems)
