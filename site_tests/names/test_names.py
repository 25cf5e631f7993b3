"""The command ``names``: names.yml grows by lines, and never contradicts its earlier content."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from rulebinder.names import file as namefile
from rulebinder.names.file import Addition
from rulebinder.reading.structured import yaml_form
from site_tests import builders
from site_tests.conftest import ROOT
from site_tests.names.files import (
    ALL_PRINTINGS,
    ATOMIC,
    LANTERN_ID,
    SCRYFALL,
    WISP_ID,
    printing,
    written,
)
from site_tests.robustness import documents
from site_tests.robustness.documents import run

HEAD = "# Names that we know.\n"
LANTERN = '- en: "Mire Lantern"\n'
GROWN = f"""\
- en: "Mire Lantern"
  es: "Farol del fango"
  pt-BR: "Lanterna do Lodo"
  zh-Hans: "泥沼提灯"
  oracle_id: {LANTERN_ID}
"""
WISP = f"""\
- en: "Wisp of the Fen"
  es: "Fuego fatuo del pantano"
  oracle_id: {WISP_ID}
"""
HALVES = '- en: "Sink // Surface"\n  es: "Hundirse // Emerger"\n'


@pytest.fixture
def content(tmp_path: Path) -> Path:
    return documents.content(tmp_path / "content")


def names(content: Path, data: object, known: str | None = None, *more: str) -> Result:
    """Run the command with a bulk file of ``data``. names.yml has the names in ``known``."""
    if known is not None:
        (content / "cards").mkdir(exist_ok=True)
        (content / "cards" / "names.yml").write_text(known, "utf-8")
    source = data if isinstance(data, Path) else written(content.parent / "bulk.json", data)
    return run("names", "--from", str(source), "--content", str(content), *more)


def text(content: Path) -> str:
    return (content / "cards" / "names.yml").read_text("utf-8")


@pytest.mark.parametrize(
    "data", [SCRYFALL, ALL_PRINTINGS, ATOMIC], ids=["Scryfall", "AllPrintings", "AtomicCards"]
)
def test_cards_of_the_file_get_their_names(content: Path, data: object) -> None:
    result = names(content, data, HEAD + LANTERN)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith(
        f"{content}/cards/names.yml: 3 names and 1 id added, 0 cards new\n"
    )
    assert text(content) == HEAD + GROWN


def test_all_adds_every_card_in_order(content: Path) -> None:
    result = names(
        content, SCRYFALL, f'{HEAD}- en: "Mud"\n# The last one.\n- en: "Zephyr"\n', "--all"
    )
    assert "8 names and 2 ids added, 3 cards new" in result.stdout
    assert (
        text(content)
        == f'{HEAD}{GROWN}- en: "Mud"\n{HALVES}{WISP}# The last one.\n- en: "Zephyr"\n'
    )


def test_a_missing_file_is_created(content: Path) -> None:
    assert names(content, SCRYFALL, None, "--all").exit_code == 0
    assert text(content).startswith("# ")
    assert text(content).endswith(GROWN + HALVES + WISP)


@pytest.mark.parametrize(
    "empty", ["", "# None yet.\n", "# None yet.\n[]\n"], ids=["empty", "comments", "no cards"]
)
def test_a_file_without_cards_keeps_its_comments(content: Path, empty: str) -> None:
    assert names(content, SCRYFALL, empty, "--all").exit_code == 0
    assert text(content) == empty.removesuffix("[]\n") + GROWN + HALVES + WISP


@pytest.mark.parametrize(
    "known",
    [HEAD + GROWN, GROWN.replace('"', "'") + "\n# The end.", "[]"],
    ids=["ours", "another's", "none"],
)
def test_a_file_without_new_names_keeps_its_bytes(content: Path, known: str) -> None:
    result = names(content, SCRYFALL, known)
    assert (result.exit_code, text(content)) == (0, known)
    assert "0 names and 0 ids added, 0 cards new" in result.stdout


def test_comments_and_spelling_stay(content: Path) -> None:
    known = f"{HEAD}\n- en: Mire Lantern  # it glows\n  fr: 'Lanterne'\n\n# Wet.\n- en: \"Bog\"\n"
    assert names(content, SCRYFALL[:2], known).exit_code == 0
    assert text(content) == known.replace("  fr", '  es: "Farol del fango"\n  fr').replace(
        "'Lanterne'\n", f"'Lanterne'\n  oracle_id: {LANTERN_ID}\n"
    )


def test_a_contradiction_is_reported_with_its_line_and_changes_nothing(content: Path) -> None:
    known = f'{HEAD}- en: "Mire Lantern"\n  es: "Farol del lodo"\n  oracle_id: {WISP_ID}\n'
    result = names(content, SCRYFALL[:2], known)
    assert result.exit_code == 0
    path = content / "cards" / "names.yml"
    assert result.stderr.splitlines() == [
        (
            f"{path}:3: warning: the name 'Farol del lodo' (es) is 'Farol del fango' in bulk.json; "
            "it is left as it is; correct it if it is wrong"
        ),
        (
            f"{path}:2: warning: the oracle_id {WISP_ID} is {LANTERN_ID} in bulk.json; it is left"
            " as it is; correct it if it is wrong"
        ),
    ]
    assert text(content) == known


def test_the_name_of_another_printing_is_no_contradiction_and_stays(content: Path) -> None:
    known = (
        f'{HEAD}- en: "Mire Lantern"\n  es: "Farol del lodo"\n  also: {{es: ["Farol del fango"]}}\n'
    )
    result = names(content, SCRYFALL[:2], known)
    assert (result.exit_code, result.stderr) == (0, "")
    grown = text(content)
    assert grown.startswith(f'{HEAD}- en: "Mire Lantern"\n  es: "Farol del lodo"\n')
    assert grown.endswith(f'  also: {{es: ["Farol del fango"]}}\n  oracle_id: {LANTERN_ID}\n')


@pytest.mark.parametrize(
    "also", ["{es: []}", "{es: Farol}", "{}", '{es: [" "]}', "{es: [Farol, Farol]}"]
)
def test_other_names_are_a_list_by_language(content: Path, also: str) -> None:
    known = f'- en: "Mire Lantern"\n  also: {also}\n'
    result = names(content, SCRYFALL[:2], known)
    assert result.exit_code != 0
    assert "names.yml:2: error: " in result.stderr
    assert text(content) == known


def test_the_newest_printing_counts_and_an_older_one_is_no_contradiction(content: Path) -> None:
    printings = [
        printing("Mire Lantern", "es", "Farol del lodo", released_at="2031-02-07"),
        printing("Mire Lantern", "es", "Farol del fango", released_at="2033-02-07"),
        printing("Mire Lantern", "es", "Farol del légamo", released_at="2032-02-07"),
    ]
    assert names(content, printings, LANTERN).exit_code == 0
    assert text(content) == LANTERN + '  es: "Farol del fango"\n'
    older = LANTERN + '  es: "Farol del lodo"\n'
    assert names(content, printings, older).stderr == ""
    assert text(content) == older


def test_accents_distinguish_cards_only_if_both_exist(content: Path) -> None:
    result = names(content, [printing("Fén"), printing("Fén", "es", "Ciénaga")], '- en: "Fen"\n')
    assert "the name 'Fen' (en) is 'Fén' in bulk.json" in result.stderr
    assert text(content) == '- en: "Fen"\n  es: "Ciénaga"\n'
    assert (
        names(
            content, [printing("Fén"), printing("Fen", "es", "Turbera")], '- en: "Fen"\n'
        ).exit_code
        == 0
    )
    assert text(content) == '- en: "Fen"\n  es: "Turbera"\n- en: "Fén"\n'


def test_a_card_without_an_english_name_gets_it(content: Path) -> None:
    assert (
        names(content, SCRYFALL[:2], '- es: "Farol del fango"\n  fr: "Lanterne"\n').exit_code == 0
    )
    assert (
        text(content)
        == '- en: "Mire Lantern"\n  es: "Farol del fango"\n  fr: "Lanterne"\n  oracle_id:'
        f" {LANTERN_ID}\n"
    )


def test_a_card_on_a_single_line_is_reported_and_the_others_grow(content: Path) -> None:
    result = names(content, SCRYFALL, f'{LANTERN}- {{en: "Wisp of the Fen"}}\n')
    assert result.exit_code == 0
    assert (
        result.stderr
        == f"{content}/cards/names.yml:2: warning: 'Fuego fatuo del pantano' (es) cannot be added"
        " to how this card is written; write one name a line\n"
    )
    assert text(content) == f'{GROWN}- {{en: "Wisp of the Fen"}}\n'


def test_a_file_with_another_structure_is_left_alone(content: Path) -> None:
    known = '- en:\n    "Mire\n  Lantern"\n- en: "Zephyr"\n'
    assert names(content, SCRYFALL, "[{en: Zephyr},\n{en: Mire Lantern}]\n", "--all").exit_code == 1
    assert text(content) == "[{en: Zephyr},\n{en: Mire Lantern}]\n"
    assert "cannot be added" in names(content, SCRYFALL, known).stderr
    assert text(content) == known


def test_two_cards_with_one_name_get_no_id(content: Path) -> None:
    names(
        content,
        [printing("Fen", oracle_id=LANTERN_ID), printing("Fen", oracle_id=WISP_ID)],
        '- en: "Fen"\n',
    )
    assert text(content) == '- en: "Fen"\n'


def test_hostile_names_stay_text(content: Path) -> None:
    name = 'x"\\: {{ <b> # &a'
    data = [
        printing("Fen", "es", f"  {name}\n"),
        printing("Fen", "fr", "a\u0007b"),
        printing("Fen", "it", "\u3000"),
    ]
    assert names(content, data, '- en: "Fen"\n').exit_code == 0
    assert text(content) == '- en: "Fen"\n  es: "x\\"\\\\: {{ <b> # &a"\n'


def test_an_unknown_language_is_reported_once(content: Path) -> None:
    data = [
        printing("Fen", "xx", "Xxen"),
        printing("Fen", "xx", "Xxen"),
        printing("Fen", "ph", "|Fen|"),
    ]
    result = names(content, data, '- en: "Fen"\n')
    assert result.stderr.startswith(
        f"{content.parent}/bulk.json:1: warning: the language 'xx' is not known; 2 of its names"
    )
    assert len(result.stderr.splitlines()) == 1


def test_documents_determine_which_cards_are_added(content: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    cards = [documents.card(name) for name in ("Mire Lantern", "Nowhere Fen")]
    (notes / "hol.txt").write_text(documents.document(*cards), "utf-8")
    result = names(content, SCRYFALL, HEAD, "--notes", str(notes))
    assert text(content) == HEAD + GROWN
    assert result.exit_code == 0
    (told,) = [line for line in result.stderr.splitlines() if "no card" in line]
    assert told.startswith(f"{notes}/hol.txt:")
    assert "warning: no card 'Nowhere Fen' (en) in bulk.json; " in told


def test_a_card_is_found_by_its_printed_name_in_another_language(
    content: Path, tmp_path: Path
) -> None:
    """The English printing, which is first in the file, is added as well."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "hol.es.yml").write_text(
        structured("es", "FAROL DEL FANGO", "Farola"), encoding="utf-8"
    )
    lamps = [printing(name, "es", "Farola", oracle_id=WISP_ID) for name in ("Lamp", "Light")]
    result = names(content, [*SCRYFALL, *lamps], HEAD, "--notes", str(notes))
    assert text(content) == HEAD + GROWN
    assert (
        "the name 'Farola' (es) is that of several cards, 'Lamp', 'Light'; add the right one to"
        " names.yml" in result.stderr
    )


def structured(lang: str, *cards: str) -> str:
    """Return an imported document with these cards."""
    return yaml_form.dump(
        builders.notes(
            *(builders.entry(card, "Brilla.") for card in cards), set_code="hol", lang=lang
        )
    )


@pytest.mark.parametrize(
    "known", ["- en: [Fen]\n", "- oracle_id: 00000000-0000-4000-8000-000000000001\n", "- en: 'Fen"]
)
def test_an_invalid_file_is_reported_and_left_alone(content: Path, known: str) -> None:
    result = names(content, SCRYFALL, known, "--all")
    assert result.exit_code == 1
    assert f"{content}/cards/names.yml:1: error: " in result.stderr
    assert text(content) == known


def test_a_broken_bulk_file_changes_nothing(content: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(
        '[{"name": "Mire Lantern", "lang": "es", "printed_name": "Farol"},\n?]', encoding="utf-8"
    )
    result = names(content, broken, LANTERN)
    assert (result.exit_code, text(content)) == (1, LANTERN)
    assert f"{broken}:2: error: not valid JSON" in result.stderr


def test_the_repositorys_names_are_sorted_and_can_grow() -> None:
    file = namefile.load(ROOT / "content")
    english = [card.names["en"].casefold() for card in file.cards]
    assert english == sorted(english)
    additions = [Addition({"xx": "Xx"}, number=number) for number in range(len(file.cards))]
    grown, made, problems = namefile.added(file, additions)
    assert (made, problems) == (additions, [])
    assert [
        line for line in grown.splitlines() if not line.startswith("  xx: ")
    ] == file.text.splitlines()
