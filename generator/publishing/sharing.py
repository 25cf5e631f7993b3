"""Short addresses: a small page for every ruling and paragraph, whatever the language and in each, and for those that are gone.

``r/<set>/<entry>/<n>/`` never dies: a ruling that no document has any more says so there, and what
took its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import escape

from ..facts.languages import first
from ..ledger.numbers import NO_DAY, Entry, Record
from ..library import CardNotes, DocumentNotes, Library, Note, Paragraph, SectionNotes
from ..pages import paths
from ..pages.edition import Edition, Phrase, Reference
from ..pages.markup import cut, preview
from ..templating.environment import environment
from .contract import Site

SHORT_BYTES = 4000
"""The most bytes of a short page, so that it fits a few network packets."""

Holder = CardNotes | SectionNotes
Said = Note | Paragraph
"""What has a permanent id."""
Editions = Mapping[str, Edition]
"""The library in each language that the site is offered in, the first of which stands for all others."""


@dataclass(frozen=True)
class Version:
    """A ruling or paragraph in one language, and the entry or section that holds it."""

    note: Said
    holder: Holder

    @property
    def kind(self) -> str:
        """``ruling`` on a card, ``note`` or ``paragraph`` of a section."""
        return _kind(isinstance(self.holder, SectionNotes), isinstance(self.note, Paragraph))

    @property
    def highest(self) -> int:
        """The highest number beside it: how many there are, where none is gone."""
        return max(note.number for note in self.holder.notes)


@dataclass(frozen=True)
class Short:
    """A short page. All of it is text, to be escaped; links lead from the page."""

    url: str
    """From the site's root: ``r/mh3/guide-of-souls/2/``, ``es/r/…``."""
    lang: str
    locale: str
    locales: tuple[str, ...]
    """Those of the other languages that the page exists in."""
    title: str
    description: str
    """In the language of the page: of a ruling in another one, that it is."""
    name: Phrase
    facts: tuple[str, ...]
    full: str
    """The link to the ruling, or to what stands in its place, on its full page."""
    canonical: str
    """The full page, from the site's root."""
    moves_to: str | None
    """Where scripts go on to, from the folder of the reader's language; None where the page is all there is."""
    others: tuple[Reference, ...]
    """The same in other languages."""
    notice: str | None = None
    text_lang: str | None = None
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    became: tuple[Reference, ...] = ()
    """What took the place of a ruling that is gone."""


@dataclass(frozen=True)
class Gone:
    """A number that was given, and that no document has."""

    id: str
    set_code: str
    entry: Entry
    record: Record
    holder: Holder | None = field(default=None)
    """What holds its neighbours, where there is such an entry."""

    @property
    def kind(self) -> str:
        """What it was; see :attr:`Version.kind`."""
        return _kind("/" in self.entry.key, self.record.paragraph)

    @property
    def became(self) -> tuple[str, ...]:
        """The ids of what took its place; of where it is now, if it moved to another entry."""
        moved = (f"{self.set_code}/{self.record.moved_to}",) if self.record.moved_to else ()
        return (*(f"{self.set_code}/{self.entry.key}/{number}" for number in self.record.became), *moved)


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the short pages of ``site``. A page that leads to a card has the card's preview picture."""
    template = environment(site_url=site.address, langs=site.langs).get_template("share/short.html.j2")
    for page in pages(site.editions):
        values = {
            "words": site.editions[page.lang].words,
            "canonical": f"{site.address}{page.canonical}" if site.address else paths.relative(page.url, page.canonical),
            "picture": site.pictures.get(page.canonical.partition("/")[2]),
            "choose": page.url.startswith(paths.SHORT),
            "up": paths.relative(page.url, ""),
        }
        content = template.render(page=page, **values)
        excess = len(content.encode("utf-8")) - SHORT_BYTES
        yield f"{page.url}index.html", template.render(page=shortened(page, excess), **values) if excess > 0 else content


def addressed(library: Library) -> dict[str, dict[str, Version]]:
    """Every ruling, note and paragraph of the library that has an id, by it and its language."""
    found: dict[str, dict[str, Version]] = {}
    for document in library.documents():
        for version in versions(document):
            found.setdefault(version.note.id, {})[document.notes.lang] = version
    return found


def versions(document: DocumentNotes) -> Iterator[Version]:
    """The rulings, notes and paragraphs of one document, in its order."""
    for holder in _holders(document):
        yield from (Version(note, holder) for note in holder.numbered)


def gone(library: Library) -> Iterator[Gone]:
    """The numbers that the ledgers gave and no document has."""
    known = addressed(library)
    holders = {holder.id: holder for document in library.documents() for holder in _holders(document)}
    for code, ledger in library.ledgers.items():
        for key, entry in ledger.entries.items():
            for record in entry.records:
                note_id = f"{code}/{key}/{record.number}"
                if note_id not in known:
                    yield Gone(note_id, code, entry, record, holders.get(f"{code}/{entry.slug}") or holders.get(f"{code}/{key}"))


def pages(editions: Editions) -> Iterator[Short]:
    """Every short page of the site."""
    library = _edition(editions, None).library
    known = addressed(library)
    for note_id, versions in known.items():
        yield from _of_ruling(editions, note_id, versions)
    for each in gone(library):
        yield from (_of_gone(editions, each, lang) for lang in (None, *editions))


def title(edition: Edition, version: Version) -> str:
    """``Tarmogoyf · Future Sight · ruling 3 of 7``; ``Future Sight · Card Legality · paragraph 2``."""
    words, number = edition.words, edition.words.number(version.note.number)
    name, set_name = _name(edition, version.holder).text, edition.set_name(version.holder.set_code).text
    if isinstance(version.note, Paragraph):
        return words.say("share_title_paragraph", number=number, set=set_name, name=name)
    return words.say(f"share_title_{version.kind}", number=number, count=words.number(version.highest), set=set_name, name=name)


def gone_title(edition: Edition, each: Gone) -> str:
    """``Tarmogoyf · Future Sight · ruling 3, removed``."""
    number, set_name = edition.words.number(each.record.number), edition.set_name(each.set_code).text
    return edition.words.say(f"share_gone_{each.kind}", number=number, set=set_name, name=_gone_name(edition, each).text)


def gone_notice(edition: Edition, each: Gone) -> str:
    """What happened to what no document has, and when, where that is known."""
    retired = each.record.retired
    if retired is None or retired == NO_DAY:
        return edition.words[f"share_absent_{each.kind}"]
    return edition.words.say(f"share_retired_{each.kind}", date=edition.words.date(retired))


def shortened(page: Short, excess: int) -> Short:
    """The page with ``excess`` bytes less of its ruling, which goes on at the full page."""
    parts = [*page.paragraphs, *page.items]
    room = sum(map(_weight, parts)) - excess
    kept: list[str] = []
    for part in parts:
        kept.append(cut(part, room, _weight))
        room -= _weight(part)
        if room <= 0:
            break
    return replace(page, paragraphs=tuple(kept[: len(page.paragraphs)]), items=tuple(kept[len(page.paragraphs) :]))


def _weight(text: str) -> int:
    return len(escape(text).encode("utf-8"))


def _of_ruling(editions: Editions, note_id: str, versions: Mapping[str, Version]) -> Iterator[Short]:
    """Its page whatever the language, and one in each language that its set has a document in."""
    documents = _edition(editions, None).library.sets[note_id.partition("/")[0]].documents
    langs = [lang for lang in editions if lang in documents]
    yield _short(editions, versions, None, langs)
    for lang in langs:
        yield _short(editions, versions, lang, [each for each in langs if each != lang])


def _short(editions: Editions, versions: Mapping[str, Version], lang: str | None, others: Sequence[str]) -> Short:
    """A ruling's page in ``lang``, where None is asked for in the language of its document."""
    text_lang = lang if lang and lang in versions else first(versions)
    edition = _edition(editions, lang or text_lang)
    version = versions[text_lang]
    note, holder, words = version.note, version.holder, edition.words
    link = _full(edition, note.id, holder)
    url = _url(note.id, lang)
    day = edition.library.wording(note.id, text_lang).day
    foreign = words.say("only_in", language=words.language(text_lang)) if edition.mark(text_lang) else None
    return Short(
        url,
        edition.lang,
        words.locale,
        tuple(editions[each].words.locale for each in others if each != edition.lang),
        title(edition, version),
        foreign or preview(words, (note.text, *note.items)),
        _name(edition, holder),
        (edition.set_name(holder.set_code).text, *([words.date(day)] if day and day != NO_DAY else [])),
        paths.relative(url, f"{edition.lang}/{link}"),
        f"{edition.lang}/{link.partition('#')[0]}",
        link,
        _others(editions, note.id, url, others),
        foreign if lang else None,
        edition.mark(text_lang),
        tuple(note.text.plain().split("\n\n")),
        tuple(item.plain() for item in note.items),
    )


def _of_gone(editions: Editions, each: Gone, lang: str | None) -> Short:
    edition = _edition(editions, lang)
    words, others = edition.words, [other for other in editions if other != lang]
    url = _url(each.id, lang)
    link = _instead(edition, each)
    notice = gone_notice(edition, each)
    return Short(
        url,
        edition.lang,
        words.locale,
        tuple(editions[other].words.locale for other in others if other != edition.lang),
        gone_title(edition, each),
        notice,
        _gone_name(edition, each),
        (edition.set_name(each.set_code).text,),
        paths.relative(url, f"{edition.lang}/{link}"),
        f"{edition.lang}/{link.partition('#')[0]}",
        None if lang else paths.short_page(each.id),
        _others(editions, each.id, url, others),
        notice,
        became=tuple(_successor(edition, each, successor, lang) for successor in each.became),
    )


def _successor(edition: Edition, each: Gone, note_id: str, lang: str | None) -> Reference:
    """The link from a page of what is gone to one of what took its place, which is named if it is in another entry."""
    key, _, number = note_id.partition("/")[2].rpartition("/")
    entry = edition.library.ledgers[each.set_code].entries[key]
    record = entry.record(int(number))
    kind = _kind("/" in key, bool(record and record.paragraph))
    label = edition.words.say(f"share_one_{kind}", number=edition.words.number(int(number)))
    if key != each.entry.key:
        label = f"{_entry_name(edition, each.set_code, entry).text} · {label}"
    there = lang if lang in edition.library.sets[each.set_code].documents else None  # what lives has no page in other languages
    return Reference(paths.relative(_url(each.id, lang), _url(note_id, there)), Phrase(label))


def _entry_name(edition: Edition, set_code: str, entry: Entry) -> Phrase:
    """The name of a ledger's entry: of its card, of its section; else the name in the address."""
    if entry.slug in edition.library.cards:
        return edition.card_name(entry.slug)
    known = (section.id for document in edition.library.sets[set_code].documents.values() for section in document.sections)
    section_id = f"{set_code}/{entry.key}"
    return edition.section_name(section_id) if section_id in known else Phrase(entry.slug.rpartition("/")[2])


def _kind(in_section: bool, is_paragraph: bool) -> str:
    if is_paragraph:
        return "paragraph"
    return "note" if in_section else "ruling"


def _holders(document: DocumentNotes) -> Iterator[Holder]:
    yield from document.sections
    yield from document.cards


def _edition(editions: Editions, lang: str | None) -> Edition:
    return editions.get(lang or "") or next(iter(editions.values()))


def _url(note_id: str, lang: str | None) -> str:
    return f"{lang}/{paths.short_page(note_id)}" if lang else paths.short_page(note_id)


def _name(edition: Edition, holder: Holder) -> Phrase:
    return edition.card_name(holder.card) if isinstance(holder, CardNotes) else edition.section_name(holder.id)


def _full(edition: Edition, note_id: str, holder: Holder) -> str:
    """The ruling on its full page, from the folder of a language."""
    entry_id, _, number = note_id.rpartition("/")
    return paths.passage(entry_id, number, edition.library.cards[holder.card] if isinstance(holder, CardNotes) else None)


def _gone_card(edition: Edition, each: Gone) -> str | None:
    """The slug of its card; None where it was on none, or on one that no document has."""
    slug = each.holder.card if isinstance(each.holder, CardNotes) else each.entry.slug
    return slug if slug in edition.library.cards else None


def _gone_name(edition: Edition, each: Gone) -> Phrase:
    """The name of its card or section; of one that no document has, the name in the address."""
    if isinstance(each.holder, SectionNotes):
        return _name(edition, each.holder)
    slug = _gone_card(edition, each)
    return edition.card_name(slug) if slug else Phrase(each.entry.slug.rpartition("/")[2])


def _instead(edition: Edition, each: Gone) -> str:
    """Where to read on: at the entry, else at the card, else at the set."""
    slug = _gone_card(edition, each)
    card = edition.library.cards[slug] if slug else None
    if each.holder:
        return paths.passage(each.holder.id, None, card)
    return paths.card_page(card.slug) if card else paths.set_page(each.set_code)


def _others(editions: Editions, note_id: str, here: str, langs: Iterable[str]) -> tuple[Reference, ...]:
    return tuple(Reference(paths.relative(here, _url(note_id, lang)), Phrase(editions[lang].words.name, lang)) for lang in langs)
