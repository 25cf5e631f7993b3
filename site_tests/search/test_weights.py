"""The weights of the ranking: each has a reason, and the bench can measure each."""

from __future__ import annotations

import re

import pytest

from rulebinder.search import script_modules
from site_tests.bench import ablation
from site_tests.conftest import ROOT

WEIGHTS = ROOT / "web" / "search" / "weights.js"


def test_each_weight_has_its_reason_beside_it() -> None:
    lines = [
        line
        for line in WEIGHTS.read_text(encoding="utf-8").splitlines()
        if re.match(r"  [A-Z_]+:", line)
    ]
    assert lines
    assert not [line for line in lines if " // " not in line]


@pytest.mark.parametrize("weight", ablation.OFF)
def test_the_bench_can_switch_each_weight_off(weight: str) -> None:
    script = script_modules.bare(WEIGHTS.read_text(encoding="utf-8"))
    assert f"{weight}: {ablation.OFF[weight]}," in ablation.without(
        script, weight, ablation.OFF[weight]
    )


def test_a_weight_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="set 0 times"):
        ablation.without("const x = 1", "ANCHOR", "0")
