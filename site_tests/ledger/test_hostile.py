"""A ledger with hostile keys and values is an error at its line, never a traceback, and gives no
page another address.
"""

import copy
import functools
import operator
import random
from typing import Any

import pytest

from rulebinder.facts import yaml_files
from rulebinder.ledger import files as ledgers
from rulebinder.ledger.matching import wording
from rulebinder.ledger.numbers import Ledger, LedgerTexts, update
from site_tests.ledger.conftest import SEEDS
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, errors, fill, run

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


def paths(value, at=()):
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield (*at, key)
        yield from paths(value[key], (*at, key))


def holder(data, path):
    """Return what holds the last key of a path."""
    return functools.reduce(operator.getitem, path[:-1], data)


def changed(chance):
    """Return the ledger with one key or value that is hostile."""
    data = copy.deepcopy(BASE)
    path = chance.choice(list(paths(data)))
    there = holder(data, path)
    if isinstance(there, dict) and chance.random() < 0.5:
        there[chance.choice(TEXTS)] = there.pop(path[-1])
    else:
        there[path[-1]] = chance.choice((*TEXTS, *OTHERS))
    return data


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return a folder with notes, and with facts whose ledger is to be written."""
    folder = tmp_path_factory.mktemp("hostile")
    documents.content(folder / "content")
    fill(folder / "notes", {"hol.en.md": document(card("Elm"), card("Oak"))})
    return folder


def checked(site, data):
    """Return the exit code of the check, and its errors."""
    fill(site / "content/ledger", {"hol.yml": yaml_files.dump(data)})
    result = run("check", *documents.inputs(site))
    return result.exit_code, errors(result)


def test_the_ledger_of_these_tests_is_right(site):
    assert checked(site, BASE) == (0, [])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hostile_key_or_value_is_harmless_or_an_error_at_its_line(seed, site):
    code, errors = checked(site, changed(random.Random(seed)))
    assert code == int(bool(errors))
    assert all(error.startswith(f"{site / 'content/ledger/hol.yml'}:") for error in errors)
    assert all("take the file back from the history" in error for error in errors)


def with_wood(name):
    """Return the entries, in which the section has another name."""
    entries = copy.deepcopy(BASE["entries"])
    entries[name] = entries.pop("notes/wood")
    return entries


@pytest.mark.parametrize(
    ("path", "value", "may_be_notes"),
    [
        (("entries", "elm", "slug"), str, True),
        (("entries", "elm", "formerly"), lambda name: [name], True),
        (("entries", "elm", "rulings", 1, "moved_to"), str, False),
        (("rules",), lambda name: [name], False),
        (("cards",), lambda name: {name: "elm"}, True),
        (("cards", "olmo"), str, True),
        (("entries",), with_wood, False),
    ],
)
def test_every_name_has_a_form(path, value, may_be_notes, tmp_path):
    for hostile in (*TEXTS[:20], "notes"):
        data = copy.deepcopy(BASE)
        holder(data, path)[path[-1]] = value(hostile)
        fill(tmp_path, {"hol.yml": yaml_files.dump(data)})
        found, problems = ledgers.load_all(tmp_path)
        if hostile == "notes" and may_be_notes:
            assert problems == []  # a card may be called so
            continue
        assert found == {}, hostile
        before, after = (yaml_files.dump(ledger).splitlines() for ledger in (BASE, data))
        line = next(at for at, text in enumerate(after, 1) if text != before[at - 1])
        assert (problems[0].place.path, problems[0].place.line) == (str(tmp_path / "hol.yml"), line)
        assert len(str(problems[0])) < 400 + len(str(tmp_path))


@pytest.mark.parametrize(("before", "after"), [("notes/relume", "oak"), ("oak", "notes/relume")])
def test_a_card_never_becomes_a_section_nor_a_section_a_card(before, after):
    texts = (
        "A lantern that relumes burns again until the end of the turn.",
        "It relumes only once, whoever lit it.",
    )
    ledger = Ledger("hol")
    for slug, day in ((before, "2026-01-01"), (after, "2026-01-02")):
        ledger, (given,) = update(
            ledger, "en", [LedgerTexts(slug=slug, texts=tuple(map(wording, texts)))], day
        )
    assert (given.id, given.numbers) == (f"hol/{after}", (1, 2))
    moved = [record.moved_to for record in ledger.entries[before].records]
    assert moved == [f"{after}/1", f"{after}/2"]


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
