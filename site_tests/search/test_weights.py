"""The weights of the ranking: each has a reason."""

import re

from site_tests.conftest import ROOT

WEIGHTS = ROOT / "web" / "search" / "weights.js"


def test_each_weight_has_its_reason_beside_it_or_above():
    lines = WEIGHTS.read_text("utf-8").splitlines()
    weights = [at for at, line in enumerate(lines) if re.match(r"  [A-Z_]+:", line)]
    assert weights
    above = re.compile(r"  // (?![A-Z])")
    assert [
        lines[at] for at in weights if " // " not in lines[at] and not above.match(lines[at - 1])
    ] == []
