"""Published rulings out of bulk files: one document for each day, and one clear error for each file
that does not fit.
"""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulebinder.facts.search_words import ALL_CARDS
from rulebinder.joining import join
from rulebinder.notes import CardEntry, ReleaseNotes
from rulebinder.problems import Problem
from rulebinder.publishing import publish
from rulebinder.reading import bulk, inputs, saved_notes
from rulebinder.reading.bulk import FolderNotes
from rulebinder.system.caches import Cache
from rulebinder.text import Symbol
from site_tests import sites
from site_tests.conftest import ROOT
from site_tests.names.files import mtgjson_card, written

Data = dict[str, Any]
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
    return bulk.read(sorted(folder.iterdir()))


def entries(found: FolderNotes) -> dict[str, list[tuple[str, list[str]]]]:
    """Return the names of the cards of each day, with their rulings."""
    return {
        notes.set_code: [
            (each.card.name, [one.text.source() for one in each.rulings]) for each in notes.cards
        ]
        for notes in found.documents
    }


def only(found: FolderNotes) -> CardEntry:
    (notes,) = found.documents
    (entry,) = notes.cards
    return entry


def test_each_day_is_a_document(tmp_path):
    fill(tmp_path)
    found, problems = read(tmp_path)
    assert not problems
    assert entries(found) == {
        DAY: [
            ("Sink // Surface", ["It glows."]),
            ("Wisp of the Fen", ["It pays {T}.", "It is first."]),
        ],
        LATER: [("Wisp of the Fen", ["It is late."])],
    }
    first, second = found.documents
    assert (first.key, first.kind, first.last_modified, first.source.name) == (
        (DAY, "en"),
        "rulings",
        DAY,
        "rulings.json",
    )
    assert [each.source for each in (*first.cards[0].rulings, *second.cards[0].rulings)] == [
        None,
        "scryfall",
    ]
    assert Symbol("T") in list(first.cards[1].rulings[0].text.walk())


def test_a_card_has_its_faces_and_its_id(tmp_path):
    fill(tmp_path)
    found, _ = read(tmp_path)
    split, wisp = (entry.card for entry in found.documents[0].cards)
    assert (split.layout, split.oracle_id, [face.name for face in split.faces]) == (
        "split",
        known(2),
        ["Sink", "Surface"],
    )
    assert (split.faces[1].mana_cost, split.faces[1].defense, split.faces[1].power) == (
        None,
        "4",
        "*",
    )
    assert [text.source() for text in wisp.faces[0].rules_text] == ["Reach", "{T}: Add {G}."]


def test_cards_without_rulings_are_named_and_other_objects_are_not(tmp_path):
    fill(tmp_path, [*CARDS, CARDS[0], card(6, "Abbey")])
    found, _ = read(tmp_path)
    assert found.unruled == ("Abbey", "Quiet Reed")


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


def atomic() -> Data:
    said = [{"date": DAY, "text": "It pays {T}."}, {"date": LATER, "text": "It is late."}]
    more = {
        "type": "Instant",
        "manaCost": "{U}",
        "text": "Tap it.",
        "layout": "split",
        "rulings": said,
    }
    halves = [
        mtgjson_card("Sink // Surface", {}, known(2), faceName=name, **more)
        for name in ("Sink", "Surface")
    ]
    return {
        "meta": {},
        "data": {
            "Sink // Surface": halves,
            "Quiet Reed": [mtgjson_card("Quiet Reed", {}, known(3))],
        },
    }


def test_mtgjson_has_rulings_in_its_cards(tmp_path):
    data = json.dumps(atomic()).encode()
    (tmp_path / "AtomicCards.json.gz").write_bytes(gzip.compress(data))
    found, problems = read(tmp_path)
    assert not problems
    assert entries(found) == {
        DAY: [("Sink // Surface", ["It pays {T}."])],
        LATER: [("Sink // Surface", ["It is late."])],
    }
    assert found.documents[0].cards[0].card.faces[0].mana_cost == "{U}"
    assert found.unruled == ("Quiet Reed",)


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


def test_text_is_data(tmp_path):
    hostile = 'a\x00b\u2028c \ud800 {T}<script>ran()</script>\n\n"d" {' + "{" * 9
    _, path = fill(
        tmp_path, [card(1, "<b>\x07F\u200ben\u00ad", layout="../x", oracle_text="*" * 50_000)], []
    )
    path.write_text(json.dumps([ruling(1, hostile)]), "utf-8")
    found, problems = read(tmp_path)
    assert not problems
    entry = only(found)
    assert entry.rulings[0].text.source() == 'a b c ? {T}<script>ran()</script>\n\n"d" {' + "{" * 9
    assert (entry.card.name, entry.card.layout) == ("<b> Fen", "normal")


WRONG: dict[str, tuple[object, object, str, int, str]] = {
    "no text": (CARDS, [ruling(1, " ")], "rulings", 2, "a ruling without a text"),
    "cards for rulings": (CARDS, CARDS, "rulings", 2, "not a ruling of Scryfall's"),
    "rulings for cards": (RULINGS, RULINGS, "oracle-cards", 2, "not a card of Scryfall's"),
    "no rulings": (CARDS, [], "rulings", 3, "no ruling in this file"),
    "no cards": ({"data": []}, RULINGS, "oracle-cards", 1, "no card in this file"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_fit_is_one_error(name, tmp_path):
    cards, rulings, file, line, message = WRONG[name]
    fill(tmp_path, cards, rulings)
    found, (problem,) = read(tmp_path)
    assert not found.documents
    assert str(problem).startswith(f"{tmp_path}/{file}.json:{line}: error: {message}")
    assert "`rulebinder import scryfall`" in problem.hint
    assert "\n" not in str(problem)


ATOMIC: dict[str, tuple[object, str]] = {
    "a set": ({"data": {"LOM": {"cards": []}}}, "'LOM' is not a list of faces"),
    "a face that is none": (
        {"data": {"Fen": [mtgjson_card("Fen", {}), "Fen"]}},
        "'Fen' is not a list of faces",
    ),
    "no card": ({"meta": {}}, "no card in this file"),
    "no face's name": (
        {
            "data": {
                "Fen": [mtgjson_card("Fen", {}, rulings=[{"text": "It glows.", "date": DAY}])] * 2
            }
        },
        "the card 'Fen' has a face without a name",
    ),
}


@pytest.mark.parametrize("name", ATOMIC)
def test_what_is_no_atomic_card_is_one_error(name, tmp_path):
    data, message = ATOMIC[name]
    path = written(tmp_path / "AtomicCards.json", data)
    _, (problem,) = read(tmp_path)
    assert str(problem).startswith(f"{path}:1: error: {message}")


TWIN = {"name": "Twin", "oracle_id": known(7)}
ODD: dict[str, tuple[list[object], list[object], str]] = {
    "an id on each face": (
        [card(0, "Twin // Twin", oracle_id=None, card_faces=[TWIN] * 2)], [], ""),
    "an id on a face": ([{**card(7, "Twin // Twin", card_faces=[TWIN, {"name": "Twin"}]),
     "oracle_id": ""}], [], ""),
    "no name": ([card(7, "Twin"), card(8, "")], [], "not a card of Scryfall's"),
    "a face without a name": (
        [card(7, "Twin"), card(8, "A // B", card_faces=[{}])], [], "'A // B'"),
    "a text": ([card(7, "Twin"), "Fen"], [], "not a card of Scryfall's"),
    "a ruling without a text": ([card(7, "Twin")], [ruling(7, " ")], "a ruling without a text"),
    "a ruling without a day": ([card(7, "Twin")], [ruling(7, day="")], "(`published_at`) is ''"),
    "no such day": ([card(7, "Twin")], [ruling(7, day="2017-02-30")], "is '2017-02-30'"),
    "a ruling without an id": ([card(7, "Twin")], [{**ruling(7), "oracle_id": 7}], "not a ruling"),
    "a ruling twice": ([card(7, "Twin")], [ruling(7), ruling(7, source="scryfall")], ""),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_one_odd_object_never_decides_over_a_file(name, tmp_path):
    cards, rulings, message = ODD[name]
    fill(tmp_path, [*CARDS, *cards], [*RULINGS, ruling(7), *rulings])
    found, problems = read(tmp_path)
    assert ("Twin", ["It glows."]) in entries(found)[DAY]
    assert len(entries(found)[DAY]) == 3
    assert [problem.severity for problem in problems] == ["warning"] * bool(message)
    assert message in "".join(map(str, problems))


TWINS: dict[str, tuple[list[Data], list[Data], str]] = {
    "no id": ([{}, {}], [], ""),
    "an id on one face": ([{"scryfallOracleId": known(7)}, {}], [], ""),
    "a ruling twice": ([{}, {}], [{"text": " It  glows.", "date": DAY}], ""),
    "a ruling that is none": ([{}, {}], [7], "a ruling without a text"),  # type: ignore[list-item]
    "no day": ([{}, {}], [{"text": "It is late."}], "a ruling whose day (`date`)"),
}


@pytest.mark.parametrize("name", TWINS)
def test_an_odd_card_of_mtgjson_is_read_by_its_name(name, tmp_path):
    ids, rulings, message = TWINS[name]
    more = {"faceName": "Twin", "layout": "reversible_card", "name": "Twin // Twin"}
    said = {"text": "It glows.", "date": DAY}
    twins = [{**more, "identifiers": each, "rulings": [said]} for each in ids]
    twins[0]["rulings"] = [said, *rulings]
    alone = mtgjson_card("Twin", {}, known(7), rulings=[said])
    data = {"Twin // Twin": twins, "Twin": [alone], "Fen": "no faces"}
    written(tmp_path / "AtomicCards.json", {"data": data})
    found, problems = read(tmp_path)
    assert only(found).card.oracle_id == known(7)
    assert entries(found) == {DAY: [("Twin", ["It glows."])]}
    assert "'Fen' is not a list of faces" in str(problems[-1])
    assert message in str(problems[0])


def test_rulings_that_are_no_list_are_reported(tmp_path):
    fen = mtgjson_card("Fen", {}, rulings="It glows.")
    written(tmp_path / "AtomicCards.json", {"data": {"Fen": [fen]}})
    found, (problem,) = read(tmp_path)
    assert found.unruled == ("Fen",)
    assert "a ruling without a text (`text`) of 'Fen'" in problem.message


def test_many_odd_objects_are_counted(tmp_path):
    fill(tmp_path, [*CARDS, *[card(8, "")] * 50])
    found, problems = read(tmp_path)
    assert len(found.documents) == 2
    assert len(problems) < 30
    assert "30 further objects are left out" in problems[-1].message


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


@pytest.mark.parametrize("name", ["rulings.json", "oracle-cards.json"])
def test_one_file_without_the_other_says_which_are_needed(name, tmp_path):
    fill(tmp_path)
    (tmp_path / name).unlink()
    _, (problem,) = read(tmp_path)
    assert problem.message == f"there is no {name} beside it: rulings need both files"
    assert all(
        said in problem.hint
        for said in ("`rulebinder import scryfall`", "AtomicCards", "mtgjson.com")
    )


def test_several_files_of_one_kind_and_both_sources_are_errors(tmp_path):
    _, path = fill(tmp_path)
    newer = written(tmp_path / "rulings-20261124.json", RULINGS)
    assert [problem.message for problem in read(tmp_path)[1]] == [
        f"bulk files of the same kind: {newer} and {path}"
    ]
    newer.unlink()
    both = written(tmp_path / "AtomicCards.json", atomic())
    (problem,) = read(tmp_path)[1]
    assert str(both) in problem.message
    assert str(path) in problem.message


def test_rulings_of_unknown_cards_are_counted_in_one_warning(tmp_path):
    fill(tmp_path, rulings=[*RULINGS, ruling(8), ruling(9), ruling(9)])
    found, (problem,) = read(tmp_path)
    assert len(found.documents) == 2
    assert "cards: 2, rulings: 3" in problem.message
    assert not problem.is_error


def test_all_printings_are_cards_too(tmp_path):
    """Of Scryfall's other files, the first English printing counts."""
    fill(
        tmp_path,
        [{**card(1, "Fuego"), "lang": "es"}, card(1, "Wisp"), card(1, "Wisp", oracle_text="?")],
        [ruling(1)],
    )
    found, _ = read(tmp_path)
    assert only(found).card.name == "Wisp"
    assert found.unruled == ()


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
    first = bulk.read(paths, cache)
    cache.used.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bulk, "_read_files", None)
        assert bulk.read(paths, cache) == first
    cache.keep_used()
    fill(tmp_path, rulings=[*RULINGS, ruling(3)])
    assert len(bulk.read(paths, cache)[0].documents[0].cards) == 3


def test_a_file_that_changes_while_it_is_read_is_an_error(tmp_path, monkeypatch):
    paths = fill(tmp_path)
    read_all = bulk._read_files

    def change(given):
        found = read_all(given)
        fill(tmp_path, rulings=[ruling(1)])
        return found

    monkeypatch.setattr(bulk, "_read_files", change)
    found, (problem,) = bulk.read(paths)
    assert not found.documents
    assert problem.message == "the bulk files changed while they were read"


def test_memory_does_not_grow_with_cards_without_rulings(tmp_path):
    cards = [
        card(number, f"Reed {number}", flavor_text="It glows. " * 1000) for number in range(2_000)
    ]
    paths = fill(tmp_path, cards, [ruling(1)])
    del cards
    tracemalloc.start()
    assert len(bulk.read(paths)[0].unruled) == 1_999
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


def test_the_structured_form_keeps_ids_and_sources(tmp_path):
    fill(tmp_path)
    for notes in documents(tmp_path):
        again, problems = saved_notes.loads(saved_notes.dump(notes), "day.yml")
        assert not problems
        assert again is not None
        assert [each.card.oracle_id for each in again.cards] == [
            each.card.oracle_id for each in notes.cards
        ]
