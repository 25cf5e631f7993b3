"""The rulings of each card, set and mechanic as one small file for programs, in the shape of
Scryfall's lists.

A file holds the same records as ``data/rulings.ndjson``: see :func:`.data.rulings`. Only a site
whose settings want it has them, with their schema and a description of all data by OpenAPI.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..notes import is_day
from ..site.model import Site
from ..system.grouping import grouped
from . import data
from .data import Data, as_json
from .description import openapi, schemas

FOLDER = "api/"
"""The folder of all its files."""


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the lists of ``site``.

    A card has its list by slug, and by its oracle id if that is known. No list is empty.
    """
    if not site.rulings_api:
        return
    lists = grouped(_listed(site))
    for path, records in sorted(lists.items()):
        data_of_list = {"object": "list", "has_more": False, "data": records}
        yield path, as_json(schemas.linked(path, schemas.LIST, data_of_list))
    yield from schemas.files((schemas.LIST,), site.address)
    yield openapi.PATH, as_json(openapi.described(site, lists))


def _listed(site: Site) -> Iterator[tuple[str, Data]]:
    """Yield the records in the order of documents, each with the path of each list that has it."""
    for document in site.library.documents():
        mechanics = {section.id: section.mechanics for section in document.sections}
        for record in data.rulings(document, site.library, site.address, data.main_lang(site)):
            for path in _paths(record, mechanics.get(record["section"], ())):
                yield f"{FOLDER}{path}.json", record


def _paths(record: Data, mechanics: tuple[str, ...]) -> Iterator[str]:
    """Yield the lists that a record is in. ``mechanics`` are those that its section explains."""
    if not is_day(record["set"]):  # there are too many days of published rulings
        yield f"sets/{record['set']}"
    yield from (f"mechanics/{slug}" for slug in mechanics)
    if record["card"]:
        yield f"cards/{record['card']}"
    if record["oracle_id"]:
        yield f"cards/{record['oracle_id']}"
