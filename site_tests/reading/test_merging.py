"""Changes by hand and a newer edition meet in a three-way merge; conflicts are named one by one,
and nothing is lost in silence.
"""

import random
import shutil
from pathlib import Path

import pytest
import yaml
from click.testing import Result

from rulebinder.facts import yaml_files
from rulebinder.reading import saved_notes
from rulebinder.reading.merge import Merge
from site_tests.builders import example_documents
from site_tests.robustness.documents import (
    APPLE,
    card,
    content,
    document,
    files,
    inputs,
    run,
)

BELL = card(
    "Bell of Bark",
    "It rings only in the night, and nobody knows why.",
    "It never rings twice.",
    "Its sound is green.",
)
ELM = card("Elm Ladder")


class Orchard:
    """A document that is imported, and its structured file."""

    def __init__(self, folder: Path) -> None:
        self.inputs = inputs(folder)
        self.notes = folder / "notes"
        self.content = content(folder / "content")
        self.raw = folder / "hol.en.md"
        self.stored = self.notes / "hol.en.yml"

    def imports(self, text: str, *options: str) -> tuple[int, str, str]:
        self.raw.write_text(text, "utf-8")
        result = run("import", self.raw, *self.inputs, *options)
        return result.exit_code, result.stdout, result.stderr

    def check(self) -> Result:
        return run("check", *self.inputs)

    def edit(self, old: str, new: str) -> int:
        """Change the structured file; return the line of the change."""
        text = self.stored.read_text("utf-8")
        assert text.count(old) == 1
        self.stored.write_text(text.replace(old, new), "utf-8")
        return text[: text.index(old)].count("\n") + 1

    @property
    def text(self) -> str:
        return self.stored.read_text("utf-8")


@pytest.fixture
def orchard(tmp_path):
    made = Orchard(tmp_path)
    assert made.imports(document(APPLE, BELL))[0] == 0
    return made


def test_a_change_by_hand_and_a_newer_edition_both_count(orchard):
    orchard.edit("in any season", "in every season")
    orchard.edit("  - ruling: It never rings twice.\n", "")
    code, said, wrong = orchard.imports(document(APPLE, BELL.replace("is green", "is blue"), ELM))
    assert (code, wrong) == (0, "")
    assert ": merged: 3 cards, 5 rulings" in said
    assert "in every season" in orchard.text
    assert "never rings twice" not in orchard.text
    assert orchard.check().exit_code == 0


def test_an_import_prints_what_changed(orchard):
    """What only moved is not a change."""
    moved = card(
        "Bell of Bark",
        "It rings only in the night, and nobody knows why.",
        "Its sound is blue.",
        "Bark keeps what it has heard.",
    )
    _, said, _ = orchard.imports(document(ELM, moved).replace("May 4", "June 9"))
    assert ": replaced: 2 cards, 4 rulings" in said
    assert [line for line in said.splitlines() if line.startswith("  ")] == [
        "  edited last_modified: 2026-06-09 …",
        "  edited preamble, paragraph 2: Document last modified June 9, 2026 …",
        "  removed Apple Warden: Apple Warden ripens in any season. A player may still not eat …",
        "  removed Bell of Bark, ruling at position 2: It never rings twice. …",
        "  edited Bell of Bark, ruling at position 2: Its sound is blue. …",
        "  added Bell of Bark, ruling at position 3: Bark keeps what it has heard. …",
        "  added Elm Ladder: It is only a tree, and you can't argue with it. …",
    ]


def test_the_merged_file_is_merged_again(orchard):
    orchard.edit("in any season", "in every season")
    for color in ("blue", "red", "red"):
        newer = document(APPLE, BELL.replace("is green", f"is {color}"))
        assert orchard.imports(newer)[0] == 0
    assert "in every season" in orchard.text
    assert "is red" in orchard.text
    before = files(orchard.notes)
    assert ": unchanged: " in orchard.imports(newer)[1]
    assert files(orchard.notes) == before


def test_each_conflict_is_an_error_with_its_line_and_nothing_is_written(orchard):
    lines = [orchard.edit("in any season", "in every season"), orchard.edit("is green", "is grey")]
    orchard.edit("- ruling: It never rings twice.", "- ruling: It never rings three times.")
    before = files(orchard.notes)
    newer = document(
        APPLE.replace("in any season", "in spring"), BELL.replace("is green", "is blue")
    )
    code, said, wrong = orchard.imports(newer)
    assert (code, said) == (1, "")
    assert [line.split(": error: ")[0] for line in wrong.splitlines()] == [
        f"{orchard.stored}:{line}" for line in lines
    ]
    assert "Apple Warden, ruling at position 1" in wrong
    assert "'Warden ripens in every season." in wrong
    assert "'Warden ripens in spring." in wrong
    assert "--force" in wrong
    assert "--keep" in wrong
    assert files(orchard.notes) == before


def test_force_takes_the_edition_and_lists_what_it_drops(orchard):
    line = orchard.edit("in any season", "in every season")
    orchard.edit("never rings twice", "never rings three times")
    code, said, wrong = orchard.imports(
        document(APPLE.replace("in any season", "in spring"), BELL), "--force"
    )
    assert code == 0
    assert ": merged: " in said
    assert [each.split("; ")[0] for each in wrong.splitlines()] == [
        f"{orchard.stored}:{line}: warning: Apple Warden, ruling at position 1: the change by hand,"
        " … 'Warden ripens in every season. A player may still not eat it.', is dropped for the"
        " new edition"
    ]
    assert "in spring" in orchard.text
    assert "three times" in orchard.text


def test_keep_takes_the_hand_and_lists_what_it_leaves_out(orchard):
    orchard.edit("in any season", "in every season")
    newer = document(
        APPLE.replace("in any season", "in spring"), BELL.replace("is green", "is blue")
    )
    code, _, wrong = orchard.imports(newer, "--keep")
    assert code == 0
    assert wrong.count(": warning: ") == 1
    assert "in every season" in orchard.text
    assert "is blue" in orchard.text
    assert orchard.imports(newer)[0::2] == (0, "")


GREEN = "  - ruling: Its sound is green.\n"
REMOVED = {
    "by hand": ("", "- Its sound is blue.\n", "removed by hand, and to 'Its sound is blue.' by"),
    "by the edition": (
        GREEN.replace("green", "grey"), "",
        "changed by hand to 'Its sound is grey.', and removed by",
    ),
}  # fmt: skip


@pytest.mark.parametrize("by", REMOVED)
def test_a_ruling_that_one_side_removes_and_the_other_changes_is_a_conflict(by, orchard):
    hand, new, message = REMOVED[by]
    orchard.edit(GREEN, hand)
    code, _, wrong = orchard.imports(document(APPLE, BELL.replace("- Its sound is green.\n", new)))
    assert code == 1
    assert f"{message} the new edition" in wrong


def test_the_same_change_on_both_sides_is_none(orchard):
    orchard.edit("is green", "is blue")
    assert orchard.imports(document(APPLE, BELL.replace("is green", "is blue")))[0::2] == (0, "")
    assert orchard.imports(document(APPLE, BELL.replace("is green", "is red")))[0::2] == (0, "")


def test_a_clone_without_the_base_builds_and_says_how_to_get_it_back(orchard):
    orchard.edit("in any season", "in every season")
    shutil.rmtree(orchard.notes / ".imported")
    assert orchard.check().exit_code == 0
    older, newer = document(APPLE, BELL), document(APPLE, BELL, ELM)
    code, _, wrong = orchard.imports(newer)
    assert code == 1
    assert "import the edition that it came from once more, which restores that file" in wrong
    assert orchard.imports(older)[0::2] == (0, "")
    assert orchard.imports(newer)[0::2] == (0, "")
    assert "in every season" in orchard.text
    assert "Elm Ladder" in orchard.text


def test_force_without_the_base_lists_every_difference(orchard):
    line = orchard.edit("in any season", "in every season")
    shutil.rmtree(orchard.notes / ".imported")
    code, _, wrong = orchard.imports(document(APPLE, BELL, ELM), "--force")
    assert code == 0
    assert wrong.startswith(
        f"{orchard.stored}:{line}: warning: Apple Warden, ruling at position 1: the change by hand"
    )
    assert wrong.count("\n") == 1
    assert "in any season" in orchard.text


def test_force_over_another_document_lists_what_was_made_by_hand(orchard):
    orchard.edit("in any season", "in every season")
    other = orchard.raw.with_name("other.md")
    other.write_text(document(BELL, ELM), "utf-8")
    result = run("import", other, *orchard.inputs, "--force")
    assert result.exit_code == 0
    assert (
        "Apple Warden, ruling at position 1: the change by hand, … 'Warden ripens in every season."
        in result.stderr
    )
    assert "Apple" not in orchard.text


def test_an_older_base_of_somebody_else_is_never_used(orchard):
    old = (orchard.notes / ".imported" / "hol.en.yml").read_bytes()
    assert orchard.imports(document(APPLE, BELL, ELM))[0] == 0
    (orchard.notes / ".imported" / "hol.en.yml").write_bytes(old)
    orchard.edit("in any season", "in every season")
    code, _, wrong = orchard.imports(document(APPLE, ELM))
    assert code == 1
    assert "hol.en.yml is missing" in wrong


def test_force_and_keep_exclude_each_other(orchard):
    assert orchard.imports(document(), "--force", "--keep")[0] == 2


CORRECTIONS = {
    "a new one": (
        "- {card: Bell of Bark, one_ruling: [1, 2], reason: one}\n",
        "hol.en.yml:1: error: this correction changed after",
    ),
    "a changed one": (
        "- {printed: apples, correct: pears, reason: taste}\n",
        "hol.en.yml:1: error: this correction is newer than",
    ),
    "another reason": (
        "- {printed: apples, correct: plums, reason: taste}\n",
        "hol.en.yml:1: error: this correction changed after",
    ),
    "none": (
        "[]\n",
        "hol.en.yml:1: error: 1 of the corrections that it was imported with is no longer there",
    ),
}


@pytest.mark.parametrize("change", CORRECTIONS)
def test_a_correction_that_changed_after_the_import_says_so(change, orchard):
    folder = orchard.content / "corrections"
    folder.mkdir()
    (folder / "hol.en.yml").write_text(
        "- {printed: apples, correct: plums, reason: misprint}\n", encoding="utf-8"
    )
    text = document(APPLE, BELL)
    assert orchard.imports(text)[0] == 0
    assert orchard.check().exit_code == 0
    corrections, said = CORRECTIONS[change]
    (folder / "hol.en.yml").write_text(corrections, "utf-8")
    result = orchard.check()
    assert result.exit_code == 1
    assert said in result.stderr
    orchard.edit("in any season", "in every season")
    assert orchard.imports(text)[0] == 0
    assert "in every season" in orchard.text
    assert orchard.check().exit_code == 0


TEXTS = [saved_notes.dump(notes) for notes in example_documents()]


def data(text: str) -> yaml_files.Document:
    loaded, problems = yaml_files.loads(text, saved_notes.SCHEMA, "lom.en.yml")
    assert loaded is not None, problems
    return loaded


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("seed", range(10))
def test_changes_of_different_paragraphs_never_conflict_and_all_arrive(text, seed):
    """Both sides change paragraphs, remove and add some; each paragraph by one side only."""
    rng = random.Random(seed)
    base = data(text).data
    sides = [yaml.safe_load(yaml_files.dump(base)) for _ in range(2)]
    expected = []
    for at, _ in enumerate(bodies(base)):
        side = rng.randrange(2)
        own = bodies(sides[side])[at]
        new = f"A wholly new paragraph of side {side}, number {at}."
        change = rng.choice(("add", "replace", "remove"))
        if change == "add":
            own.append({"ruling": new})
        elif change == "replace":
            own[0] = {"introduction": new}
        else:
            own.pop()
        expected += [new] if change != "remove" else []
    merged = Merge(base, data(yaml_files.dump(sides[0])), sides[1])
    assert merged.conflicts == []
    assert all(each in yaml_files.dump(merged.data) for each in expected)
    sizes = [sum(map(len, bodies(each))) for each in (base, *sides, merged.data)]
    assert sizes[3] == sizes[1] + sizes[2] - sizes[0]


def bodies(notes: dict[str, list[dict[str, list[object]]]]) -> list[list[object]]:
    return [
        each["body"]
        for each in (*notes.get("sections", ()), *notes.get("cards", ()))
        if "body" in each
    ]


@pytest.mark.parametrize("order", ["cba", "cab"])
def test_an_order_changed_by_one_side_counts(order):
    def notes(names):
        sections = [
            {"title": name, "kind": "other", "body": [{"ruling": f"It is {name}."}]}
            for name in names
        ]
        return {"set": "lom", "language": "en", "title": "T", "kind": "faq", "sections": sections}

    base, moved = notes("abc"), notes(order)
    for hand, new in ((moved, base), (base, moved)):
        merged = Merge(base, data(yaml_files.dump(hand)), new)
        assert "".join(each["title"] for each in merged.data["sections"]) == order
        assert merged.conflicts == []
