"""Measures how the build grows with the library: ``python -m site_tests.bench scaling``.

The libraries are invented (``invented.py``), in three languages, of 1, 5 and 28 times the first
size. RULEBINDER_RULINGS changes the sizes: ``2500 12500``. Processor time counts, not the time on
the clock, so other work on the machine matters little.
"""

from __future__ import annotations

import os
import resource
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rulebinder.build import make
from rulebinder.joining import join
from site_tests.bench import invented
from site_tests.bench.setting import content, in_child, peak, table

SIZES = (2_500, 12_500, 70_000)
LANGS = ("en", "es", "fr")


@dataclass(frozen=True, kw_only=True)
class Built:
    """A site and the cost of building it. Processor times are in seconds, memory is in MB."""

    rulings: int
    joining: float
    building: float
    library: float
    """The peak memory after joining."""
    main: float
    """The peak memory of the main process at the end."""
    worker: float
    """The largest peak memory of a process that worked for it."""
    files: int
    size: int


def run() -> None:
    """Print the tables of costs and of ratios."""
    sizes = [int(size) for size in os.environ.get("RULEBINDER_RULINGS", "").split()] or SIZES
    made: list[Built] = []
    for size in sizes:
        made.append(in_child(build, size))
        print("done:", made[-1], flush=True)
    costs = (
        "rulings",
        "joining s",
        "building s",
        "library MB",
        "peak MB",
        "a process's peak MB",
        "files",
        "MB",
    )
    table("Scaling: costs", costs, [_row(each) for each in made])
    ratios = (
        "rulings",
        "joining a ruling",
        "building a ruling",
        "library",
        "peak",
        "a process's peak",
        "files a ruling",
    )
    table(
        "Scaling: ratios to the first size divided by that of the rulings",
        ratios,
        [_ratios(each, made[0]) for each in made],
    )


def build(rulings: int) -> Built:
    """Build the site of a library with about this number of rulings."""
    documents, facts = list(invented.documents(rulings, LANGS)), content()
    library, _ = join(documents, facts.catalogue, facts.languages)
    joining, after = _processor(), peak()
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "site"
        make.build(library, facts.languages, out)
        sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
    return Built(
        rulings=sum(
            len(card.numbered) for document in library.documents() for card in document.cards
        ),
        joining=joining,
        building=_processor() - joining,
        library=after,
        main=peak(),
        worker=peak(resource.RUSAGE_CHILDREN),
        files=len(sizes),
        size=sum(sizes),
    )


def _processor() -> float:
    """Return the processor time of this process and of those that worked for it and have ended."""
    used = (resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def _row(each: Built) -> tuple[str, ...]:
    times = (f"{each.joining:.1f}", f"{each.building:.1f}")
    memory = (f"{each.library:.0f}", f"{each.main:.0f}", f"{each.worker:.0f}")
    return f"{each.rulings:,}", *times, *memory, f"{each.files:,}", f"{each.size / 1e6:.0f}"


def _ratios(each: Built, first: Built) -> tuple[str, ...]:
    """Return each cost divided by that of the first size, and by how many times more rulings there
    are: 1.00 is linear.
    """
    more = each.rulings / first.rulings
    pairs = (
        (each.joining, first.joining),
        (each.building, first.building),
        (each.library, first.library),
        (each.main, first.main),
        (each.worker, first.worker),
        (each.files, first.files),
    )
    return f"{each.rulings:,}", *(f"{now / then / more:.2f}" for now, then in pairs)
