"""Edits a document at random and builds its site after each edit: from nothing, and from the site
before it. Both must be the same.

RULEBINDER_EDITS changes the number of edits.
"""

from __future__ import annotations

import functools
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

from rulebinder.build import make
from site_tests import builders
from site_tests.bench.setting import seconds, table
from site_tests.editing import Editor
from site_tests.robustness.documents import files

EDITS = int(os.environ.get("RULEBINDER_EDITS", "200"))
CARDS = 200


def run() -> None:
    """Print the times. Exit with an error if a site differs."""
    editor = Editor(random.Random(2026), cards=CARDS)
    languages = builders.shipped_languages()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        taken = {"from nothing": 0.0, "after an edit": 0.0}
        make.build(editor.library(), languages, work / "site")
        for number in range(EDITS):
            editor.edit()
            library = editor.library()
            taken["after an edit"] += seconds(
                functools.partial(make.build, library, languages, work / "site")
            )
            taken["from nothing"] += seconds(
                functools.partial(make.build, library, languages, work / "fresh" / "site")
            )
            if files(work / "site") != files(work / "fresh" / "site"):
                sys.exit(
                    f"edit {number} ({editor.last}): the site differs from one that is built from"
                    " nothing"
                )
            shutil.rmtree(work / "fresh")
    rows = [
        (kind, f"{spent / EDITS:.2f}", f"{spent / taken['from nothing']:.2f}")
        for kind, spent in taken.items()
    ]
    table(
        f"A site of {CARDS} cards, {EDITS} edits, always the same bytes",
        ("build", "s", "share"),
        rows,
    )
