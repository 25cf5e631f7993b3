"""Every output makes files from a site, and no two outputs make the same file."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.outputs import front, short_pages
from rulebinder.problems import InputError
from rulebinder.publishing.make import OUTPUTS, write_outputs
from rulebinder.site.model import FileBatch, Site, at_once
from rulebinder.site.table import Part, SiteFile, Table
from site_tests import sites
from site_tests.builders import example_library
from site_tests.outputs import unsearched


@pytest.fixture
def whole(languages):
    return Site(
        library=example_library(),
        languages=languages,
        address="https://example.org/sub/",
        pages=("en/", "en/cards/"),
        rulings_api=True,
    )


EVERY = (at_once(front.files), *OUTPUTS)


def new(folder: Path) -> Part:
    """Return a part of a first site."""
    return Part(folder, folder / "old", Table())


def all_files(site: Site) -> dict[str, object]:
    """Return the content of the files of all outputs, by path."""
    batches = (batch for output in EVERY for batch in output(site))
    return {path: content for batch in batches for path, content in batch.files}


def test_every_output_writes_its_own_files(whole, tmp_path):
    part = new(tmp_path)
    write_outputs(whole, part, EVERY)
    written = set(part.files)
    assert written == {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    }
    assert written == set(all_files(whole))
    assert all_files(whole) == all_files(whole)


def test_a_page_with_the_path_of_an_output_refuses_the_site(
    whole, languages, tmp_path, monkeypatch
):
    """The two are made side by side, so that nobody knows which of them is there."""
    taken = at_once(lambda _: [("en/cards/mire-lantern/index.html", "output")])
    monkeypatch.setattr("rulebinder.publishing.make.OUTPUTS", [taken])
    monkeypatch.setattr("rulebinder.search.bundle.search_files", unsearched)
    with pytest.raises(InputError, match="two parts of the site have this file"):
        sites.build(whole.library, {"en": languages["en"]}, tmp_path / "site")
    assert not (tmp_path / "site").exists()


PATH = "lantern.txt"
Build = Callable[..., list[str]]


@pytest.fixture
def build(languages, tmp_path):
    """Return what builds an output with one batch, made from something and with settings of the
    site, and says which files it made: it takes over what the build before made.
    """
    new, old = tmp_path / "new", tmp_path / "old"
    site = Site(library=example_library(), languages=languages)
    files: dict[str, SiteFile] = {}

    def build(made_from="given", **settings):
        made: list[str] = []

        def make():
            made.append(PATH)
            yield PATH, f"a lantern of {made_from}"

        shutil.rmtree(old, ignore_errors=True)
        if new.exists():
            new.rename(old)
        part = Part(new, old, Table(files=files))
        batch = FileBatch(name="lantern", files=make(), made_from=made_from)
        write_outputs(replace(site, **settings), part, [lambda _: [batch]])
        files.update(part.files)
        assert (new / PATH).read_text("utf-8") == f"a lantern of {made_from}"
        return made

    assert build() == [PATH]
    return build


def test_a_unit_of_which_nothing_changed_is_taken_over(build):
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
def test_a_unit_is_made_again_if_it_is_made_from_something_else_or_a_setting_changed(build, change):
    assert build(**change) == [PATH]


LOST = {"en": "Lost Lantern", "es": "Farol perdido"}


@pytest.mark.parametrize(
    ("values", "is_other"),
    [({"former_langs": {"lom": ("fr",)}}, True), ({"catalogued": (LOST,)}, False)],
)
def test_short_pages_depend_on_what_was_removed_but_not_on_names_of_other_cards(
    whole, values, is_other
):
    """A document that its owner lists as removed keeps its short pages in its language."""
    (before,) = short_pages.batches(whole)
    (after,) = short_pages.batches(replace(whole, library=replace(whole.library, **values)))
    assert (before.made_from != after.made_from) == is_other


def test_outputs_know_the_names_of_cards_that_are_gone(whole):
    listed = replace(whole, library=replace(whole.library, catalogued=(LOST,)))
    assert dict(listed.editions["es"].catalogued) == {"lost-lantern": LOST}
