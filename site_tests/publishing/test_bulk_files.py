"""Bulk files of published rulings, from one download to the next: no address of a ruling is lost or
means another one.
"""

import shutil
from pathlib import Path

import pytest

from site_tests import outputs
from site_tests.reading.test_published_rulings import DAY, LATER, card, fill, ruling
from site_tests.robustness import documents
from site_tests.robustness.documents import run
from site_tests.sites import read_page

BELL, OAK = 1, 2
CARDS = [card(BELL, "Bell of Bark"), card(OAK, "Oak of Ash")]
GROWS = ruling(OAK, "It grows.", LATER)


def build(folder: Path, code: int = 0) -> str:
    """Build the site, look how that ends, and return the problems."""
    result = run("site", *documents.whole(folder))
    assert result.exit_code == code, result.output
    return result.stderr


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """Give a folder with a site of three rulings. No site has pages of search."""
    folder = tmp_path_factory.mktemp("first")
    documents.content(folder / "content")
    (folder / "notes").mkdir()
    fill(
        folder / "notes",
        CARDS,
        [ruling(BELL, "It rings."), ruling(BELL, "It hums softly."), GROWS],
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
        build(folder)
        yield folder


@pytest.fixture
def folder(first, tmp_path):
    """Return a copy of the folder."""
    return shutil.copytree(first, tmp_path / "copy")


def page(folder: Path, name: str) -> str:
    """Return what the page of a card shows."""
    html = read_page(folder, f"site/en/cards/{name}")
    return html[html.index("</head>") :]


def test_an_edited_ruling_keeps_its_address_and_a_new_one_gets_another(folder):
    fill(
        folder / "notes",
        CARDS,
        [
            ruling(BELL, "It clangs twice."),
            ruling(BELL, "It hums quite softly."),
            GROWS,
        ],
    )
    build(folder)
    said = page(folder, "bell-of-bark")
    assert said.index(f'id="{DAY}-2"') < said.index("It hums quite softly")
    assert said.index(f'id="{DAY}-3"') < said.index("It clangs twice")
    assert f'id="{DAY}-1"' in said


def test_a_day_without_rulings_is_removed_and_its_addresses_say_so(folder):
    fill(folder / "notes", CARDS, [GROWS])
    build(folder)
    said = page(folder, "bell-of-bark")
    assert f'id="{DAY}-1"' in said
    assert f'id="{DAY}-2"' in said
    assert (folder / "site" / "en" / "sets" / DAY / "index.html").is_file()


def test_missing_bulk_files_remove_nothing(folder):
    for path in (folder / "notes").iterdir():
        if path.suffix == ".json":
            path.unlink()
    documents.fill(folder / "notes", {"hol.en.md": documents.document(documents.card("Elm"))})
    assert DAY in build(folder, code=1)
    assert f'id="{DAY}-1"' in page(folder, "bell-of-bark")


def test_release_notes_that_are_added_take_a_ruling_and_keep_its_address(folder):
    documents.fill(
        folder / "notes",
        {"hol.en.md": documents.document(documents.card("Bell of Bark", "It hums softly."))},
    )
    build(folder)
    said = page(folder, "bell-of-bark")
    assert said.count("It hums softly") == 1
    assert f'id="{DAY}-2"' in said
    assert f'id="{DAY}-1"' in said
