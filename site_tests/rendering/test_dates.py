"""A ruling has one date everywhere: the day of its set; if an edition changed it, also the day of
that edition.
"""

from __future__ import annotations

import html
import json
import re

import pytest

from rulebinder.outputs import data
from rulebinder.pages import addresses
from rulebinder.search.listing import Finder
from rulebinder.search.normal_form import elisions, folding
from site_tests import outputs
from site_tests.builders import entry, joined, notes
from site_tests.outputs import shorts, site_of

BEFORE, AFTER, SET = "2031-01-20", "2031-03-04", "2031-02-07"
SAID = "February 7, 2031"
ADDRESS = "https://x.example/"
DAY = re.compile(r"(?:January|February|March) \d+, 2031")
SAME, NEW, OTHER = "lom/mire-lantern/1", "lom/mire-lantern/2", "lom/mire-lantern/3"


@pytest.fixture(scope="module")
def library():
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
def site(library):
    return site_of(library, address=ADDRESS)


@pytest.mark.parametrize(
    ("note_id", "days", "revised"),
    [(SAME, [SAID], None), (NEW, [SAID, "March 4, 2031"], AFTER), (OTHER, [SAID], None)],
)
def test_a_ruling_has_the_same_dates_in_every_place(
    site, languages, tmp_path, note_id, days, revised
):
    assert outputs.render(site, "en", tmp_path, {}) == []
    card = (tmp_path / "cards" / "mire-lantern" / "index.md").read_text("utf-8")
    (ruling,) = (
        each
        for each in re.findall(r'<li class="ruling".*?</li>', card, re.S)
        if f' id="lom-{note_id[-1]}"' in each
    )
    container = re.findall(r'data-published="([^"]*)"', card)[:1]
    own = re.findall(r'data-(?:published|revised)="([^"]*)"', ruling.partition(">")[0])
    texts = {
        f"{lang} short page": html.unescape(
            shorts(site)[f"{lang}{addresses.short_page(note_id)}index.html"]
        )
        for lang in ("", "en/")
    }
    texts["card page"] = ruling.partition('class="origin"')[2].partition("</p>")[0]
    texts["copied text"] = " ".join(own or container)
    found = {place: DAY.findall(text) for place, text in texts.items()}
    assert found == dict.fromkeys(found, days)
    assert ('<p class="quiet">Revised March 4, 2031</p>' in ruling) == bool(revised)
    files = dict(data.files(site))
    lines = map(json.loads, files["data/rulings.ndjson"].splitlines())
    (line,) = (each for each in lines if each["id"] == note_id)
    for each in (line, json.loads(files["r/index.json"])[note_id]):
        assert (each["published_at"], each["revised_at"]) == (SET, revised)
    records = Finder(editions=site.editions, fold=folding(elisions(languages))).records()["en"]
    assert [each.revised_at for each in records if each.id == note_id] == [revised]
