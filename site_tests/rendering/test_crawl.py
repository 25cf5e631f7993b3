"""Every permanent address of the built site exists, shows the right ruling, and leads to it."""

import collections
import json
import posixpath
import re
from pathlib import Path
from typing import Any

from markupsafe import escape

from rulebinder.facts.languages import Languages, choose_lang
from rulebinder.pages.markup import preview
from rulebinder.pages.words import Words
from rulebinder.text import parse
from site_tests.outputs import page_links
from site_tests.sites import read_json, read_page

FULL = re.compile(r'<a href="([^"]*)#([^"]*)">')


def test_every_ruling_has_its_pages_its_anchors_and_its_preview(built, languages):
    """Each permanent address has a page with the preview of its ruling, which leads to one anchor
    of the same number, and the full page has it in every language.
    """
    index = read_json(built / "r" / "index.json")
    folders = [f"{path.parent.parent.name}/" for path in built.glob("*/cards/index.html")]
    previews = _previews(built, languages, index)
    documents = collections.defaultdict(list)
    for document in read_json(built / "data" / "index.json")["documents"]:
        documents[document["set"]].append(f"{document['language']}/")
    ids = {path: page.ids for path, page in page_links(built).items()}
    for note_id, state in index.items():
        langs = documents[note_id.partition("/")[0]] if state["languages"] else folders
        for address in (f"{folder}{state['address']}" for folder in ("", *langs)):
            page = read_page(built, address)
            assert previews.get(address, "") in page, address
            leads = FULL.findall(page)
            assert len(leads) == 1 or not state["languages"], address
            for link, anchor in leads:
                assert anchor.endswith(f"-{note_id.rpartition('/')[2]}"), address
                target = posixpath.normpath(posixpath.join(address, link)).partition("/")[2]
                for folder in folders:
                    assert anchor in ids[f"{folder}{target}/index.html"], address


def _previews(site: Path, languages: Languages, index: dict[str, Any]) -> dict[str, str]:
    """Return the preview of each short page that shows a ruling in its own language."""
    previews = {}
    for line in (site / "data" / "rulings.ndjson").read_text("utf-8").splitlines():
        ruling = json.loads(line)
        address, lang = ruling["address"], ruling["language"]
        texts = map(parse, (ruling["text"], *ruling["items"]))
        tag = f'"og:description" content="{escape(preview(Words(languages[lang]), texts))}"'
        previews[f"{lang}/{address}"] = tag
        if lang == choose_lang(index[ruling["id"]]["languages"]):
            previews[address] = tag
    return previews
