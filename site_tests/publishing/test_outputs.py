"""Every output makes files from a site, and no two outputs make the same file."""

from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.outputs import front
from rulebinder.problems import InputError
from rulebinder.publishing.make import OUTPUTS
from rulebinder.site.model import Site
from rulebinder.site.table import Part, Table
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


EVERY = (front.make_files, *OUTPUTS)


def new(folder: Path) -> Part:
    """Return a part of a first site."""
    return Part(folder, folder / "old", Table())


def all_files(site: Site) -> dict[str, object]:
    """Return the content of the files of all outputs, by path."""
    return {path: content for output in EVERY for path, content in output(site)}


def test_every_output_writes_its_own_files(whole, tmp_path):
    part = new(tmp_path)
    for output in EVERY:
        for path, content in output(whole):
            part.put(path, content)
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
    taken = ("en/cards/mire-lantern/index.html", "output")
    monkeypatch.setattr("rulebinder.publishing.make.OUTPUTS", [lambda _: [taken]])
    monkeypatch.setattr("rulebinder.search.bundle.search_files", unsearched)
    with pytest.raises(InputError, match="two parts of the site have this file"):
        sites.build(whole.library, {"en": languages["en"]}, tmp_path / "site")
    assert not (tmp_path / "site").exists()


LOST = {"en": "Lost Lantern", "es": "Farol perdido"}


def test_outputs_know_the_names_of_cards_that_are_gone(whole):
    listed = replace(whole, library=replace(whole.library, catalogued=(LOST,)))
    assert dict(listed.editions["es"].catalogued) == {"lost-lantern": LOST}
