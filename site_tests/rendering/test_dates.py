"""A ruling has one date everywhere: the day of its set; if an edition changed it, also the day of
that edition.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from rulebinder.facts.languages import Languages
from rulebinder.library import Library
from rulebinder.outputs import data
from rulebinder.pages import addresses
from rulebinder.search.normal_form import elisions, folding
from rulebinder.search.records import Finder
from rulebinder.site.model import Site
from site_tests import outputs
from site_tests.builders import entry, joined, notes
from site_tests.outputs import shorts, site_of

BEFORE, AFTER, SET = "2031-01-20", "2031-03-04", "2031-02-07"
SAID = "February 7, 2031"
ADDRESS = "https://x.example/"
DAY = re.compile(r"(?:January|February|March) \d+, 2031")
SAME, NEW, OTHER = "lom/mire-lantern/1", "lom/mire-lantern/2", "lom/mire-lantern/3"


@pytest.fixture(scope="module")
def library() -> Library:
    """Return a library with a ruling that never changed, one that an edition changed, and one that
    it added.
    """
    kept, old = (
        "The first lantern burns until the end of the turn.",
        "A lantern that is lit costs {1} less to cast.",
    )
    first = joined(notes(entry("Mire Lantern", kept, old), last_modified=BEFORE))
    added = "Wholly different: nobody may sacrifice goats here."
    document = notes(
        entry("Mire Lantern", kept, old.replace("{1}", "{2}"), added), last_modified=AFTER
    )
    return joined(document, ledgers=first.ledgers)


@pytest.fixture(scope="module")
def site(library: Library) -> Site:
    return site_of(library, address=ADDRESS)


def said(site: Site, note_id: str) -> dict[str, list[str]]:
    """Return the days of a ruling in every place that shows any."""
    pages = {path: html.unescape(page) for path, page in shorts(site).items()}
    return {
        "short page": DAY.findall(pages[f"{addresses.short_page(note_id)}index.html"]),
        "short page of a language": DAY.findall(
            pages[f"en/{addresses.short_page(note_id)}index.html"]
        ),
    }


@pytest.mark.parametrize(
    ("note_id", "days"), [(SAME, [SAID]), (NEW, [SAID, "March 4, 2031"]), (OTHER, [SAID])]
)
def test_a_ruling_has_the_same_dates_in_every_place(
    site: Site, tmp_path: Path, note_id: str, days: list[str]
) -> None:
    assert outputs.render(site, "en", tmp_path, {}) == []
    found = said(site, note_id)
    card = (tmp_path / "cards" / "mire-lantern" / "index.md").read_text("utf-8")
    ruling = next(
        each
        for each in re.findall(r'<li class="ruling".*?</li>', card, re.S)
        if f' id="lom-{note_id[-1]}"' in each
    )
    found["card page"] = DAY.findall(ruling.partition('class="origin"')[2].partition("</p>")[0])
    container = re.findall(r'data-published="([^"]*)"', card)[:1]
    own = re.findall(r'data-(?:published|revised)="([^"]*)"', ruling.partition(">")[0])
    found["copied text"] = DAY.findall(" ".join(own or container))
    assert found == dict.fromkeys(found, days)
    assert ('<p class="quiet">Revised March 4, 2031</p>' in ruling) == (note_id == NEW)


@pytest.mark.parametrize(("note_id", "revised"), [(SAME, None), (NEW, AFTER), (OTHER, None)])
def test_the_data_and_hits_have_the_same_dates(
    site: Site, languages: Languages, note_id: str, revised: str | None
) -> None:
    files = dict(data.files(site))
    lines = [json.loads(line) for line in files["data/rulings.ndjson"].splitlines()]
    (line,) = [each for each in lines if each["id"] == note_id]
    index = json.loads(files["r/index.json"])[note_id]
    for each in (line, index):
        assert (each["published_at"], each["revised_at"]) == (SET, revised)
    records = Finder(editions=site.editions, fold=folding(elisions(languages))).records()["en"]
    (record,) = [each for each in records if each.id == note_id]
    assert record.revised_at == revised
