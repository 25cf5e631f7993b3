"""Measures how the search grows with the library: ``python -m site_tests.bench growing``.

The libraries are invented (``invented.py``). RULEBINDER_RULINGS changes their sizes: ``10000
100000``.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from rulebinder import joining
from rulebinder.build import make as site
from rulebinder.pages.edition import editions
from rulebinder.search import bundle
from rulebinder.search.records import Finder
from rulebinder.search.words import normal_form
from rulebinder.settings import options
from rulebinder.system import places
from site_tests import builders, outputs
from site_tests.bench import invented, plain
from site_tests.bench.searching import Place, ask_cold, ask_warm
from site_tests.bench.served import started
from site_tests.bench.setting import content, in_child, peak, seconds, table
from site_tests.bench.typists import MATERIALS, OURS
from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.serving import Line, serve, squeezed

SIZES = (2_500, 10_000)
SPREADS = (("en", "es", "fr"), ("en",))
ASKED, COLD = 24, 4
TRIED = 20_000
"""The largest library for which Material's search is measured: for more, a browser needs minutes
and gigabytes.
"""


@dataclass(frozen=True)
class Made:
    """An index, the cost of making it, and questions for it."""

    records: int
    seconds: float
    memory: float
    """The peak memory, in MB."""
    size: int
    files: int
    material: int
    """The size of Material's index, in bytes."""
    asked: tuple[str, ...]


def run() -> None:
    """Print the tables of indexing and of asking."""
    sizes = [int(size) for size in os.environ.get("RULEBINDER_RULINGS", "").split()] or SIZES
    indexed, answered = [], []
    with _sites() as (folders, ours, theirs), started() as browser:
        for rulings in sizes:
            for langs in SPREADS:
                made = in_child(make, rulings, langs, *folders)
                name = f"{rulings:,}, {'three languages' if len(langs) > 1 else 'one language'}"
                numbers = (
                    f"{made.records:,}",
                    f"{made.seconds:.0f}",
                    f"{made.memory:.0f}",
                    f"{made.size / 1e6:.1f}",
                )
                indexed.append((name, *numbers, f"{made.files:,}", f"{made.material / 1e6:.1f}"))
                answered.append(
                    (
                        name,
                        *_asked(browser, ours, made.asked),
                        *_tried(browser, theirs, made, rulings, folders[1]),
                    )
                )
                print("done:", indexed[-1], answered[-1], flush=True)
    table(
        "Growing: the index",
        ("rulings", "records", "seconds", "peak MB", "MB", "files", "Material's MB"),
        indexed,
    )
    heads = ("kB first", "kB further", "ms from cold", "ms warm")
    table(
        "Growing: questions (medians; Material's after ours)", ("rulings", *heads, *heads), answered
    )


def make(rulings: int, langs: Sequence[str], folder: Path, other: Path) -> Made:
    """Index a library with this number of rulings into the site ``folder``, and give Material's
    site ``other`` an index of it.
    """
    documents = list(invented.documents(rulings, langs))
    library = joining.join(documents, content().catalogue, content().languages)[0]
    shown = editions(library, options.offered(content().languages)[0])
    fold = normal_form.folding(normal_form.elisions(content().languages))
    records = sum(map(len, Finder(editions=shown, fold=fold).records().values()))
    with tempfile.TemporaryDirectory(
        dir=folder.parent
    ) as name:  # so that folders can change places
        taken = seconds(
            lambda: outputs.write_search(shown, content().languages, Path(name), places.SEARCH)
        )
        (folder / bundle.FOLDER).rename(Path(name) / "old")
        (Path(name) / bundle.FOLDER).rename(folder / bundle.FOLDER)
    memory = peak()
    files = [path.stat().st_size for path in (folder / bundle.FOLDER).rglob("*") if path.is_file()]
    asked = tuple(invented.asked(documents[0], ASKED))
    return Made(records, taken, memory, sum(files), len(files), plain.fill(other, library), asked)


@contextlib.contextmanager
def _sites() -> Iterator[tuple[tuple[Path, Path], Place, Place]]:
    """Build a small site whose search index is replaced, and a plain one for Material's index.

    Return their folders first.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, other = Path(name) / "ours", plain.build_empty(Path(name))
        site.build(builders.example_library(), content().languages, folder)
        line, their = Line(), Line()
        with (
            serve(folder, SUB_PATH, line) as address,
            serve(other, SUB_PATH, their) as plain_address,
        ):
            yield (
                (folder, other),
                (f"{address}{plain.LANG}/about/", line, OURS),
                (plain_address, their, MATERIALS),
            )


def _asked(browser: Browser, place: Place, asked: Sequence[str]) -> tuple[str, ...]:
    cold = [answer for query in asked[:COLD] if (answer := ask_cold(browser, place, query))]
    warm = ask_warm(browser, place, asked[COLD - 1 :])
    fetched = (statistics.median(each.fetched for each in found) / 1000 for found in (cold, warm))
    taken = (statistics.median(each.milliseconds for each in found) for found in (cold, warm))
    return tuple(f"{number:.0f}" for number in (*fetched, *taken))


def _tried(
    browser: Browser, place: Place, made: Made, rulings: int, folder: Path
) -> tuple[str, ...]:
    """Measure Material's search with fewer questions.

    If the library is too large, return only the size of its index.
    """
    if rulings > TRIED:
        return (f"{len(squeezed(folder / plain.INDEX)) / 1000:.0f}", "-", "-", "-")
    return _asked(browser, place, made.asked[: 2 * COLD])
