"""Names of cards out of a bulk file: the program writes them whole into imported.yml, and names.yml
overrides it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from rulebinder.facts import catalogue, layers
from rulebinder.reading import saved_notes
from site_tests import builders
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
  oracle_id: "{LANTERN_ID}"
"""
WISP = f"""\
- en: "Wisp of the Fen"
  es: "Fuego fatuo del pantano"
  oracle_id: "{WISP_ID}"
"""
HALVES = '- en: "Sink // Surface"\n  es: "Hundirse // Emerger"\n'


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


def known_names(content: Path) -> list[dict[str, str]]:
    """Return the names of all cards, as the site has them."""
    cards, problems = catalogue.load_cards(content)
    assert problems == []
    return [dict(card.names) for card in cards]


@pytest.mark.parametrize(
    "data", [SCRYFALL, ALL_PRINTINGS, ATOMIC], ids=["Scryfall", "AllPrintings", "AtomicCards"]
)
def test_cards_of_the_facts_get_their_names(content, data):
    result = names(content, data, HEAD + LANTERN)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith(
        f"{content}/cards/imported.yml: 3 names and 1 id added, 0 cards new\n"
    )
    assert text(content) == GROWN
    assert list(layers.find_unknown(content)) == []


def test_all_takes_every_card_in_order(content):
    result = names(content, SCRYFALL, None, "--all")
    assert "8 names and 2 ids added, 3 cards new" in result.stdout
    assert text(content) == GROWN + HALVES + WISP


def test_the_same_file_gives_the_same_bytes_and_adds_nothing(content):
    names(content, SCRYFALL, LANTERN)
    path = content / "cards" / "imported.yml"
    before = path.read_bytes()
    result = names(content, SCRYFALL, LANTERN)
    assert "nothing new for the cards that you have; --all takes all, and --notes" in result.stdout
    assert "0 names and 0 ids added, 0 cards new" in result.stdout
    assert path.read_bytes() == before


def test_a_newer_file_replaces_its_names_and_keeps_the_others(content):
    names(content, SCRYFALL, None, "--all")
    newer = [printing("Mire Lantern", "es", "Farol del lodo"), printing("Zephyr", "es", "Céfiro")]
    assert "2 names and 0 ids added, 1 card new" in names(content, newer, None, "--all").stdout
    grown = GROWN.replace("del fango", "del lodo")
    zephyr = '- en: "Zephyr"\n  es: "Céfiro"\n'
    assert text(content) == grown + HALVES + WISP + zephyr


def test_names_that_people_wrote_override_the_imported_ones(content):
    people = f"{HEAD}- {{en: Mire Lantern, es: Farol del lodo, oracle_id: {WISP_ID}}}\n- en: Bog\n"
    result = names(content, SCRYFALL[:3], people)
    assert result.exit_code == 0
    path = content / "cards" / "names.yml"
    assert result.stderr.splitlines() == [
        (
            f"{path}:2: warning: the name 'Farol del lodo' (es) is 'Farol del fango' in bulk.json; "
            "it is left as it is; correct it if it is wrong"
        ),
        (
            f"{path}:2: warning: the oracle_id {WISP_ID} is {LANTERN_ID} in bulk.json; it is left"
            " as it is; correct it if it is wrong"
        ),
    ]
    lantern, bog = known_names(content)
    assert lantern == {"en": "Mire Lantern", "es": "Farol del lodo", "pt-BR": "Lanterna do Lodo"}
    assert bog == {"en": "Bog"}
    card = catalogue.load_cards(content)[0][0]
    assert card.oracle_id == WISP_ID
    assert card.place_of("es").path == str(path)
    assert card.place_of("pt-BR").path == str(content / "cards" / "imported.yml")
    newer = [*SCRYFALL[:2], printing("Mire Lantern", "pt", "Farol")]
    assert "Farol'" not in names(content, newer, people).stderr, "only people's names contradict"


def test_a_folder_whose_names_an_older_version_added_works_unchanged(content):
    older = HEAD + GROWN + HALVES + WISP
    documents.fill(content, {"cards/names.yml": older})
    before = known_names(content)
    assert [len(card) for card in before] == [4, 2, 2]
    result = names(content, SCRYFALL, older, "--all")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "0 names and 0 ids added, 0 cards new" in result.stdout
    assert known_names(content) == before


def test_the_name_of_another_printing_is_no_contradiction(content):
    known = '- en: "Mire Lantern"\n  es: "Farol del lodo"\n  also: {es: ["Farol del fango"]}\n'
    assert names(content, SCRYFALL[:2], known).stderr == ""
    (card,), _ = catalogue.load_cards(content)
    assert (card.names["es"], card.also) == ("Farol del lodo", {"es": ("Farol del fango",)})


@pytest.mark.parametrize(
    "also", ["{es: []}", "{es: Farol}", "{}", '{es: [" "]}', "{es: [Farol, Farol]}"]
)
def test_other_names_are_a_list_by_language(content, also):
    result = names(content, SCRYFALL[:2], f'- en: "Mire Lantern"\n  also: {also}\n')
    assert result.exit_code == 1
    assert "names.yml:2: error: " in result.stderr


def test_the_newest_printing_counts_and_an_older_one_is_no_contradiction(content):
    printings = [
        printing("Mire Lantern", "es", "Farol del lodo", released_at="2031-02-07"),
        printing("Mire Lantern", "es", "Farol del fango", released_at="2033-02-07"),
        printing("Mire Lantern", "es", "Farol del légamo", released_at="2032-02-07"),
    ]
    assert names(content, printings, LANTERN + '  es: "Farol del lodo"\n').stderr == ""
    assert text(content) == LANTERN + '  es: "Farol del fango"\n'


def test_accents_distinguish_cards_only_if_both_exist(content):
    result = names(content, [printing("Fén"), printing("Fén", "es", "Ciénaga")], '- en: "Fen"\n')
    assert "the name 'Fen' (en) is 'Fén' in bulk.json" in result.stderr
    assert known_names(content) == [{"en": "Fen", "es": "Ciénaga"}]
    names(content, [printing("Fén"), printing("Fen", "es", "Turbera")], '- en: "Fen"\n')
    assert known_names(content) == [{"en": "Fen", "es": "Turbera"}, {"en": "Fén"}]


def test_a_card_without_an_english_name_gets_it(content):
    known = '- es: "Farol del fango"\n  fr: "Lanterne"\n'
    for _ in range(2):
        assert names(content, SCRYFALL[:2], known).exit_code == 0
        assert known_names(content) == [
            {"en": "Mire Lantern", "es": "Farol del fango", "fr": "Lanterne"}
        ]


def test_two_cards_with_one_name_get_no_id(content):
    fens = [printing("Fen", "es", oracle_id=oracle_id) for oracle_id in (LANTERN_ID, WISP_ID)]
    names(content, fens, '- en: "Fen"\n')
    assert text(content) == '- en: "Fen"\n'


def test_hostile_names_stay_text(content):
    name = 'x"\\: {{ <b> # &a'
    data = [
        printing("Fen", "es", f"  {name}\n"),
        printing("Fen", "fr", "a\u0007b"),
        printing("Fen", "it", "\u3000"),
        printing("Bog\u2028- en: Elk", "es", "Turbera"),
    ]
    assert names(content, data, None, "--all").exit_code == 0
    assert known_names(content) == [
        {"en": "Bog - en: Elk", "es": "Turbera"},
        {"en": "Fen", "es": name},
    ]


def test_an_unknown_language_is_reported_once(content):
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
