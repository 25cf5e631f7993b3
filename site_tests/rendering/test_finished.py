"""Finished HTML is hidden from Python-Markdown, and nothing in it can become Markdown."""

from __future__ import annotations

from pathlib import Path

from generator.publishing import finished
from generator.templating.environment import HEADING

RENDERED = f"\n{HEADING}# A title\n\n<div>\n\n# no heading\n\n</div>\n{HEADING}## Rulings {{#rulings}}\n<p>*One*</p>\n"


def test_only_marked_lines_are_headings() -> None:
    text, headings = finished.divide(RENDERED)
    assert HEADING not in text
    assert [text.split("\n")[number] for number in headings] == ["# A title", "## Rulings {#rulings}"]


def test_all_other_lines_come_back_as_they_were() -> None:
    text, headings = finished.divide(RENDERED)
    shown, hidden = finished.hide(text, headings)
    assert "no heading" not in shown
    assert "*" not in shown
    made = shown.replace("finished-0", "<p>finished-0</p>").replace("finished-1", "<p>finished-1</p>")
    assert "<div>\n\n# no heading\n\n</div>" in finished.show(made, hidden)
    assert "<p>*One*</p>" in finished.show(made, hidden)


def test_a_heading_cannot_take_the_place_of_a_placeholder() -> None:
    text, headings = finished.divide(f"{HEADING}# finished-0\n<p>x</p>\n")
    shown, hidden = finished.hide(text, headings)
    assert finished.show("<h1>finished-0</h1>\n<p>finished-0</p>", hidden) == "<h1>finished-0</h1>\n<p>x</p>\n"
    assert shown == "# finished-0\n\nfinished-0"


def test_a_carriage_return_in_a_text_moves_no_heading(tmp_path: Path) -> None:
    text, headings = finished.divide(f"<p>one\r# two\r\nthree</p>\n{HEADING}# A title\n<p>*x*</p>\n")
    (tmp_path / "page.md").write_bytes(text.encode())
    shown, hidden = finished.hide((tmp_path / "page.md").read_text(encoding="utf-8"), headings)
    assert shown == "finished-0\n\n# A title\n\nfinished-1"
    assert hidden == ["<p>one\n# two\nthree</p>", "<p>*x*</p>"]
