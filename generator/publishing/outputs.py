"""The list of all that a site publishes besides the pages that MkDocs makes. See :mod:`.contract`."""

from __future__ import annotations

from pathlib import Path

from ..problems import Place, Problem, error
from . import data, departures, embedding, feeds, installing, markdown, redirects, root, sharing
from .contract import Output, Site

OUTPUTS: tuple[Output, ...] = (
    root.files,
    data.files,
    sharing.files,
    redirects.files,
    departures.files,
    feeds.files,
    installing.files,
    embedding.files,
    markdown.files,
)


def write(site: Site, folder: Path) -> tuple[list[str], list[Problem]]:
    """Write every output of ``site`` into ``folder``.

    Returns the paths of the new files, and a problem for each file that is there already. That one stays.
    """
    written: list[str] = []
    problems: list[Problem] = []
    for output in OUTPUTS:
        for path, content in output(site):
            file = folder / path
            if file.exists():
                problems.append(error(Place(path), "two parts of the site have this file", "give one of them another name"))
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)  # the whole site appears at once
            written.append(path)
    return written, problems
