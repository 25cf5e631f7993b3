"""The audit page: how well each document was read, the gaps of each language, and what changed
between the two newest editions of the Comprehensive Rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from ..library import DocumentNotes, Holder, Passage
from ..notes import ReleaseNotes, Unread, is_day
from ..problems import Severity
from ..rulebook.comparing import RuleChange, RuleChangeKind
from ..rulebook.model import RULES_LANG, Rulebook
from . import addresses
from .edition import Edition, Page, Phrase, Reference, View, overview
from .rules import references
from .translations import of_document


def amended(
    edition: Edition,
) -> View | None:
    """Return the changes; None if there are no two editions."""
    books, words = edition.library.rulebooks, edition.words
    if len(books) < 2:
        return None
    changes = edition.library.amendments[books[1].effective]
    kinds = (
        {
            "name": words[f"rule_changed_{kind}"],
            "count": words.number(len(found)),
            "changes": tuple(_view(edition, change, books[0], books[1]) for change in found),
        }
        for kind in RuleChangeKind
        if (found := [change for change in changes if change.kind is kind])
    )
    return {
        #  The days of both editions, in a sentence.
        "between": words.say(
            "audit_rules_between",
            before=words.date(books[1].effective),
            after=words.date(books[0].effective),
        ),
        "kinds": tuple(kinds),
        #  The notes that quote or cite a changed rule.
        "used": references(edition, _using(edition, changes, books[0])),
    }


def _view(edition: Edition, change: RuleChange, newer: Rulebook, older: Rulebook) -> View:
    gone = change.kind is RuleChangeKind.GONE
    number = (
        Reference("", Phrase(change.number)) if gone else edition.link_rule_today(change.number)
    )
    title = (older if gone else newer).title(change.number)
    before = change.before if change.kind is RuleChangeKind.MOVED else None
    return {
        "number": number,
        "title": Phrase(title, edition.mark(RULES_LANG)),
        "before": before,
    }


def _using(edition: Edition, changes: Sequence[RuleChange], newer: Rulebook) -> Iterator[Passage]:
    """Yield the passages that quote or cite a rule that changed or moved, or a rule with such a
    part; newest set first.
    """
    changed = {
        change.number
        for change in changes
        if change.kind in (RuleChangeKind.CHANGED, RuleChangeKind.MOVED)
    }
    changed |= {newer.heading(number) for number in changed}
    found: dict[Passage, None] = {}
    for rule in edition.library.rules.values():
        for passage in (*rule.quoted_in, *rule.cited_in):
            today = rule.today.get(passage.set_code)
            if today and today.number in changed:
                found[passage] = None
    order = {code: at for at, code in enumerate(edition.library.sets)}
    yield from sorted(found, key=lambda passage: order[passage.set_code])


def page(edition: Edition) -> Page:
    """Return the audit page."""
    every = list(edition.library.documents())
    days = [document for document in every if is_day(document.notes.set_code)]
    documents = (
        *(_document(edition, each) for each in every if not is_day(each.notes.set_code)),
        *_published(edition, days),
    )
    written = {document.notes.lang for document in every}
    langs = edition.prefer({*written, *edition.languages})
    view = {
        "documents": documents,
        "languages": tuple(_language(edition, lang) for lang in langs),
        #  The changes between two editions of the Comprehensive Rules.
        "rules": amended(edition),
    }
    return overview(edition, "audit", view, listed=False)


def _document(edition: Edition, document: DocumentNotes) -> View:
    words, notes = edition.words, document.notes
    entries: tuple[Holder, ...] = (*document.sections, *document.cards)
    unread = [(entry, sum(isinstance(block, Unread) for block in entry.body)) for entry in entries]
    count = sum(number for _, number in unread)
    return {
        "set_page": edition.link_set(notes.set_code),
        "anchor": addresses.entry_name(f"{notes.set_code}/{notes.lang}"),
        **_of_files(edition, notes.documents),
        #  The names of its files.
        "names": tuple(each.source.name for each in notes.documents),
        "last_modified": words.date(notes.last_modified) if notes.last_modified else None,
        "counts": (
            words.count("cards", len(document.cards)),
            words.count("rulings", sum(len(entry.notes) for entry in entries)),
            words.count("sections", len(document.sections)),
        ),
        "unread_count": words.count("unread", count) if count else None,
        #  Links to the entries and sections with paragraphs that were not understood.
        "unread": tuple(_reference(edition, entry) for entry, number in unread if number),
        "corrections": tuple(
            {"printed": each.printed, "correct": each.correct, "reason": each.reason}
            for each in notes.corrections
        ),
        "differences": tuple(of_document(edition, notes.set_code, notes.lang)),
    }


def _published(edition: Edition, days: Sequence[DocumentNotes]) -> Iterator[View]:
    """Yield the bulk files, whose documents are hundreds, as one."""
    if not days:
        return
    words, heads = edition.words, [document.notes for document in days]
    cards = {card.card for document in days for card in document.cards}
    yield {
        "set_page": edition.link(addresses.DAYS, words["days"]),
        "anchor": "published",
        **_of_files(edition, heads),
        #  The names of its files.
        "names": tuple(dict.fromkeys(each.source.name for each in heads)),
        "last_modified": None,
        "counts": (
            words.count("cards", len(cards)),
            words.count(
                "rulings", sum(len(card.notes) for document in days for card in document.cards)
            ),
            words.count("days", len(days)),
        ),
        "unread_count": None,
        #  Links to the entries and sections with paragraphs that were not understood.
        "unread": (),
        "corrections": (),
        "differences": (),
    }


def _of_files(edition: Edition, heads: Sequence[ReleaseNotes]) -> View:
    """Return what is said of documents in one language together."""
    lang = heads[0].lang
    return {
        "language": edition.words.language(lang),
        "lang": lang,
        "dialects": tuple(dict.fromkeys(each.source.dialect for each in heads)),
        #  The numbers of errors, warnings, doubtful decisions and repairs.
        "found": tuple(_found(edition, {each.place.path for each in heads})),
    }


def _found(edition: Edition, paths: Collection[str]) -> Iterator[str]:
    severities = Counter(
        problem.severity for problem in edition.library.problems if problem.place.path in paths
    )
    for severity in (Severity.ERROR, Severity.WARNING, Severity.REVIEW, Severity.REPAIR):
        if severities[severity]:
            yield edition.words.count(f"found_{severity}", severities[severity])


def _reference(edition: Edition, entry: Holder) -> Reference:
    url = addresses.passage(entry.id, None, edition.library.subject(entry))
    title = edition.title_of(entry) if entry.card is None else edition.card_name(entry.card)
    return edition.link(url, title)


def _language(edition: Edition, lang: str) -> View:
    library, words = edition.library, edition.words
    mechanics, sets = library.mechanics.values(), library.released_sets.values()
    cards = [card for card in library.cards.values() if card.only_in is None]

    def share(have: int, of: int) -> str:
        return words.say("have_of", have=words.number(have), of=words.number(of))

    return {
        "language": words.language(lang),
        "documents": share(sum(lang in each.documents for each in sets), len(sets)),
        "cards": share(sum(lang in card.names for card in cards), len(cards)),
        "mechanics": share(sum(lang in mechanic.names for mechanic in mechanics), len(mechanics)),
        "explanations": share(
            sum(lang in mechanic.facts.explanation for mechanic in mechanics if mechanic.facts),
            len(mechanics),
        ),
    }
