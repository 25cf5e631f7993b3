"""Printed texts confirm, propose or contradict the names of mechanics: a script of maintainers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import printed_texts
import prove_mechanics
from rulebinder.facts import yaml_files
from site_tests.names.files import Card, printing, written
from site_tests.robustness import documents

GLIMMER = "names:\n  en: Glimmer\n  es: Destellar\n"
UNKNOWN = "names:\n  en: Glimmer\n"
TEXT = "Flying\nGlimmer {2} (It glows.)"
SPANISH = "Vuela.\nDestellar {2}. (Brilla.)"


@pytest.fixture
def content(tmp_path):
    folder = documents.content(tmp_path / "content")
    (folder / "mechanics").mkdir()
    for code, day in (("lom", "2031-02-07"), ("fog", "2032-05-01")):
        (folder / "sets" / f"{code}.yml").write_text(
            f"names: {{en: The {code}}}\nreleased: {day}\n", encoding="utf-8"
        )
    return folder


def fact(content: Path, text: str, slug: str = "glimmer", kind: str = "keyword-ability") -> Path:
    """Write a mechanic's file, and return its path."""
    path = content / "mechanics" / f"{slug}.yml"
    path.write_text(
        f"kind: {kind}\nrule: null\nfirst_set: lom\n{text}explanation:\n  en: It glows.\n",
        encoding="utf-8",
    )
    return path


def card(name: str, printed: str, text: str = TEXT, code: str = "lom", **more: object) -> Card:
    """Return a Spanish printing in Scryfall's form."""
    day = {"lom": "2031-02-07", "fog": "2032-05-01"}.get(code, "2033-01-01")
    return printing(
        name,
        "es",
        f"{name} (es)",
        **{
            "set": code,
            "released_at": day,
            "oracle_text": text,
            "printed_text": printed,
            "type_line": "Creature",
            **more,
        },
    )


class Report(NamedTuple):
    """What the script prints, to both streams."""

    stdout: str
    stderr: str


Names = Callable[..., Report]


@pytest.fixture
def names(content, capsys):
    """Return what runs the script with a bulk file of cards."""

    def prove(*cards):
        source = written(content.parent / "bulk.json", cards)
        code = prove_mechanics.main(["--from", str(source), "--content", str(content)])
        report = Report(*capsys.readouterr())
        assert code == 0, report
        return report

    return prove


def seen(path: Path) -> object:
    document, _ = yaml_files.parse_file(path)
    assert document
    return document.data.get("seen")


def test_a_line_of_keywords_confirms_the_name_and_becomes_its_evidence(content, names):
    path = fact(content, f"{GLIMMER}seen:\n  es: {{none: unconfirmed}}\nforms: {{}}  # none\n")
    result = names(card("Wisp", SPANISH))
    assert (
        "names of mechanics in 'es': 1 confirmed, 0 other, 0 proposed, 0 not found" in result.stdout
    )
    assert "mechanics: names with new evidence: 1\n" in result.stdout
    assert seen(path) == {"es": {"card": "Wisp", "set": "lom"}}
    assert "forms: {}  # none\n" in path.read_text("utf-8")


def test_a_file_without_evidence_gets_it_after_the_names(content, names):
    path = fact(content, GLIMMER)
    names(card("Wisp", SPANISH))
    assert f'{GLIMMER}seen:\n  es: {{card: "Wisp", set: lom}}\nexplanation:' in path.read_text(
        "utf-8"
    )


@pytest.mark.parametrize(
    "known", ['{card: "Old Wisp", set: lom}', "{none: ours}", '{page: "https://mire.example/"}']
)
def test_evidence_that_is_not_refuted_stays(content, names, known):
    path = fact(content, f"{GLIMMER}seen:\n  es: {known}\n")
    before = path.read_bytes()
    assert "names with new evidence: 0\n" in names(card("Wisp", SPANISH)).stdout
    assert path.read_bytes() == before


def test_a_card_that_does_not_print_the_name_is_no_evidence(content, names):
    path = fact(content, f'{GLIMMER}seen:\n  es: {{card: "Old Wisp", set: lom}}\n')
    result = names(
        card("Elk", SPANISH), card("Wisp", SPANISH), card("Old Wisp", "Vuela.\nNada {2}.")
    )
    assert "Old Wisp does not print the name 'Destellar' (es)" in result.stderr
    assert seen(path) == {"es": {"card": "Wisp", "set": "lom"}}


@pytest.mark.parametrize("facts", [UNKNOWN, GLIMMER], ids=["proposed", "contradicted"])
def test_another_name_is_told_and_changes_nothing(content, names, facts):
    path = fact(content, facts)
    before = path.read_bytes()
    result = names(*(card(name, "Vuela.\nLucir {2}.") for name in ("Wisp", "Elk")))
    proposed = facts == UNKNOWN
    assert (
        "proposed  – → Lucir  2 cards  Wisp (lom, 2031)" if proposed else "other  Destellar → Lucir"
    ) in result.stdout
    assert (
        "the name 'Destellar' (es) is 'Lucir' on Wisp (lom, 2031); it is left as it is"
        in result.stderr
    ) is not proposed
    assert path.read_bytes() == before


def test_one_card_is_enough_only_if_the_line_has_nothing_else(content, names):
    fact(content, UNKNOWN)
    assert "→ Lucir" in names(card("Wisp", "Vuela.\nLucir {2}.")).stdout
    assert "1 not found" in names(card("Wisp", "Vuela, lucir {2}.", "Flying, glimmer {2}")).stdout
    assert "1 not found" in names(card("Wisp", "Vuela.\nEl Fuego es imbloqueable.")).stdout


def test_names_in_another_order_are_those_of_other_mechanics(content, names):
    fact(content, UNKNOWN)
    fact(content, "names: {en: Flying, es: Volar}\nforms: {es: [vuela]}\n", "flying")
    turned = [
        card(name, "Lucir {2}, vuela.", "Flying, glimmer {2}") for name in ("Wisp", "Elk", "Fen")
    ]
    assert "es': 1 confirmed" not in names(*turned).stdout
    assert "proposed  –" not in names(*turned).stdout


def test_the_newest_cards_decide_and_the_older_word_is_a_former_name(content, names):
    fact(content, GLIMMER)
    old = [card(name, "Vuela.\nLucir {2}.") for name in ("Wisp", "Elk", "Fen")]
    new = [card(name, SPANISH, code="fog") for name in ("Oak", "Ash")]
    result = names(*old, *new)
    assert "confirmed" in result.stdout
    assert "formerly Lucir, 3 cards until 2031" in result.stdout
    fact(content, f"{GLIMMER}formerly: {{es: [lucir]}}\n")
    assert "formerly" not in names(*old, *new).stdout
    assert "1 not found" in names(*old).stdout, "only the former name is printed"


def test_an_ability_word_stands_before_the_dash(content, names):
    fact(content, "names:\n  en: Dusk\n", "dusk", "ability-word")
    cards = [
        card(name, "Ocaso - Al entrar, roba una carta.", "Dusk — When it enters, draw a card.")
        for name in ("Wisp", "Elk")
    ]
    assert "dusk  es  proposed  – → Ocaso" in names(*cards).stdout


def test_words_in_sentences_need_two_cards_and_few_others(content, names):
    path = fact(
        content,
        "names:\n  en: Kindle\n  es: Encender\nforms: {es: [enciende]}\n",
        "kindle",
        "keyword-action",
    )
    kindling = [
        card(name, "Al entrar, enciende 2.", "When it enters, kindle 2.")
        for name in ("Wisp", "Elk")
    ]
    stray = [card(f"Stray {number}", "Enciende la luz.", "It is lit.") for number in range(3)]
    assert "1 not found" in names(kindling[0]).stdout
    assert "1 not found" in names(*kindling, *stray).stdout
    assert "1 confirmed" in names(*kindling, *stray[:2]).stdout
    assert seen(path) == {"es": {"card": "Wisp", "set": "lom"}}


def test_the_name_of_a_card_and_older_printings_say_nothing(content, names):
    fact(content, "names:\n  en: Kindle\n  es: Encender\n", "kindle", "keyword-action")
    (content / "sets" / "old.yml").write_text(
        "names: {en: Old}\nreleased: 2020-01-01\n", encoding="utf-8"
    )
    named = [
        card(f"Kindle {each}", "Encender brilla.", f"Kindle {each} glows.")
        for each in ("Wisp", "Elk")
    ]
    older = [
        card(each, "Hay que encender.", "You kindle.", "old", released_at="2020-01-01")
        for each in ("Wisp", "Elk", "Fen")
    ]
    assert "1 not found" in names(*named, *older).stdout


def test_a_set_that_the_catalogue_lacks_proves_nothing(content, names):
    path = fact(content, GLIMMER)
    assert (
        "1 not found"
        in names(card("Wisp", SPANISH, code="zzz"), card("Elk", SPANISH, code="zzz")).stdout
    )
    assert seen(path) is None


def test_faces_are_compared_one_by_one(content, names):
    fact(content, GLIMMER)
    faces = [
        {
            "name": "Sink",
            "printed_name": "Hundirse",
            "oracle_text": "Draw a card.",
            "printed_text": "Roba una carta.",
        },
        {
            "name": "Surface",
            "printed_name": "Emerger",
            "oracle_text": TEXT,
            "printed_text": SPANISH,
        },
    ]
    result = names(card("Sink // Surface", "", "", layout="split", card_faces=faces))
    assert "es': 1 confirmed" in result.stdout


def test_a_file_that_proves_nothing_is_one_error(content, tmp_path, capsys):
    """Such as a file of MTGJSON's."""
    other = written(tmp_path / "x.json", {"data": {"Fen": [{"name": "Fen"}]}})
    for path, message in ((other, "no card in"), (tmp_path / "no.json", "cannot be read")):
        assert prove_mechanics.main(["--from", str(path), "--content", str(content)]) == 1
        assert f"{path}:1: error: {message}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "hostile",
    [
        {"printed_text": "Vuela.\n<b>Lucir</b>\u202e {2}."},
        {"printed_text": "Vuela.\n" + "x" * 5000 + " {2}."},
        {"printed_text": "Vuela.\n\x1b[31mLucir {2}."},
        {"printed_text": 7, "keywords": 7},
        {"printed_text": ["Vuela."], "keywords": [7, None]},
        {"card_faces": [7, {"oracle_text": TEXT}], "keywords": {"a": "Glimmer"}},
        {"set": "../../x", "released_at": "9999"},
    ],
)
def test_a_hostile_text_proves_nothing(content, names, hostile):
    path = fact(content, UNKNOWN)
    before = path.read_bytes()
    result = names(card("Wisp", SPANISH) | hostile)
    assert "1 not found" in result.stdout
    assert "\x1b" not in result.stdout
    assert path.read_bytes() == before


def test_a_card_name_cannot_break_the_file(content, names):
    path = fact(content, GLIMMER)
    name = 'Wi"sp, {x}: #\\ é'
    names(card(name, SPANISH))
    assert seen(path) == {"es": {"card": name, "set": "lom"}}


@pytest.mark.parametrize(
    "text",
    ["seen: {es: {none: unconfirmed}}\n", "seen:\n  # none yet\n  es: {none: unconfirmed}\n"],
)
def test_evidence_written_in_another_way_is_left_and_reported(content, names, text):
    path = fact(content, f"{GLIMMER}{text}")
    before = path.read_bytes()
    result = names(card("Wisp", SPANISH))
    assert (
        "Wisp (es) cannot be added to how `seen` is written; write one language a line"
        in result.stderr
    )
    assert path.read_bytes() == before


def test_a_code_that_looks_like_a_number_is_quoted():
    assert (
        prove_mechanics.added("names:", {"es": {"card": "Wisp", "set": "40k"}})
        == 'names:\nseen:\n  es: {card: "Wisp", set: 40k}\n'
    )
    assert (
        prove_mechanics.added("names:", {"es": {"card": "Wisp", "set": "10e"}})
        == 'names:\nseen:\n  es: {card: "Wisp", set: "10e"}\n'
    )


@pytest.mark.parametrize(
    "piece", ["(", "(a", ")", "a - ", " -", "—", ", ", "\n", "{", "1", "a ", "(\n", "a\n"]
)
def test_a_long_text_is_read_to_its_end(piece):
    """Time that grew with the square of the length would be hours."""
    assert len(list(printed_texts.pair_names(piece * 300_000, piece * 300_000))) <= 300_000
