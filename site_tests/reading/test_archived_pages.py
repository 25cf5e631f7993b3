"""Lines of programs that saved a page are left out, and reported."""

from __future__ import annotations

from site_tests.reading.reader import read


def test_lines_of_an_archive_are_left_out_and_reported() -> None:
    added = (
        "[Link to Wayback Machine](https://example.org/)\n\n[_metadata_:generator]:- \"Somebody's"
        ' program"\n\n'
    )
    page = (
        f"{added}# Lanterns of Aldermoor Release Notes\n\n## CARD-SPECIFIC"
        " NOTES\n\nLantern\n\n{2}\n\nArtifact\n\nCrew 1\n\n- A note.\n"
    )
    notes, problems = read(page)
    assert notes.title == "Lanterns of Aldermoor Release Notes"
    assert notes.preamble == ()
    assert any(
        "left out" in problem.message and "Wayback" in problem.message for problem in problems
    )
    assert not [problem for problem in problems if problem.is_error]
