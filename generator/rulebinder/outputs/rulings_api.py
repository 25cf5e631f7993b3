"""The rulings of each card, set and mechanic as one small file for programs, in the shape of
Scryfall's lists.

A file holds the same records as ``data/rulings.ndjson``: see :func:`.data.rulings`. Only a site
whose settings want it has them, with their schema and a description of all data by OpenAPI.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from importlib import metadata
from pathlib import Path

from ..notes import is_day
from ..site.model import Site
from ..system.grouping import grouped
from . import data, schemas
from .schemas import Data, as_json

OPENAPI = "api/openapi.json"
"""The description of all data by OpenAPI 3.1, for programs that write clients."""
_DESCRIPTION = Path(__file__).with_name("openapi.json")
_NOWHERE = " The site was built without its address: paths begin at its root."


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
    yield from schemas.published((schemas.LIST,), site.address)
    yield OPENAPI, as_json(_described(site, lists))


def _listed(site: Site) -> Iterator[tuple[str, Data]]:
    """Yield the records in the order of documents, each with the path of each list that has it."""
    for document in site.library.documents():
        mechanics = {section.id: section.mechanics for section in document.sections}
        for record in data.rulings(document, site.library, site.address, data.main_lang(site)):
            lists = [f"mechanics/{slug}" for slug in mechanics.get(record["section"], ())]
            if not is_day(record["set"]):  # there are too many days of published rulings
                lists.append(f"sets/{record['set']}")
            if record["card"]:
                lists.append(f"cards/{record['card']}")
            if record["oracle_id"]:
                lists.append(f"cards/{record['oracle_id']}")
            for path in lists:
                yield f"api/{path}.json", record


def _described(site: Site, lists: Collection[str]) -> Data:
    """Return the description of the data of ``site``, whose API has files at the paths ``lists``.

    It names the sets and mechanics that have lists. Of cards there are too many: the last of them,
    which hardly is an id of Scryfall, is an example.
    """
    described: Data = json.loads(_DESCRIPTION.read_text("utf-8"))
    described["info"] |= {"title": site.name, "version": metadata.version("rulebinder")}
    if site.address:
        described["servers"] = [{"url": site.address.rstrip("/")}]
    else:
        del described["servers"]
        described["info"]["description"] += _NOWHERE
    paths = described["paths"]
    for path in [path for path in paths if path.startswith("/api/")]:
        (parameter,) = paths[path]["get"]["parameters"]
        folder = path[1:].partition("{")[0]
        values = [
            each.removeprefix(folder).removesuffix(".json")
            for each in sorted(lists)
            if each.startswith(folder)
        ]
        if not values:
            del paths[path]
        elif "example" in parameter:
            parameter["example"] = max(values)
        else:
            parameter["schema"]["enum"] = values
    names = (*schemas.DATA, schemas.LIST)
    described["components"] = {"schemas": {name: schemas.component(name) for name in names}}
    return described
