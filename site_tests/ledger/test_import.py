"""An import keeps the ledger: the order of imports does not matter, the same document changes no
byte, and no id moves.
"""

import itertools
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from rulebinder.joining import gone, persistence
from rulebinder.ledger import files
from site_tests import sites
from site_tests.builders import catalogue, entry, introduction, notes, section
from site_tests.conftest import ROOT
from site_tests.robustness import documents
from site_tests.robustness.documents import run

FIRST, SECOND, THIRD = (
    "You pay {2} for it.",
    "It deals 3 damage to you.",
    "Nobody can do that twice in a turn.",
)
PRIMERA, SEGUNDA, TERCERA = (
    "Pagas {2} por ello.",
    "Te hace 3 puntos de daño.",
    "Nadie puede hacerlo dos veces en un turno.",
)


@pytest.fixture(scope="module")
def known():
    return replace(sites.content(), catalogue=catalogue())


@pytest.fixture
def folder(tmp_path):
    return documents.content(tmp_path / "content")


@pytest.fixture
def path(tmp_path):
    return documents.fill(tmp_path / "raw", {"hol.en.md": documents.document()}) / "hol.en.md"


def kept(folder):
    return {path.name: path.read_bytes() for path in (folder / "ledger").iterdir()}


def ids(library, lang):
    document = library.sets["lom"].documents[lang]
    return [version.note.id for version in gone.list_versions(document)]


def test_an_import_writes_the_ledger_and_a_second_one_changes_no_byte(tmp_path, folder, path):
    arguments = ("import", path, *documents.inputs(tmp_path))
    assert run(*arguments).exit_code == 0
    before = kept(folder)
    assert list(before) == ["hol.yml"]
    ledger = files.load_all(folder / "ledger")[0]["hol"]
    assert [len(each.records) for each in ledger.entries.values()] == [2, 1]
    assert ledger.entries["notes/card-legality"].records[0].paragraph
    assert ledger.entries["apple-warden"].records[0].seen == "2026-05-04"
    assert run(*arguments).exit_code == 0
    assert kept(folder) == before
    run("site", *documents.whole(tmp_path))
    assert kept(folder) == before


def test_a_document_that_is_not_imported_has_no_numbers(tmp_path, folder):
    documents.fill(tmp_path / "raw", {"x.md": b""})
    assert run("import", tmp_path / "raw" / "x.md", *documents.inputs(tmp_path)).exit_code == 1
    assert not (folder / "ledger").exists()


def test_a_contradictory_ledger_is_reported_and_left_alone(tmp_path, folder, path):
    wrong = "entries:\n  apple-warden: {next: 1, rulings: [{n: 1, retired: 2026-01-01}]}\n"
    documents.fill(folder / "ledger", {"hol.yml": wrong})
    result = run("import", path, *documents.inputs(tmp_path))
    assert result.exit_code == 1
    assert f"{folder}/ledger/hol.yml:2: error: apple-warden has the number 1" in result.stderr
    assert kept(folder) == {"hol.yml": wrong.encode()}


def test_the_order_of_the_examples_makes_no_difference(tmp_path):
    found = []
    names = ("lam.es.md", "lam.fr.txt", "gvm.en.txt")
    for at, order in enumerate((names, names[::-1])):
        folder = tmp_path / f"{at}"
        shutil.copytree(
            ROOT / "content", folder / "content", ignore=shutil.ignore_patterns("notes", "ledger")
        )
        sources = [ROOT / "content" / "notes" / name for name in order]
        assert run("import", *sources, *documents.inputs(folder)).exit_code == 0
        found.append(kept(folder / "content"))
    assert found[0] == found[1]
    assert sorted(found[0]) == ["gvm.yml", "lam.yml"]


def trilingual():
    return [
        notes(
            entry("Fen", one, two, three),
            lang=lang,
            sections=[section("Fen", introduction(f"{one} {two}"), three, kind="other")],
            last_modified="2031-01-20",
        )
        for lang, (one, two, three) in {
            "en": (FIRST, SECOND, THIRD),
            "es": (PRIMERA, SEGUNDA, TERCERA),
            "it": ("Paghi {2}.", "Ti fa 3 danni.", "Mai due volte."),
        }.items()
    ]


def keep(documents, known, folder):
    """Return the library of documents, whose ledger is kept in a folder."""
    library, problems = persistence.join_and_save(
        documents, known, persistence.Folders(content=folder)
    )
    assert problems == []
    return library


def test_languages_may_be_imported_one_by_one_in_any_order(known, tmp_path):
    ledgers = []
    for at, order in enumerate(itertools.permutations(trilingual())):
        for count in range(1, len(order) + 1):
            library = keep(order[:count], known, tmp_path / f"{at}")
        ledgers.append(kept(tmp_path / f"{at}"))
        assert ids(library, "en") == ids(library, "es") == ids(library, "it")
    assert all(each == ledgers[0] for each in ledgers)


def test_an_id_from_a_translation_stays_when_the_original_arrives(known, tmp_path):
    spanish = notes(
        entry("Fen", PRIMERA, TERCERA),
        lang="es",
        sections=[section("El farol", introduction(SEGUNDA), kind="legality")],
    )
    before = keep([spanish], known, tmp_path)
    english = notes(
        entry("Fen", FIRST, SECOND, THIRD),
        sections=[section("The Lantern", introduction(SECOND), kind="legality")],
    )
    after = keep([spanish, english], known, tmp_path)
    assert (
        ids(after, "es") == ids(before, "es") == ["lom/notes/el-farol/1", "lom/fen/1", "lom/fen/2"]
    )
    assert ids(after, "en") == ["lom/notes/el-farol/1", "lom/fen/1", "lom/fen/3", "lom/fen/2"]


def test_two_imports_at_once_lose_nothing(known, tmp_path):
    alone = trilingual()
    start = threading.Barrier(len(alone))

    def kept_at_once(document):
        start.wait()
        keep([document], known, tmp_path)

    with ThreadPoolExecutor(len(alone)) as pool:
        list(pool.map(kept_at_once, alone))
    ledger = files.load_all(tmp_path / "ledger")[0]["lom"]
    assert {document.lang for document in alone} <= set(ledger.langs)


def test_an_impossible_day_is_reported_and_the_corrected_document_is_imported(
    tmp_path, folder, path
):
    printed, day = documents.document(), "February 30, 2026"
    documents.fill(path.parent, {path.name: printed.replace("May 4, 2026", day)})
    arguments = ("import", path, *documents.inputs(tmp_path))
    result = run(*arguments)
    assert result.exit_code == 0
    message = f"{path}:5: warning: the day of the last change, {day}, does not exist"
    assert message in result.stderr
    assert day in (tmp_path / "notes" / "hol.en.yml").read_text("utf-8")
    assert b"2026-02-30" not in kept(folder)["hol.yml"]
    path.write_text(printed, "utf-8")
    assert run(*arguments).exit_code == 0
    ledger = files.load_all(folder / "ledger")[0]["hol"]
    assert {each.seen for entry in ledger.entries.values() for each in entry.records} == {
        "2026-05-04"
    }


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "day", ["2026-02-30", "9999-99-99", '"2026-01-01\\n"', "2026-W01-1", "0000-01-01"]
)
def test_a_structured_document_with_an_impossible_day_is_an_error(day, tmp_path):
    text = (
        f"set: hol\nlanguage: en\ntitle: T\nkind: release-notes\nlast_modified: {day}\ncards: []\n"
    )
    documents.fill(tmp_path / "notes", {"hol.en.yml": text})
    result = run("check", *documents.inputs(tmp_path))
    assert result.exit_code == 1
    assert f"{tmp_path / 'notes' / 'hol.en.yml'}:5: error: last_modified is " in result.stderr
    assert "not a date of the calendar" in result.stderr


def bilingual():
    """Return a set with unknown French titles and an unknown card name.

    The card is recognized by its printed numbers.
    """
    french = notes(
        entry("Cloche", PRIMERA, SEGUNDA),
        lang="fr",
        sections=[
            section("La lanterne", introduction(TERCERA), PRIMERA, kind="legality"),
            section("Le reste", SEGUNDA),
        ],
    )
    english = notes(
        entry("Bell", FIRST, SECOND),
        sections=[
            section("The Lantern", introduction(THIRD), FIRST, kind="legality"),
            section("The Rest", SECOND),
        ],
    )
    return english, french


@pytest.mark.parametrize(
    ("arrivals", "section_id", "ruling_id"),
    [
        (("fr", "fr en"), "lom/notes/la-lanterne", "lom/cloche/1"),
        (("en", "fr en"), "lom/notes/the-lantern", "lom/bell/1"),
        (("fr en",), "lom/notes/the-lantern", "lom/bell/1"),
        (("fr", "en", "fr en"), "lom/notes/the-lantern", "lom/bell/1"),
        (("fr", "fr en", "fr", "fr en"), "lom/notes/la-lanterne", "lom/cloche/1"),
    ],
)
def test_sections_and_their_rulings_share_one_id_in_any_order_of_arrival(
    arrivals, section_id, ruling_id, known, tmp_path
):
    by_lang = {document.lang: document for document in bilingual()}
    given: set[str] = set()
    for arrival in arrivals:
        library = keep([by_lang[lang] for lang in arrival.split()], known, tmp_path)
        given |= set(gone.find_versions(library))
    for document in library.sets["lom"].documents.values():
        assert document.sections[0].id == section_id
        assert document.cards[0].notes[0].id == ruling_id
        assert [
            note.id.rpartition("/")[0] for each in document.sections for note in each.numbered
        ] == [each.id for each in document.sections for _ in each.numbered]
    assert ids(library, "en") == ids(library, "fr")
    assert given <= {*gone.find_versions(library), *(each.id for each in gone.find_gone(library))}
