"""Reads documents that are damaged at random, and looks for failures, lost words and long waits."""

from __future__ import annotations

import itertools
import os
import sys
import time
from pathlib import Path
from random import Random

from rulebinder.reading import document as readers
from rulebinder.reading.accounting import LOST
from rulebinder.reading.detection import Overrides
from rulebinder.reading.formats import conversion
from site_tests.conftest import ROOT
from site_tests.reading import test_merging
from site_tests.reading.test_properties import DAMAGES

from . import damaging, ledgers
from .setting import content, examples, real_documents, remark, table

MUTATIONS = int(os.environ.get("RULEBINDER_MUTATIONS", "1300"))
FILES = int(os.environ.get("RULEBINDER_DAMAGED_FILES", "450"))
"""The Word documents, web pages and PDFs among them, each damaged byte by byte or element by
element.
"""
MERGES = 60
LONGEST = 10.0
"""A document that takes more seconds of processor time than this takes too long."""
_AT_ONCE = 3
"""The most damages that a document gets, one after the other."""
_LENGTH = 40_000


def run() -> None:
    """Print each failure with the seed that repeats it. Exit with an error if there are any."""
    ledgers.run()
    golden = [
        path
        for path in (ROOT / "site_tests/reading/golden").iterdir()
        if path.suffix in (".txt", ".md", ".html")
    ]
    texts = [
        (path, text)
        for path in (*real_documents(), *examples(), *sorted(golden))
        if (text := _text(path))
    ]
    cases = ((seed, *_case(texts, seed)) for seed in range(MUTATIONS))
    found = [
        (str(seed), path.name, what) for seed, path, data in cases if (what := _tried(path, data))
    ]
    kinds = itertools.cycle(damaging.DAMAGES)
    found += [
        (str(seed), kind, what)
        for seed, kind in zip(range(FILES), kinds, strict=False)
        if (what := _opened(kind, seed))
    ]
    merges = list(itertools.product(range(MERGES), test_merging.TEXTS))
    found += [
        (str(seed), "a merge", what) for seed, text in merges if (what := _merged(text, seed))
    ]
    result = (
        f"{len(found)} of {MUTATIONS + FILES} damaged documents and {len(merges)} merges go wrong"
    )
    if not found:
        remark(f"{result}.")
        return
    table(result, ("seed", "document", "what"), found)
    sys.exit(1)


def _merged(text: str, seed: int) -> str:
    """What goes wrong if both sides change a document as the seed determines."""
    try:
        test_merging.test_changes_of_different_paragraphs_never_conflict_and_all_arrive(text, seed)
    except AssertionError as error:
        return str(error) or "changes conflict, or are lost"
    return ""


def _text(path: Path) -> str:
    text, _ = conversion.to_text(path.read_bytes(), path.name)
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


def _opened(kind: str, seed: int) -> str:
    """Return the failure of a damaged file of a kind, or an empty text.

    A file that is refused does not count.
    """
    make, damaged = damaging.DAMAGES[kind]
    data = damaged(make(), Random(f"{kind} {seed} measured"))
    return _tried(Path(f"damaged.{kind[:4]}"), data)


def _tried(path: Path, data: bytes) -> str:
    """Return the failure of a document, or an empty text."""
    known = content()
    begun = time.process_time()
    try:
        notes, problems = readers.read(data, path.name, known, Overrides(set_code="lam"))
    except Exception as failure:
        return f"{type(failure).__name__}: {failure}"[:200]
    if time.process_time() - begun > LONGEST:
        return f"{time.process_time() - begun:.0f} seconds"
    lost = [str(problem) for problem in problems if problem.message.startswith(LOST)]
    return "" if notes is None else "; ".join(lost)[:200]
