"""Every permanent address of the built site exists and shows the right ruling."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from rulebinder.facts.languages import Languages
from site_tests.crawling import begins, crawl

SHORT = "r/lom/mire-lantern/1/"
DAMAGES = (
    (f"es/{SHORT}", "maná azul", "maná rojo"),
    (f"en/{SHORT}", "#lom-1", "#lom-9"),
    ("fr/sets/lom/", "lom-card-legality-1", "gone"),
)
"""Pages, and what each has in place of another text."""


def test_every_ruling_has_its_pages_its_anchors_and_its_preview(
    built: Path, languages: Languages
) -> None:
    found = crawl(built, languages)
    assert found.failures == []
    index = json.loads((built / "r" / "index.json").read_text("utf-8"))
    assert found.anchors == 9 * len(index)
    rulings = [entry for entry in index.values() if entry["kind"] != "paragraph"]
    assert found.previews == 3 * len(rulings)


def test_a_crawl_finds_failures(built: Path, languages: Languages, tmp_path: Path) -> None:
    site = shutil.copytree(built, tmp_path / "site")
    for page, old, new in DAMAGES:
        path = site / page / "index.html"
        path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    (site / SHORT / "index.html").unlink()
    assert set(crawl(site, languages).failures) == {
        SHORT,
        f"es/{SHORT}",
        *(f"{lang}/cards/mire-lantern/#lom-9" for lang in ("en", "es", "fr")),
        "fr/sets/lom/#lom-card-legality-1",
    }


def test_a_shortened_text_is_cut_at_a_word() -> None:
    text = "lantern " * 40
    assert begins(f"{'lantern ' * 36}lantern…", text)
    assert not begins(f"{'lantern ' * 30}lantern…", text), "there was room for more"
    assert not begins(f"{'lantern ' * 36}lant…", text), "cut within a word"
    assert not begins(f"{'lantern ' * 37}", text), "nothing says that it goes on"
    assert begins("lantern", "lantern\n")
    assert not begins("lantern…", "lantern light")
