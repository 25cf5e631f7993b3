"""The real changes since a set's rulings were written.

Age alone is not one: old rulings are right as long as nothing changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ..joining.phrases import levelled
from ..ledger.matching import candidates, is_reworded
from ..ledger.numbers import LedgerEntry, LedgerRecord
from ..library import CardNotes, Holder, LibraryBlock, LibraryCard, Note, Numbered
from ..notes import Card, is_day
from ..rulebook.book import order
from ..text import Dated, Text
from . import addresses
from .edition import Edition, Phrase, Reference, View, refer


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


def changes(edition: Edition, here: str, entry: Holder, blocks: Blocks) -> View | None:
    """Return the changes since the ``blocks`` of an entry were written; None if there are none."""
    terms = eras(edition, blocks, entry.lang)
    rules = tuple(_moved(edition, here, entry, blocks))
    later = tuple(_later(edition, here, entry)) if isinstance(entry, CardNotes) else ()
    amended = tuple(edition.today_reference(here, number) for number in _amended(edition, blocks))
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


def _moved(edition: Edition, here: str, entry: Holder, blocks: Blocks) -> Iterator[View]:
    """Yield the rules that ``blocks`` cite and that have another number today, each once.

    Quoted rules say so themselves.
    """
    texts = [text for block in blocks if isinstance(block, Numbered) for text in block.texts]
    for number in dict.fromkeys(cited for text in texts for cited in text.mentioned("rule")):
        today = edition.library.rule_today(number, entry.set_code)
        if today and today.number != number:
            yield {
                "then": edition.rule_reference(here, number),
                "today": edition.today_reference(here, today.number),
            }


def _amended(edition: Edition, blocks: Blocks) -> list[str]:
    """Return the rules that ``blocks`` rest on and that got other words since, in the order of
    their numbers.
    """
    notes = (block for block in blocks if isinstance(block, Note))
    return sorted(
        {number for note in notes for number in edition.library.amended.get(note.id, ())}, key=order
    )


def _later(edition: Edition, here: str, entry: CardNotes) -> Iterator[View]:
    """Yield the rulings of ``entry`` that a later set's document in the same language says in other
    words.
    """
    library = edition.library
    card = library.cards[entry.card]
    if len(card.notes) == 1:
        return
    order = list(library.sets)
    newer = [
        each
        for each in card.notes
        if each.lang == entry.lang and order.index(each.set_code) < order.index(entry.set_code)
    ]
    others = [(each, other) for each in newer for other in each.notes]
    own, news = (
        [library.wording(note.id, note.lang) for note in notes]
        for notes in (entry.notes, (other for _, other in others))
    )
    found: dict[int, int] = {}
    for i, j in candidates(own, news):
        if (
            i not in found
            and is_reworded(own[i], news[j], entry.lang)
            and _words(entry.notes[i]) != _words(others[j][1])
        ):
            found[i] = j
    for i, j in sorted(found.items()):
        each, other = others[j]
        place = f"{addresses.card_link(card)}#{addresses.ruling_anchor(card, other.id)}"
        number = edition.words.say("ruling_number", number=str(other.number))
        yield {
            "number": str(entry.notes[i].number),
            "later": refer(here, place, number),
            "code": addresses.plate(each.set_code),
            "set_name": edition.set_name(each.set_code),
        }


def _words(note: Note) -> str:
    """Return the words of a ruling without its typography."""
    return " ".join(levelled("\n".join(part.plain() for part in note.texts)).split())


def removed(
    edition: Edition, here: str, entry_id: str, anchor: Callable[[str], str]
) -> tuple[View, ...]:
    """Return the removed rulings of the entry ``entry_id``, for the page ``here`` with anchors by
    ``anchor``.
    """
    code, _, key = entry_id.partition("/")
    ledger = edition.library.ledgers.get(code)
    entry = ledger.entries.get(key) if ledger else None
    return tuple(
        {
            "id": (note_id := f"{entry_id}/{record.number}"),
            "anchor": anchor(note_id),
            "reference": Reference(short(edition, here, note_id), Phrase(label(edition, record))),
        }
        for record in (entry.records if entry else ())
        if record.retired
    )


def kind(entry: LedgerEntry, record: LedgerRecord) -> str:
    """Return the kind of something with a permanent number: ``ruling`` on a card, ``note`` or
    ``paragraph`` of a section.
    """
    return "note" if unit(record) == "ruling" and "/" in entry.key else unit(record)


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


def short(edition: Edition, here: str, note_id: str) -> str:
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
        return addresses.relative(here, addresses.passage(f"{code}/{key}", number, card))
    page = addresses.short_page(note_id)
    if edition.lang in edition.gone_langs(note_id.partition("/")[0]):
        return addresses.relative(here, page)
    return addresses.above_languages(here, page)


def _parts(note_id: str) -> tuple[str, str, str]:
    """Return the set, the entry and the number in an id."""
    code, _, rest = note_id.partition("/")
    key, _, number = rest.rpartition("/")
    return code, key, number


def departed(
    edition: Edition,
    here: str,
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
            "removed": removed(edition, here, each, anchor),
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
