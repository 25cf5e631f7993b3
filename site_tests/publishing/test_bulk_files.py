"""Bulk files of published rulings, from one download to the next: no address of a ruling is lost or
means another one.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import Result

from site_tests import outputs
from site_tests.robustness import documents
from site_tests.robustness.documents import run
from site_tests.sites import read_page

FIRST, SECOND = "2017-04-18", "2019-01-25"
BELL, OAK = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"


def fill(folder: Path, rulings: Sequence[tuple[str, str, str]]) -> None:
    """Write the bulk files with these rulings: each has its card, its day and its text."""
    plain = {
        "object": "card",
        "lang": "en",
        "mana_cost": "{2}",
        "type_line": "Artifact",
        "oracle_text": "",
    }
    names = {BELL: "Bell of Bark", OAK: "Oak of Ash"}
    cards = [{**plain, "oracle_id": oracle_id, "name": name} for oracle_id, name in names.items()]
    found = [
        {
            "object": "ruling",
            "oracle_id": oracle_id,
            "source": "wotc",
            "published_at": day,
            "comment": said,
        }
        for oracle_id, day, said in rulings
    ]
    folder.mkdir(exist_ok=True)
    (folder / "oracle-cards.json").write_text(json.dumps(cards), "utf-8")
    (folder / "rulings.json").write_text(json.dumps(found), "utf-8")


def build(folder: Path) -> Result:
    return run(
        "site",
        *documents.whole(folder),
    )


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a folder with a site of three rulings. No site has pages of search."""
    folder = tmp_path_factory.mktemp("first")
    documents.content(folder / "content")
    fill(
        folder / "notes",
        [(BELL, FIRST, "It rings."), (BELL, FIRST, "It hums softly."), (OAK, SECOND, "It grows.")],
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulebinder.search.bundle.files", outputs.unsearched)
        result = build(folder)
        assert result.exit_code == 0, result.output
        yield folder


@pytest.fixture
def folder(first: Path, tmp_path: Path) -> Path:
    """Return a copy of the folder."""
    return shutil.copytree(first, tmp_path / "copy")


def page(folder: Path, name: str) -> str:
    """Return what the page of a card shows."""
    html = read_page(folder, f"site/en/cards/{name}")
    return html[html.index("</head>") :]


def test_an_edited_ruling_keeps_its_address_and_a_new_one_gets_another(folder: Path) -> None:
    fill(
        folder / "notes",
        [
            (BELL, FIRST, "It clangs twice."),
            (BELL, FIRST, "It hums quite softly."),
            (OAK, SECOND, "It grows."),
        ],
    )
    assert build(folder).exit_code == 0
    said = page(folder, "bell-of-bark")
    assert said.index(f'id="{FIRST}-2"') < said.index("It hums quite softly")
    assert said.index(f'id="{FIRST}-3"') < said.index("It clangs twice")
    assert f'id="{FIRST}-1"' in said


def test_a_day_without_rulings_is_removed_and_its_addresses_say_so(folder: Path) -> None:
    fill(folder / "notes", [(OAK, SECOND, "It grows.")])
    result = build(folder)
    assert result.exit_code == 0, result.output
    said = page(folder, "bell-of-bark")
    assert f'id="{FIRST}-1"' in said
    assert f'id="{FIRST}-2"' in said
    assert (folder / "site" / "en" / "sets" / FIRST / "index.html").is_file()


def test_missing_bulk_files_remove_nothing(folder: Path) -> None:
    for path in (folder / "notes").iterdir():
        if path.suffix == ".json":
            path.unlink()
    documents.fill(folder / "notes", {"hol.en.md": documents.document(documents.card("Elm"))})
    result = build(folder)
    assert result.exit_code == 1
    assert FIRST in result.stderr
    assert f'id="{FIRST}-1"' in page(folder, "bell-of-bark")


def test_release_notes_that_are_added_take_a_ruling_and_keep_its_address(folder: Path) -> None:
    documents.fill(
        folder / "notes",
        {"hol.en.md": documents.document(documents.card("Bell of Bark", "It hums softly."))},
    )
    result = build(folder)
    assert result.exit_code == 0, result.output
    said = page(folder, "bell-of-bark")
    assert said.count("It hums softly") == 1
    assert f'id="{FIRST}-2"' in said
    assert f'id="{FIRST}-1"' in said
