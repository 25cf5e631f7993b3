"""The list of all that a site publishes besides the pages that MkDocs makes. See :mod:`.contract`."""

from __future__ import annotations

from collections.abc import Collection

from ..problems import Place, Problem, error
from ..system.digests import digest
from . import data, departures, embedding, feeds, installing, markdown, redirects, root, sharing
from .contract import Output, Site
from .renewing import Tree

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


def write(site: Site, tree: Tree, taken: Collection[str] = ()) -> tuple[dict[str, str], list[Problem]]:
    """Write every output of ``site`` into ``tree``. ``taken`` are the paths of the files that this build has made there.

    Returns the digests of the new files by path, and a problem for each file that was made before. That one stays.
    """
    written: dict[str, str] = {}
    problems: list[Problem] = []
    for output in OUTPUTS:
        for path, content in output(site):
            if path in taken or path in written:
                problems.append(error(Place(path), "two parts of the site have this file", "give one of them another name"))
                continue
            payload = content.encode() if isinstance(content, str) else content
            written[path] = digest(payload)
            tree.put(path, payload)
    return written, problems
