"""Python-Markdown reads only the headings of a generated page, and nothing else can become Markdown."""

from __future__ import annotations

from pathlib import Path

from generator.publishing import finished
from generator.templating.environment import HEADING

RENDERED = f"\n{HEADING}# A title\n\n<div>\n\n# no heading\n\n</div>\n{HEADING}## Rulings {{#rulings}}\n<p>*One*</p>\n"


def heading(text: str) -> tuple[str, tuple[finished.Token, ...]]:
    level = len(text) - len(text.lstrip("#"))
    return f"<h{level}>{text.strip('# ')}</h{level}>", ({"level": level, "id": text},)


def test_only_marked_lines_are_headings() -> None:
    text, headings = finished.divide(RENDERED)
    assert HEADING not in text
    assert [text.split("\n")[number] for number in headings] == ["# A title", "## Rulings {#rulings}"]


def test_all_other_lines_stay_as_they_are() -> None:
    html, tokens = finished.convert(*finished.divide(RENDERED), heading)
    assert html == "<h1>A title</h1>\n<div>\n\n# no heading\n\n</div>\n<h2>Rulings {#rulings}</h2>\n<p>*One*</p>\n"
    assert [token["level"] for token in tokens] == [1, 2]


def test_headings_that_follow_each_other_are_two() -> None:
    html, _ = finished.convert(*finished.divide(f"{HEADING}# One\n{HEADING}## Two\n"), heading)
    assert html == "<h1>One</h1>\n<h2>Two</h2>\n"


def test_the_entries_of_a_heading_are_new_for_each_page() -> None:
    """The table of contents puts entries into each other, and pages share headings."""
    known = heading("# One")
    for _ in range(2):
        _, tokens = finished.convert("# One\n", [0], lambda _: known)
        tokens[0]["children"] = []
    assert "children" not in known[1][0]


def test_a_carriage_return_in_a_text_moves_no_heading(tmp_path: Path) -> None:
    text, headings = finished.divide(f"<p>one\r# two\r\nthree</p>\n{HEADING}# A title\n<p>*x*</p>\n")
    (tmp_path / "page.md").write_bytes(text.encode())
    html, _ = finished.convert((tmp_path / "page.md").read_text(encoding="utf-8"), headings, heading)
    assert html == "<p>one\n# two\nthree</p>\n<h1>A title</h1>\n<p>*x*</p>\n"
