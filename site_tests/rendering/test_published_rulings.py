"""Published rulings on pages: one timeline a card, pages of days, no short pages, and links across
languages.
"""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator

from rulebinder.facts import yaml_files
from rulebinder.joining import join
from rulebinder.notes import ReleaseNotes, Ruling
from rulebinder.text import parse
from site_tests.builders import card, catalogue, entry, face, library_of, mechanic, notes, published
from site_tests.outputs import build_site, html_at
from site_tests.sites import in_each_language, read_json, read_page

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


def words(html: str) -> str:
    return " ".join(
        re.sub(r"<[^>]+>", " ", html[html.index("<main") : html.index("</main")]).split()
    )


def test_a_repeated_ruling_says_when_it_was_published_and_has_that_anchor(site):
    page = read_page(site, "en/cards/mire-lantern")
    assert words(page).count("glows only if it is untapped") == 1
    assert "Also published on February 9, 2031: 1" in words(page)
    assert f'id="{DAY}-1"' in page
    assert page.index(f'id="{DAY}-2"') < page.index(f'id="{DAY}-1"')


def test_the_heading_of_a_day_names_the_day_and_no_set_code(site):
    page = read_page(site, "en/cards/mire-lantern")
    said = words(page)
    assert "As printed" not in said
    assert re.search(r"Rulings of February 9, 2031</a>.*</h3>\n<div class=\"notes\"", page)
    assert DAY not in said


def test_a_ruling_that_is_not_the_publishers_says_whose_it_is(site):
    assert "Note by Scryfall, not an official ruling" in words(
        read_page(site, "en/cards/quiet-reed")
    )


def test_a_card_with_published_rulings_only_has_one_page(site):
    assert [
        lang for lang in ("en", "es", "fr") if (site / lang / "cards" / "quiet-reed").exists()
    ] == ["en"]
    assert 'href="../../../en/cards/quiet-reed/"' in read_page(site, f"es/sets/{DAY}")
    assert "quiet-reed" not in read_page(site, "es/cards")
    assert "1 more card has only rulings that were published card by card" in words(
        read_page(site, "en/cards")
    )
    page = read_page(site, "en/cards/quiet-reed")
    assert 'rel="alternate" hreflang' not in page
    assert 'href="../../../es/cards/"' in page
    addresses = (site / "sitemap.xml").read_text("utf-8")
    assert [lang for lang in ("en", "es", "fr") if f"/{lang}/cards/quiet-reed/" in addresses] == [
        "en"
    ]


def test_published_rulings_have_no_short_pages_and_no_pictures(site):
    assert [path.name for path in (site / "r").iterdir() if path.is_dir()] == ["lom"]
    assert not (site / "previews" / "quiet-reed.png").exists()
    assert f'data-short="../../../en/cards/quiet-reed/#{DAY}-1"' in read_page(
        site, "en/cards/quiet-reed"
    )


@in_each_language
def test_a_day_has_a_page_with_its_cards_and_no_document(site, lang):
    page = read_page(site, f"{lang}/sets/{DAY}")
    assert "Quiet Reed" in words(page)
    assert [each.name for each in (site / lang / "sets" / DAY).iterdir()] == ["index.html"]


def test_days_are_one_line_below_the_sets(site):
    page = read_page(site, "en/sets")
    below = page[page.index('<details id="days">') :].partition("</details>")[0]
    assert "<summary>3 rulings published card by card</summary>" in below
    assert f'<a href="{DAY}/">Rulings of February 9, 2031</a>' in below
    assert page.count(DAY) == below.count(DAY)
    home = words(read_page(site, "en"))
    assert "3 rulings published card by card" in home


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


def test_the_audit_shows_all_days_as_one_document(site):
    said = words(read_page(site, "en/audit"))
    assert "Rulings by day 2 cards 3 rulings 1 day" in said
    assert "Rulings of February 9, 2031" not in said
    assert said.count("rulings.json") == 1


def test_a_ruling_that_moved_and_that_documents_have_too_is_found_from_its_old_address(
    languages, tmp_path
):
    before = library_of(published(DAY, entry("Mire Lantern", GLOW, HUM)), facts=catalogue())
    glow, hum = entry("Mire Lantern", GLOW), entry("Mire Lantern", HUM)
    now = [notes(glow), published(DAY, hum), published("2032-05-01", glow)]
    library = join(now, catalogue(), languages, before.ledgers)[0]
    build_site(library, tmp_path / "site")
    page = read_page(tmp_path / "site", "en/cards/mire-lantern")
    assert f'id="{DAY}-1"' in page
    assert 'id="2032-05-01-1"' in page


@pytest.fixture(scope="module")
def repeated(tmp_path_factory):
    """Return a site whose release notes have all rulings of a day, beside a newer day with another
    card.
    """
    folder = tmp_path_factory.mktemp("repeated") / "site"
    glow = entry("Mire Lantern", GLOW)
    newer = published("2032-05-01", entry("Quiet Reed", HUM))
    library = library_of(notes(glow), published(DAY, glow), newer, facts=catalogue())
    build_site(library, folder, site_url="https://example.org/sub")
    return folder


def test_a_day_of_which_release_notes_have_all_rulings_is_not_listed(repeated):
    assert (repeated / "en" / "sets" / DAY / "index.html").is_file()
    for page in ("en/sets", "en/audit"):
        assert "Rulings of February 9, 2031" not in words(read_page(repeated, page))
    assert f"sets/{DAY}" not in (repeated / "en" / "feed.json").read_text("utf-8")


def test_a_day_says_that_it_has_rulings_only(repeated):
    feed = read_json(repeated / "en" / "feed.json")
    said = {each["title"]: each["content_text"] for each in feed["items"]}
    assert said["Rulings of May 1, 2032"] == "Rulings of May 1, 2032: rulings on 1 card."


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
