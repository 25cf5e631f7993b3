"""Measures what each weight of the ranking is worth: how the answers change if the weight has no
effect.

A weight that is worth nothing should go. The weights are in web/search/weights.js, and the site has
them in its worker.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from site_tests.bench import relevance
from site_tests.bench.served import HALVES, questions, real_site
from site_tests.bench.setting import table
from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.serving import serve

WORKER = "search/worker.js"
OFF: Mapping[str, str] = {
    "ALIKE": "0",
    "APART": "0",
    "ASKED": "1",
    "COMMONER": "0",
    "FOREIGN": "1",
    "FORM": "1",
    "FOUND": "1",
    "INHERITED": "0",
    "LONG": "0",
    "LOOKS": "3",
    "NAME_ENOUGH": "9",
    "PRIOR": "0",
    "PROMISING": "10",
    "QUIET": "0",
    "REPEATED": "1",
    "SAME": "1",
    "STANDINS": "0",
    "TITLE": "1",
    "TOGETHER": "0",
    "USUALLY": "0",
    "WEAK": "8",
}
"""For each weight the value without effect, or half of what it allows."""


def run() -> None:
    """Print the answers with all weights, then without each."""
    with real_site() as folder, tempfile.TemporaryDirectory() as name:
        if folder is None:
            print("\nAblation: the real documents are not here")
            return
        copy = Path(name) / "site"
        shutil.copytree(folder, copy)
        whole = (folder / WORKER).read_text(encoding="utf-8")
        rows = [_measured("all weights", copy, whole)]
        rows += [
            _measured(f"without {weight}", copy, without(whole, weight, value))
            for weight, value in OFF.items()
        ]
    table("Ablation: the answers without each weight", relevance.HEADS, rows)


def without(script: str, weight: str, value: str) -> str:
    """Return the script with another value of a weight.

    Raises ValueError if the script does not set it exactly once.
    """
    changed, count = re.subn(rf"(?m)^(\s*){weight}: [\d.]+,", rf"\g<1>{weight}: {value},", script)
    if count != 1:
        raise ValueError(f"{weight} is set {count} times")
    return changed


def _measured(name: str, folder: Path, script: str) -> tuple[str, ...]:
    (folder / WORKER).write_text(script, encoding="utf-8")
    with serve(folder, SUB_PATH) as address:
        return relevance.summary(
            name, [*relevance.ask(address, [*questions(), *questions(HALVES[0])])]
        )
