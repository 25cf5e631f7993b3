"""Feeds: what is new on the site, and what is new of a set, a mechanic or a card.

Each entry keeps its id at any address.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from ..joining.events import SET, Event, list_events
from ..joining.gone import GoneRuling, find_gone, list_versions
from ..ledger import files as ledger_files
from ..ledger.numbers import KINDS, NO_DAY, first_day
from ..library import Library
from ..pages import addresses, citation
from ..pages.changes import mark_wrong
from ..pages.edition import ALL, Edition
from ..pages.set import describe_set
from ..settings.options import SITE
from ..site.model import Files, Site
from ..system import group_pairs
from ..theme.environment import html_environment
from .data import Data, as_json
from .offline import ICON

MOST_ENTRIES = 100
"""The most entries of a feed."""
_MOST_DAYS = 5
"""The most days of published rulings in the feed of the site: there are hundreds, and sets are the
news.
"""
SHOWN = 20
"""The most rulings of each kind that an entry lists."""
JSON_FEED, ATOM = "feed.json", "feed.xml"
"""The feeds' names in the folder of a language, or of the page that they belong to."""
TYPES = {"application/feed+json": JSON_FEED, "application/atom+xml": ATOM}
"""The feeds by their media types."""

_FORBIDDEN_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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


def make_files(site: Site) -> Files:
    """Yield the feeds of ``site`` in every language."""
    env = html_environment(site_name=site.name)
    env.filters["xml"] = functools.partial(_FORBIDDEN_IN_XML.sub, "")
    template = env.get_template("share/feed.xml.j2")
    gone = {ruling.id: ruling for ruling in find_gone(site.library)} if site.address else {}
    for lang, edition in site.editions.items():
        news = _News(site, edition, gone)
        for feed in list_feeds(site, edition):
            content = news.make_feed(feed)
            yield f"{lang}/{feed.page}{JSON_FEED}", as_json(content)
            tag = f"{site.feed_tag}{lang}/feed/{feed.page}"
            yield f"{lang}/{feed.page}{ATOM}", template.render(content, id=tag, file=ATOM)


def make_tag(library: Library, address: str, authority: str) -> str:
    """Return what the ids of all entries of feeds begin with: of the ``authority`` in the settings,
    else as it was kept.

    A site that has kept none gets it from its ``address``, and from the first day that a ledger or
    a document has.
    """
    if authority or library.feed_tag:
        return f"tag:{authority}:" if authority else library.feed_tag
    day = first_day(
        day for ledger in library.ledgers.values() for day in ledger.published.values()
    ) or first_day(document.notes.last_modified for document in library.documents())
    return ledger_files.make_tag(address, day or NO_DAY)


def list_feeds(site: Site, edition: Edition) -> Iterator[Feed]:
    """Yield the feeds of a language that the settings want: that of the site, and those of sets,
    mechanics and cards.

    Only a site with an address has feeds: readers need absolute links.
    """
    if not site.address:
        return
    library = edition.library
    yield Feed(page="", sets=dict.fromkeys((*library.released_sets, *library.days[:_MOST_DAYS])))
    if site.feeds == SITE:
        return
    for code in library.released_sets:
        name = edition.set_name(code).text
        yield Feed(page=addresses.set_page(code), name=name, sets={code: None})
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


class _News:
    """Makes the feeds of one language of a site."""

    def __init__(self, site: Site, edition: Edition, gone: Mapping[str, GoneRuling]) -> None:
        """Take the rulings that no document has any more, by id: all languages share them."""
        self._site, self._edition, self._gone = site, edition, gone
        self._events = functools.cache(
            lambda code: list_events(
                edition.library, code, edition.best(edition.library.sets[code].documents)
            )
        )
        self._versions = functools.cache(
            lambda code: {
                version.note.id: version for version in list_versions(edition.document(code))
            }
        )

    def make_feed(self, feed: Feed) -> Data:
        """Return a feed with its newest entries, newest first, as a JSON Feed 1.1."""
        site, words = self._site, self._edition.words
        home = f"{site.address}{self._edition.lang}/{feed.page}"
        prefix = f"{feed.name} - " if feed.name else ""
        entries = [
            entry
            for code in feed.sets
            for event in self._events(code)
            if (entry := self._make_entry(feed, event))
        ]
        entries.sort(key=lambda entry: str(entry["date_published"]), reverse=True)
        return {
            "version": "https://jsonfeed.org/version/1.1",
            "title": f"{prefix}{words['site_title']} - {words['feed_title']}",
            "home_page_url": home,
            "feed_url": f"{home}{JSON_FEED}",
            "icon": f"{site.address}{ICON}",
            "authors": [{"name": site.name}],
            "language": self._edition.lang,
            "items": entries[:MOST_ENTRIES],
        }

    def _make_entry(self, feed: Feed, event: Event) -> Data | None:
        """Return the entry of an event; None if the feed tells of none of its rulings. A change
        leads to the page of its revision, if there is one.

        The feed of a set has the same entries as that of the site. Those of a card or mechanic are
        its own. No other entry of any feed of the language has the same id.
        """
        code, words = event.set_code, self._edition.words
        title = name = self._edition.set_name(code).text
        if event.kind != SET:
            language, date = words.language(event.lang), words.date(event.day)
            title = words.say(f"feed_{event.kind}", language=language, date=date, name=name)
        folder, page, changes = addresses.SETS, addresses.set_page(code), event.changes
        keys = feed.sets[code]
        if keys is not None:
            changes = {}
            for key in dict.fromkeys(keys):
                changes |= event.by_entry.get(key, {})
            if not changes:
                return None
            title, folder, page = f"{feed.name} · {title}", feed.page, feed.page
        is_whole = keys is None and event.is_document
        return {
            "id": f"{self._site.feed_tag}{self._edition.lang}/{folder}{code}{event.suffix}",
            "url": f"{self._site.address}{self._edition.lang}/{self._find_revision(event) or page}",
            "title": title,
            "content_text": self._describe_set(event) if is_whole else self._list_changes(changes),
            "date_published": f"{event.day}T00:00:00Z",
            "tags": [event.kind, code],
        }

    def _find_revision(self, event: Event) -> str | None:
        """Return the page of the newest revision up to the day of ``event`` that has one of its
        changes; None if there is none.

        The day of a revision is the document's, and that of an event may be a later one.
        """
        if not event.is_document:
            for day, revision in self._edition.library.revisions.get(event.set_code, {}).items():
                if day <= event.day and any(
                    change.id in event.changes and change.lang in (None, event.lang)
                    for change in revision.changes
                ):
                    return addresses.revision_page(event.set_code, day)
        return None

    def _describe_set(self, event: Event) -> str:
        """Say what a set is, and which language it has if not that of the feed."""
        edition, words = self._edition, self._edition.words
        the_set = edition.library.sets[event.set_code]
        cards = {entry.card for document in the_set.documents.values() for entry in document.cards}
        text = describe_set(edition, the_set, len(cards))
        if event.kind == SET and edition.lang_attribute(event.lang):
            text += f" {words.say('only_in', language=words.language(event.lang))}"
        return text

    def _list_changes(self, changes: Mapping[str, str]) -> str:
        """Return a paragraph for each kind of change, with the first of the rulings."""
        words, parts = self._edition.words, []
        for kind in KINDS:
            ids = [note_id for note_id, happened in changes.items() if happened == kind]
            if ids:
                count = words.say(f"feed_{kind}", rulings=words.count("rulings", len(ids)))
                lines = [f"• {self._find_title(note_id)}" for note_id in ids[:SHOWN]]
                parts.append("\n".join([count, *lines, *(["…"] if len(ids) > SHOWN else [])]))
        return "\n\n".join(parts)

    def _find_title(self, note_id: str) -> str:
        """Return the title of a ruling, which may be removed; its id if only another language still
        has it.
        """
        version = self._versions(note_id.partition("/")[0]).get(note_id)
        if version:
            warning = mark_wrong(self._edition.words, version.note)
            return " · ".join(filter(None, (citation.title_of(self._edition, version), warning)))
        ruling = self._gone.get(note_id)
        return citation.title_of_gone(self._edition, ruling) if ruling else note_id
