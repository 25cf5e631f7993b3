"""Writes one output of a site without the others, and lists what a build leaves beside the site."""

from __future__ import annotations

from pathlib import Path

from generator.facts.languages import Languages
from generator.library import Library
from generator.publishing.contract import Output, Site


def write(output: Output, library: Library, folder: Path, languages: Languages | None = None) -> list[Path]:
    """Write the files of ``output`` for a site of ``library`` into ``folder``. Return them sorted."""
    files = dict(output(Site(library=library, languages=languages or {})))
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return [folder / name for name in sorted(files)]


def names(folder: Path) -> list[str]:
    """Return the names in ``folder``, sorted. The caches of sites are left out, which a build may always leave."""
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith("-cache"))
