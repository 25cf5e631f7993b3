"""The weight of a site before it is built, and the hosts that take it. :mod:`..site.measuring` has
the weight afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..library import DocumentNotes, Library
from ..notes import is_day
from ..outputs import feeds, redirects
from ..problems import Place, Problem, warning
from ..search.index import TOGETHER
from ..site import rulings
from ..site.measuring import Weight
from ..site.model import Site
from ..system import shipped

_GB = 1_000_000_000


@dataclass(frozen=True, kw_only=True)
class Host:
    """A host of static sites, with the limits of its free plan.

    None means no limit that a site of ours reaches.
    """

    name: str
    files: int | None = None
    size: int | None = None

    def __str__(self) -> str:
        limits = [f"{self.size // _GB} GB"] if self.size else []
        return (
            f"{self.name}"
            f" ({', '.join([*limits, *([f'{self.files:,} files'] if self.files else [])])})"
        )

    def takes(self, weight: Weight) -> bool:
        """Return whether a site of this weight is within the limits."""
        return (self.files is None or weight.files <= self.files) and (
            self.size is None or weight.size <= self.size
        )


HOSTS = (
    Host(name="GitHub Pages", size=_GB),
    Host(name="GitLab Pages", size=_GB, files=200_000),
    Host(name="Cloudflare Pages", files=20_000),
)
"""As their documentation said in 2026.

A file of ours is far smaller than 25 MiB, which Cloudflare takes.
"""


@dataclass(frozen=True)
class _Kind:
    """The mean of one kind of file: its bytes, and further bytes for each byte of the text that the
    files show.
    """

    each: int
    text: float = 0

    def of(self, count: int, text: int = 0) -> Weight:
        return Weight(files=count, size=round(self.each * count + self.text * text))


# Measured on the five documents and on the example site, in three languages.
_CARD, _MECHANIC, _SET = _Kind(7_450, 6.6), _Kind(8_900, 1.6), _Kind(4_250, 5.7)
_RULE, _LIST, _MOVED = _Kind(7_450), _Kind(8_550), _Kind(1_500)
_GLOSSARY = 190_000
_SHORT, _SHORT_HERE = _Kind(2_600, 2.2), _Kind(2_300, 2.2)
_QUOTED, _PICTURE = _Kind(19_500), _Kind(17_900)
_DATA, _SEARCH, _ASSET, _KEPT, _CITING = (
    _Kind(12_000, 7.9),
    _Kind(1_650),
    _Kind(12_500),
    _Kind(16_000),
    _Kind(2_700),
)
_API = _Kind(300, 5.4)
_ADDRESS, _LISTED = 130, 120
"""The bytes of an address in the sitemap, which has all pages once for each pair of languages, and
of a file in the manifest.
"""
_ROW, _FEED, _ITEM, _EXPLANATION = 60, _Kind(600), 870, 1_390
"""The bytes of a card or mechanic in its list, those of a feed and of one of its entries, and those
of a mechanic in the data.
"""
_LISTS, _FILES_OF_SET = 12, 3
_SEARCHED, _WORDS, _EXPLAINED, _UNLIKE = 40, 0.33, 150, 0.55
"""The fewest files of words in a search, of each language and of the names of all; those that are
added, which grow with the root of the bytes of its language; the bytes that explain a mechanic; and
the part of the rulings that say something of their own.
"""


def expected(site: Site) -> Weight:
    """Return about how many files and bytes ``site`` will have, from the counts of its library."""
    sizes = _sizes(site.library)
    listed = _sum(
        *_pages(site, sizes), *_short_pages(site, sizes), *_others(site, sizes), *_api(site, sizes)
    )
    return _sum(listed, Weight(files=1, size=_LISTED * listed.files))


def told(weight: Weight) -> str:
    """Name the hosts that take a site of this weight: ``GitHub Pages (1 GB) and Cloudflare Pages
    (20,000 files) take it``.
    """
    takers = [str(host) for host in HOSTS if host.takes(weight)]
    if not takers:
        return "no free plan of a host that we know takes it"
    return (
        f"{', '.join(takers[:-1])}{' and ' if takers[1:] else ''}{takers[-1]}"
        f" take{'' if takers[1:] else 's'} it"
    )


def excess(weight: Weight) -> list[Problem]:
    """Return a warning for each host that does not take a site of this weight."""
    hint = (
        "choose fewer files with preview_pictures, short_pages, rulings_api, feeds or"
        " interface_languages, or another host"
    )
    return [
        warning(
            Place(shipped.SETTINGS.name),
            f"the website has about {weight}, too many for the free plan of {host}",
            hint,
        )
        for host in HOSTS
        if not host.takes(weight)
    ]


def _sum(*weights: Weight) -> Weight:
    return Weight(
        files=sum(each.files for each in weights), size=sum(each.size for each in weights)
    )


def _pages(site: Site, sizes: _Sizes) -> Iterator[Weight]:
    """Yield the pages that each language has."""
    library = site.library
    cards, sections = _texts(site, sizes)
    book = library.rulebook
    rules = {*library.rules, *(book.headings if book else ())}
    moved = redirects.redirects(library)
    of_sets = sum(
        1 if each.is_day else _FILES_OF_SET for each in library.sets.values() if each.documents
    )
    published = sum(
        _of_cards(document, sizes)
        for document in library.documents()
        if is_day(document.notes.set_code)
    )
    for lang in site.langs:
        shown = sum(card.only_in in (None, lang) for card in library.cards.values())
        yield _CARD.of(shown, cards if shown == len(library.cards) else cards - published)
        yield _MECHANIC.of(len(library.mechanics), cards)
        yield _SET.of(of_sets, cards + sections)
        yield _RULE.of(len(rules))
        yield _LIST.of(_LISTS)
        yield _MOVED.of(len(moved))
        yield Weight(
            files=bool(book),
            size=_ROW * (len(library.cards) + len(library.mechanics)) + (_GLOSSARY if book else 0),
        )
    if site.address:
        pages = len(library.cards) + len(library.mechanics) + len(rules)
        yield Weight(files=1, size=_ADDRESS * pages * len(site.langs) ** 2)


def _short_pages(site: Site, sizes: _Sizes) -> Iterator[Weight]:
    """Yield the short pages, and the pictures."""
    editions, library = site.editions, site.library
    edition = next(iter(editions.values()))
    for note_id, versions in rulings.addressed(library).items():
        if is_day(note_id.partition("/")[0]):
            continue
        text = max(sizes[note_id, lang] for lang in versions)
        langs = edition.short_langs(note_id.partition("/")[0])
        yield _SHORT.of(1, text)
        yield _SHORT_HERE.of(len(langs), text * len(langs))
        if site.quoting:
            yield _QUOTED.of(len(versions))
    for gone in (each for each in rulings.gone(library) if not is_day(each.set_code)):
        yield _SHORT.of(1 + len(edition.gone_langs(gone.set_code)))
    yield _PICTURE.of(len(site.pictures))


def _others(site: Site, sizes: _Sizes) -> Iterator[Weight]:
    """Yield the data, the search, the lists of what a device may keep, the feeds, and the files
    that pages load.
    """
    library = site.library
    ids = len(rulings.addressed(library))
    found = round(_UNLIKE * ids) + len(library.cards) + len(library.mechanics)
    yield _DATA.of(len(list(library.documents())) + 12, sum(_texts(site, sizes)))
    yield Weight(files=0, size=_EXPLANATION * len(library.mechanics))
    yield _ASSET.of(16)
    yield _SEARCH.of(_SEARCHED)
    for lang in site.langs:
        own = (document for document in library.documents() if document.notes.lang == lang)
        said = sum(_of_cards(document, sizes) + _of_sections(document, sizes) for document in own)
        words = round(_WORDS * math.sqrt(said + _EXPLAINED * len(library.mechanics)))
        yield _SEARCH.of(_SEARCHED + words + found // TOGETHER)
        yield _KEPT.of(len(library.released_sets) + 2)
        yield _CITING.of(1)
        if site.address:
            told = [*feeds.feeds(site, site.editions[lang])]
            entries = sum(min(len(feed.sets), feeds.LIMIT) for feed in told)
            yield _sum(
                _FEED.of(len(feeds.TYPES) * len(told)),
                Weight(files=0, size=len(feeds.TYPES) * _ITEM * entries),
            )


def _api(site: Site, sizes: _Sizes) -> Iterator[Weight]:
    """Yield the lists of the rulings API. A card whose id at Scryfall is known has two."""
    if not site.rulings_api:
        return
    library = site.library
    cards = [card for card in library.cards.values() if card.notes]
    known = sum(card.oracle_id is not None for card in cards)
    explained = {
        slug
        for document in library.documents()
        for each in document.sections
        if each.notes
        for slug in each.mechanics
    }
    of_cards, of_sections = _texts(site, sizes)
    yield _API.of(len(library.released_sets), of_cards + of_sections)
    yield _API.of(len(cards) + known, of_cards + of_cards * known // max(len(cards), 1))
    yield _API.of(len(explained) + 2, of_sections)  # with the schema and the description


def _texts(site: Site, sizes: _Sizes) -> tuple[int, int]:
    """Return the bytes of the rulings of all cards, and those of the notes of all sections."""
    documents = list(site.library.documents())
    of_cards, of_sections = (
        sum(of(document, sizes) for document in documents) for of in (_of_cards, _of_sections)
    )
    return of_cards, of_sections


def _of_cards(document: DocumentNotes, sizes: _Sizes) -> int:
    return sum(
        sizes[note.id, document.notes.lang] for card in document.cards for note in card.numbered
    )


def _of_sections(document: DocumentNotes, sizes: _Sizes) -> int:
    return sum(
        sizes[note.id, document.notes.lang]
        for section in document.sections
        for note in section.numbered
    )


_Sizes = Mapping[tuple[str, str], int]
"""The bytes of each ruling and paragraph, by id and language."""


def _sizes(library: Library) -> _Sizes:
    return {
        (version.note.id, document.notes.lang): rulings.length(version)
        for document in library.documents()
        for version in rulings.versions(document)
    }
