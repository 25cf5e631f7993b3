"""Run the measurements that the arguments name, or all of them, and write docs/measurements.md."""

from __future__ import annotations

import sys

from . import (
    boundaries,
    commands,
    growing,
    mutating,
    relevance,
    replacing,
    results,
    searching,
)

MEASUREMENTS = {
    "boundaries": boundaries.run,
    "commands": commands.run,
    "replacing": replacing.run,
    "relevance": relevance.run,
    "searching": searching.run,
    "mutating": mutating.run,
    "growing": growing.run,
}

if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in MEASUREMENTS]
    if unknown:
        sys.exit(f"{', '.join(unknown)}: no such measurement; there are {', '.join(MEASUREMENTS)}")
    for name in sys.argv[1:] or MEASUREMENTS:
        try:
            MEASUREMENTS[name]()
        finally:
            results.keep(name)
