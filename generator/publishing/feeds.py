"""Feeds of the rulings of a language that were added, edited or removed, newest first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..ledger.numbers import NO_DAY
from ..library import Paragraph
from ..pages import paths
from ..pages.edition import ALL, Edition
from ..templating.environment import environment
from . import sharing
from .contract import Site

LIMIT = 100
"""The most rulings in a feed."""
JSON_FEED, ATOM = "feed.json", "feed.xml"
"""The feeds' names in a language's folder."""

_KINDS = ("removed", "edited", "added")
"""The kinds of news, in the order of one day."""
_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, kw_only=True)
class Item:
    """One ruling that was added, edited or removed."""

    id: str
    kind: str
    """``added``, ``edited`` or ``removed``."""
    set_code: str
    day: str
    """The day of the document with this news, from the ledger."""
    first: str
    """The day of the first document that had the ruling."""
    title: str
    text: str
    url: str
    """The short page, from the folder of the feed's language."""

    @property
    def published(self) -> str:
        """The start of the first day, in the format of feeds."""
        return f"{self.first}T00:00:00Z"

    @property
    def moment(self) -> str:
        """The start of the day of the news."""
        return f"{self.day}T00:00:00Z"


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the feeds of ``site`` in every language."""
    template = environment().get_template("share/feed.xml.j2")
    for lang, edition in site.editions.items():
        found = items(edition)
        yield f"{lang}/{JSON_FEED}", json_feed(edition, found, site.address)
        yield f"{lang}/{ATOM}", template.render(atom(edition, found, site.address))


def items(edition: Edition) -> list[Item]:
    """Return the newest added, edited and removed rulings in the edition's language."""
    every = [*_said(edition), *_removed(edition)]
    newest = sorted(every, key=lambda item: _KINDS.index(item.kind))
    return sorted(newest, key=lambda item: item.day, reverse=True)[:LIMIT]


def json_feed(edition: Edition, found: list[Item], site_url: str | None) -> str:
    """Return ``found`` as a JSON Feed 1.1. Its links are absolute only if the site has an address (``site_url``)."""
    base = f"{site_url}{edition.lang}/" if site_url else ""
    feed: dict[str, Any] = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": _title(edition),
        "home_page_url": base or "./",
        "feed_url": f"{base}{JSON_FEED}",
        "language": edition.lang,
        "items": [
            {
                "id": identity(edition, item, site_url),
                "url": f"{base}{item.url}",
                "title": item.title,
                "content_text": item.text,
                "date_published": item.published,
                "date_modified": item.moment,
                "tags": [item.kind, item.set_code],
            }
            for item in found
        ],
    }
    return json.dumps(feed, ensure_ascii=False, indent=1) + "\n"


def identity(edition: Edition, item: Item, site_url: str | None) -> str:
    """Return the identity of an item in feeds: its short address if the site has an address, else a URN."""
    return f"{site_url}{edition.lang}/{item.url}" if site_url else f"urn:rulebinder:{edition.lang}:{item.id}"


def atom(edition: Edition, found: list[Item], site_url: str | None) -> dict[str, object]:
    """Return the values for the template of the Atom feed, without the characters that XML does not allow."""
    base = f"{site_url}{edition.lang}/" if site_url else ""
    return {
        "lang": edition.lang,
        "title": _title(edition),
        "base": base,
        "id": base or f"urn:rulebinder:{edition.lang}",
        "feed": ATOM,
        "updated": max((item.moment for item in found), default=f"{NO_DAY}T00:00:00Z"),
        "entries": [
            (item, identity(edition, item, site_url), _NO_XML.sub("", item.title), _NO_XML.sub("", item.text)) for item in found
        ],
    }


def _said(edition: Edition) -> Iterator[Item]:
    """Return the rulings of the language's documents."""
    library = edition.library
    for document in library.documents():
        if document.notes.lang != edition.lang:
            continue
        for version in sharing.versions(document):
            note, title = version.note, sharing.title(edition, version)
            if isinstance(note, Paragraph):
                continue
            wording = library.wording(note.id, note.lang)
            edited = wording.revision > 1
            text = "\n\n".join((note.text.plain(), *(f"• {item.plain()}" for item in note.items)))
            yield Item(
                id=note.id,
                kind="edited" if edited else "added",
                set_code=document.notes.set_code,
                day=wording.day or NO_DAY,
                first=(library.record(note.id).seen if edited else wording.day) or NO_DAY,
                title=edition.words.say("feed_edited", title=title) if edited else title,
                text=text,
                url=_short(edition, note.id),
            )


def _removed(edition: Edition) -> Iterator[Item]:
    for gone in sharing.gone(edition.library):
        day = gone.record.retired
        if day and not gone.record.paragraph:
            yield Item(
                id=gone.id,
                kind="removed",
                set_code=gone.set_code,
                day=day,
                first=gone.record.seen or day,
                title=sharing.gone_title(edition, gone),
                text=sharing.gone_notice(edition, gone),
                url=_short(edition, gone.id),
            )


def _short(edition: Edition, note_id: str) -> str:
    """Return the short page of a ruling, from the folder of the language."""
    own = edition.lang in edition.short_langs(note_id.partition("/")[0]) or edition.short_pages == ALL
    return paths.short_page(note_id) if own else f"../{paths.short_page(note_id)}"


def _title(edition: Edition) -> str:
    return f"{edition.words['site_title']} - {edition.words['feed_title']}"
