"""The size of a site: one setting decides which feeds, short pages, lists and pictures it has, and
nothing goes that was published.
"""

import re
import shutil
from pathlib import Path

import pytest

from site_tests.publishing.conftest import choose
from site_tests.robustness.documents import card, document, fill, run

PROMISED = re.compile(r".+/feed\.(?:json|xml)|(?:.+/)?r/.+/index\.html|api/.+")
DOCUMENTS = {
    "hol.en.md": document(card("Apple Warden", "It is green."), card("Bell of Bark", "It rings.")),
    "qua.en.md": document(card("Echo Stone", "It answers."))
    .replace("Hollow Orchard", "Quarry of Echoes")
    .replace("HOL", "QUA"),
}


@pytest.fixture
def owner(owned):
    fill(owned / "notes", DOCUMENTS)
    return owned


def promised(site: Path) -> set[str]:
    paths = (path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    return {path for path in paths if PROMISED.fullmatch(path)}


def test_a_smaller_size_keeps_what_is_published_until_the_owner_lets_it_go(owner):
    choose(owner, "size: full")
    assert run("site").exit_code == 0
    before = promised(owner / "site")
    assert {
        "en/feed.json",
        "en/sets/hol/feed.xml",
        "en/cards/apple-warden/feed.json",
        "en/r/hol/apple-warden/1/index.html",
        "api/cards/apple-warden.json",
    } <= before
    pictures = sum(len(list((owner / "site" / each).rglob("*.png"))) for each in ("previews", "r"))

    choose(owner, "size: small")
    smaller = run("site")
    assert smaller.exit_code == 0
    assert promised(owner / "site") >= before
    (line,) = (line for line in smaller.stderr.splitlines() if "warning" in line)
    at = (owner / "mkdocs.yml").read_text("utf-8").split("\n").index("  size: small") + 1
    assert line == (
        f"mkdocs.yml:{at}: warning: this asks for fewer feeds, short_pages, rulings_api than are"
        " published, which stay; write `feeds: all`, `short_pages: all`, `rulings_api: on` under"
        " extra, or remove them with `rulebinder site --force`"
    )
    assert f"site:1: notice: {pictures} published files gone: previews/" in smaller.stderr
    assert run("site", "--verify").exit_code == 0

    forced = run("site", "--force")
    assert (
        f"site:1: notice: {len(before - promised(owner / 'site'))} published files" in forced.stderr
    )
    after = promised(owner / "site")
    assert {path for path in after if "feed" in path} == {"en/feed.json", "en/feed.xml"}
    assert not {path for path in after if path.startswith(("en/r/", "api/"))}
    assert "Nothing has changed." in run("site").stdout


def test_exceptions_keep_what_a_copy_of_the_site_has(owner):
    kept = ("feeds: subjects", "short_pages: all", "rulings_api: on")
    choose(owner, *kept, "preview_pictures: off")
    assert run("site").exit_code == 0
    before = promised(owner / "site")
    copy = owner.parent / "published"
    for path in ("r/index.json", "data/manifest.json"):
        fill(copy, {path: (owner / "site" / path).read_bytes()})
    shutil.rmtree(owner / "site")
    choose(owner, "feeds: site", "short_pages: translated", "rulings_api: off")
    result = run("site", "--published", copy)
    assert f"write {', '.join(f'`{each}`' for each in kept)} under extra" in result.stderr
    assert promised(owner / "site") == before


def test_a_published_feed_of_a_card_that_is_gone_is_named(owner):
    choose(owner, "feeds: all", "preview_pictures: off")
    assert run("site").exit_code == 0
    fill(owner / "notes", {"hol.en.md": document(card("Apple Warden", "It is green."))})
    result = run("site")
    assert (
        "site:1: notice: 2 published files gone: en/cards/bell-of-bark/feed.json,"
        " en/cards/bell-of-bark/feed.xml\n"
    ) in result.stderr
