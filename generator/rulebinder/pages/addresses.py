"""URLs and anchors. No other module makes them. Each function returns the one that its name says.

A page's URL is relative to its language's folder and ends in a slash: ``cards/tarmogoyf/``. It is
the same in every language, and so is every anchor on the page.
"""

from __future__ import annotations

import functools
import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from urllib.parse import quote

from ..ledger.numbers import is_section, split_id
from ..library import LibraryCard, LibraryMechanic
from ..notes import is_day
from ..rulebook.book import Rulebook

HOME = ""
SETS = "sets/"
DAYS = f"{SETS}#days"
CARDS = "cards/"
MECHANICS = "mechanics/"
RULES = "rules/"
GLOSSARY = "glossary/"
ABOUT = "about/"
AUDIT = "audit/"
SEARCH = "search/"
OFFLINE = "offline/"
TABLE = "table/"
SHORT = "r/"

TOP = "top"
"""The anchor of every page's first heading."""

_UNSAFE_IN_SEGMENT = re.compile(r"[^a-z0-9]+")


def shown_code(code: str) -> str:
    """Return a set's code as readers see it: ``MH3``. Empty for a day of published rulings, because
    its name says the day.
    """
    return "" if is_day(code) else code.upper()


def set_page(code: str) -> str:
    """Return the URL of a set's page."""
    return f"{SETS}{_to_segment(code)}/"


def document_page(code: str) -> str:
    """Return the URL of the page that shows a set's whole document."""
    return f"{set_page(code)}document/"


def sheet_page(code: str) -> str:
    """Return the URL of a set's prerelease sheet."""
    return f"{set_page(code)}sheet/"


def revision_page(code: str, day: str) -> str:
    """Return the URL of the page of a revision of a set's release notes:
    ``sets/mh3/revisions/2024-06-10/``.
    """
    return f"{set_page(code)}revisions/{day}/"


def card_page(slug: str) -> str:
    """Return the URL of a card's page."""
    return f"{CARDS}{_to_segment(slug)}/"


def card_link(card: LibraryCard) -> str:
    """Return the URL of a card's page for links, from the folder of a language. It leads to another
    language's folder if only that one has the page.
    """
    page = card_page(card.slug)
    return f"../{card.only_in}/{page}" if card.only_in else page


def mechanic_page(slug: str) -> str:
    """Return the URL of a mechanic's page."""
    return f"{MECHANICS}{_to_segment(slug)}/"


def rule_page(number: str) -> str:
    """Return the URL of the page of a number of the Comprehensive Rules: ``rules/702-62a/``."""
    return f"{RULES}{_to_segment(number)}/"


def rule_today(book: Rulebook, number: str) -> str:
    """Return the URL of a rule of today. Only rules with a title have pages: others have their
    place on the page of the rule above with a title.
    """
    heading = book.heading(number)
    return (
        rule_page(heading) if number == heading else f"{rule_page(heading)}#{rule_anchor(number)}"
    )


def short_page(note_id: str) -> str:
    """Return the short address of a note, under the site's root and under each language:
    ``r/mh3/guide-of-souls/2/``.
    """
    return f"{SHORT}{'/'.join(map(_to_segment, note_id.split('/')))}/"


def source_file(page: str) -> str:
    """Return the Markdown file of a generated page: ``cards/tarmogoyf/index.md``.

    A page is a folder, so that a card may be called "Index".
    """
    return f"{page}index.md"


def hand_written_file(page: str) -> str:
    """Return the Markdown file of a hand-written page: ``about.md`` for ``about/``."""
    return f"{page.rstrip('/')}.md"


def hand_written_page(file: str) -> str:
    """Return the URL of the hand-written page in the Markdown file ``file``."""
    return f"{file.removesuffix('.md')}/"


def anchor(*names: str) -> str:
    """Return an anchor of ``names``, usually a kind and a key: ``card-tarmogoyf``."""
    return "-".join(map(_to_segment, names))


def section_anchor(section_id: str) -> str:
    """Return the anchor of a section (``mh3/notes/energy``) on its set's page:
    ``section-energy``.
    """
    return anchor("section", section_id.rpartition("/")[2])


def set_section_anchor(section_id: str) -> str:
    """Return the anchor of a section on a page of several sets: ``section-mh3-energy``."""
    set_code, _, slug = section_id.split("/")
    return anchor("section", set_code, slug)


def section_note_anchor(note_id: str) -> str:
    """Return the anchor of a general note (``mh3/notes/energy/1``): ``mh3-energy-1``, on any
    page.
    """
    set_code, _, slug, number = note_id.split("/")
    return anchor(set_code, slug, number)


def entry_anchor(card: LibraryCard, entry_id: str) -> str:
    """Return the anchor of one entry (``mh3/guide-of-souls``) on its card's page: the set's code.

    If a set has several entries for the card, only the entry with the card's name has the short
    anchor (otherwise the first by name). The others add their own name: ``mh3-guide-of-souls``. So
    no anchor depends on the order or number of documents.
    """
    set_code, _ = entry_id.split("/")
    of_set = [notes for notes in card.notes if notes.set_code == set_code]
    if all(notes.id == notes.key == entry_id for notes in of_set):
        return anchor(set_code)  # as nearly always
    #  If ``entry_id`` comes from the id of a ruling, it may be the entry's key: the id that it had
    #  before its card was renamed. The anchor has the name of today.
    renamed = {notes.key: notes.id for notes in of_set if notes.key != notes.id}
    entry_id = renamed.get(entry_id, entry_id)
    name = entry_id.partition("/")[2]
    rivals = {notes.id for notes in of_set} | {entry_id}
    short = min(rivals, key=lambda rival: (rival.split("/")[1] != card.slug, rival))
    return anchor(set_code) if entry_id == short else anchor(set_code, name)


def ruling_anchor(card: LibraryCard, note_id: str) -> str:
    """Return the anchor of a ruling (``mh3/guide-of-souls/2``) on its card's page: ``mh3-2``."""
    entry_id, number = note_id.rsplit("/", 1)
    return f"{entry_anchor(card, entry_id)}-{number}"


def document_anchor(entry_id: str) -> str:
    """Return the anchor of an entry (``mh3/guide-of-souls``) on the page of the whole document:
    ``card-guide-of-souls``. That of a section is the same as on the set's page.
    """
    if is_section(entry_id.partition("/")[2]):
        return section_anchor(entry_id)
    return anchor("card", entry_id.split("/")[1])


def document_note_anchor(note_id: str) -> str:
    """Return the anchor of a ruling (``mh3/guide-of-souls/2``) on the page of the whole document:
    ``ruling-guide-of-souls-2``. That of a general note is the same on any page.
    """
    if is_section(split_id(note_id)[1]):
        return section_note_anchor(note_id)
    return anchor("ruling", note_id.partition("/")[2])


def revision_anchor(note_id: str, lang: str | None) -> str:
    """Return the anchor of a ruling (``mh3/guide-of-souls/2``) in a language on the page of a
    revision: ``en-card-guide-of-souls-2``. Without a language, it begins with ``any``.
    """
    entry = note_id.partition("/")[2].removeprefix("notes/")
    kind = "section" if is_section(split_id(note_id)[1]) else "card"
    return anchor(lang or "any", kind, entry)


def rule_anchor(number: str) -> str:
    """Return the anchor of a rule on its page: ``rule-702-62a``. That of a quoted rule ends in it,
    where that of a note has its number: ``mh3-energy-rule-702-62a``.
    """
    return anchor("rule", number)


def glossary_anchors(book: Rulebook) -> dict[str, str]:
    """Return the anchors of all terms on the page of the glossary, by term. If terms differ only in
    marks, the later ones have numbers too: ``term-flip--2``.
    """
    anchors: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for term in book.glossary:
        name = anchor("term", term)
        counts[name] += 1
        anchors[term] = name if counts[name] == 1 else f"{name}--{counts[name]}"
    return anchors


def passage(entry_id: str, part: str | None, subject: LibraryCard | LibraryMechanic | None) -> str:
    """Return the URL of a ``part`` of an entry or a section: of the note with that number, or of
    the quoted rule with that :func:`rule_anchor`. Without a part, it is that of all of it.

    ``subject`` is what the entry or section is about: see :meth:`.Library.subject`. Notes of a
    section have their place on the page of its mechanic; if it has none, on the set's page.
    """
    if isinstance(subject, LibraryCard):
        anchor = (
            ruling_anchor(subject, f"{entry_id}/{part}")
            if part
            else entry_anchor(subject, entry_id)
        )
        return f"{card_link(subject)}#{anchor}"
    if part:
        page = mechanic_page(subject.slug) if subject else set_page(entry_id.partition("/")[0])
        return f"{page}#{section_note_anchor(f'{entry_id}/{part}')}"
    return section(entry_id)


def section(section_id: str) -> str:
    """Return the URL of a section (``mh3/notes/energy``): its place on the set's page."""
    return f"{set_page(section_id.split('/', 1)[0])}#{section_anchor(section_id)}"


def relative(here: str, there: str) -> str:
    """Return the relative link from the page ``here`` to ``there``, which may have an ``#anchor``.
    It is the anchor alone if that is on the same page.
    """
    page, hash_sign, anchor = there.partition("#")
    if page == here and anchor:
        return hash_sign + anchor
    return f"{_relative_path(here, page)}/{hash_sign}{anchor}"


def from_root(lang: str, url: str) -> str:
    """Return the path from the site's root of a URL that is relative to the folder of ``lang``. If
    ``lang`` is empty, the URL is relative to the root.
    """
    return url.removeprefix("../") if url.startswith("../") or not lang else f"{lang}/{url}"


def search_query(question: str) -> str:
    """Return the end of the link to the results of ``question``: ``?q=two%20words``."""
    return f"?q={quote(question, safe='')}"


def preview_picture(slug: str) -> str:
    """Return the preview picture of a card, from the site's root: ``previews/tarmogoyf.png``."""
    return f"previews/{_to_segment(slug)}.png"


def page_picture(page: str) -> str:
    """Return the preview picture of a page that is not a card's, from the site's root:
    ``previews/pages/sets/mh3.png``.
    """
    return f"previews/pages/{page.rstrip('/') or 'home'}.png"


def ruling_picture(note_id: str, lang: str) -> str:
    """Return the preview picture of a ruling in one language, from the site's root:
    ``r/mh3/guide-of-souls/2/en.png``.
    """
    return f"{short_page(note_id)}{_to_segment(lang)}.png"


def scryfall(oracle_id: str | None, names: Mapping[str, str]) -> str:
    """Return the page of a card at Scryfall: by its id, otherwise by its English name, otherwise by
    any other name.

    See scryfall.com/docs/syntax.
    """
    name = (names.get("en") or next(iter(names.values()))).replace('"', "")
    asked = (
        f"oracleid:{oracle_id}"
        if oracle_id
        else f'!"{name}"'
        if "en" in names
        else f'lang:any "{name}"'
    )
    return f"https://scryfall.com/search?q={quote(asked)}"


def scryfall_pictures(names: Mapping[str, str], *, sides: int) -> tuple[str, ...]:
    """Return the pictures of a card with one or two ``sides`` at Scryfall, by its English name;
    none if it has no such name.

    See scryfall.com/docs/api/cards/named.
    """
    if "en" not in names:
        return ()
    asked = f"https://api.scryfall.com/cards/named?exact={quote(names['en'], safe='')}&format=image"
    return tuple(f"{asked}&face={side}" for side in ("front", "back")[:sides])


def rule_history(number: str) -> str:
    """Return the address at Academy Ruins of a rule's current text and its history."""
    return f"https://academyruins.com/trace/{quote(number)}"


@functools.lru_cache(maxsize=1 << 16)
def _relative_path(here: str, there: str) -> str:
    """Return the path from the folder ``here`` to ``there``: ``../../sets/mh3``.

    :func:`posixpath.relpath` takes ten times as long, and a page has a hundred links.
    """
    start, end = _split_path(here), _split_path(there)
    shared = len(posixpath.commonprefix((start, end)))
    return "/".join((*[".."] * (len(start) - shared), *end[shared:])) or "."


@functools.lru_cache(maxsize=1 << 16)
def _split_path(path: str) -> tuple[str, ...]:
    return tuple(filter(None, path.split("/")))


@functools.lru_cache(maxsize=1 << 16)
def _to_segment(slug: str) -> str:
    """Return a slug, a code or a number as a part of a URL: ``702.62a`` as ``702-62a``."""
    return _UNSAFE_IN_SEGMENT.sub("-", slug.casefold()).strip("-") or "unnamed"
