"""The ledger: numbers are given once, found again, retired, and never mean another ruling."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator import ledgers
from generator.ledger import Entry, Ledger, Texts, update, wording

DAY = "2026-01-02"
ONE = "The first lantern burns until the end of the turn, whoever lit it."
TWO = "Lighting a lantern is a special action that doesn't use the stack."
THREE = "A lantern that leaves the battlefield goes out, and stays out when it returns."


def after(*editions: tuple[str, ...], lang: str = "en") -> tuple[Ledger, tuple[int, ...]]:
    """The ledger after editions of one entry, and the numbers of the last one."""
    ledger = Ledger("lom")
    numbers: tuple[int, ...] = ()
    for texts in editions:
        ledger, (given,) = update(ledger, lang, [Texts("mire-lantern", texts)], DAY)
        numbers = given.numbers
    return ledger, numbers


@pytest.mark.parametrize(
    ("edition", "numbers"),
    [
        ((ONE, TWO, THREE), (1, 2, 3)),
        ((THREE, ONE, TWO), (3, 1, 2)),
        ((ONE, THREE), (1, 3)),
        (("Brand new words, put before all others.", ONE, TWO, THREE), (4, 1, 2, 3)),
        ((ONE, "Lighting any lantern is now an action that does use the stack.", THREE), (1, 2, 3)),
        ((ONE.replace("lantern", "*lantern*").upper(), TWO, THREE), (1, 2, 3)),
    ],
)
def test_a_ruling_keeps_its_number(edition: tuple[str, ...], numbers: tuple[int, ...]) -> None:
    assert after((ONE, TWO, THREE), edition)[1] == numbers


def test_a_number_is_never_given_again() -> None:
    ledger, numbers = after((ONE, TWO), (ONE,), (ONE, "Wholly different: goats may be sacrificed here."))
    assert numbers == (1, 3)
    record = ledger.entries["mire-lantern"].record(2)
    assert record is not None
    assert record.retired == DAY


def test_an_edited_ruling_is_a_new_revision() -> None:
    ledger, _ = after((ONE,), (ONE.replace("whoever", "whatever"),))
    record = ledger.entries["mire-lantern"].record(1)
    assert record is not None
    assert record.wordings["en"].revision == 2


def test_what_is_split_says_so() -> None:
    long = f"{ONE} {TWO}"
    ledger, numbers = after((THREE, long), (THREE, ONE, TWO))
    whole, *others = (record for record in ledger.entries["mire-lantern"].records if record.number != 1)
    assert len(set(numbers)) == 3
    assert whole.retired or 2 in numbers
    assert not whole.retired or whole.became == tuple(other.number for other in others)


def test_what_is_merged_says_so() -> None:
    ledger, numbers = after((ONE, TWO, THREE), (f"{ONE} {TWO}", THREE))
    gone = [record for record in ledger.entries["mire-lantern"].records if record.retired]
    assert [record.became for record in gone] == [(numbers[0],)]
    whole = ledger.entries["mire-lantern"].record(numbers[0])
    assert whole is not None
    assert whole.parts_of == (gone[0].number,)


def test_a_renamed_card_keeps_its_numbers() -> None:
    ledger, _ = after((ONE, TWO))
    ledger, (given,) = update(ledger, "en", [Texts("fen-lantern", (ONE, TWO, THREE))], DAY)
    assert (given.key, given.numbers) == ("mire-lantern", (1, 2, 3))
    assert ledger.entries["mire-lantern"].slug == "fen-lantern"


def test_translations_take_the_numbers_they_align_to() -> None:
    ledger, _ = after((ONE, TWO, THREE))
    texts = Texts("mire-lantern", ("Primera.", "Tercera.", "Otra."), (1, 3, None))
    ledger, (given,) = update(ledger, "es", [texts], DAY)
    assert given.numbers == (1, 3, 4)
    ledger, (english,) = update(ledger, "en", [Texts("mire-lantern", (ONE,))], DAY)
    assert english.numbers == (1,)
    third = ledger.entries["mire-lantern"].record(3)
    assert third is not None
    assert third.retired is None
    assert list(third.wordings) == ["es"]


def test_the_same_document_again_changes_no_byte(tmp_path: Path) -> None:
    ledger, _ = after((ONE, TWO), (TWO, THREE))
    assert ledgers.save(ledger, tmp_path)
    loaded, problems = ledgers.load_all(tmp_path)
    assert problems == []
    assert loaded == {"lom": ledger}
    again, _ = update(loaded["lom"], "en", [Texts("mire-lantern", (TWO, THREE))], "2030-01-01")
    assert not ledgers.save(again, tmp_path)


def test_the_file_holds_no_word_of_the_text(tmp_path: Path) -> None:
    ledger, _ = after((ONE, TWO, THREE))
    ledgers.save(ledger, tmp_path)
    content = (tmp_path / "lom.yml").read_text(encoding="utf-8").casefold()
    assert not [word for word in ("burns", "special", "battlefield", "turn,") if word in content]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("next: 1, rulings: [{n: 1, retired: 2026-01-01}]", "has the number 1, but would give 1 next"),
        ("next: 3, rulings: [{n: 1, retired: 2026-01-01}, {n: 1, retired: 2026-01-01}]", "gives the number 1 twice"),
        ("next: 2, rulings: [{n: 1}]", "must have either wordings or the day it was retired"),
        ("next: 2, rulings: [{n: 1, retired: 2026-01-01, became: [7]}]", "speaks of 7, which was never given"),
        ("next: 0", "minimum"),
        ("next: 1, more: 2", "unknown key 'more'"),
    ],
)
def test_a_ledger_that_contradicts_itself_is_an_error(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "lom.yml").write_text(f"entries:\n  mire-lantern: {{{line}}}\n", encoding="utf-8")
    loaded, problems = ledgers.load_all(tmp_path)
    assert loaded == {}
    assert str(problems[0]).startswith(f"{tmp_path / 'lom.yml'}:2: error: ")
    assert message in str(problems[0])


@dataclass
class Card:
    """A card that is edited; its rulings are pairs of a name, which is ours alone, and a text."""

    slug: str
    rulings: list[tuple[str, str]]


class Replay:
    """A document that is edited at random, and what became of its numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        common = "the of a to and if you card that it creature is can't spell control an ability player this turn"
        self.common = common.split()
        self.rare = [
            f"{one}{two}"
            for one in ["ba", "den", "fir", "gol", "hum", "jav", "kes", "lir", "mon", "nup"]
            for two in ["ra", "sel", "tin", "vo"]
        ]
        self.made = 0
        self.cards = [Card(f"card-{at}", [self.ruling() for _ in range(self.random.randint(1, 7))]) for at in range(30)]
        self.ledger = Ledger("lom")
        self.reworded: list[bool] = []

    def text(self) -> str:
        pick = self.random
        words = [pick.choice(self.common if pick.random() < 0.55 else self.rare) for _ in range(pick.randint(10, 60))]
        return " ".join(words)

    def ruling(self, text: str = "") -> tuple[str, str]:
        self.made += 1
        return f"ruling-{self.made}", text or self.text()

    def numbers(self) -> dict[str, tuple[str, int]]:
        document = [Texts(card.slug, tuple(text for _, text in card.rulings)) for card in self.cards]
        self.ledger, given = update(self.ledger, "en", document, DAY)
        again, _ = update(self.ledger, "en", document, "2040-01-01")
        assert again == self.ledger
        return {
            name: (entry.key, number)
            for card, entry in zip(self.cards, given, strict=True)
            for (name, _), number in zip(card.rulings, entry.numbers, strict=True)
        }

    def edit(self) -> str | None:
        """One random edit; returns the name of the ruling it reworded."""
        card = self.random.choice([card for card in self.cards if card.rulings])
        rulings = card.rulings
        at = self.random.randrange(len(rulings))
        words = rulings[at][1].split()
        match self.random.choice(["insert", "delete", "move", "reword", "reword", "reword", "split", "merge", "rename"]):
            case "insert":
                rulings.insert(at, self.ruling())
            case "delete":
                del rulings[at]
            case "move":
                rulings.insert(self.random.randint(0, len(rulings) - 1), rulings.pop(at))
            case "reword":
                for place in self.random.sample(range(len(words)), self.random.randint(1, max(1, len(words) // 3))):
                    words[place] = self.random.choice(self.rare)
                rulings[at] = (rulings[at][0], " ".join(words))
                return rulings[at][0]
            case "split" if len(words) > 12:
                half = len(words) // 2
                rulings[at : at + 1] = [self.ruling(" ".join(words[:half])), self.ruling(" ".join(words[half:]))]
            case "merge" if at + 1 < len(rulings):
                rulings[at : at + 2] = [self.ruling(f"{rulings[at][1]} {rulings[at + 1][1]}")]
            case "rename":
                card.slug += "-x"
        return None


@pytest.mark.parametrize("seed", [1, 2])
def test_300_random_edits_move_no_number_to_another_ruling(seed: int) -> None:
    replay = Replay(seed)
    before = replay.numbers()
    owner = {number: name for name, number in before.items()}
    kept: list[bool] = []
    for _ in range(300):
        known = {name for card in replay.cards for name, _ in card.rulings}
        reworded = replay.edit()
        now = replay.numbers()
        for name, number in now.items():
            if name in before and name != reworded:
                assert number == before[name]
            if name in known and number in owner:
                assert owner[number] == name or name == reworded
            owner[number] = name
        if reworded is not None:
            kept.append(now[reworded] == before[reworded])
        before = now
    given = {(entry.key, record.number) for entry in replay.ledger.entries.values() for record in entry.records}
    assert set(owner) <= given, "an address that once was has no record"
    assert sum(kept) / len(kept) >= 0.97


def test_an_entry_keeps_its_key_apart_from_a_later_one_of_that_name() -> None:
    ledger, _ = after((ONE, TWO))
    ledger, _ = update(ledger, "en", [Texts("fen-lantern", (ONE, TWO))], DAY)
    ledger, given = update(ledger, "en", [Texts("fen-lantern", (ONE, TWO)), Texts("mire-lantern", (THREE,))], DAY)
    assert [each.key for each in given] == ["mire-lantern", "mire-lantern-new"]
    assert isinstance(ledger.entries["mire-lantern-new"], Entry)
    assert wording(THREE).hash == ledger.entries["mire-lantern-new"].records[0].wordings["en"].hash
