"""Each page shows all of its view: its template reads every key.

Jinja2 fails at a name that is not there.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from rulebinder import pages
from rulebinder.joining import join
from rulebinder.library import Library
from rulebinder.notes import Replacement
from rulebinder.plugin.rendering import Renderer
from site_tests import sites
from site_tests.builders import entry, example_documents, library_of, notes, shipped_languages
from site_tests.outputs import site_of
from site_tests.rulebook.books import book, edited

Path = tuple[str, ...]
"""The keys on the way to a value."""


class Recorder(dict[str, Any]):
    """A view that remembers which of its keys were read."""

    def __init__(self, view: Mapping[str, Any], path: Path, read: set[Path]) -> None:
        super().__init__(view)
        self._path = path
        self._read = read

    def __getitem__(self, key: str) -> Any:
        path = (*self._path, key)
        self._read.add(path)
        return record(super().__getitem__(key), path, self._read)


def record(value: Any, path: Path, read: set[Path]) -> Any:
    """Return ``value`` so that reading its views is remembered."""
    if isinstance(value, dict):
        return Recorder(value, path, read)
    if isinstance(value, list | tuple):
        parts = [record(part, path, read) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value) if field.init]
        return dataclasses.replace(
            value, **{name: record(getattr(value, name), path, read) for name in names}
        )
    return value


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the ways to all keys of the views in ``value``."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield (*path, key)
            yield from paths(part, (*path, key))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from paths(part, path)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from paths(getattr(value, field.name), path)


ELSEWHERE = (
    ("lines", "name"),  # lines are in the order of their names
    ("others", "has"),  # the mechanics that only the catalogue has are on no card
    ("newest", "year"),  # the list of sets has years
    ("others", "year"),
    ("years", "sets", "year"),
    ("mechanic", "sections", "about", "set_page"),  # a mechanic's page links to the section
    ("mechanic", "sections", "cards"),  # the first of them is the example
    ("mechanic", "terms", "anchor"),  # in the link to the term
    ("notes", "facts"),  # the reader of the Markdown has them
)
"""The ends of ways to keys that Python reads, or another template."""
RARE = (
    ("documents", "unread"),
    ("before", "quotation"),
    ("card", "pictures"),
    ("entries", "code_name"),
    ("sets", "published"),
)
"""The keys that templates read only for what these libraries and owners do not have."""


def _libraries() -> Iterator[Library]:
    known, documents = sites.sampled()
    yield join(documents, known.catalogue, known.languages)[0]
    newer = edited(("older keeper wins", "younger keeper wins"))
    yield library_of(*example_documents(), rulebooks=(newer, book()))
    misprint = Replacement(printed="glos", correct="glows", reason="A letter is missing.")
    yield library_of(notes(entry("Mire Lantern", "It glos."), corrections=(misprint,)))


def test_a_template_reads_every_key_of_its_view():
    keys: set[Path] = set()
    read: set[Path] = set()
    for library in _libraries():
        site = site_of(library)
        for lang in site.langs:
            renderer = Renderer(site, lang)
            for plan in pages.plan_pages(site.editions[lang], site.slices):
                page = plan.make()
                keys.update(paths(page.view, (plan.kind,)))
                view = Recorder(page.view, (plan.kind,), read)
                renderer.write_source(plan.kind, dataclasses.replace(page, view=view))
    unread = {path for path in keys - read if path[-1] not in shipped_languages()}
    for end in (*ELSEWHERE, *RARE):
        below = {path for path in unread if _has(path, end)}
        assert below, f"{end} is read, or is no key"
        unread -= below
    assert unread == set()


def _has(path: Path, end: Path) -> bool:
    """Return whether ``path`` is a way that goes through ``end``."""
    return any(path[at : at + len(end)] == end for at in range(len(path)))
