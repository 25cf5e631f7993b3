"""The real changes since a set's rulings were written.

Age alone is not one: old rulings are right as long as nothing changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ..ledger.numbers import LedgerEntry, LedgerRecord
from ..library import CardNotes, Holder, LibraryBlock, LibraryCard, Note, Numbered
from ..notes import Card, is_day
from ..rulebook.model import order
from ..text import Dated, Text
from . import addresses
from .edition import Edition, Phrase, Reference, View


def eras(edition: Edition, blocks: Iterable[LibraryBlock], lang: str) -> tuple[View, ...]:
    """Return the outdated terms in ``blocks`` of a document in ``lang``, in order, each once.

    A term that was only renamed is left out: the ruling can be read without the new word.
    """
    found: dict[str, tuple[Dated, str]] = {}
    for block in blocks:
        if isinstance(block, Card):
            continue
        own = block.lang if isinstance(block, Numbered) else lang
        for text in (block.text, *(block.items if isinstance(block, Note) else ())):
            for span in text.walk():
                if isinstance(span, Dated) and not span.trivial:
                    found.setdefault(span.term, (span, own))
    return tuple(_view(edition, span, own) for span, own in found.values())


def undated(text: Text) -> Text:
    """Return ``text`` without the marks of outdated terms, for places that do not explain them."""
    return Text(
        tuple(
            tuple(
                inner
                for span in spans
                for inner in (span.spans if isinstance(span, Dated) else (span,))
            )
            for spans in text.paragraphs
        )
    )


def _view(edition: Edition, span: Dated, lang: str) -> View:
    """Return an outdated term of a text in ``lang``.

    The explanation is in the language of the page, if there is one.
    """
    term = edition.library.eras[span.term]
    own = term.words[lang]
    spoken = edition.lang if edition.lang in term.words else lang
    words = edition.words
    return {
        "anchor": addresses.era_anchor(span.entry, span.term),
        #  The term that the note prints.
        "then": Text((span.spans,)).plain(),
        #  The language of ``then`` and ``now``.
        "lang": lang,
        #  What happened to the term, before ``now`` or ``sentence``.
        "label": words["era_now"]
        if own.now
        else words["era_gone"]
        if own.gone
        else words["era_rule"],
        #  The current term; None if there is none, or if it is the same.
        "now": own.now,
        #  The explanation; None if the term was only renamed.
        "sentence": term.words[spoken].sentence,
        "sentence_lang": spoken,
        "changed_on": words.say("era_changed_on", date=words.date(term.until)),
    }


Blocks = Sequence[LibraryBlock]


def changes(edition: Edition, entry: Holder, blocks: Blocks) -> View | None:
    """Return the changes since the ``blocks`` of an entry were written; None if there are none."""
    terms = eras(edition, blocks, entry.lang)
    rules = tuple(_moved(edition, entry, blocks))
    later = tuple(_later(edition, entry)) if isinstance(entry, CardNotes) else ()
    amended = tuple(edition.link_rule_today(number) for number in _amended(edition, blocks))
    count = len(terms) + len(rules) + len(amended) + len(later)
    year, words = edition.library.year(entry.set_code), edition.words
    label = (
        words.count("changes_since", count, year=year) if year else words.count("changes", count)
    )
    return (
        {
            "label": label,
            "terms": terms,
            "rules": rules,
            #  The rules that got other words; their pages compare them.
            "amended": amended,
            "later": later,
        }
        if count
        else None
    )


def _moved(edition: Edition, entry: Holder, blocks: Blocks) -> Iterator[View]:
    """Yield the rules that ``blocks`` cite and that have another number today, each once.

    Quoted rules say so themselves.
    """
    texts = [text for block in blocks if isinstance(block, Numbered) for text in block.texts]
    for number in dict.fromkeys(cited for text in texts for cited in text.mentioned("rule")):
        today = edition.library.rule_today(number, entry.set_code)
        if today and today.number != number:
            yield {
                "then": edition.link_rule(number),
                "today": edition.link_rule_today(today.number),
            }


def _amended(edition: Edition, blocks: Blocks) -> list[str]:
    """Return the rules that ``blocks`` rest on and that got other words since, in the order of
    their numbers.
    """
    notes = (block for block in blocks if isinstance(block, Note))
    return sorted(
        {number for note in notes for number in edition.library.amended.get(note.id, ())}, key=order
    )


def _later(edition: Edition, entry: CardNotes) -> Iterator[View]:
    """Yield the rulings of ``entry`` that a later set's document in the same language says in other
    words.
    """
    library = edition.library
    card = library.cards[entry.card]
    for note in entry.notes:
        later = library.restated.get(note.id, {}).get(note.lang)
        if later:
            code, _, number = _parts(later)
            place = f"{addresses.card_link(card)}#{addresses.ruling_anchor(card, later)}"
            yield {
                "number": str(note.number),
                "later": edition.link(place, edition.words.say("ruling_number", number=number)),
                "code": addresses.plate(code),
                "set_name": edition.set_name(code),
            }


def removed(edition: Edition, entry_id: str, anchor: Callable[[str], str]) -> tuple[View, ...]:
    """Return the removed rulings of the entry ``entry_id``, with anchors by ``anchor``."""
    code, _, key = entry_id.partition("/")
    ledger = edition.library.ledgers.get(code)
    entry = ledger.entries.get(key) if ledger else None
    return tuple(
        {
            "id": (note_id := f"{entry_id}/{record.number}"),
            "anchor": anchor(note_id),
            "reference": Reference(short(edition, note_id), Phrase(label(edition, record))),
        }
        for record in (entry.records if entry else ())
        if record.retired
    )


def unit(record: LedgerRecord) -> str:
    """Return what readers call something with a permanent number: ``ruling`` or ``paragraph``.

    The end of the keys of the words that name it.
    """
    return "paragraph" if record.paragraph else "ruling"


def label(edition: Edition, record: LedgerRecord) -> str:
    """Return the words that name a ruling of an entry by its number: ``Ruling 3``."""
    return edition.words.say(
        f"share_one_{unit(record)}", number=edition.words.number(record.number)
    )


def short(edition: Edition, note_id: str) -> str:
    """Return the link to the short page of a removed ruling, in the page's language if there is
    one.

    A published ruling has none, so that the link leads to its place on its card's page; if it moved
    to another day, to its new place.
    """
    code, key, number = _parts(note_id)
    if is_day(code):
        #  The ledger of another day is not in the slice of the page. A ruling stays with its card
        # when its day changes.
        slug = edition.library.ledgers[code].entries[key].slug
        code, key, number = _parts(edition.library.record(note_id).moved(code) or note_id)
        card = edition.library.cards.get(slug) or LibraryCard(slug=slug, names={})
        return edition.href(addresses.passage(f"{code}/{key}", number, card))
    page = addresses.short_page(note_id)
    if edition.lang in edition.gone_langs(note_id.partition("/")[0]):
        return edition.href(page)
    return addresses.above_languages(edition.here, page)


def _parts(note_id: str) -> tuple[str, str, str]:
    """Return the set, the entry and the number in an id."""
    code, _, rest = note_id.partition("/")
    key, _, number = rest.rpartition("/")
    return code, key, number


def departed(
    edition: Edition,
    entry_ids: Collection[str],
    whole: Callable[[str], str],
    anchor: Callable[[str], str],
) -> tuple[View, ...]:
    """Return entries that are gone.

    ``whole`` gives the anchor of an entry, ``anchor`` that of a ruling.
    """
    return tuple(
        {
            "anchor": whole(each),
            #  The name in its address. No document says a better one.
            "name": named(each),
            "removed": removed(edition, each, anchor),
        }
        for each in entry_ids
    )


def name(edition: Edition, entry: LedgerEntry) -> Phrase:
    """Return the name of an entry that is gone: that of its card in the library or the catalogue,
    else the name in its address.
    """
    if entry.slug in edition.library.cards:
        return edition.card_name(entry.slug)
    names = edition.catalogued.get(entry.slug)
    return edition.name(names) if names else Phrase(named(entry.slug))


def named(entry_id: str) -> str:
    """Return the name in the address of an entry or a section: ``guide-of-souls``."""
    return entry_id.rpartition("/")[2]
