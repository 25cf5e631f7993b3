"""Every permanent address of the built site exists and shows the right ruling."""

from __future__ import annotations

import shutil

from site_tests.crawling import failures

SHORT = "r/lom/mire-lantern/1/"
DAMAGES = (
    (f"es/{SHORT}", "maná azul", "maná rojo"),
    (f"en/{SHORT}", "#lom-1", "#lom-9"),
    ("fr/sets/lom/", "lom-card-legality-1", "gone"),
)
"""Pages, and what each has in place of another text."""


def test_every_ruling_has_its_pages_its_anchors_and_its_preview(built, languages):
    assert [*failures(built, languages)] == []


def test_a_crawl_finds_failures(built, languages, tmp_path):
    site = shutil.copytree(built, tmp_path / "site")
    for page, old, new in DAMAGES:
        path = site / page / "index.html"
        path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    (site / SHORT / "index.html").unlink()
    assert set(failures(site, languages)) == {
        SHORT,
        f"es/{SHORT}",
        f"en/{SHORT}: leads to #lom-9",
        *(f"{lang}/cards/mire-lantern/#lom-9" for lang in ("en", "es", "fr")),
        "fr/sets/lom/#lom-card-legality-1",
    }
