"""Reads documents that are damaged at random, and looks for failures, lost words and long waits."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random

from generator.reading import document as readers
from generator.reading.accounting import LOST
from generator.reading.formats import converting
from site_tests.bench.setting import content, examples, real_documents, table
from site_tests.conftest import ROOT
from site_tests.reading.test_properties import DAMAGES

MUTATIONS = int(os.environ.get("RULEBINDER_MUTATIONS", "1300"))
LONGEST = 10.0
"""A document that takes more seconds of processor time than this takes too long."""
_AT_ONCE = 3
"""The most damages that a document gets, one after the other."""
_LENGTH = 40_000


def run() -> None:
    """Print each failure with the seed that repeats it. Exit with an error if there are any."""
    golden = [path for path in (ROOT / "site_tests/reading/golden").iterdir() if path.suffix in (".txt", ".md", ".html")]
    texts = [(path, text) for path in (*real_documents(), *examples(), *sorted(golden)) if (text := _text(path))]
    cases = ((seed, *_case(texts, seed)) for seed in range(MUTATIONS))
    found = [(str(seed), path.name, what) for seed, path, data in cases if (what := _tried(path, data))]
    table(f"Mutating: {len(found)} of {MUTATIONS} documents go wrong", ("seed", "document", "what"), found)
    if found:
        sys.exit(1)


def _text(path: Path) -> str:
    text, _ = converting.to_text(path.read_bytes(), path.name)
    return text or ""


def _case(texts: list[tuple[Path, str]], seed: int) -> tuple[Path, bytes]:
    """Return a part of a document, damaged as the seed determines."""
    random = Random(seed)
    path, text = random.choice(texts)
    start = random.randrange(max(1, len(text) - _LENGTH))
    text = text[start : start + _LENGTH]
    for _ in range(random.randint(1, _AT_ONCE)):
        text = random.choice(DAMAGES)(text, random) or text
    return path, text.encode("utf-8", "surrogatepass")


def _tried(path: Path, data: bytes) -> str:
    """Return the failure of a document, or an empty text."""
    known = content()
    begun = time.process_time()
    try:
        notes, problems = readers.read(data, path.name, languages=known.languages, catalogue=known.catalogue, set_code="lam")
    except Exception as failure:
        return f"{type(failure).__name__}: {failure}"[:200]
    if time.process_time() - begun > LONGEST:
        return f"{time.process_time() - begun:.0f} seconds"
    lost = [str(problem) for problem in problems if problem.message.startswith(LOST)]
    return "" if notes is None else "; ".join(lost)[:200]
