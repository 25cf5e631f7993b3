"""Checks every permanent address of a built site: ``python -m site_tests.bench.crawl SITE``."""

from __future__ import annotations

import sys
from pathlib import Path

from site_tests.bench import results
from site_tests.bench.setting import content, table
from site_tests.crawling import crawl

SHOWN = 20


def main(site: Path) -> int:
    """Print the counts and the failures, and keep the counts. Return 1 if something fails."""
    if not (site / "r" / "index.json").is_file():
        sys.exit(f"{site}: not a site of Rulebinder's")
    found = crawl(site, content().languages)
    rows = [
        ("lines of data/rulings.ndjson", found.rulings),
        ("paragraphs", found.paragraphs),
        ("numbers that are gone", found.gone),
        ("short pages read", found.pages),
        ("anchors looked for", found.anchors),
        ("previews compared", found.previews),
        ("short pages missing", len(found.missing_pages)),
        ("anchors missing", len(found.missing_anchors)),
        ("previews wrong", len(found.wrong_previews)),
    ]
    table(
        "Permanent addresses of a site",
        ("counted", "number"),
        [(name, str(number)) for name, number in rows],
    )
    results.keep("crawl")
    for failure in found.failures[:SHOWN]:
        print(failure)
    return int(bool(found.failures))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m site_tests.bench.crawl SITE")
    sys.exit(main(Path(sys.argv[1])))
