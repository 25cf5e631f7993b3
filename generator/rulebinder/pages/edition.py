"""The site in one language, and the values that all views share: pages, links, phrases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, TypeVar, cast

from slugify import slugify

from ..facts.catalogue import Aliases, Names
from ..facts.languages import Languages, offered_languages
from ..joining.gone import find_gone_entries, find_gone_rules
from ..joining.identity import slug as slug_of
from ..joining.slices import Slice, strip_words
from ..library import (
    CardNotes,
    DocumentNotes,
    Holder,
    Library,
    Numbered,
    Passage,
    SectionNotes,
)
from ..notes import is_day
from ..system import group_pairs
from . import addresses
from .markup import Phrase, Reference, Writer
from .words import Words

View = dict[str, Any]
"""What a template reads, by name: :mod:`jinja2` looks a name up as an attribute, then as a key."""
T = TypeVar("T")
EntryT = TypeVar("EntryT", bound=Holder)


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page to render: its title and description, and the view that its template shows."""

    title: str
    description: str
    view: View
    url: str = ""
    """Its address, which its plan knows."""
    listed: str = ""
    """The title for search engines and chats, if it says more than the title."""
    preview: str = ""
    """The page's first words, if a preview can show more than the description."""
    above: str = ""
    """The title of the page in the folder above, for a page that belongs to the same subject."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """What the page's front matter has besides: plain values, which the template of the site and
    the Markdown extension read.
    """


ALL, TRANSLATED, ONE = "all", "translated", "one"
"""Which rulings have a short page in each language of their set's documents: all, only those of
sets with documents in several languages, or none. Each also has one for all languages together.
"""


_Table = Mapping[str, Sequence[str]]
"""Keys, such as slugs or set codes, by the key of what they belong to."""


@dataclass(frozen=True, kw_only=True)
class LibraryTables:
    """Tables of the whole library, made once for all pages of a language. They have names and
    addresses, but no words of rulings.
    """

    set_cards: _Table
    """The cards of each set, each once: those of its document in the page's language in its order,
    then those of other documents.

    Without such a document, they are sorted by their names in the page's language, because the
    order of another language would not look like one.
    """
    gone: _Table
    """The entries and sections of each set that its ledger knows and that no document has any more.
    """
    gone_of_card: _Table
    """The gone entries of each card that still has a page, by its slug."""
    gone_rules: _Table
    """The rules that had a page once and that nothing uses today, in numeric order, each with the
    sets that quoted or cited it. There are none for a rule of an older edition that no document
    used. They keep their pages, so that links do not break.
    """
    mechanics_by_rule: _Table
    """The mechanics that the current rules describe under each number."""
    glossary_anchors: Mapping[str, str]
    """The anchor of each term of the rules' glossary."""
    quoted_as: Mapping[str, Sequence[tuple[str, str]]]
    """The quotations of each rule of today: the set whose documents quote it, and the number that
    they print.
    """
    reworded: Mapping[str, Sequence[tuple[str, str]]]
    """The day of each older edition in which a rule of today has other words, newest first, and its
    number there.
    """
    entries: Mapping[str, Mapping[str, Holder]]
    """All entries and sections without words, by id and language."""
    words_by_lang: Mapping[str, Words]
    """The words of each language that the site is offered in."""
    shared: dict[Hashable, Any] = field(default_factory=dict)
    """The values that pages share, by their keys; see :meth:`.Edition.make_once`."""

    @property
    def digested(self) -> tuple[object, ...]:
        """The tables whose digest decides whether a page is made anew.

        The others are not among them, because other digests have what they depend on: the outline
        of the library has that of ``reworded`` and ``entries``, the settings that of
        ``words_by_lang``.
        """
        return (
            self.set_cards,
            self.gone,
            self.gone_of_card,
            self.gone_rules,
            self.mechanics_by_rule,
            self.glossary_anchors,
            self.quoted_as,
        )


@dataclass(frozen=True)
class Edition:
    """The library, as one language of the site shows it."""

    library: Library
    languages: Languages
    """The languages that the site is offered in."""
    words: Words
    short_pages: str = ALL
    """For which rulings each language has short pages of its own: :data:`ALL`, :data:`TRANSLATED`
    or :data:`ONE`.
    """
    whole_tables: LibraryTables | None = None
    """The tables of the whole library, if this edition shows only a slice of it; otherwise None."""
    holders: tuple[Holder, ...] = ()
    """The entries and sections of the slice; empty without a slice."""
    here: str = addresses.HOME
    """The address of the page that shows it: where its links start."""

    @cached_property
    def lang(self) -> str:
        """The language of the pages."""
        return self.words.lang

    @cached_property
    def writer(self) -> Writer:
        """Writes texts with the links of the page."""
        return Writer(self.words, self)

    def short_langs(self, code: str) -> tuple[str, ...]:
        """Return the languages with short pages of their own for the rulings of a set.

        Every ruling has one for all languages, except for published rulings: those are too many to
        have any.
        """
        if is_day(code):
            return ()
        documents = self.library.langs(code)
        langs = tuple(lang for lang in self.languages if lang in documents)
        is_wanted = self.short_pages == ALL or (self.short_pages == TRANSLATED and len(langs) > 1)
        return langs if is_wanted else ()

    def gone_langs(self, code: str) -> tuple[str, ...]:
        """Return the languages with short pages of the removed rulings of a set."""
        if self.short_pages == ALL and not is_day(code):
            return tuple(self.languages)
        return self.short_langs(code)

    def words_of(self, lang: str) -> Words:
        """Return the words of ``lang``, or the pages' own words if the site is not offered in
        ``lang``.
        """
        return self.tables.words_by_lang.get(lang, self.words)

    def lang_attribute(self, lang: str) -> str | None:
        """Return the ``lang`` attribute of a text in ``lang``; None if that is the page's
        language.
        """
        return None if lang == self.lang else lang

    def rank(self, lang: str) -> tuple[bool, bool, str]:
        """Return the key to sort languages by, best first: the page's own, then English, then by
        code.
        """
        return lang != self.lang, lang != "en", lang

    def prefer(self, langs: Iterable[str]) -> list[str]:
        """Return ``langs``, best first."""
        return sorted(set(langs), key=self.rank)

    def best(self, langs: Collection[str]) -> str:
        """Return the best of ``langs``."""
        return self.lang if self.lang in langs else min(langs, key=self.rank)

    def name(self, names: Names) -> Phrase:
        """Return that of ``names`` in the best language."""
        lang = self.best(names)
        return Phrase(names[lang], self.lang_attribute(lang))

    def other_names(self, names: Names, also: Aliases | None = None) -> tuple[Phrase, ...]:
        """Return the names that differ from the best one, sorted by language. ``also`` has those
        of other printings, by language.
        """
        best = self.name(names).text
        aliases = [(lang, name) for lang, others in (also or {}).items() for name in others]
        by_lang = sorted([*names.items(), *aliases], key=lambda pair: pair[0])
        return tuple(Phrase(name, lang) for lang, name in by_lang if name != best)

    def card_name(self, slug: str) -> Phrase:
        """Return the name of a card of the library."""
        return self.name(self.library.cards[slug].names)

    def mechanic_name(self, slug: str) -> Phrase:
        """Return the name of a mechanic of the library."""
        return self.name(self.library.mechanics[slug].names)

    def set_name(self, code: str) -> Phrase:
        """Return the name of a set of the library, or of one that was removed."""
        return self.name(self.library.facts(code).names)

    def title_of(self, section: SectionNotes) -> Phrase:
        """Return the title of a section as its document prints it."""
        return Phrase(section.section.title, self.lang_attribute(section.lang))

    def subject_name(self, holder: Holder) -> Phrase:
        """Return the name of the card of an entry, or the title of a section in the best
        language.
        """
        if holder.card:
            return self.card_name(holder.card)
        versions = self.versions(holder.id).items()
        return self.name(
            {
                lang: version.section.title
                for lang, version in versions
                if isinstance(version, SectionNotes)
            }
        )

    def document(self, code: str) -> DocumentNotes:
        """Return the document of a set in the best language."""
        documents = self.library.sets[code].documents
        return documents[self.best(documents)]

    def choose(self, entries: Iterable[EntryT]) -> Iterator[EntryT]:
        """Yield each entry once, in the best language. At its end are the notes and paragraphs
        that only other languages have, so that a page misses no number.

        ``entries`` have several languages. The order is that in which their ids first appear.
        """
        for versions in group_versions(entries).values():
            best, *others = self.prefer(versions)
            shown_ids = {note.id for note in versions[best].numbered}
            extras: list[Numbered] = []
            for lang in others:
                extras += [note for note in versions[lang].numbered if note.id not in shown_ids]
                shown_ids |= {note.id for note in extras}
            yield replace(versions[best], body=(*versions[best].body, *extras))

    def choose_of_set(self, code: str) -> tuple[list[CardNotes], list[SectionNotes]]:
        """Return the entries and the sections of a set as :meth:`choose` yields them, those of the
        document in the best language first.
        """
        by_lang = self.library.sets[code].documents
        documents = [by_lang[lang] for lang in self.prefer(by_lang)]
        return (
            list(self.choose(entry for document in documents for entry in document.cards)),
            list(self.choose(section for document in documents for section in document.sections)),
        )

    def href(self, there: str) -> str:
        """Return the link from the page to ``there``, which may have an ``#anchor``."""
        return addresses.relative(self.here, there)

    def href_from_root(self, there: str) -> str:
        """Return the link from the page to ``there``, an address from the site's root."""
        return addresses.relative(f"{self.lang}/{self.here}", there)

    def link(self, there: str, name: Phrase | str) -> Reference:
        """Return the link to ``there`` with a ``name``. A string is in the page's language."""
        phrase = Phrase(name) if isinstance(name, str) else name
        return Reference(self.href(there), phrase)

    def link_card(self, slug: str) -> Reference:
        """Return the name of a card of the library, with the link to its page."""
        return self.link(addresses.card_link(self.library.cards[slug]), self.card_name(slug))

    def link_mechanic(self, slug: str) -> Reference:
        """Return the name of a mechanic of the library, with the link to its page."""
        return self.link(addresses.mechanic_page(slug), self.mechanic_name(slug))

    def link_set(self, code: str) -> Reference:
        """Return the name of a set of the library, with the link to its page."""
        return self.link(addresses.set_page(code), self.set_name(code))

    def link_rule(self, number: str) -> Reference:
        """Return the link to a rule by the number that documents print: to its page, otherwise to
        its history on another site.
        """
        if number not in self.library.rules:
            return self.link_rule_today(number)
        return self.link(addresses.rule_page(number), number)

    def link_rule_today(self, number: str) -> Reference:
        """Return the link to a rule by its number in today's edition; to another site if there is
        no edition.
        """
        book = self.library.rulebook
        if book is None or number not in book.rules:
            return Reference(addresses.rule_history(number), Phrase(number))
        return self.link(addresses.rule_today(book, number), number)

    def link_search(self, question: str) -> Reference:
        """Return ``question`` with the link to its results."""
        return Reference(
            self.href(addresses.SEARCH) + addresses.search_query(question), Phrase(question)
        )

    def passage_url(self, passage: Passage) -> str:
        """Return the URL of a passage: of the note or the quoted rule, otherwise of the entry or
        section around it.
        """
        best = self.best_lang(passage.entry)
        part = passage.part if passage.kind == "note" else None
        #  A quoted rule has an anchor only if pages show the language that quotes it.
        if passage.kind == "rule" and passage.part and passage.lang == best:
            part = addresses.rule_anchor(passage.part)
        subject = self.library.subject(self.versions(passage.entry)[best])
        return addresses.passage(passage.entry, part, subject)

    def best_lang(self, entry_id: str) -> str:
        """Return the language in which pages show an entry or a section."""
        return self.best(self.versions(entry_id))

    def versions(self, entry_id: str) -> Mapping[str, Holder]:
        """Return an entry or a section by its languages.

        What is not in the slice has no words.
        """
        return self._versions.get(entry_id) or self.tables.entries[entry_id]

    def on_page(self, here: str) -> Edition:
        """Return the edition as the page ``here`` shows it: with links that start there."""
        edition = replace(self, here=here)
        #  What is derived from the library is the same, and takes long to derive again.
        vars(edition).update(tables=self.tables, _versions=self._versions)
        return edition

    def of_slice(self, part: Slice, here: str) -> Edition:
        """Return the edition that shows only a slice of the library, on the page ``here``."""
        return replace(
            self, library=part.library, whole_tables=self.tables, holders=part.holders, here=here
        )

    @cached_property
    def tables(self) -> LibraryTables:
        """The tables of the whole library, also if this edition shows a slice of it."""
        return self.whole_tables or _derive_tables(self)

    def make_once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` returns. It is called once for all pages in this language that ask
        for the same ``key``.

        So its value may depend only on ``key`` and on what all these pages have in their slices.
        """
        shared = self.tables.shared
        if key not in shared:
            shared[key] = make()
        return cast("T", shared[key])

    @cached_property
    def catalogued(self) -> Mapping[str, Names]:
        """The names of all cards of the catalogue, by the slugs of their English ones.

        A card that is gone has no better name. Only outputs read it: a page may show only its
        slice.
        """
        return {slug_of(names["en"]): names for names in self.library.catalogued if "en" in names}

    @cached_property
    def _versions(self) -> Mapping[str, Mapping[str, Holder]]:
        """The entries and sections with words, by id and language: in a slice, only its own."""
        return group_versions(self.holders if self.whole_tables else self.library.holders())


def _derive_tables(edition: Edition) -> LibraryTables:
    """Return the tables of the library of ``edition``, which must not be a slice."""
    library = edition.library
    gone = find_gone_entries(library)
    set_cards = {}
    for code, library_set in library.sets.items():
        documents = library_set.documents
        cards = dict.fromkeys(
            entry.card for lang in edition.prefer(documents) for entry in documents[lang].cards
        )
        set_cards[code] = (
            list(cards)
            if edition.lang in documents
            else sorted(cards, key=lambda slug: collation_key(edition.card_name(slug).text))
        )
    return LibraryTables(
        set_cards=set_cards,
        gone=gone,
        gone_of_card=group_pairs(
            (slug, entry)
            for code, entries in gone.items()
            for entry in entries
            if (slug := library.ledgers[code].entries[entry.partition("/")[2]].slug)
            in library.cards
        ),
        gone_rules=find_gone_rules(library),
        mechanics_by_rule=group_pairs(
            (mechanic.facts.rule, slug)
            for slug, mechanic in library.mechanics.items()
            if mechanic.facts and mechanic.facts.rule
        ),
        glossary_anchors=addresses.glossary_anchors(library.rulebook) if library.rulebook else {},
        quoted_as=group_pairs(
            (today.number, (code, rule.number))
            for rule in library.rules.values()
            for code, today in rule.today.items()
            if any(passage.set_code == code for passage in rule.quoted_in)
        ),
        reworded=group_pairs(
            (change.number, (day, change.before))
            for day, changes in library.amendments.items()
            for change in changes
            if change.reworded and change.before
        ),
        entries=group_versions(map(strip_words, library.holders())),
        words_by_lang={lang: Words(language) for lang, language in edition.languages.items()},
    )


def group_versions(holders: Iterable[EntryT]) -> dict[str, dict[str, EntryT]]:
    """Return entries and sections by id, then by language."""
    versions: dict[str, dict[str, EntryT]] = {}
    for holder in holders:
        versions.setdefault(holder.id, {})[holder.lang] = holder
    return versions


@cache
def collation_key(text: str) -> tuple[str, str]:
    """Return the key to sort names by: the name without accents and case, then the name itself,
    e.g. ``("eclair", "Éclair")``.
    """
    return slugify(text, separator=" "), text


def count_notes(entries: Iterable[Holder]) -> int:
    """Return the number of notes in entries."""
    return sum(len(entry.notes) for entry in entries)


def initial(text: str) -> str:
    """Return the first letter of a name; ``#`` if it does not start with a letter."""
    first = collation_key(text)[0][:1].upper()
    return first if first.isalpha() else "#"


def editions(library: Library, languages: Languages, short_pages: str = ALL) -> dict[str, Edition]:
    """Return the library in each language that the site is offered in, by language.

    Where any of them would do, the first one is taken.
    """
    offered = offered_languages(languages)
    return {
        lang: Edition(library, offered, Words(language), short_pages)
        for lang, language in offered.items()
    }


def overview_page(
    edition: Edition, key: str, view: View, *, listed: bool = True, **facts: object
) -> Page:
    """Return a page that a language has once, such as a list. Its title, its description and, if
    it is ``listed``, its title for search engines are the interface words of ``key``.
    """
    words = edition.words
    return Page(
        title=words[key],
        listed=words[f"listed_{key}"] if listed else "",
        description=words[f"{key}_description"],
        view=view,
        facts=facts,
    )
