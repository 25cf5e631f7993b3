"""The list of all that a site publishes besides the pages that MkDocs makes. See :mod:`.contract`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..problems import Place, Problem, error
from . import citing, data, departures, embedding, feeds, guide, installing, memory, reads, redirects, root, sharing
from .contract import Output, Site, Unit
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
    guide.files,
)
"""Those that do not read :attr:`Site.pages`, so that they are made beside the pages."""
LAST: tuple[Output, ...] = (root.files,)
"""Those that do."""
AnyUnit = Unit[str | bytes]
_UNITS: Mapping[Output, Callable[[Site], Iterable[AnyUnit]]] = {
    data.files: data.units,
    sharing.files: sharing.units,
    redirects.files: redirects.units,
    installing.files: installing.units,
}
"""The units of those with many files."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """Files that outputs wrote."""

    files: Mapping[str, memory.Made]
    """The files by path, with links and ids if they are pages."""
    problems: tuple[Problem, ...]
    complete: bool = True


@dataclass(frozen=True)
class Earlier:
    """What an earlier build made, to be taken over if it would be the same."""

    keeper: memory.Keeper
    watch: reads.Watch
    """Watches the tables of the site."""

    def takes(self, unit: AnyUnit) -> bool:
        """Take over the files of ``unit`` if they would be the same. Return whether that was done."""
        return unit.lasting and self.keeper.takes_files(unit.name, lambda read: self._said(unit, read))

    def made(self, unit: AnyUnit) -> list[tuple[str, str | bytes]]:
        """Return the files of ``unit``, and remember what they were made from."""
        if not unit.lasting:
            return list(unit.make())
        files, read = self.watch.made(lambda: list(unit.make()))
        sources = tuple(path for path, _ in files)
        if len({*sources}) == len(sources) and self.keeper.made.keys().isdisjoint(sources):  # or the problem would be forgotten
            said = self.keeper.said(self._said(unit, read))
            self.keeper.keep_unit(unit.name, memory.Unit(digest=said, reads=read, sources=sources))
        return files

    def _said(self, unit: AnyUnit, read: Iterable[reads.Read]) -> str:
        return self.watch.value(unit.given) + self.watch.digest(read)


def earlier(site: Site, known: reads.Known, tree: Tree, remembered: memory.Memory) -> tuple[Site, Earlier]:
    """Return what the build knew that ``remembered`` the outputs of a site, and the ``site`` with its tables watched.

    ``known`` are digests of entries of the library, and ``tree`` is the folder of the site.
    """
    watch = reads.Watch(known)
    return reads.site(site, watch), Earlier(memory.Keeper(remembered, reads.around(site, known), tree), watch)


def write(site: Site, tree: Tree, outputs: Iterable[Output], known: Earlier | None = None) -> Written:
    """Write ``outputs`` of ``site`` into ``tree``. Files of earlier builds that are ``known`` are taken over.

    There is a problem for each file that two outputs make. The first stays.
    """
    known = known or Earlier(memory.Keeper(memory.Memory(), "", tree), reads.Watch())
    files = known.keeper.made
    problems: list[Problem] = []
    for unit in (unit for output in outputs for unit in _units(output, site)):
        if known.takes(unit):
            continue
        for path, content in known.made(unit):
            if path in files:
                problems.append(twice(path))
            else:
                known.keeper.put(path, content.encode() if isinstance(content, str) else content)
    return Written(files=files, problems=tuple(problems))


def _units(output: Output, site: Site) -> Iterable[AnyUnit]:
    units = _UNITS.get(output)
    return units(site) if units else [Unit(name="", make=lambda: output(site), lasting=False)]


def twice(path: str) -> Problem:
    """Return the problem of a file that two parts of the site make."""
    return error(Place(path), "two parts of the site have this file", "give one of them another name")
