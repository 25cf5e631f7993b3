"""The rulings API: lists in Scryfall's shape, of the same records as data/rulings.ndjson."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from rulebinder.facts.catalogue import CardFacts
from rulebinder.joining import join
from rulebinder.outputs import data, rulings_api
from rulebinder.site.model import Site

from site_tests.builders import catalogue, entry, example_library, notes

ORACLE_ID = "00000000-0000-4000-8000-000000000001"
LIBRARY = example_library()


def made(site: Site) -> dict[str, Any]:
    return {path: json.loads(text) for path, text in rulings_api.files(site)}


def test_a_site_has_lists_only_if_its_settings_want_them() -> None:
    assert not made(Site(library=LIBRARY, languages={}))
    assert made(Site(library=LIBRARY, languages={}, rulings_api=True))


def test_the_lists_hold_every_record_of_the_data_in_scryfalls_shape() -> None:
    lists = made(Site(library=LIBRARY, languages={}, rulings_api=True))
    assert all((each["object"], each["has_more"]) == ("list", False) and each["data"] for each in lists.values())
    records = [json.loads(json.dumps(each)) for document in LIBRARY.documents() for each in data.rulings(document, LIBRARY)]
    of_sets = [each for path, found in lists.items() if path.startswith("api/sets/") for each in found["data"]]
    of_cards = [each for path, found in lists.items() if path.startswith("api/cards/") for each in found["data"]]
    assert of_sets == records
    assert {each["id"] for each in of_cards} == {each["id"] for each in records if each["card"]}


def test_a_mechanic_has_the_notes_of_the_sections_that_explain_it() -> None:
    lists = made(Site(library=LIBRARY, languages={}, rulings_api=True))
    explained = {slug for document in LIBRARY.documents() for each in document.sections if each.notes for slug in each.mechanics}
    assert explained
    assert {path for path in lists if path.startswith("api/mechanics/")} == {f"api/mechanics/{slug}.json" for slug in explained}


def test_a_card_is_found_by_its_slug_and_its_oracle_id() -> None:
    facts = (CardFacts(names={"en": "Mire Lantern"}, oracle_id=ORACLE_ID),)
    library = join([notes(entry("Mire Lantern", "It glows."))], replace(catalogue(), cards=facts), {})[0]
    lists = made(Site(library=library, languages={}, rulings_api=True))
    assert lists["api/cards/mire-lantern.json"] == lists[f"api/cards/{ORACLE_ID}.json"]
