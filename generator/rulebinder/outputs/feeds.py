"""Feeds: what is new on the site, and what is new of a set, a mechanic or a card.

Each entry keeps its id at any address.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from ..ledger.numbers import KINDS
from ..pages import addresses
from ..pages.edition import ALL, Edition
from ..pages.rules import mark
from ..pages.set import described
from ..settings.options import SITE
from ..site.model import Site, gone
from ..site.news import SET, Event, News
from ..system import group_pairs
from ..theme.environment import environment
from . import short_pages
from .data import Data, as_json
from .offline import ICON

LIMIT = 100
"""The most entries of a feed."""
_DAYS = 5
"""The most days of published rulings in the feed of the site: there are hundreds, and sets are the
news.
"""
SHOWN = 20
"""The most rulings of each kind that an entry lists."""
JSON_FEED, ATOM = "feed.json", "feed.xml"
"""The feeds' names in the folder of a language, or of the page that they belong to."""
TYPES = {"application/feed+json": JSON_FEED, "application/atom+xml": ATOM}
"""The feeds by their media types."""

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, kw_only=True)
class Feed:
    """A feed of the whole site, or of one page."""

    page: str
    """The page that it belongs to, from the folder of the language; empty for the site."""
    name: str = ""
    """The name of the set, card or mechanic; empty for the site."""
    sets: Mapping[str, Collection[str] | None]
    """The sets that it tells of, newest first, each with the ids of entries and sections; None for
    all of them.
    """


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the feeds of ``site`` in every language."""
    env = environment(site_name=site.name)
    env.filters["xml"] = functools.partial(_NO_XML.sub, "")
    template = env.get_template("share/feed.xml.j2")
    removed = {each.id: each for each in gone(site.library)} if site.address else {}
    for lang, edition in site.editions.items():
        news = News(edition, removed)
        for feed in feeds(site, edition):
            content = _json(site, news, feed)
            yield f"{lang}/{feed.page}{JSON_FEED}", as_json(content)
            tag = f"{site.feed_tag}{lang}/feed/{feed.page}"
            yield f"{lang}/{feed.page}{ATOM}", template.render(content, id=tag, file=ATOM)


def feeds(site: Site, edition: Edition) -> Iterator[Feed]:
    """Yield the feeds of a language that the settings want: that of the site, and those of sets,
    mechanics and cards.

    Only a site with an address has feeds: readers need absolute links.
    """
    if not site.address:
        return
    library = edition.library
    yield Feed(page="", sets=dict.fromkeys((*library.released_sets, *library.days[:_DAYS])))
    if site.feeds == SITE:
        return
    for code in library.released_sets:
        yield Feed(
            page=addresses.set_page(code), name=edition.set_name(code).text, sets={code: None}
        )
    of_mechanics = group_pairs(
        (slug, holder) for holder in library.holders() for slug in dict.fromkeys(holder.mechanics)
    )
    subjects = [
        (addresses.mechanic_page(slug), edition.mechanic_name(slug).text, of_mechanics[slug])
        for slug in library.mechanics
        if slug in of_mechanics
    ]
    subjects += [
        (addresses.card_page(slug), edition.card_name(slug).text, [*card.notes])
        for slug, card in library.cards.items()
        if site.feeds == ALL and card.notes and card.only_in in (None, edition.lang)
    ]
    for page, name, holders in subjects:
        sets = group_pairs((holder.set_code, holder.key) for holder in holders)
        yield Feed(page=page, name=name, sets=sets)


def _entry(site: Site, news: News, feed: Feed, event: Event) -> Data | None:
    """Return the entry of an event; None if the feed tells of none of its rulings. A change leads
    to the page of its revision, if there is one.

    The feed of a set has the same entries as that of the site. Those of a card or mechanic are its
    own. No other entry of any feed of the language has the same id.
    """
    edition, code, keys = news.edition, event.set_code, feed.sets[event.set_code]
    title, folder, page = _title(edition, event), addresses.SETS, addresses.set_page(code)
    changes = event.changes
    if keys is not None:
        found = (event.by_entry.get(key, {}) for key in dict.fromkeys(keys))
        changes = {ruling: kind for each in found for ruling, kind in each.items()}
        title, folder, page = f"{feed.name} · {title}", feed.page, feed.page
        if not changes:
            return None
    text = (
        _described(edition, event) if keys is None and event.is_document else _listed(news, changes)
    )
    return {
        "id": f"{site.feed_tag}{edition.lang}/{folder}{code}{event.mark}",
        "url": f"{site.address}{edition.lang}/{_revision(edition, event) or page}",
        "title": title,
        "content_text": text,
        "date_published": f"{event.day}T00:00:00Z",
        "tags": [event.kind, code],
    }


def _revision(edition: Edition, event: Event) -> str | None:
    """Return the page of the newest revision up to the day of ``event`` that has one of its
    changes.

    Its day is the document's.
    """
    code = event.set_code
    if event.is_document:
        return None
    for day, revision in edition.revisions.get(code, {}).items():
        if day <= event.day and any(
            each.id in event.changes and each.lang in (None, event.lang)
            for each in revision.altered
        ):
            return addresses.revision_page(code, day)
    return None


def _title(edition: Edition, event: Event) -> str:
    name, words = edition.set_name(event.set_code).text, edition.words
    if event.kind == SET:
        return name
    language, date = words.language(event.lang), words.date(event.day)
    return words.say(f"feed_{event.kind}", language=language, date=date, name=name)


def _described(edition: Edition, event: Event) -> str:
    """Say what a set is, and which language it has if not that of the feed."""
    each, words = edition.library.sets[event.set_code], edition.words
    cards = {notes.card for document in each.documents.values() for notes in document.cards}
    said = [described(words, each, edition.set_name(each.code).text, len(cards))]
    if event.kind == SET and edition.mark(event.lang):
        said.append(words.say("only_in", language=words.language(event.lang)))
    return " ".join(said)


def _listed(news: News, changes: Mapping[str, str]) -> str:
    """Return a paragraph for each kind of change, with the first of the rulings."""
    words, parts = news.edition.words, []
    for kind in KINDS:
        found = [note_id for note_id, happened in changes.items() if happened == kind]
        if found:
            counted = words.say(f"feed_{kind}", rulings=words.count("rulings", len(found)))
            lines = [f"• {_named(news, note_id)}" for note_id in found[:SHOWN]]
            more = ["…"] if len(found) > SHOWN else []
            parts.append("\n".join([counted, *lines, *more]))
    return "\n\n".join(parts)


def _named(news: News, note_id: str) -> str:
    """Return the title of a ruling, which may be removed; its id if only another language still has
    it.
    """
    if version := news.version(note_id):
        parts = (short_pages.title(news.edition, version), mark(news.edition.words, version.note))
        return " · ".join(filter(None, parts))
    each = news.removed.get(note_id)
    return short_pages.gone_title(news.edition, each) if each else note_id


def _json(site: Site, news: News, feed: Feed) -> Data:
    """Return a feed with its newest entries, newest first, as a JSON Feed 1.1."""
    edition, words = news.edition, news.edition.words
    home = f"{site.address}{edition.lang}/{feed.page}"
    named = f"{feed.name} - " if feed.name else ""
    entries = [
        entry
        for code in feed.sets
        for event in news.of_set(code)
        if (entry := _entry(site, news, feed, event))
    ]
    entries.sort(key=lambda entry: str(entry["date_published"]), reverse=True)
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": f"{named}{words['site_title']} - {words['feed_title']}",
        "home_page_url": home,
        "feed_url": f"{home}{JSON_FEED}",
        "icon": f"{site.address}{ICON}",
        "authors": [{"name": site.name}],
        "language": edition.lang,
        "items": entries[:LIMIT],
    }
