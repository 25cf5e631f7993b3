"""Builds a plain MkDocs site with Material's own search, for comparison."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rulebinder.facts.files import yaml_files
from rulebinder.facts.languages import spoken
from rulebinder.library import Library
from rulebinder.plugin import handwritten
from rulebinder.settings import options
from rulebinder.site.model import Site
from rulebinder.system import places
from rulebinder.system.files.whole_files import write_whole
from site_tests import outputs
from site_tests.bench.setting import content

LANG = "en"
"""The language of its pages. Material has one index for each site."""


def build(library: Library, work: Path) -> Path:
    """Build a site of the library's pages in LANG in the folder ``work``, as plain Material would
    show them.
    """
    languages = options.offered(content().languages)[0]
    kept, _ = handwritten.read(places.DOCS, LANG, spoken(languages))
    outputs.render(Site(library=library, languages=languages), LANG, work / "docs", kept)
    return _built(work)


def _built(work: Path) -> Path:
    settings = {
        "site_name": "Plain",
        "docs_dir": str(work / "docs"),
        "site_dir": str(work / "site"),
        "theme": {"name": "material", "language": LANG},
        "plugins": {"search": {"lang": LANG}},
        "markdown_extensions": ["attr_list", "md_in_html"],
        "nav": ["index.md"],
        "not_in_nav": "/**",
        "validation": {
            "links": {"not_found": "ignore", "anchors": "ignore", "unrecognized_links": "ignore"}
        },
    }
    write_whole(work / "mkdocs.yml", yaml_files.dump(settings))
    subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--quiet",
            "--config-file",
            str(work / "mkdocs.yml"),
        ],
        check=True,
    )
    return work / "site"
