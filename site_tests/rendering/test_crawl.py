"""Every permanent address of the built site exists, shows the right ruling, and leads to it."""

import collections
import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markupsafe import escape

from rulebinder.facts.languages import Languages, choose_lang
from rulebinder.pages.markup import preview
from rulebinder.pages.words import Words
from rulebinder.text import parse
from site_tests.outputs import page_links
from site_tests.sites import read_json

_FULL = re.compile(r'<a href="([^"]*)#([^"]*)">')


def failures(site: Path, languages: Languages) -> Iterator[str]:
    """Yield each address of ``r/index.json`` of the site in ``site`` that has no page or not the
    preview of its ruling in ``data/rulings.ndjson``, or leads to another number, and each anchor
    that a full page lacks.

    ``languages`` are the languages of the site. Their words name the symbols in a preview.
    """
    index = read_json(site / "r" / "index.json")
    langs = sorted(path.parent.parent.name for path in site.glob("*/cards/index.html"))
    previews = _previews(site, languages, index)
    documents = collections.defaultdict(list)
    for each in read_json(site / "data" / "index.json")["documents"]:
        documents[each["set"]].append(f"{each['language']}/")
    ids = {path: page.ids for path, page in page_links(site).items()}
    for note_id, state in index.items():
        everywhere = [f"{lang}/" for lang in langs]
        folders = documents[note_id.partition("/")[0]] if state["languages"] else everywhere
        for address in (f"{folder}{state['address']}" for folder in ("", *folders)):
            path = site / address / "index.html"
            page = path.read_text("utf-8") if path.is_file() else ""
            if not page or previews.get(address, "") not in page:
                yield address
            leads = _FULL.findall(page)
            if page and state["languages"] and len(leads) != 1:
                yield f"{address}: leads to {len(leads)} anchors"
            for link, anchor in leads:
                if not anchor.endswith(f"-{note_id.rpartition('/')[2]}"):
                    yield f"{address}: leads to #{anchor}"
                target = posixpath.normpath(posixpath.join(address, link)).partition("/")[2]
                for folder in everywhere:
                    if anchor not in ids.get(f"{folder}{target}/index.html", ()):
                        yield f"{folder}{target}/#{anchor}"


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


def test_every_ruling_has_its_pages_its_anchors_and_its_preview(built, languages):
    assert [*failures(built, languages)] == []
