"""The weight of a site: an estimate before the build that is close to the result, and the hosts
that take it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.build import make
from rulebinder.facts.languages import Languages
from rulebinder.joining import join
from rulebinder.release import weight as weighing
from rulebinder.settings import options
from rulebinder.site import measuring
from rulebinder.site.measuring import Weight
from site_tests import sites
from site_tests.builders import catalogue, entry, notes
from site_tests.robustness import documents as invented
from site_tests.sites import Site

MARGIN = 0.1
"""How far the estimate may be from the result."""


def test_the_estimate_is_close_to_the_built_site(whole: Site) -> None:
    """README.md has the figures of real documents."""
    if sites.named():
        pytest.skip("the library of the site that RULEBINDER_SITE names is not known here")
    content, documents = sites.sampled()
    library, _ = join(documents, content.catalogue, content.languages)
    expected = weighing.expected(
        make.described(library, content.languages, options.load(), sites.ADDRESS)
    )
    made = measuring.measured(whole.folder)
    assert expected.files == pytest.approx(made.files, rel=MARGIN)
    assert expected.size == pytest.approx(made.size, rel=MARGIN)
    assert made.files == sum(path.is_file() for path in whole.folder.rglob("*"))


def test_files_of_others_are_not_counted(tmp_path: Path) -> None:
    (tmp_path / ".rulebinder").write_text(
        '{"form": 1, "errors": 0}\n0 .rulebinder\n0 index.html\n', encoding="utf-8"
    )
    (tmp_path / "index.html").write_text("x" * 100, encoding="utf-8")
    (tmp_path / "CNAME").write_text("y" * 1000, encoding="utf-8")
    assert measuring.measured(tmp_path).files == 2
    assert measuring.measured(tmp_path).size < 1000


def test_fewer_pictures_and_short_pages_weigh_less(languages: Languages) -> None:
    library = join(
        (notes(entry("Mire Lantern", *(f"It has ruling {number}." for number in range(50)))),),
        catalogue(),
        {},
        None,
    )[0]

    def weight(pictures: str, shorts: str) -> Weight:
        chosen = replace(
            options.load(),
            preview_pictures=pictures,
            short_pages=shorts,
            site_url="https://x.example/",
        )
        return weighing.expected(make.described(library, languages, chosen))

    most, cards, off = (weight(pictures, "all") for pictures in ("rulings", "cards", "off"))
    assert (most.files - cards.files, cards.files - off.files) == (50, 1)
    assert most.size > cards.size > off.size
    assert off.files - weight("off", "one").files == 50
    assert weight("off", "one").size < off.size


def test_each_host_is_named_unless_a_limit_is_passed() -> None:
    small = Weight(files=10_000, size=80_000_000)
    assert str(small) == "10,000 files, 80 MB"
    assert (
        weighing.told(small)
        == "GitHub Pages (1 GB), GitLab Pages (1 GB, 200,000 files) and Cloudflare Pages (20,000"
        " files) take it"
    )
    assert weighing.excess(small) == []
    many = Weight(files=30_000, size=200_000_000)
    assert "Cloudflare" not in weighing.told(many)
    (found,) = weighing.excess(many)
    assert not found.is_error
    assert (
        found.message
        == "the website has about 30,000 files, 200 MB, too many for the free plan of Cloudflare"
        " Pages (20,000 files)"
    )
    large = Weight(files=19_000, size=1_200_000_000)
    assert weighing.told(large) == "Cloudflare Pages (20,000 files) takes it"
    assert len(weighing.excess(large)) == 2
    assert (
        weighing.told(Weight(files=300_000, size=2_000_000_000))
        == "no free plan of a host that we know takes it"
    )


def test_the_command_tells_the_weight_before_and_after_the_build(tmp_path: Path) -> None:
    content = invented.content(tmp_path / "content")
    notes = invented.fill(tmp_path / "notes", {"hol.en.md": invented.document()})
    result = invented.run(
        "site", "--notes", notes, "--content", content, "--out", tmp_path / "site"
    )
    expected, made = (
        int(re.search(rf"{said} (\d+) files, \d+ MB", result.stdout)[1])  # type: ignore[index]
        for said in ("The website will have about", "It has")
    )
    assert made == sum(path.is_file() for path in (tmp_path / "site").rglob("*"))
    assert made / 2 < expected < made * 2
    assert result.stdout.index("will have about") < result.stdout.index("It has")
    assert "GitHub Pages (1 GB)" in result.stdout
