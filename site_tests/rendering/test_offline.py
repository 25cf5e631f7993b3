"""What browsers keep of a built site: lists of files with their sizes and versions, and the worker
that serves them.
"""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from rulebinder.outputs import offline
from rulebinder.publishing import publish
from rulebinder.settings import options
from rulebinder.site.table import Part, Table
from rulebinder.theme import environment
from site_tests.builders import entry, joined, notes, section
from site_tests.outputs import page_links
from site_tests.sites import in_each_language, read_json, read_page

VERSION = "12345678"
WORKER = re.compile(r"SITE = (\{.*\})")


def known(folder: Path) -> dict[str, Any]:
    """Return what the worker knows about its site."""
    found = WORKER.search((folder / "sw.js").read_text("utf-8"))
    assert found
    known: dict[str, Any] = json.loads(found[1])
    return known


def file(folder: Path, address: str) -> Path:
    path = address.partition("?")[0]
    return folder / (f"{path}index.html" if path.endswith("/") or not path else path)


@pytest.fixture
def rewritten(built, library, languages, tmp_path):
    """Return a copy of the site, and a function that writes everything about keeping it anew."""
    folder = shutil.copytree(built, tmp_path / "site")
    offered, _ = options.offer_languages(languages)
    described = publish.describe_site(library, offered, options.load())

    def write():
        made = Part(folder, folder / "none", Table())
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not re.match(r"offline/.*\.json", name):
                made.adopt(name)
        pages, (_, worker) = page_links(folder), offline.make_scripts()
        for name, content in offline.write_lists(described, pages, made.files, VERSION, worker):
            (folder / name).write_bytes(str(content).encode())

    write()
    return folder, write


def test_a_list_has_the_places_of_entries_that_short_addresses_do_not_show():
    before = joined(notes(entry("Bog", "It is wet.", "It is old."), entry("Fen", "It is deep.")))
    document = notes(
        entry("Mud", "It is wet.", "It is old."),
        entry("Lamp", "It burns."),
        entry("Lamp", "It glows."),
        sections=[
            section("New Mechanic: Sinking", "It sinks."),
            section("Card Legality", "It is legal.", kind="legality"),
        ],
    )
    library = joined(document, ledgers=before.ledgers)
    assert offline.find_other_places(library, "lom") == {
        "bog": "cards/mud/#lom",
        "lamp-2": "cards/lamp/#lom-lamp-2",
        "notes/sinking": "mechanics/sinking/#lom-sinking",
    }


@in_each_language
def test_every_file_of_a_list_exists_and_has_its_size(built, lang):
    facts = read_json(built / f"offline/{lang}/index.json")
    assert set(facts) == {"common", "sets/lom"}
    for name, each in facts.items():
        listed = read_json(built / f"offline/{lang}/{name}.json")
        assert listed["version"] == each["version"]
        assert sum(size for _, size in listed["files"]) == each["bytes"] > 0
        addresses = [address for address, _ in listed["files"]]
        assert len(addresses) == len(set(addresses))
        for address, size in listed["files"]:
            assert file(built, address).stat().st_size == size, address


def test_a_set_has_its_pages_its_cards_and_their_mechanics(built):
    listed = read_json(built / "offline/en/sets/lom.json")
    assert listed["title"] == "Lanterns over Mire"
    pages = {address for address, _ in listed["files"]}
    assert {
        "en/sets/lom/",
        "en/sets/lom/document/",
        "en/sets/lom/sheet/",
        "en/mechanics/glimmer/",
    } <= pages
    cards = {
        f"en/cards/{path.parent.name}/" for path in (built / "en" / "cards").glob("*/index.html")
    }
    moved = {
        page for page in cards if 'http-equiv="refresh"' in file(built, page).read_text("utf-8")
    }
    assert cards - moved <= pages


def test_all_sets_share_the_lists_the_styles_and_the_whole_search_of_a_language(
    built,
):
    files = {address for address, _ in read_json(built / "offline/es/common.json")["files"]}
    assert {
        "es/",
        "es/sets/",
        "es/cards/",
        "es/mechanics/",
        "es/search/",
        "es/offline/",
        "es/table/",
    } <= files
    for part in ("es", "names"):
        index = {
            path.relative_to(built).as_posix()
            for path in (built / "search" / part).rglob("*")
            if path.is_file()
        }
        assert index
        assert index <= files
    page = read_page(built, "es/cards/mire-lantern")
    loaded = re.findall(r'(?:href|src)="\.\./\.\./\.\./([^"]+\?\w{8})"', page)
    assert len(loaded) > 3
    assert set(loaded) <= files
    version = loaded[0].partition("?")[2]
    assert {f"search/{name}.js?{version}" for name in ("worker", "ui", "marks")} <= files


def test_the_worker_keeps_at_first_what_the_page_of_a_missing_page_needs(built):
    worker = known(built)
    assert worker["langs"] == ["en", "es", "fr"]
    for lang in worker["langs"]:
        page = f"{lang}/offline/"
        assert page in worker["first"]
        text = file(built, page).read_text("utf-8")
        assert set(re.findall(r'(?:href|src)="\.\./\.\./([^"]+\?\w{8})"', text)) <= set(
            worker["first"]
        )
    assert all(file(built, address).is_file() for address in worker["first"])
    assert "worker-src 'self'" in environment.page_policy({})


def test_a_changed_page_changes_the_version_of_its_set_in_its_language_and_the_worker(
    rewritten,
):
    folder, write = rewritten
    before = {lang: read_json(folder / f"offline/{lang}/index.json") for lang in ("en", "es")}
    worker = known(folder)
    card = folder / "en" / "cards" / "mire-lantern" / "index.html"
    card.write_text(card.read_text("utf-8").replace("</main>", " </main>"), encoding="utf-8")
    write()
    after = {lang: read_json(folder / f"offline/{lang}/index.json") for lang in ("en", "es")}
    assert after["es"] == before["es"]
    assert after["en"]["common"] == before["en"]["common"]
    assert after["en"]["sets/lom"]["version"] != before["en"]["sets/lom"]["version"]
    assert known(folder)["digest"] != worker["digest"]
    assert known(folder) | {"digest": ""} == worker | {"digest": ""}


def test_a_set_without_pages_keeps_no_file(rewritten):
    folder, write = rewritten
    shutil.rmtree(folder / "es" / "sets" / "lom")
    write()
    assert read_json(folder / "offline" / "es" / "sets" / "lom.json")["files"] == []
