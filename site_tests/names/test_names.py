"""Names of cards out of a bulk file: the program writes them whole into imported.yml, and names.yml
overrides it.
"""

import shutil
from pathlib import Path

import pytest
from click.testing import Result

from rulebinder.facts import catalogue, layers
from rulebinder.reading import saved_notes
from site_tests import builders
from site_tests.names.files import (
    LANTERN_ID,
    SCRYFALL,
    WISP_ID,
    printing,
    written,
)
from site_tests.reading.reader import assert_golden
from site_tests.robustness import documents
from site_tests.robustness.documents import run

CASES = Path(__file__).with_name("imports")
HEAD = "# Names that we know.\n"
GROWN = f"""\
- en: "Mire Lantern"
  es: "Farol del fango"
  pt-BR: "Lanterna do Lodo"
  zh-Hans: "泥沼提灯"
  oracle_id: "{LANTERN_ID}"
"""


@pytest.fixture
def content(tmp_path):
    return documents.content(tmp_path / "content")


def names(content: Path, data: object, known: str | None = None, *more: str) -> Result:
    """Import a bulk file of ``data``. names.yml has the names in ``known``, and stays."""
    people = content / "cards" / "names.yml"
    if known is not None:
        people.parent.mkdir(exist_ok=True)
        people.write_text(known, "utf-8")
    source = written(content.parent / "bulk.json", data)
    result = run("import", str(source), "--content", str(content), *more)
    assert known is None or people.read_text("utf-8") == known
    return result


def text(content: Path) -> str:
    """Return imported.yml without its comments."""
    lines = (content / "cards" / "imported.yml").read_text("utf-8").splitlines(keepends=True)
    assert lines[0].startswith("# Written by `rulebinder import FILE`")
    return "".join(line for line in lines if not line.startswith("#"))


@pytest.mark.parametrize("case", sorted(CASES.iterdir()), ids=lambda folder: folder.name)
def test_names_are_imported_as_the_text_beside_them_says(case, content):
    """A folder in ``imports/`` has facts and ``bulk.json``, or ``all.json`` for ``--all``; in
    ``expected.txt`` what is said, what is written, and then the names of all cards with their
    places. ``RULEBINDER_UPDATE_GOLDEN=1`` writes that file; read it before you commit it.
    """
    if (case / "cards").is_dir():
        shutil.copytree(case / "cards", content / "cards", dirs_exist_ok=True)
    (source,) = case.glob("*.json")
    wanted = ["--all"] if source.stem == "all" else []
    path = content / "cards" / "imported.yml"
    result = run("import", str(source), "--content", str(content), *wanted)
    assert result.exit_code == (": error: " in result.stderr)
    people = Path("cards/names.yml")
    if (case / people).exists():
        assert (content / people).read_bytes() == (case / people).read_bytes()
    assert list(layers.find_unknown(content)) == []
    cards, problems = catalogue.load_cards(content)
    known = [
        {"id": card.oracle_id, "also": str(card.also)}
        | {lang: f"{name} ({card.place_of(lang).path})" for lang, name in card.names.items()}
        for card in cards
    ]
    texts = [result.stdout, result.stderr, path.read_text("utf-8") if path.exists() else ""]
    texts += [f"{card}\n" for card in (*known, *problems)]
    found = "".join(texts).replace(f"{content}/", "").replace(f"{case}/", "")
    assert_golden(case / "expected.txt", found)


def test_documents_determine_which_cards_are_added(content, tmp_path):
    """A document that is imported by the same call counts too."""
    notes = tmp_path / "notes"
    cards = [documents.card(name) for name in ("Mire Lantern", "Nowhere Fen")]
    raw = documents.fill(tmp_path, {"hol.txt": documents.document(*cards)}) / "hol.txt"
    result = names(content, SCRYFALL, HEAD, str(raw), "--notes", str(notes))
    assert text(content) == GROWN
    assert result.exit_code == 0
    assert "hol.en.yml: written" in result.stdout
    (told,) = [line for line in result.stderr.splitlines() if "no card" in line]
    assert told.startswith(f"{notes}/hol.en.yml:")
    assert "warning: no card 'Nowhere Fen' (en) in bulk.json; " in told


def test_a_card_is_found_by_its_printed_name_in_another_language(content, tmp_path):
    """The English printing, which is first in the file, is added as well."""
    cards = [builders.entry(card, "Brilla.") for card in ("FAROL DEL FANGO", "Farola")]
    document = saved_notes.dump(builders.notes(*cards, set_code="hol", lang="es"))
    notes = documents.fill(tmp_path / "notes", {"hol.es.yml": document})
    lamps = [printing(name, "es", "Farola", oracle_id=WISP_ID) for name in ("Lamp", "Light")]
    result = names(content, [*SCRYFALL, *lamps], HEAD, "--notes", str(notes))
    assert text(content) == GROWN
    assert (
        "the name 'Farola' (es) is that of several cards, 'Lamp', 'Light'; add the right one to"
        " names.yml" in result.stderr
    )


@pytest.mark.parametrize("name", ["names.yml", "imported.yml"])
@pytest.mark.parametrize(
    "faulty", ["- en: [Fen]\n", "- oracle_id: 00000000-0000-4000-8000-000000000001\n", "- en: 'Fen"]
)
def test_a_faulty_file_is_reported_once_and_left_alone(content, name, faulty):
    documents.fill(content / "cards", {name: faulty})
    before = documents.files(content)
    result = names(content, SCRYFALL, None, "--all")
    assert result.exit_code == 1
    fault, consequence = result.stderr.splitlines()
    assert fault.startswith(f"{content}/cards/{name}:1: error: ")
    assert consequence.endswith("bulk.json: not imported; correct the facts first")
    assert documents.files(content) == before
