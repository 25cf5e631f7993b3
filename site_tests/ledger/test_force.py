"""Whatever is imported with ``--force``, a published id never means another ruling."""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from rulebinder.joining import gone
from rulebinder.ledger import files as ledgers
from rulebinder.publishing import publish
from site_tests.robustness import documents
from site_tests.robustness.documents import HEAD, card, document, fill, inputs, run

CARDS = ("Brook Hermit", "Cave Hermit")
SAID = {
    name: (
        f"{name} pays {{2}} for each lantern that stands beside a river at dusk.",
        f"An opponent who whistles loses 3 life, unless {name} has slept.",
        f"If two players disagree, {name}'s owner flips a coin behind a curtain.",
        f"You can't sell {name} to a museum after the seventh bell.",
        f"Copies of {name} forget all counters, and they enter tapped.",
        f"Damage that would wake {name} is dealt to the nearest orchard instead.",
    )
    for name in CARDS
}
"""Sentences of which no two are alike, so that none of them is an edition of another."""


def meanings(notes: Path, content: Path) -> dict[str, str]:
    """Return the words of each id."""
    _, library = publish.load(content, notes)
    return {
        each: by_lang["en"].note.text.plain()
        for each, by_lang in gone.find_versions(library).items()
    }


def numbers(content: Path) -> Mapping[str, set[int]]:
    """Return the numbers that the ledger has ever given in each entry."""
    ledger = ledgers.load_all(content / "ledger")[0]["hol"]
    return {
        key: {record.number for record in entry.records} for key, entry in ledger.entries.items()
    }


def editions(seed: int) -> Iterator[str]:
    """Yield documents of the set, each with some of the rulings in some order, on some of the
    cards.
    """
    rng = random.Random(seed)
    for _ in range(5):
        names = rng.sample(CARDS, rng.randint(1, len(CARDS)))
        yield document(*(card(name, *rng.sample(SAID[name], rng.randint(1, 6))) for name in names))


@pytest.mark.parametrize("seed", range(2))
def test_no_edition_that_is_forced_changes_what_an_id_means(seed, tmp_path):
    content, notes = documents.content(tmp_path / "content"), tmp_path / "notes"
    rng, ever, given = random.Random(seed), dict[str, str](), dict[str, set[int]]()
    for edition in editions(seed):
        path = fill(tmp_path / "raw", {f"{rng.choice('ab')}.md": edition})
        raw = max(path.iterdir(), key=lambda each: each.stat().st_mtime_ns)
        assert run("import", raw, *inputs(tmp_path), "--force").exit_code == 0
        now = meanings(notes, content)
        assert {each: words for each, words in now.items() if ever.get(each, words) != words} == {}
        ever |= now
        kept = numbers(content)
        assert all(before <= kept.get(key, set()) for key, before in given.items()), (
            "a number that was given is never forgotten"
        )
        given = {key: set(found) for key, found in kept.items()}
    assert len(ever) > 8


def test_a_document_of_another_set_that_is_forced_into_its_place_takes_no_number(
    tmp_path,
):
    documents.content(tmp_path / "content")
    one, two = SAID["Brook Hermit"][:3], SAID["Brook Hermit"][3:]
    other = HEAD.replace("Hollow Orchard", "Quarry of Echoes").replace("HOL", "QUA") + card(
        "Brook Hermit", *two
    )
    fill(tmp_path / "a", {"notes.md": document(card("Brook Hermit", *one))})
    fill(tmp_path / "b", {"notes.md": other})

    def imported(folder: str, *options: str) -> dict[str, str]:
        """Return the words of each id of the hermit after an import."""
        path = tmp_path / folder / "notes.md"
        assert run("import", path, *inputs(tmp_path), *options).exit_code == 0
        now = meanings(tmp_path / "notes", tmp_path / "content")
        return {each: words for each, words in now.items() if "/brook-hermit/" in each}

    before = imported("a")
    after = imported("b", "--set", "hol", "--force")
    again = imported("a", "--force")
    assert (len(before), len(after)) == (3, 3)
    assert after.keys().isdisjoint(before)
    assert again.keys().isdisjoint(after)
    assert all(before.get(each, words) == words for each, words in again.items())
