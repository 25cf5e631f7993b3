"""Published rulings on pages: one timeline a card, pages of days, no short pages, and links across
languages.
"""

import json
import re

import pytest
from jsonschema import Draft202012Validator

from rulebinder.facts import yaml_files
from rulebinder.notes import ReleaseNotes, Ruling
from rulebinder.outputs import feeds
from rulebinder.text import parse
from site_tests.builders import card, catalogue, entry, face, library_of, mechanic, notes, published
from site_tests.outputs import build_site, html_at, site_of
from site_tests.rendering.approval import assert_approved, read
from site_tests.sites import read_json

DAY = "2031-02-09"
GLOW, HUM = (
    "Mire Lantern glows only if it is untapped.",
    "You choose the number when Mire Lantern enters.",
)


def documents() -> tuple[ReleaseNotes, ...]:
    reed = card(face("Quiet Reed", "Creature — Plant", "Flying"))
    other = Ruling(parse("It is a plant of the Mire Lantern."), source="scryfall")
    cards = entry("Mire Lantern", GLOW, HUM), entry(reed, "A quiet reed sways.", other)
    return notes(entry("Mire Lantern", GLOW)), published(DAY, *cards)


@pytest.fixture(scope="module")
def library():
    return library_of(*documents(), facts=catalogue())


@pytest.fixture(scope="module")
def site(library, tmp_path_factory):
    """Return a built site. The build checks that no link on it is broken."""
    folder = tmp_path_factory.mktemp("published") / "site"
    build_site(library, folder, site_url="https://example.org/sub")
    return folder


def test_pages_with_published_rulings_are_as_approved(site):
    pages = [
        f"en/{page}index.html"
        for page in ("", "audit/", "cards/", "cards/mire-lantern/", "cards/quiet-reed/", "sets/")
    ]
    pages += ["es/cards/index.html", *(f"{lang}/sets/{DAY}/index.html" for lang in ("en", "es"))]
    assert_approved("published", read(site, pages))


def test_published_rulings_have_a_page_in_one_language_without_document_and_picture(site):
    def named(pattern):
        return [path.relative_to(site).as_posix() for path in sorted(site.glob(pattern))]

    assert named("*/cards/quiet-reed") == ["en/cards/quiet-reed"]
    assert named(f"*/sets/{DAY}/*") == [
        f"{lang}/sets/{DAY}/index.html" for lang in ("en", "es", "fr")
    ]
    assert named("r/*/") == ["r/lom"]
    assert named("previews/quiet*") == []
    sitemap = (site / "sitemap.xml").read_text("utf-8")
    assert re.findall("/([a-z]+)/cards/quiet-reed/<", sitemap) == ["en"]


def test_the_data_of_a_published_ruling_has_its_day_and_its_address(site):
    lines = [
        json.loads(line)
        for line in (site / "data" / "rulings.ndjson").read_text("utf-8").splitlines()
    ]
    found = {each["id"]: each for each in lines}
    reed = found[f"{DAY}/quiet-reed/1"]
    assert (reed["published_at"], reed["source"]) == (DAY, "rulings.json")
    assert reed["url"] == f"https://example.org/sub/en/cards/quiet-reed/#{DAY}-1"
    for each in lines:
        Draft202012Validator(yaml_files.schema("ruling")).validate(each)
    index = read_json(site / "r" / "index.json")
    assert index[f"{DAY}/mire-lantern/1"]["address"] == f"en/cards/mire-lantern/#{DAY}-1"


def test_a_ruling_that_moved_and_that_documents_have_too_is_found_from_its_old_address():
    before = library_of(published(DAY, entry("Mire Lantern", GLOW, HUM)), facts=catalogue())
    glow, hum = entry("Mire Lantern", GLOW), entry("Mire Lantern", HUM)
    now = [notes(glow), published(DAY, hum), published("2032-05-01", glow)]
    library = library_of(*now, facts=catalogue(), ledgers=before.ledgers)
    page = html_at(library, "cards/mire-lantern/")
    assert f'id="{DAY}-1"' in page
    assert 'id="2032-05-01-1"' in page


def test_a_day_of_which_release_notes_have_all_rulings_is_not_listed():
    """A newer day with another card says that it has rulings only."""
    glow = entry("Mire Lantern", GLOW)
    newer = published("2032-05-01", entry("Quiet Reed", HUM))
    library = library_of(notes(glow), published(DAY, glow), newer, facts=catalogue())
    assert html_at(library, f"sets/{DAY}/")
    for url in ("sets/", "audit/"):
        assert "Rulings of February 9, 2031" not in html_at(library, url)
    site = site_of(library, address="https://example.org/sub/")
    feed = json.loads(dict(feeds.make_files(site))["en/feed.json"])
    listed = {item["title"]: item["content_text"] for item in feed["items"]}
    assert listed["Rulings of May 1, 2032"] == "Rulings of May 1, 2032: rulings on 1 card."
    assert "Rulings of February 9, 2031" not in listed


def test_lists_of_cards_name_sets_although_published_rulings_are_newer():
    wisp = card(face("Quiet Wisp", "Creature — Spirit", "Flying"))
    library = library_of(
        notes(entry(wisp, "It sways.")),
        published(DAY, entry(wisp, "It hums.")),
        facts=catalogue(mechanic("flying")),
    )
    assert [each.set_code for each in library.cards["quiet-wisp"].notes] == [DAY, "lom"]
    members, every = (html_at(library, f"{page}/") for page in ("mechanics/flying", "cards"))
    assert "Lanterns over Mire" in members.partition('class="members"')[2].partition("</ul>")[0]
    assert "<td>LOM</td>" in every
