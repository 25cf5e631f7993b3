"""The guide for owners: its file is written and its commands are run exactly as printed, and the
site has what the page on linking names.
"""

from __future__ import annotations

import shutil
from contextlib import chdir
from pathlib import Path

import pytest

from site_tests.conftest import ROOT
from site_tests.documentation.written import DOCS, Written, anywhere, page
from site_tests.robustness.documents import run
from site_tests.sites import read_page

OWNING = Written("en", "owning.md", f"\n---\n{(DOCS / 'owning.md').read_text('utf-8')}")
LINKING = page("en", "linking.md")
NOTES = ROOT / "content" / "notes"
INIT, IMPORT, BUILD = (
    "rulebinder init my-site",
    "rulebinder import notes/bng.en.txt",
    "rulebinder site",
)
FETCH = "rulebinder import scryfall"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which the commands ran: an invented document is that of a real set."""

    def do(command: str) -> None:
        result = run(*command.split()[1:])
        assert result.exit_code == 0, (command, result.output)

    above = tmp_path_factory.mktemp("home")
    own, blocks = above / "my-site", OWNING.blocks
    with chdir(above), pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", "https://example.org/")
        do(INIT)
        with chdir(own):
            document = (NOTES / "lam.en.md").read_text("utf-8")
            Path("notes/bng.en.txt").write_text(
                document.replace("Lanterns of Aldermoor", "Born of the Gods"), "utf-8"
            )
            for name in ("lam.en.md", "lam.es.md"):
                shutil.copy(NOTES / name, "notes")
            (corrections,) = [block for block in blocks if block.startswith("- card: ")]
            Path("content/corrections").mkdir(exist_ok=True)
            Path("content/corrections/bng.en.yml").write_text(corrections, "utf-8")
            do(IMPORT)
            do(BUILD)
    return own


def test_each_command_of_the_guide_is_run() -> None:
    lines = {line for block in OWNING.blocks for line in block.splitlines()}
    assert {line for line in lines if line.startswith("rulebinder ")} == {
        *(INIT, IMPORT, BUILD),
        FETCH,  # it needs a network
    }


def test_a_document_is_corrected_as_the_guide_says(folder: Path) -> None:
    assert "own tolls" in (folder / "notes" / "bng.en.yml").read_text("utf-8")
    assert (folder / "notes" / "bng.en.review").is_file()
    assert (folder / "content" / "ledger" / "bng.yml").is_file()


def test_every_address_on_a_page_is_in_the_site(folder: Path) -> None:
    named = [each for each in LINKING.code if each.startswith(("r/", "data/", "en/"))]
    named += LINKING.part("short").blocks[0].splitlines()
    assert len(named) >= 8
    assert [each for each in named if not anywhere(folder / "site", each)] == []


def test_anchors_have_the_documented_form(folder: Path) -> None:
    (anchor,) = [each for each in LINKING.code if each.startswith("#")]
    there = read_page(folder, "site/en/cards/tollkeepers-due")
    assert f'id="{anchor[1:].replace("mh3", "bng")}"' in there
