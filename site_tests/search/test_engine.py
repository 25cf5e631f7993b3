"""Pages that an earlier build indexed are not indexed again, and the index is the same as if they were."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from generator.search import engine, index
from generator.search.records import SearchRecord
from generator.system.caching import Cache

SAID = ("It glows.", "The café glows, and glowing cafes glow.", "Tap {T}: add {2/1}.", "Boats, boat, boating.", "Nothing.")

Edit = Callable[[list[str]], list[str]]
EDITS: dict[str, Edit] = {
    "reworded": lambda pages: [*pages[:2], page("The boats glow at cafés"), *pages[3:]],
    "removed, so that others move": lambda pages: pages[1:],
    "added in the middle": lambda pages: [*pages[:2], page("A new boat, and a cafe"), *pages[2:]],
    "said twice, and in another order": lambda pages: [*reversed(pages), pages[0]],
    "all new": lambda _: [page("Moths"), page("Moth")],
}


def page(text: str) -> str:
    return index.page(SearchRecord(kind="ruling", id="lom/fen/1", lang="en", url="cards/fen/#lom-1", title="Fen", text=text))


@pytest.fixture
def pages() -> list[str]:
    return list(map(page, SAID))


@pytest.fixture
def cache(pages: list[str], tmp_path: Path) -> Cache:
    """Return the cache after a build."""
    kept = Cache(tmp_path / "cache")
    engine.indexed(pages, "en", tmp_path, kept)
    return kept


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_gives_the_same_index_as_a_build_from_nothing(name: str, pages: list[str], cache: Cache, tmp_path: Path) -> None:
    edited = EDITS[name](pages)
    fresh = engine.indexed(edited, "en", tmp_path)
    assert engine.indexed(edited, "en", tmp_path, cache) == fresh
    assert engine.indexed(edited, "en", tmp_path, cache) == fresh, "as it is kept"


def test_only_new_pages_are_indexed(pages: list[str], cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = engine._made
    seen: list[str] = []

    def watched(new: Sequence[str], lang: str, work: Path) -> engine.Indexed:
        seen.extend(new)
        return made(new, lang, work)

    monkeypatch.setattr(engine, "_made", watched)
    engine.indexed([*pages, page("A heron")], "en", tmp_path, cache)
    assert seen == [page("A heron")]


def test_a_damaged_cache_is_not_used(pages: list[str], cache: Cache, tmp_path: Path) -> None:
    fresh = engine.indexed(pages, "en", tmp_path)
    (file,) = (path for path in cache.folder.rglob("*") if path.is_file())
    file.write_bytes(file.read_bytes().replace(b'"boat"', b'"goat"'))
    assert engine.indexed(pages, "en", tmp_path, cache) == fresh
