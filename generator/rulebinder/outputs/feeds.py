"""Feeds of a language: an entry for each set, and one for each revision of its release notes, newest first."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..ledger.numbers import NO_DAY
from ..library import LibrarySet, Paragraph
from ..pages import addresses
from ..pages.changes import revisions
from ..pages.edition import Edition
from ..pages.subjects.set import described
from ..pages.words import Words
from ..site import rulings
from ..site.model import Site
from ..theme.environment import environment
from . import short_pages
from .manifest import ICON

LIMIT = 100
"""The most entries of a feed."""
_DAYS = 5
"""The most days of published rulings in a feed: there are hundreds, and sets are the news."""
SHOWN = 20
"""The most rulings of each kind that an entry lists."""
JSON_FEED, ATOM = "feed.json", "feed.xml"
"""The feeds' names in a language's folder."""
TYPES = {"application/feed+json": JSON_FEED, "application/atom+xml": ATOM}
"""The feeds by their media types."""

_KINDS = ("added", "edited", "removed")
_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, kw_only=True)
class Item:
    """A set, or a revision of its release notes."""

    kind: str
    """``set`` or ``revision``."""
    set_code: str
    day: str
    """The day of the first document of the set, or of the revision. It comes from the ledger."""
    title: str
    text: str
    url: str
    """The page of the set, from the folder of the feed's language. The entry's id begins with it."""
    page: str
    """The page that shows it: that of the set, or that of the revision."""

    @property
    def moment(self) -> str:
        """The start of the day, in the format of feeds."""
        return f"{self.day}T00:00:00Z"

    @property
    def mark(self) -> str:
        """The end of the entry's id, which distinguishes the entries of one set. It is empty for the set itself."""
        return "" if self.kind == "set" else f"#revision-{self.day}"


@dataclass(frozen=True, kw_only=True)
class _Change:
    """A ruling that was added, edited or removed."""

    kind: str
    day: str
    first: str
    """The day of the first document that had the ruling."""
    title: Callable[[], str]
    """Returns its title, because an entry lists only a few."""


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the feeds of ``site`` in every language. Only a site with an address has feeds: readers need absolute links."""
    if not site.address:
        return
    template = environment(site_name=site.name).get_template("share/feed.xml.j2")
    for lang, edition in site.editions.items():
        found = items(edition)
        base = f"{site.address}{lang}/"
        yield f"{lang}/{JSON_FEED}", json_feed(edition, found, base)
        yield f"{lang}/{ATOM}", template.render(atom(edition, found, base))


def items(edition: Edition) -> list[Item]:
    """Return the newest sets and revisions, as the edition's language shows them."""
    removed: dict[str, list[_Change]] = {}
    for code, change in _removed(edition):
        removed.setdefault(code, []).append(change)
    library = edition.library
    shown = [*library.released_sets.values(), *(library.sets[code] for code in library.days[:_DAYS])]
    every = (item for each in shown for item in _of_set(edition, each, removed.get(each.code, [])))
    return sorted(every, key=lambda item: item.day, reverse=True)[:LIMIT]


def json_feed(edition: Edition, found: Iterable[Item], base: str) -> str:
    """Return ``found`` as a JSON Feed 1.1. ``base`` is the address of the language's folder."""
    feed: dict[str, Any] = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": _title(edition),
        "home_page_url": base,
        "feed_url": f"{base}{JSON_FEED}",
        "icon": _icon(edition, base),
        "language": edition.lang,
        "items": [
            {
                "id": f"{base}{item.url}{item.mark}",
                "url": f"{base}{item.page}",
                "title": item.title,
                "content_text": item.text,
                "date_published": item.moment,
                "tags": [item.kind, item.set_code],
            }
            for item in found
        ],
    }
    return json.dumps(feed, ensure_ascii=False, indent=1) + "\n"


def atom(edition: Edition, found: list[Item], base: str) -> dict[str, object]:
    """Return the values for the template of the Atom feed, without the characters that XML does not allow."""
    return {
        "lang": edition.lang,
        "title": _title(edition),
        "base": base,
        "feed": ATOM,
        "icon": _icon(edition, base),
        "updated": max((item.moment for item in found), default=f"{NO_DAY}T00:00:00Z"),
        "entries": [(item, _NO_XML.sub("", item.title), _NO_XML.sub("", item.text)) for item in found],
    }


def _of_set(edition: Edition, each: LibrarySet, removed: list[_Change]) -> Iterator[Item]:
    """Yield the entry of a set, then those of the revisions of its document in the best language for the edition."""
    words, name = edition.words, edition.set_name(each.code).text
    lang = edition.prefer(each.documents)[0]
    changes = [*_said(edition, each, lang), *removed]
    first = min((change.first for change in changes), default=NO_DAY)
    cards = {notes.card for document in each.documents.values() for notes in document.cards}
    said = [described(words, each, name, len(cards))]
    said += [words.say("only_in", language=words.language(lang))] if edition.mark(lang) else []
    shared = {"set_code": each.code, "url": addresses.set_page(each.code)}
    day = each.facts.released or first if first == NO_DAY else first
    yield Item(kind="set", day=day, title=name, text=" ".join(said), page=addresses.set_page(each.code), **shared)
    later = sorted((change for change in changes if change.day > first), key=lambda change: change.day)
    for day, group in groupby(later, lambda change: change.day):
        title = words.say("feed_revision", name=name, date=words.date(day))
        is_kept = revisions.key(each.code, day) in edition.revisions
        page = addresses.revision_page(each.code, day) if is_kept else addresses.set_page(each.code)
        yield Item(kind="revision", day=day, title=title, text="\n\n".join(_listed(words, list(group))), page=page, **shared)


def _listed(words: Words, changes: list[_Change]) -> Iterator[str]:
    """Yield a paragraph for each kind of change, with the first of the rulings."""
    for kind in _KINDS:
        found = [change for change in changes if change.kind == kind]
        if found:
            more = ["…"] if len(found) > SHOWN else []
            counted = words.say(f"feed_{kind}", rulings=words.count("rulings", len(found)))
            yield "\n".join([counted, *(f"• {change.title()}" for change in found[:SHOWN]), *more])


def _said(edition: Edition, each: LibrarySet, lang: str) -> Iterator[_Change]:
    """Return the rulings of the document in ``lang``."""
    library = edition.library
    for version in rulings.versions(each.documents[lang]):
        note = version.note
        if isinstance(note, Paragraph):
            continue
        wording = library.wording(note.id, lang)
        edited = wording.revision > 1
        yield _Change(
            kind="edited" if edited else "added",
            day=wording.day or NO_DAY,
            first=(library.record(note.id).seen if edited else wording.day) or NO_DAY,
            title=functools.partial(short_pages.title, edition, version),
        )


def _removed(edition: Edition) -> Iterator[tuple[str, _Change]]:
    """Return the rulings that no document has any more, each with its set."""
    for gone in rulings.gone(edition.library):
        day = gone.record.retired
        if day and not gone.record.paragraph:
            first, title = gone.record.seen or day, functools.partial(short_pages.gone_title, edition, gone)
            yield gone.set_code, _Change(kind="removed", day=day, first=first, title=title)


def _icon(edition: Edition, base: str) -> str:
    return f"{base.removesuffix(f'{edition.lang}/')}{ICON}"


def _title(edition: Edition) -> str:
    return f"{edition.words['site_title']} - {edition.words['feed_title']}"
