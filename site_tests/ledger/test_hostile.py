"""A ledger with hostile keys and values is an error at its line, never a traceback, and gives no
page another address.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulebinder.facts import yaml_files
from rulebinder.ledger import files as ledgers
from rulebinder.ledger.numbers import Ledger, LedgerTexts, update
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, fill, run

HASH = "0123456789abcdef"
BASE: dict[str, Any] = {
    "entries": {
        "elm": {
            "formerly": ["olm"],
            "next": 3,
            "rulings": [
                {"n": 1, "seen": "2026-01-01",
                 "wordings": {"en": {"hash": HASH, "like": "", "revision": 2,
                  "day": "2026-01-02"}}},
                {"n": 2, "retired": "2026-01-01", "moved_to": "oak/1"},
            ],
        },
        "oak": {"slug": "oaken", "next": 3,
         "rulings": [{"n": 1, "retired": "2026-01-01"},
          {"n": 2, "retired": "2026-01-01", "became": [1]}]},
        "notes/wood": {"slug": "notes/woods", "next": 2,
         "rulings": [{"n": 1, "kind": "paragraph", "retired": "2026-01-01"}]},
    },
    "rules": ["702.9", "100"],
    "cards": {"olmo": "elm"},
}  # fmt: skip
TEXTS = ("../../../X", "a/b", "a/b/c", "/etc", "x" * 400, "", ".", "..", "notes/", "notes/a/b", "A",
 "é", "a b", "a--b", "-a", "a\n", "\0",
         "<i>", "{{x}}", "%2e%2e", "oak", "notes/wood", "elm/9", "702.9", "2026-01-01",
         "1")  # fmt: skip
OTHERS: tuple[Any, ...] = (0, -1, 10**14, 2.0, None, True, [], {}, ["a"], {"a": 1})


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key in (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    ):
        yield (*at, key)
        yield from paths(value[key], (*at, key))


def changed(chance: random.Random) -> dict[str, Any]:
    """Return the ledger with one key or value that is hostile."""
    data = copy.deepcopy(BASE)
    *above, last = chance.choice(list(paths(data)))
    there: Any = data
    for key in above:
        there = there[key]
    if isinstance(there, dict) and chance.random() < 0.5:
        there[chance.choice(TEXTS)] = there.pop(last)
    else:
        there[last] = chance.choice((*TEXTS, *OTHERS))
    return data


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return a folder with notes, and with facts whose ledger is to be written."""
    folder = tmp_path_factory.mktemp("hostile")
    documents.content(folder / "content")
    fill(folder / "notes", {"hol.en.md": document(card("Elm"), card("Oak"))})
    return folder


def checked(site: Path, data: Any) -> tuple[int, list[str]]:
    """Return the exit code of the check, and its errors."""
    fill(site / "content/ledger", {"hol.yml": yaml_files.dump(data)})
    result = run("check", *documents.inputs(site))
    return result.exit_code, [line for line in result.stderr.splitlines() if ": error: " in line]


def test_the_ledger_of_these_tests_is_right(site):
    assert checked(site, BASE) == (0, [])


@pytest.mark.parametrize("seed", range(60))
def test_a_hostile_key_or_value_is_harmless_or_an_error_at_its_line(seed, site):
    code, errors = checked(site, changed(random.Random(seed)))
    assert code == int(bool(errors))
    assert all(error.startswith(f"{site / 'content/ledger/hol.yml'}:") for error in errors)
    assert all("take the file back from the history" in error for error in errors)


@pytest.mark.parametrize("hostile", [*TEXTS[:20], "notes"])
@pytest.mark.parametrize(
    "of", ["entry", "slug", "formerly", "moved_to", "rule", "card", "leads to"]
)
def test_every_name_has_a_form(of, hostile, tmp_path):
    data = copy.deepcopy(BASE)
    elm = data["entries"]["elm"]
    match of:
        case "entry":
            data["entries"][hostile] = data["entries"].pop("notes/wood")
        case "slug":
            elm["slug"] = hostile
        case "formerly":
            elm["formerly"] = [hostile]
        case "moved_to":
            elm["rulings"][1]["moved_to"] = hostile
        case "rule":
            data["rules"] = [hostile]
        case "card":
            data["cards"] = {hostile: "elm"}
        case _:
            data["cards"] = {"olmo": hostile}
    fill(tmp_path, {"hol.yml": yaml_files.dump(data)})
    found, problems = ledgers.load_all(tmp_path)
    if hostile == "notes" and of not in ("entry", "moved_to", "rule"):
        assert problems == []  # a card may be called so
        return
    assert found == {}
    before, after = (yaml_files.dump(ledger).splitlines() for ledger in (BASE, data))
    line = next(at for at, text in enumerate(after, 1) if text != before[at - 1])
    assert (problems[0].place.path, problems[0].place.line) == (str(tmp_path / "hol.yml"), line)
    assert len(str(problems[0])) < 400 + len(str(tmp_path))


def test_a_card_never_becomes_a_section_nor_a_section_a_card():
    texts = (
        "A lantern that relumes burns again until the end of the turn.",
        "It relumes only once, whoever lit it.",
    )
    for before, after in (("notes/relume", "oak"), ("oak", "notes/relume")):
        ledger, _ = update(
            Ledger("hol"), "en", [LedgerTexts(slug=before, texts=texts)], "2026-01-01"
        )
        ledger, (given,) = update(
            ledger, "en", [LedgerTexts(slug=after, texts=texts)], "2026-01-02"
        )
        assert (given.key, given.numbers) == (after, (1, 2))
        assert [each.moved_to for each in ledger.entries[before].records] == [
            f"{after}/1",
            f"{after}/2",
        ]


def test_names_that_lead_to_each_other_are_an_error_and_a_chain_is_none(tmp_path):
    cards = {"a": "b", "b": "c", "c": "c", "d": "b", "e": "elm", "x": "y", "y": "z", "z": "y"}
    fill(tmp_path, {"hol.yml": yaml_files.dump({"entries": {}, "cards": cards})})
    _, (problem,) = ledgers.load_all(tmp_path)
    assert str(problem).startswith(f"{tmp_path / 'hol.yml'}:8: error: x leads to y again and again")


def test_the_two_kinds_of_names_do_not_mix(tmp_path):
    for key, name in (("elm", "notes/elm"), ("notes/elm", "elm")):
        entry = {"slug": name, "next": 1}
        fill(tmp_path, {"hol.yml": yaml_files.dump({"entries": {key: entry}})})
        found, (problem,) = ledgers.load_all(tmp_path)
        assert found == {}
        assert str(problem).startswith(f"{tmp_path / 'hol.yml'}:2: error: {key} cannot be {name!r}")
