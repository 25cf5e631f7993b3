"""The changes that an import reports."""

from __future__ import annotations

from pathlib import Path

from rulebinder.notes import ReleaseNotes
from rulebinder.reading.structured.comparison import RulingChange, RulingChangeKind, changes
from site_tests import builders
from site_tests.robustness.documents import card, content, document, run

FIRST = "A lantern that is lit stays lit until the end of the turn."


def notes(*rulings: str, name: str = "Mire Lantern") -> ReleaseNotes:
    return builders.notes(builders.entry(name, *rulings))


def test_moved_rulings_are_no_change() -> None:
    assert changes(notes(FIRST, "Another."), notes("Another.", FIRST)) == ()


def test_added_edited_and_removed_rulings_are_distinguished() -> None:
    old = notes(FIRST, "It can't burn twice in a row, whatever happens to it.")
    edited = "A lantern that is lit stays lit until the end of your turn."
    assert changes(old, notes(edited, "Wholly new words stand here instead.")) == (
        RulingChange(RulingChangeKind.EDITED, "Mire Lantern", edited),
        RulingChange(
            RulingChangeKind.ADDED, "Mire Lantern", "Wholly new words stand here instead."
        ),
        RulingChange(
            RulingChangeKind.REMOVED,
            "Mire Lantern",
            "It can't burn twice in a row, whatever happens to it.",
        ),
    )


def test_a_removed_card_removes_its_rulings() -> None:
    assert changes(notes(FIRST), notes(FIRST, name="Fen Lantern")) == (
        RulingChange(RulingChangeKind.ADDED, "Fen Lantern", FIRST),
        RulingChange(RulingChangeKind.REMOVED, "Mire Lantern", FIRST),
    )


def test_an_import_prints_what_changed(tmp_path: Path) -> None:
    known = content(tmp_path / "content")
    path = tmp_path / "hol.en.md"
    for text in (
        "It is only a tree, and you can't argue with it.",
        "It is only a tree, and nobody can argue with it.",
    ):
        path.write_text(document(card("Pear Tree", text)), "utf-8")
        result = run("import", path, "--notes", tmp_path / "notes", "--content", known)
        assert result.exit_code == 0
    assert "  edited Pear Tree: It is only a tree, and nobody can argue with it. …" in result.stdout
    review = (tmp_path / "notes" / "hol.en.review").read_text("utf-8")
    assert review == "hol.en.md: nothing to review\n"


def test_an_import_after_a_new_correction_replaces_text_that_nobody_edited(tmp_path: Path) -> None:
    known = content(tmp_path / "content")
    path = tmp_path / "hol.en.md"
    path.write_text(
        document(card("Pear Tree", "It is a pare tree, and you can't eat it.")), encoding="utf-8"
    )
    arguments = ("import", path, "--notes", tmp_path / "notes", "--content", known)
    assert run(*arguments).exit_code == 0
    (known / "corrections").mkdir()
    (known / "corrections" / "hol.en.yml").write_text(
        "- {printed: pare, correct: pear, reason: misprint}\n", encoding="utf-8"
    )
    assert run(*arguments).exit_code == 0
    structured = tmp_path / "notes" / "hol.en.yml"
    assert "correct: pear" in structured.read_text("utf-8")
    structured.write_text(
        structured.read_text("utf-8").replace("can't eat", "cannot eat"), encoding="utf-8"
    )
    (known / "corrections" / "hol.en.yml").write_text(
        "- {printed: pare, correct: peer, reason: misprint}\n", encoding="utf-8"
    )
    assert run(*arguments).exit_code == 0
    assert "cannot eat" in structured.read_text("utf-8")
    assert "correct: peer" in structured.read_text("utf-8")
