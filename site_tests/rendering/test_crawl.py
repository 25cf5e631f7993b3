"""Every permanent address of the built site exists and shows the right ruling."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from rulebinder.facts.languages import Languages
from site_tests.crawling import begins, crawl
from site_tests.sites import read_page

SHORT = Path("es", "r", "lom", "mire-lantern", "1", "index.html")


def test_every_ruling_has_its_pages_its_anchors_and_its_preview(
    built: Path, languages: Languages
) -> None:
    found = crawl(built, languages)
    assert found.failures == []
    assert (found.rulings, found.paragraphs, found.gone) == (8, 2, 0)
    assert (
        found.anchors
        == 3 * found.pages
        == 9 * len(json.loads((built / "r" / "index.json").read_text("utf-8")))
    )


def damaged(built: Path, folder: Path, path: Path, old: str, new: str) -> Path:
    """Return a copy of the site in which one page has ``new`` in place of ``old``."""
    site = shutil.copytree(built, folder / "site")
    (site / path).write_text((site / path).read_text("utf-8").replace(old, new), encoding="utf-8")
    return site


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        ((SHORT, "maná azul", "maná rojo"), "es/r/lom/mire-lantern/1/"),
        ((SHORT, "#lom-1", "#lom-9"), "fr/cards/mire-lantern/#lom-9"),
        (
            (Path("fr", "sets", "lom", "index.html"), "lom-card-legality-1", "gone"),
            "fr/sets/lom/#lom-card-legality-1",
        ),
    ],
    ids=["preview", "anchor", "paragraph"],
)
def test_a_crawl_finds_failures(
    change: tuple[Path, str, str], failure: str, built: Path, languages: Languages, tmp_path: Path
) -> None:
    assert failure in crawl(damaged(built, tmp_path, *change), languages).failures


def test_a_crawl_finds_a_missing_page(built: Path, languages: Languages, tmp_path: Path) -> None:
    site = shutil.copytree(built, tmp_path / "site")
    (site / SHORT).unlink()
    assert crawl(site, languages).missing_pages == ["es/r/lom/mire-lantern/1/"]


def test_a_shortened_text_is_cut_at_a_word() -> None:
    text = "lantern " * 40
    assert begins(f"{'lantern ' * 36}lantern…", text)
    assert not begins(f"{'lantern ' * 30}lantern…", text), "there was room for more"
    assert not begins(f"{'lantern ' * 36}lant…", text), "cut within a word"
    assert not begins(f"{'lantern ' * 37}", text), "nothing says that it goes on"
    assert begins("lantern", "lantern\n")
    assert not begins("lantern…", "lantern light")


def test_a_paragraph_has_an_unobtrusive_sign_a_link_and_a_short_address(built: Path) -> None:
    page = read_page(built, "es/sets/lom")
    (found,) = re.findall(
        r'<div class="paragraph"[^>]* id="lom-card-legality-1">.*?</a>', page, re.DOTALL
    )
    assert 'data-short="../../r/lom/notes/card-legality/1/"' in found
    assert 'aria-label="Enlace a este párrafo"' in found
