"""Crawls the permanent addresses of a built site, and finds those without a page, an anchor or the
right preview.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from rulebinder.facts.languages import Languages, first
from rulebinder.pages.spoken import said
from rulebinder.pages.words import Words
from rulebinder.text import Plain, Spans, Text, parse

LONGEST = 300
"""The most characters in a preview."""

_FULL = re.compile(r'<a href="([^"]*)">')
_DESCRIPTION = re.compile(r'<meta property="og:description" content="([^"]*)"')
_SYMBOL = re.compile(r"(\{[^{}\s]+\})")
_ID = re.compile(r'\sid="?([^\s">]+)')


@dataclass
class Crawl:
    """The result of a crawl."""

    anchors: int = 0
    """Anchors that were looked for on full pages."""
    previews: int = 0
    """Descriptions that were compared with a ruling."""
    failures: list[str] = field(default_factory=list)
    """The addresses without a page, without an anchor, or with a wrong preview."""


def crawl(site: Path, languages: Languages) -> Crawl:
    """Check every id of ``r/index.json`` and every line of ``data/rulings.ndjson`` of the site in
    ``site``.

    ``languages`` are the languages of the site. Their words name the symbols in a preview.
    """
    return _Crawler(site, languages).run()


def begins(description: str, text: str) -> bool:
    """Return whether ``description`` is ``text``, or as many of its words as fit into a preview."""
    words = " ".join(text.split())
    if len(words) <= LONGEST:
        return description == words
    shown = description.removesuffix("…")
    following = words[len(shown) :]
    if shown == description or len(description) > LONGEST or not words.startswith(shown):
        return False
    if not following[0].isspace():
        return " " not in words[:LONGEST]  # it can only be cut within a word
    return len(shown) + len(following.split()[0]) + len(" …") > LONGEST


class _Crawler:
    """The crawl of one site."""

    def __init__(self, site: Path, languages: Languages) -> None:
        self.site = site
        self.langs = sorted(
            path.name for path in site.iterdir() if (path / "cards" / "index.html").is_file()
        )
        self.words = {lang: Words(languages[lang]) for lang in self.langs}
        self.found = Crawl()
        self.anchors: dict[str, frozenset[str]] = {}

    def run(self) -> Crawl:
        """Check every id, then every line of the data."""
        index: Mapping[str, Any] = json.loads((self.site / "r" / "index.json").read_text("utf-8"))
        lines = (self.site / "data" / "rulings.ndjson").read_text("utf-8").splitlines()
        rulings: dict[str, dict[str, Any]] = {}
        for ruling in map(json.loads, lines):
            rulings.setdefault(ruling["id"], {})[ruling["language"]] = ruling
        self.found.failures += sorted(
            f"{note_id}: not in r/index.json" for note_id in rulings.keys() - index.keys()
        )
        documents: dict[str, set[str]] = {}
        for each in json.loads((self.site / "data" / "index.json").read_text("utf-8"))["documents"]:
            documents.setdefault(each["set"], set()).add(each["language"])
        for note_id, state in index.items():
            in_langs = (
                documents.get(note_id.split("/")[0], set())
                if state["languages"]
                else set(self.langs)
            )
            for folder in ("", *(f"{lang}/" for lang in self.langs if lang in in_langs)):
                self._look(f"{folder}{state['address']}", state, rulings.get(note_id, {}))
        return self.found

    def _look(self, address: str, state: Mapping[str, Any], versions: Mapping[str, Any]) -> None:
        """Check that a short page exists, leads to an anchor in every language, and shows the
        beginning of the ruling.
        """
        path = self.site / address / "index.html"
        if not path.is_file():
            self.found.failures.append(address)
            return
        page = path.read_text("utf-8")
        if state["languages"]:
            self.found.failures += self._without_anchor(address, page)
        if versions:
            self.found.previews += 1
            description = _DESCRIPTION.search(page)
            if not description or not begins(
                unescape(description[1]), self._said(address, versions)
            ):
                self.found.failures.append(address)

    def _without_anchor(self, address: str, page: str) -> Iterator[str]:
        """Return the full pages (one in each language) without the anchor that the short page leads
        to.
        """
        links = [unescape(link) for link in _FULL.findall(page) if "#" in link]
        if len(links) != 1:
            yield f"{address}: leads to {len(links)} anchors"
            return
        link, _, anchor = links[0].partition("#")
        target = posixpath.normpath(posixpath.join(address, link))
        for lang in self.langs:
            self.found.anchors += 1
            full = f"{lang}/{target.partition('/')[2]}"
            if anchor not in self._ids(full):
                yield f"{full}/#{anchor}"

    def _said(self, address: str, versions: Mapping[str, Any]) -> str:
        """Return the text that a short page must show: the ruling, if it is in the page's language,
        or else a notice.
        """
        lang = address.partition("/")[0]
        shown = lang if lang in versions else first(versions)
        own = next(each for each in (lang, shown, first(self.langs)) if each in self.words)
        if own != shown:
            return self.words[own].say("only_in", language=self.words[own].language(shown))
        spans = tuple(
            span
            for token in _SYMBOL.split(versions[shown]["comment"])
            if token
            for span in _read(token)
        )
        return said(self.words[own], Text((spans,)))

    def _ids(self, page: str) -> frozenset[str]:
        if page not in self.anchors:
            path = self.site / page / "index.html"
            found = _ID.findall(path.read_text("utf-8")) if path.is_file() else ()
            self.anchors[page] = frozenset(found)
        return self.anchors[page]


def _read(token: str) -> Spans:
    """Return a symbol's name, or other characters unchanged: a comment contains no markup."""
    return parse(token).paragraphs[0] if _SYMBOL.fullmatch(token) else (Plain(token),)
