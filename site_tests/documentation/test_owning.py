"""The guide for owners: its file is written and its commands are run exactly as printed, and the
site has what the page on linking names.
"""

import pytest

from site_tests.conftest import ROOT
from site_tests.documentation.written import DOCS, Written, anywhere, page
from site_tests.robustness.documents import fill, run
from site_tests.sites import read_page

OWNING = Written("en", "owning.md", f"\n---\n{(DOCS / 'owning.md').read_text('utf-8')}")
LINKING = page("en", "linking.md")
NOTES = ROOT / "content" / "notes"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the folder in which the commands of the guide ran, but for the one that fetches: an
    invented document is that of a real set.
    """
    lines = [line for block in OWNING.blocks for line in block.splitlines()]
    init, fetch, build, read = dict.fromkeys(
        line.removeprefix("rulebinder ") for line in lines if line.startswith("rulebinder ")
    )
    assert fetch == "import scryfall"
    (corrections,) = [block for block in OWNING.blocks if block.startswith("- card: ")]
    english, spanish = ((NOTES / name).read_text("utf-8") for name in ("lam.en.md", "lam.es.md"))
    new = english.replace("Lanterns of Aldermoor", "Born of the Gods")
    above = tmp_path_factory.mktemp("home")
    own = above / "my-site"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(above)
        patch.setenv("SITE_URL", "https://example.org/")
        assert run(*init.split()).exit_code == 0
        fill(own / "notes", {"bng.en.txt": new, "lam.en.md": english, "lam.es.md": spanish})
        fill(own / "content" / "corrections", {"bng.en.yml": corrections})
        patch.chdir(own)
        for command in (read, build):
            result = run(*command.split())
            assert result.exit_code == 0, (command, result.output)
    return own


def test_a_document_is_corrected_as_the_guide_says(folder):
    assert "own tolls" in (folder / "notes" / "bng.en.yml").read_text("utf-8")
    assert (folder / "notes" / "bng.en.review").is_file()
    assert (folder / "content" / "ledger" / "bng.yml").is_file()


def test_every_address_on_a_page_is_in_the_site(folder):
    named = [each for each in LINKING.code if each.startswith(("r/", "data/", "en/"))]
    named += LINKING.part("short").blocks[0].splitlines()
    assert len(named) >= 8
    assert [each for each in named if not anywhere(folder / "site", each)] == []


def test_anchors_have_the_documented_form(folder):
    (anchor,) = [each for each in LINKING.code if each.startswith("#")]
    there = read_page(folder, "site/en/cards/tollkeepers-due")
    assert f'id="{anchor[1:].replace("mh3", "bng")}"' in there
