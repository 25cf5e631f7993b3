"""Lines of programs that saved a page are left out, and reported."""

from __future__ import annotations

from rulebinder.facts.catalogue import Catalogue
from rulebinder.facts.languages import Languages
from rulebinder.reading import document


def test_lines_of_an_archive_are_left_out_and_reported(
    languages: Languages, catalogue: Catalogue
) -> None:
    added = (
        "[Link to Wayback Machine](https://example.org/)\n\n[_metadata_:generator]:- \"Somebody's"
        ' program"\n\n'
    )
    page = (
        f"{added}# Lanterns of Aldermoor Release Notes\n\n## CARD-SPECIFIC"
        " NOTES\n\nLantern\n\n{2}\n\nArtifact\n\nCrew 1\n\n- A note.\n"
    )
    notes, problems = document.read(
        page.encode(),
        "lam.en.md",
        languages=languages,
        catalogue=catalogue,
        set_code="lam",
        lang="en",
    )
    assert notes is not None
    assert notes.title == "Lanterns of Aldermoor Release Notes"
    assert notes.preamble == ()
    assert any(
        "left out" in problem.message and "Wayback" in problem.message for problem in problems
    )
    assert not [problem for problem in problems if problem.is_error]
