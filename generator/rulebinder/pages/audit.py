"""The audit page: how well each document was read, the gaps of each language, and what changed
between the two newest editions of the Comprehensive Rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..library import DocumentNotes, Passage
from ..notes import ReleaseNotes, Unread, is_day
from ..problems import Severity
from ..rulebook.book import RULES_LANG, Rulebook
from ..rulebook.comparing import RuleChange, RuleChangeKind
from . import addresses
from .edition import Edition, Page, View, overview_page
from .lists import list_references
from .markup import Phrase
from .translations import list_differences


def page(edition: Edition) -> Page:
    """Return the audit page."""
    every = list(edition.library.documents())
    documents = [document for document in every if not is_day(document.notes.set_code)]
    days = [document for document in every if is_day(document.notes.set_code)]
    langs = edition.prefer({*edition.languages, *(document.notes.lang for document in every)})
    view = {
        "documents": (
            *(_view_document(edition, document) for document in documents),
            *([_view_bulk_files(edition, days)] if days else []),
        ),
        "languages": tuple(_count_in_language(edition, lang) for lang in langs),
        #  The changes between two editions of the Comprehensive Rules.
        "rules": amended(edition),
    }
    return overview_page(edition, "audit", view, listed=False)


def _view_document(edition: Edition, document: DocumentNotes) -> View:
    """Return the view of one document, as :func:`_view_files` begins it."""
    words, notes = edition.words, document.notes
    holders = document.holders
    unread = [holder for holder in holders for block in holder.body if isinstance(block, Unread)]
    return {
        **_view_files(edition, notes.documents),
        "names": tuple(part.source.name for part in notes.documents),
        "set_page": edition.link_set(notes.set_code),
        "anchor": addresses.anchor(notes.set_code, notes.lang),
        "last_modified": notes.last_modified,
        "counts": (
            words.count("cards", len(document.cards)),
            words.count("rulings", sum(len(holder.notes) for holder in holders)),
            words.count("sections", len(document.sections)),
        ),
        "unread_count": words.count("unread", len(unread)) if unread else None,
        "unread": tuple(
            edition.link(
                addresses.passage(holder.id, None, edition.library.subject(holder)),
                edition.title_of(holder) if holder.card is None else edition.card_name(holder.card),
            )
            for holder in {holder.id: holder for holder in unread}.values()
        ),
        "corrections": tuple(
            {"printed": misprint.printed, "correct": misprint.correct, "reason": misprint.reason}
            for misprint in notes.corrections
        ),
        "differences": tuple(list_differences(edition, notes.set_code, notes.lang)),
    }


def _view_bulk_files(edition: Edition, days: Sequence[DocumentNotes]) -> View:
    """Return the view of the bulk files of published rulings. Each has hundreds of documents, one
    for each of ``days``, so that they are shown as one.
    """
    words, entries = edition.words, [entry for document in days for entry in document.cards]
    return {
        **_view_files(edition, [document.notes for document in days]),
        "set_page": edition.link(addresses.DAYS, words["days"]),
        "anchor": "published",
        "counts": (
            words.count("cards", len({entry.card for entry in entries})),
            words.count("rulings", sum(len(entry.notes) for entry in entries)),
            words.count("days", len(days)),
        ),
    }


def _view_files(edition: Edition, documents: Sequence[ReleaseNotes]) -> View:
    """Return what the views of a document and of bulk files have in common. All ``documents`` are
    in one language. What bulk files do not have is empty here.
    """
    lang, paths = documents[0].lang, {document.place.path for document in documents}
    counts = Counter(
        problem.severity for problem in edition.library.problems if problem.place.path in paths
    )
    severities = (Severity.ERROR, Severity.WARNING, Severity.REVIEW, Severity.REPAIR)
    return {
        "language": edition.words.language(lang),
        "lang": lang,
        #  The names of the files.
        "names": tuple(dict.fromkeys(document.source.name for document in documents)),
        "dialects": tuple(dict.fromkeys(document.source.dialect for document in documents)),
        #  The numbers of errors, warnings, doubtful decisions and repairs.
        "problems": tuple(
            edition.words.count(f"found_{severity}", counts[severity])
            for severity in severities
            if counts[severity]
        ),
        "last_modified": None,
        #  How many paragraphs were not understood, with links to their entries and sections.
        "unread_count": None,
        "unread": (),
        "corrections": (),
        "differences": (),
    }


def _count_in_language(edition: Edition, lang: str) -> View:
    """Return how much of the library is in a language."""
    library = edition.library
    mechanics, sets = library.mechanics.values(), library.released_sets.values()
    cards = [card for card in library.cards.values() if card.only_in is None]
    explained = sum(lang in mechanic.facts.explanation for mechanic in mechanics if mechanic.facts)

    return {
        "lang": lang,
        #  How many there are in this language, and how many there are in all.
        "documents": (sum(lang in the_set.documents for the_set in sets), len(sets)),
        "cards": (sum(lang in card.names for card in cards), len(cards)),
        "mechanics": (sum(lang in mechanic.names for mechanic in mechanics), len(mechanics)),
        "explanations": (explained, len(mechanics)),
    }


def amended(edition: Edition) -> View | None:
    """Return the changes to the rules; None if there are no two editions."""
    if len(edition.library.rulebooks) < 2:
        return None
    newer, older, *_ = edition.library.rulebooks
    words, changes = edition.words, edition.library.amendments[older.effective]
    kinds = (
        {
            "kind": str(kind),
            "changes": tuple(_view_change(edition, change, newer, older) for change in of_kind),
        }
        for kind in RuleChangeKind
        if (of_kind := [change for change in changes if change.kind is kind])
    )
    return {
        #  The days of both editions, in a sentence.
        "between": words.say(
            "audit_rules_between",
            before=words.date(older.effective),
            after=words.date(newer.effective),
        ),
        "kinds": tuple(kinds),
        #  The notes that quote or cite a changed rule.
        "used": list_references(edition, _find_affected(edition, changes, newer)),
    }


def _view_change(edition: Edition, change: RuleChange, newer: Rulebook, older: Rulebook) -> View:
    """Return the view of one change. A rule that is gone has its title in the older edition, and no
    page.
    """
    is_gone, number = change.kind is RuleChangeKind.GONE, change.number
    title = (older if is_gone else newer).title(number)
    return {
        "number": Phrase(number) if is_gone else edition.link_rule_today(number),
        "title": Phrase(title, edition.lang_attribute(RULES_LANG)),
        #  Its older number, if it moved.
        "before": change.before if change.kind is RuleChangeKind.MOVED else None,
    }


def _find_affected(
    edition: Edition, changes: Sequence[RuleChange], newer: Rulebook
) -> Iterator[Passage]:
    """Yield the passages that quote or cite a rule of ``newer`` that changed or moved, or a rule
    with such a part; newest set first.
    """
    changed = {
        change.number
        for change in changes
        if change.kind in (RuleChangeKind.CHANGED, RuleChangeKind.MOVED)
    }
    changed |= {newer.heading(number) for number in changed}  # the rules of which they are parts
    passages = dict.fromkeys(
        passage
        for rule in edition.library.rules.values()
        for passage in (*rule.quoted_in, *rule.cited_in)
        if (today := rule.today.get(passage.set_code)) and today.number in changed
    )
    order = list(edition.library.sets)  # newest first
    yield from sorted(passages, key=lambda passage: order.index(passage.set_code))
