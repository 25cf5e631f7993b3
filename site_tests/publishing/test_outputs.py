"""Every output makes files from a site, and no two outputs make the same file."""

from __future__ import annotations

import pkgutil
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from rulebinder.build import outputs
from rulebinder.facts.languages import Languages
from rulebinder.outputs import departures, front, short_pages
from rulebinder.problems import InputError
from rulebinder.site.files import Part, SiteFile, Table
from rulebinder.site.model import FileBatch, Site
from site_tests import sites
from site_tests.builders import example_library
from site_tests.outputs import unsearched


@pytest.fixture
def whole(languages: Languages) -> Site:
    return Site(
        library=example_library(),
        languages=languages,
        address="https://example.org/sub/",
        pages=("en/", "en/cards/"),
        rulings_api=True,
    )


EVERY = (front, *outputs.OUTPUTS)


def new(folder: Path) -> Part:
    """Return a part of a first site."""
    return Part(folder, folder / "old", Table())


def output(**functions: object) -> ModuleType:
    """Return an output that is no module."""
    return cast(ModuleType, SimpleNamespace(__name__="invented", **functions))


def test_every_output_writes_its_own_files(whole: Site, tmp_path: Path) -> None:
    part = new(tmp_path)
    outputs.write(whole, part, EVERY)
    written = set(part.files)
    assert written == {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    }
    for each in EVERY:
        if each is not departures:  # nothing is gone in this library
            assert {path for path, _ in each.files(whole)} & written, each


def test_every_output_is_found() -> None:
    names = {each.__name__.rpartition(".")[2] for each in EVERY}
    assert {"data", "feeds", "short_pages", "front"} <= names
    assert names == {
        info.name for info in pkgutil.iter_modules([str(Path(departures.__file__).parent)])
    } - {
        "schemas",
        "offline",
    }


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.__name__)
def test_every_output_makes_the_same_files_again(each: ModuleType, whole: Site) -> None:
    assert dict(each.files(whole)) == dict(each.files(whole))


def test_a_page_with_the_path_of_an_output_refuses_the_site(
    whole: Site, languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two are made side by side, so that nobody knows which of them is there."""
    taken = output(files=lambda _: [("en/cards/mire-lantern/index.html", "output")])
    monkeypatch.setattr(outputs, "OUTPUTS", [taken])
    monkeypatch.setattr("rulebinder.search.bundle.files", unsearched)
    with pytest.raises(InputError, match="two parts of the site have this file"):
        sites.build(whole.library, {"en": languages["en"]}, tmp_path / "site")
    assert not (tmp_path / "site").exists()


PATH = "lantern.txt"
Build = Callable[..., list[str]]


@pytest.fixture
def build(languages: Languages, tmp_path: Path) -> Build:
    """Return what builds an output with one batch, made from something and with settings of the
    site, and says which files it made: it takes over what the build before made.
    """
    new, old = tmp_path / "new", tmp_path / "old"
    site = Site(library=example_library(), languages=languages)
    files: dict[str, SiteFile] = {}

    def build(made_from: str = "given", **settings: Any) -> list[str]:
        made: list[str] = []

        def make() -> Iterator[tuple[str, str]]:
            made.append(PATH)
            yield PATH, f"a lantern of {made_from}"

        shutil.rmtree(old, ignore_errors=True)
        if new.exists():
            new.rename(old)
        part = Part(new, old, Table(files=files))
        batch = FileBatch(name="lantern", make=make, made_from=made_from)
        outputs.write(replace(site, **settings), part, [output(batches=lambda _: [batch])])
        files.update(part.files)
        assert (new / PATH).read_text("utf-8") == f"a lantern of {made_from}"
        return made

    assert build() == [PATH]
    return build


def test_a_unit_of_which_nothing_changed_is_taken_over(build: Build) -> None:
    assert build() == build() == []


@pytest.mark.parametrize(
    "change",
    [
        {"made_from": "other"},
        {"address": "https://example.org/"},
        {"short_pages": "one"},
        {"quoting": True},
    ],
)
def test_a_unit_is_made_again_if_it_is_made_from_something_else_or_a_setting_changed(
    build: Build, change: dict[str, object]
) -> None:
    assert build(**change) == [PATH]


LOST = {"en": "Lost Lantern", "es": "Farol perdido"}


@pytest.mark.parametrize(
    ("values", "is_other"),
    [({"former_langs": {"lom": ("fr",)}}, True), ({"catalogued": (LOST,)}, False)],
)
def test_short_pages_depend_on_what_was_removed_but_not_on_names_of_other_cards(
    whole: Site, values: dict[str, Any], is_other: bool
) -> None:
    """A document that its owner lists as removed keeps its short pages in its language."""
    (before,) = short_pages.batches(whole)
    (after,) = short_pages.batches(replace(whole, library=replace(whole.library, **values)))
    assert (before.made_from != after.made_from) == is_other


def test_outputs_know_the_names_of_cards_that_are_gone(whole: Site) -> None:
    listed = replace(whole, library=replace(whole.library, catalogued=(LOST,)))
    assert dict(listed.editions["es"].catalogued) == {"lost-lantern": LOST}
