"""Published rulings out of bulk files: one document for each day, and one clear error for each file
that does not fit.
"""

import gzip
import json
import shutil
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulebinder.facts.search_words import ALL_CARDS
from rulebinder.joining import join
from rulebinder.notes import ReleaseNotes
from rulebinder.problems import Problem
from rulebinder.publishing import publish
from rulebinder.reading import bulk, inputs, saved_notes
from rulebinder.reading.bulk import FolderNotes
from rulebinder.system.caches import Cache
from rulebinder.text import Symbol
from site_tests import sites
from site_tests.conftest import ROOT
from site_tests.names.files import written
from site_tests.places import unplaced
from site_tests.reading.reader import assert_golden

Data = dict[str, Any]
BULK = Path(__file__).with_name("bulk")
EXPECTED = "expected.yml"
DAY, LATER = "2017-04-18", "2019-01-25"


def known(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


def card(number: int, name: str, **more: Any) -> Data:
    return {
        "object": "card", "oracle_id": known(number), "name": name, "lang": "en",
        "layout": "normal",
        "mana_cost": "{1}{G}", "type_line": "Creature — Treefolk",
        "oracle_text": "Reach\n{T}: Add {G}.", **more,
    }  # fmt: skip


def ruling(number: int, comment: str = "It glows.", day: str = DAY, source: str = "wotc") -> Data:
    return {
        "object": "ruling",
        "oracle_id": known(number),
        "source": source,
        "published_at": day,
        "comment": comment,
    }


HALVES = [
    {"name": "Sink", "mana_cost": "{U}", "type_line": "Instant", "oracle_text": "Tap it."},
    {
        "name": "Surface",
        "mana_cost": "",
        "type_line": "Battle",
        "oracle_text": "",
        "defense": "4",
        "power": "*",
        "toughness": "1+*",
    },
]
CARDS = [
    card(1, "Wisp of the Fen"),
    card(2, "Sink // Surface", layout="split", card_faces=HALVES),
    card(3, "Quiet Reed"),
    card(4, "Frog", layout="token"),
    {**card(5, "Lantern"), "lang": "es"},
]
RULINGS = [
    ruling(1, "It pays {Tap}."),
    ruling(2),
    ruling(1, "It is late.", LATER, "scryfall"),
    ruling(1, "It is first."),
]


def fill(folder: Path, cards: object = CARDS, rulings: object = RULINGS) -> list[Path]:
    return [written(folder / "oracle-cards.json", cards), written(folder / "rulings.json", rulings)]


def read(folder: Path) -> tuple[FolderNotes, list[Problem]]:
    return bulk.read_files(sorted(folder.iterdir()))


def found_in(folder: Path) -> str:
    """The days of a folder as structured documents, the cards without rulings, and problems."""
    found, problems = read(folder)
    remarks = [f"without rulings: {', '.join(found.unruled)}", *map(str, problems)]
    days = map(saved_notes.dump, found.documents)
    return "".join([*days, *(f"# {each}\n" for each in remarks)]).replace(f"{folder}/", "")


@pytest.mark.parametrize("case", sorted(BULK.iterdir()), ids=lambda folder: folder.name)
def test_bulk_files_are_read_as_the_document_beside_them_says(case, tmp_path):
    """``RULEBINDER_UPDATE_GOLDEN=1`` writes that document; read it before you commit it."""
    folder = shutil.copytree(case, tmp_path / "notes")
    (folder / EXPECTED).unlink(missing_ok=True)
    assert_golden(case / EXPECTED, found_in(folder))


@pytest.mark.parametrize("form", ["{}.jsonl", "{}-20310207.jsonl.gz"])
def test_json_lines_are_read_as_an_array_is(form, tmp_path):
    expected, _ = read(fill(tmp_path)[0].parent)
    for path in list(tmp_path.iterdir()):
        lines = "".join(f"{json.dumps(each)}\n" for each in json.loads(path.read_text("utf-8")))
        packed = gzip.compress(lines.encode()) if form.endswith("gz") else lines.encode()
        (tmp_path / form.format(path.stem)).write_bytes(packed)
        path.unlink()
    found, problems = read(tmp_path)
    assert not problems
    assert found == expected
    cut = tmp_path / form.format("rulings")
    cut.write_bytes(cut.read_bytes()[:-20])
    _, (problem,) = read(tmp_path)
    assert problem.message == "the file is cut off"


def test_files_that_are_to_be_fetched_again_are_missed(tmp_path):
    (tmp_path / ".scryfall").touch()
    facts = sites.content()
    _, (problem,) = inputs.read_folder(tmp_path, facts, lambda *_: None)
    assert "`rulebinder import scryfall`" in problem.hint
    fill(tmp_path)
    assert not inputs.read_folder(tmp_path, facts, lambda *_: None)[1]


@pytest.mark.parametrize(
    "form", ["{}-20261124100209.json", "{}-20261124100209 (1).JSON", "{}.json.gz"]
)
def test_a_file_has_the_name_that_it_was_downloaded_with(form, tmp_path):
    for path in fill(tmp_path):
        path.rename(tmp_path / form.format(path.stem))
    found, problems = read(tmp_path)
    assert not problems
    assert found.documents[0].source.name == "rulings.json"
    assert "2026" not in found.documents[0].place.path


def test_cards_of_one_name_never_exchange_their_pages(tmp_path):
    """The card with the older rulings keeps the address, whatever its id is."""
    content = sites.content()
    slugs = []
    newer = [ruling(2, "It is new.", LATER), ruling(1, "It is the third.", "2020-02-02")]
    for rulings in ([], newer[:1], newer):
        fill(tmp_path, [card(1, "Twin"), card(2, "Twin"), card(3, "Twin")], [ruling(3), *rulings])
        library, _ = join(documents(tmp_path), content.catalogue, content.languages)
        slugs.append({each.oracle_id: slug for slug, each in library.cards.items()})
    assert slugs[-1] == {
        known(3): "twin",
        **{known(number): f"twin-{known(number)}" for number in (1, 2)},
    }
    assert all(before.items() <= slugs[-1].items() for before in slugs)


def test_a_day_stays_the_same_if_others_change(tmp_path):
    fill(tmp_path)
    before, _ = read(tmp_path)
    (tmp_path / "rulings.json").unlink()
    written(tmp_path / "rulings-20261125.json", [ruling(3, "New.", "2020-02-02"), *RULINGS])
    after, _ = read(tmp_path)
    assert set(before.documents) < set(after.documents)


def test_files_are_remembered_by_their_digests(tmp_path):
    paths = fill(tmp_path)
    cache = Cache(tmp_path / "cache")
    first = bulk.read_files(paths, cache)
    cache.used.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bulk, "_read_chosen", None)
        assert bulk.read_files(paths, cache) == first
    cache.keep_used()
    fill(tmp_path, rulings=[*RULINGS, ruling(3)])
    assert len(bulk.read_files(paths, cache)[0].documents[0].cards) == 3


def test_a_file_that_changes_while_it_is_read_is_an_error(tmp_path, monkeypatch):
    paths = fill(tmp_path)
    read_all = bulk._read_chosen

    def change(given):
        found = read_all(given)
        fill(tmp_path, rulings=[ruling(1)])
        return found

    monkeypatch.setattr(bulk, "_read_chosen", change)
    found, (problem,) = bulk.read_files(paths)
    assert not found.documents
    assert problem.message == "the bulk files changed while they were read"


def test_memory_does_not_grow_with_cards_without_rulings(tmp_path):
    cards = [
        card(number, f"Reed {number}", flavor_text="It glows. " * 1000) for number in range(2_000)
    ]
    paths = fill(tmp_path, cards, [ruling(1)])
    del cards
    tracemalloc.start()
    assert len(bulk.read_files(paths)[0].unruled) == 1_999
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert paths[0].stat().st_size > 20_000_000
    assert peak < 4_000_000


def documents(folder: Path) -> Sequence[ReleaseNotes]:
    found, problems = inputs.read_folder(folder, sites.content(), lambda *_: None)
    assert not problems
    return found.documents


def test_a_folder_may_have_bulk_files_and_documents(tmp_path):
    fill(tmp_path)
    (tmp_path / "lam.en.md").write_bytes((ROOT / "content" / "notes" / "lam.en.md").read_bytes())
    found = documents(tmp_path)
    assert [notes.key for notes in found] == [("lam", "en"), (DAY, "en"), (LATER, "en")]
    content = sites.content()
    library, problems = join(found, content.catalogue, content.languages)
    assert not problems
    assert library.cards["wisp-of-the-fen"].oracle_id == known(1)
    assert [note.id for each in library.cards["wisp-of-the-fen"].notes for note in each.notes] == [
        f"{LATER}/wisp-of-the-fen/1",
        f"{DAY}/wisp-of-the-fen/1",
        f"{DAY}/wisp-of-the-fen/2",
    ]
    names = library.sets[DAY].facts.names
    assert (names["en"], names["es"]) == (
        "Rulings of April 18, 2017",
        "Aclaraciones del 18 de abril de 2017",
    )
    assert (names["fr"], names["de"]) == (
        "Précisions du 18 avril 2017",
        "Regelhinweise vom 18. April 2017",
    )
    assert library.sets[DAY].facts.released == DAY


def test_the_library_knows_the_cards_without_rulings_and_those_of_a_list(tmp_path):
    notes, content = tmp_path / "notes", tmp_path / "content"
    notes.mkdir()
    fill(notes)
    (content / "cards").mkdir(parents=True)
    (content / "languages").symlink_to(ROOT / "content" / "languages")
    (content / ALL_CARDS).write_text("Moss Owl\n", "utf-8")
    _, library = publish.load(content, notes)
    assert library.unruled == ("Quiet Reed", "Moss Owl")


def test_the_structured_form_is_read_as_the_same(tmp_path):
    fill(tmp_path)
    first, *others = documents(tmp_path)
    assert Symbol("T") in list(first.cards[1].rulings[0].text.walk())
    for notes in (first, *others):
        loaded, problems = saved_notes.loads(saved_notes.dump(notes), "day.yml")
        assert (problems, unplaced(loaded)) == ([], unplaced(notes))
