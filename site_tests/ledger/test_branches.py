"""The ledgers of two branches become one, and no published number comes to mean another ruling."""

from __future__ import annotations

import copy
import functools
import json
import random
import sys

import pytest

from rulebinder.ledger import files, history
from rulebinder.ledger.matching import wording
from rulebinder.ledger.numbers import Ledger, LedgerRecord, LedgerTexts, record_of, update
from site_tests.conftest import ROOT
from site_tests.robustness import documents
from site_tests.robustness.documents import run

DAY = "2026-01-02"
ONE, TWO, THREE, FOUR = (
    f"The {count} lantern burns until somebody says so."
    for count in ("first", "second", "third", "fourth")
)
GLOWS = ONE.replace("burns", "glows")


def grown(*editions: tuple[str, ...]) -> Ledger:
    ledger = Ledger("lom")
    for texts in editions:
        ledger, _ = update(ledger, "en", [LedgerTexts(slug="mire-lantern", texts=texts)], DAY)
    return ledger


def shown(ledger: Ledger) -> dict[int, str]:
    """Return the text of each number; empty if it is retired."""
    known = {wording(text).hash: text for text in (ONE, TWO, THREE, FOUR, GLOWS)}
    entry = ledger.entries["mire-lantern"]
    return {
        each.number: known[each.wordings["en"].hash] if each.wordings else ""
        for each in entry.records
    }


def never(_key: str, _record: LedgerRecord) -> bool:
    return False


def published(*texts: str) -> history.IsPublished:
    hashes = {wording(text).hash for text in texts}
    return lambda _key, record: any(words.hash in hashes for words in record.wordings.values())


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        ((ONE,), (ONE, TWO), (ONE, THREE), {1: ONE, 2: TWO, 3: THREE}),
        ((ONE,), (ONE, TWO), (ONE, TWO), {1: ONE, 2: TWO}),
        ((ONE,), (ONE, TWO, THREE), (ONE, THREE, TWO), {1: ONE, 2: TWO, 3: THREE}),
        ((ONE,), (ONE, TWO), (ONE, THREE, TWO, FOUR), {1: ONE, 2: TWO, 3: THREE, 4: FOUR}),
        ((ONE,), (ONE,), (ONE, TWO, THREE), {1: ONE, 2: TWO, 3: THREE}),
        ((ONE,), (ONE,), (GLOWS,), {1: GLOWS}),
        ((ONE, TWO), (ONE,), (ONE, TWO, THREE), {1: ONE, 2: "", 3: THREE}),
        ((ONE, TWO), (GLOWS, TWO), (TWO,), {1: GLOWS, 2: TWO}),
        ((ONE, TWO), (TWO,), (GLOWS, TWO), {1: GLOWS, 2: TWO}),
        ((), (ONE,), (TWO,), {1: ONE, 2: TWO}),
    ],
    ids=[
        "ours", "same", "crossed", "more", "one side", "edited there", "gone here",
        "edited and gone", "gone and edited", "new",
    ],
)  # fmt: skip
def test_both_branches_are_in_one_ledger(
    base,
    ours,
    theirs,
    expected,
    tmp_path,
):
    begun = grown(base) if base else Ledger("lom")
    found = history.join(
        begun, grown(*filter(None, (base, ours))), grown(*filter(None, (base, theirs))), never
    )
    assert shown(found.ledger) == expected
    assert not found.clashes
    again, problems = files.read(tmp_path / "lom.yml", files.dump(found.ledger).encode())
    assert problems == ()
    assert again == found.ledger


def test_a_published_number_stays_whichever_branch_gave_it():
    base, ours, theirs = grown((ONE,)), grown((ONE,), (ONE, TWO)), grown((ONE,), (ONE, THREE))
    assert shown(history.join(base, ours, theirs, published(THREE)).ledger) == {
        1: ONE,
        2: THREE,
        3: TWO,
    }
    assert shown(history.join(base, ours, theirs, published(TWO)).ledger) == {
        1: ONE,
        2: TWO,
        3: THREE,
    }
    both = history.join(base, ours, theirs, published(TWO, THREE))
    assert both.clashes == ("mire-lantern/2",)


@pytest.fixture
def ledgers(tmp_path):
    def write(name, *editions):
        path = tmp_path / name
        path.write_text(files.dump(grown(*editions)), "utf-8")
        return path

    return write


def test_git_calls_it_as_a_merge_driver(ledgers, tmp_path, monkeypatch):
    """Git's own merge would give the number 2 to both rulings."""
    repository = tmp_path / "repository"
    repository.mkdir()

    monkeypatch.setenv("PYTHONPATH", str(ROOT / "generator"))
    git = functools.partial(documents.git, repository)

    def commit(*editions):
        (repository / "lom.yml").write_bytes(ledgers("lom.yml", *editions).read_bytes())
        git("add", ".")
        git("commit", "-m", "A ledger")

    git("init", "-b", "main")
    git(
        "config",
        "merge.rulebinder.driver",
        f'"{sys.executable}" -m rulebinder merge-ledger %O %A %B %P',
    )
    (repository / ".gitattributes").write_text("*.yml merge=rulebinder\n", "utf-8")
    commit((ONE,))
    git("switch", "-c", "other")
    commit((ONE,), (ONE, THREE))
    git("switch", "main")
    commit((ONE,), (ONE, TWO))
    git("merge", "other", "-m", "Both")
    ledger, problems = files.read(repository / "lom.yml", (repository / "lom.yml").read_bytes())
    assert problems == ()
    assert ledger
    assert shown(ledger) == {1: ONE, 2: TWO, 3: THREE}


def test_it_takes_what_a_site_has_published(ledgers, tmp_path):
    index = tmp_path / "index.json"
    words = {"en": {"hash": wording(THREE).hash, "revision": 1}}
    index.write_text(json.dumps({"lom/mire-lantern/2": {"languages": words}}), "utf-8")
    sides = [
        ledgers("base", (ONE,)),
        ledgers("ours", (ONE,), (ONE, TWO)),
        ledgers("theirs", (ONE,), (ONE, THREE)),
    ]
    result = run("merge-ledger", *sides, "content/ledger/lom.yml", "--published", index)
    assert result.exit_code == 0, result.output
    assert "content/ledger/lom.yml: mire-lantern/2 is now mire-lantern/3" in result.output
    ledger, _ = files.read(sides[1], sides[1].read_bytes())
    assert ledger
    assert shown(ledger) == {1: ONE, 2: THREE, 3: TWO}


def test_a_damaged_ledger_is_an_error(ledgers, tmp_path):
    broken = tmp_path / "theirs"
    broken.write_text("entries: 3\n", "utf-8")
    sides = [ledgers("base", (ONE,)), ledgers("ours", (ONE,), (ONE, TWO)), broken]
    before = sides[1].read_bytes()
    result = run("merge-ledger", *sides, "content/ledger/lom.yml")
    assert result.exit_code == 1
    assert f"{broken}:1: error: " in result.output
    assert sides[1].read_bytes() == before


WORDS = ("lantern", "goat", "bridge", "ladder", "orchard", "bell", "mire", "tide", "root", "moth")
NAMES = ("mire-lantern", "bell-of-fern", "apple-warden", "echo-stone", "tide-goat", "moth-lamp")
Document = dict[str, list[str]]
"""The rulings of each entry."""


class Owner:
    """Somebody who edits documents in two languages at random, and builds after each edit."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.ledger = Ledger("lom")
        self.documents: dict[str, Document] = {"en": {}, "es": {}}
        self.day = 1

    def branch(self, seed: int) -> Owner:
        """Return somebody who begins with the same."""
        other = copy.deepcopy(self)
        other.random = random.Random(seed)
        return other

    def work(self, edits: int) -> Owner:
        """Edit and build."""
        for _ in range(edits):
            self._edit(self.documents[self.random.choice(("en", "es"))])
            self.day += self.random.randint(0, 2)
            self._build()
        return self

    def _build(self) -> None:
        day, before = f"2031-02-{min(self.day, 28):02}", self.ledger
        for lang, document in self.documents.items():
            texts = [LedgerTexts(slug=slug, texts=tuple(lines)) for slug, lines in document.items()]
            self.ledger, _ = update(self.ledger, lang, texts, day)
        self.ledger = history.add_days(before, self.ledger, day)

    def _edit(self, document: Document) -> None:
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


@pytest.mark.parametrize("seed", range(15))
def test_random_branches_make_a_sound_ledger_or_a_clear_refusal(seed, tmp_path):
    begun = Owner(seed).work(6)
    owners = [begun, begun.branch(seed + 1_000).work(4), begun.branch(seed + 2_000).work(4)]
    sides = [tmp_path / name for name in ("base", "ours", "theirs")]
    for path, owner in zip(sides, owners, strict=True):
        path.write_text(files.dump(owner.ledger), "utf-8")
    before = sides[1].read_bytes()
    result = run("merge-ledger", *sides, "content/ledger/lom.yml")
    ledger, problems = files.read(tmp_path / "lom.yml", sides[1].read_bytes())
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
