"""The list of all that a site publishes besides the pages that MkDocs makes. See :mod:`.contract`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..problems import Place, Problem, error
from ..system.digests import digest
from . import citing, data, departures, embedding, feeds, installing, links, markdown, memory, redirects, root, sharing
from .contract import Output, Site
from .renewing import Tree

OUTPUTS: tuple[Output, ...] = (
    data.files,
    sharing.files,
    redirects.files,
    departures.files,
    feeds.files,
    installing.files,
    embedding.files,
    citing.files,
    markdown.files,
)
"""Those that do not read :attr:`Site.pages`, so that they are made beside the pages."""
LAST: tuple[Output, ...] = (root.files,)
"""Those that do."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """Files that outputs wrote."""

    files: Mapping[str, memory.Made]
    """The files by path, with links and ids if they are pages."""
    problems: tuple[Problem, ...]
    complete: bool = True


def write(site: Site, tree: Tree, outputs: Iterable[Output], known: Mapping[str, memory.Made] | None = None) -> Written:
    """Write ``outputs`` of ``site`` into ``tree``. ``known`` are files of earlier builds, whose links need not be read again.

    There is a problem for each file that two outputs make. The first stays.
    """
    written: dict[str, memory.Made] = {}
    problems: list[Problem] = []
    for path, content in (file for output in outputs for file in output(site)):
        if path in written:
            problems.append(twice(path))
            continue
        payload = content.encode() if isinstance(content, str) else content
        found = digest(payload)
        earlier = known.get(path) if known else None
        if earlier is None or earlier.html != found:
            read = links.found(payload.decode()) if path.endswith(".html") else links.NONE
            earlier = memory.Made(source="", html=found, links=read)
        written[path] = earlier
        tree.put(path, payload)
    return Written(files=written, problems=tuple(problems))


def twice(path: str) -> Problem:
    """Return the problem of a file that two parts of the site make."""
    return error(Place(path), "two parts of the site have this file", "give one of them another name")
