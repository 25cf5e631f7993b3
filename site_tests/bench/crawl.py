"""Whether every permanent address of a built site answers: ``python -m site_tests.bench.crawl SITE``."""

from __future__ import annotations

import sys
from pathlib import Path

from site_tests.bench.setting import content, table
from site_tests.crawling import crawl

SHOWN = 20


def main(site: Path) -> int:
    """Print what was counted, and what fails; 1 where something does."""
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
    table(str(site), ("counted", "number"), [(name, str(number)) for name, number in rows])
    for failure in found.failures[:SHOWN]:
        print(failure)
    return int(bool(found.failures))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m site_tests.bench.crawl SITE")
    sys.exit(main(Path(sys.argv[1])))
