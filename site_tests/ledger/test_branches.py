"""The ledgers of two branches become one, and no published number comes to mean another ruling."""

import copy
import functools
import json
import random
import sys

import pytest

from rulebinder.ledger import files, history
from rulebinder.ledger.matching import wording
from rulebinder.ledger.numbers import Ledger, LedgerTexts, record_of, update
from site_tests.conftest import ROOT
from site_tests.ledger.conftest import SEEDS
from site_tests.robustness import documents
from site_tests.robustness.documents import run

DAY = "2026-01-02"
RULINGS = {
    letter: wording(f"The {words} until somebody says so.")
    for letter, words in {
        "A": "first lantern burns",
        "a": "first lantern glows",
        "B": "second lantern burns",
        "C": "third lantern burns",
        "D": "fourth lantern burns",
    }.items()
}
"""Editions are written as the letters of their rulings. A small letter is an edit."""


def grown(*editions):
    """Return a ledger after these editions; without those that are empty."""
    ledger = Ledger("lom")
    for edition in filter(None, editions):
        texts = LedgerTexts(slug="mire-lantern", texts=tuple(RULINGS[letter] for letter in edition))
        ledger, _ = update(ledger, "en", [texts], DAY)
    return ledger


def shown(ledger):
    """Return the rulings by their numbers; a hyphen is a retired one."""
    letters = {words.hash: letter for letter, words in RULINGS.items()}
    records = ledger.entries["mire-lantern"].records
    assert [record.number for record in records] == list(range(1, len(records) + 1))
    return "".join(
        letters[record.wordings["en"].hash] if record.wordings else "-" for record in records
    )


def joined(base, ours, theirs, published=""):
    """Return what the ledgers of two branches become if a site has published these rulings."""
    hashes = {RULINGS[letter].hash for letter in published}
    return history.join_branches(
        grown(base),
        grown(base, ours),
        grown(base, theirs),
        lambda _, record: any(words.hash in hashes for words in record.wordings.values()),
    )


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        ("A", "AB", "AC", "ABC"),
        ("A", "AB", "AB", "AB"),
        ("A", "ABC", "ACB", "ABC"),
        ("A", "AB", "ACBD", "ABCD"),
        ("A", "A", "ABC", "ABC"),
        ("A", "A", "a", "a"),
        ("AB", "A", "ABC", "A-C"),
        ("AB", "aB", "B", "aB"),
        ("AB", "B", "aB", "aB"),
        ("", "A", "B", "AB"),
    ],
)
def test_both_branches_are_in_one_ledger(base, ours, theirs, expected, tmp_path):
    both = joined(base, ours, theirs)
    assert shown(both.ledger) == expected
    assert not both.clashes
    assert files.parse(tmp_path / "lom.yml", files.dump(both.ledger).encode()) == (both.ledger, ())


def test_a_published_number_stays_whichever_branch_gave_it():
    assert shown(joined("A", "AB", "AC", "C").ledger) == "ACB"
    assert shown(joined("A", "AB", "AC", "B").ledger) == "ABC"
    assert joined("A", "AB", "AC", "BC").clashes == ("mire-lantern/2",)


@pytest.fixture
def sides(tmp_path):
    """Return the files of a ledger, of our branch, and of theirs."""
    editions = {"base": "A", "ours": "AB", "theirs": "AC"}
    for name, edition in editions.items():
        (tmp_path / name).write_text(files.dump(grown("A", edition)), "utf-8")
    return [tmp_path / name for name in editions]


def merged(path):
    ledger, problems = files.parse(path, path.read_bytes())
    assert problems == ()
    assert ledger
    return shown(ledger)


def test_git_calls_it_as_a_merge_driver(sides, tmp_path, monkeypatch):
    """Git's own merge would give the number 2 to both rulings."""
    repository = tmp_path / "repository"
    repository.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "generator"))
    git = functools.partial(documents.git, repository)
    git("init", "-b", "main")
    driver = f'"{sys.executable}" -m rulebinder merge-ledger %O %A %B %P'
    git("config", "merge.rulebinder.driver", driver)
    (repository / ".gitattributes").write_text("*.yml merge=rulebinder\n", "utf-8")
    for side in sides:
        if side.name != "base":
            git("switch", "-c", side.name, "main")
        (repository / "lom.yml").write_bytes(side.read_bytes())
        git("add", ".")
        git("commit", "-m", "A ledger")
    git("merge", "ours", "-m", "Both")
    assert merged(repository / "lom.yml") == "ACB"


def test_it_takes_what_a_site_has_published(sides, tmp_path):
    index = tmp_path / "index.json"
    words = {"en": {"hash": RULINGS["C"].hash, "revision": 1}}
    index.write_text(json.dumps({"lom/mire-lantern/2": {"languages": words}}), "utf-8")
    result = run("merge-ledger", *sides, "content/ledger/lom.yml", "--published", index)
    assert result.exit_code == 0, result.output
    assert "content/ledger/lom.yml: mire-lantern/2 is now mire-lantern/3" in result.output
    assert merged(sides[1]) == "ACB"


def test_a_damaged_ledger_is_an_error(sides):
    sides[2].write_text("entries: 3\n", "utf-8")
    before = sides[1].read_bytes()
    result = run("merge-ledger", *sides, "content/ledger/lom.yml")
    assert result.exit_code == 1
    assert f"{sides[2]}:1: error: " in result.output
    assert sides[1].read_bytes() == before


WORDS = ("lantern", "goat", "bridge", "ladder", "orchard", "bell", "mire", "tide", "root", "moth")
NAMES = ("mire-lantern", "bell-of-fern", "apple-warden", "echo-stone", "tide-goat", "moth-lamp")


class Owner:
    """Somebody who edits documents in two languages at random, and builds after each edit."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.ledger = Ledger("lom")
        self.documents: dict[str, dict[str, list[str]]] = {"en": {}, "es": {}}
        self.day = 1

    def branch(self, seed):
        """Return somebody who begins with the same."""
        other = copy.deepcopy(self)
        other.random = random.Random(seed)
        return other

    def work(self, edits):
        """Edit and build."""
        for _ in range(edits):
            self._edit(self.documents[self.random.choice(("en", "es"))])
            self.day += self.random.randint(0, 2)
            self._build()
        return self

    def _build(self):
        day, before = f"2031-02-{min(self.day, 28):02}", self.ledger
        for lang, document in self.documents.items():
            texts = [
                LedgerTexts(slug=slug, texts=tuple(map(wording, lines)))
                for slug, lines in document.items()
            ]
            self.ledger, _ = update(self.ledger, lang, texts, day)
        self.ledger = history.add_days(before, self.ledger, day)

    def _edit(self, document):
        sentence = " ".join(self.random.choices(WORDS, k=9))
        name = self.random.choice(sorted({*document, self.random.choice(NAMES)}))
        lines = document.setdefault(name, [])
        at = self.random.randrange(len(lines)) if lines else 0
        kind = self.random.choice(("add", "reword", "remove", "rename", "move", "drop"))
        if kind == "add" or not lines:
            lines.insert(at, sentence)
        elif kind == "reword":
            words = lines[at].split()
            words[self.random.randrange(len(words))] = self.random.choice(WORDS)
            lines[at] = " ".join(words)
        elif kind == "remove":
            lines.pop(at)
        elif kind == "move":
            document.setdefault(self.random.choice(NAMES), []).append(lines.pop(at))
        elif kind == "drop":
            del document[name]
        elif (other := self.random.choice(NAMES)) not in document:
            document[other] = document.pop(name)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_branches_make_a_sound_ledger_or_a_clear_refusal(seed, tmp_path):
    begun = Owner(seed).work(6)
    owners = [begun, begun.branch(seed + 1_000).work(4), begun.branch(seed + 2_000).work(4)]
    sides = [tmp_path / name for name in ("base", "ours", "theirs")]
    for path, owner in zip(sides, owners, strict=True):
        path.write_text(files.dump(owner.ledger), "utf-8")
    before = sides[1].read_bytes()
    result = run("merge-ledger", *sides, "content/ledger/lom.yml")
    ledger, problems = files.parse(tmp_path / "lom.yml", sides[1].read_bytes())
    assert ledger is not None, problems
    if result.exit_code:
        assert result.output.startswith("content/ledger/lom.yml:1: error: ")
        assert "contradict each other" in result.output
        assert sides[1].read_bytes() == before
        return
    ours, theirs = owners[1].ledger, owners[2].ledger
    for key, entry in ours.entries.items():
        for record in entry.records:
            merged = ledger.entries[key].record(record.number)
            assert merged, f"{key}/{record.number} is lost"
            known = record_of({"lom": begun.ledger}, f"lom/{key}/{record.number}")
            there = theirs.entries[key].record(record.number) if known else None
            for lang, words in record.wordings.items():
                if known is None or known.wordings.get(lang) != words:
                    assert merged.wordings[lang] == words
                elif there:
                    assert merged.wordings.get(lang) == there.wordings.get(lang)
