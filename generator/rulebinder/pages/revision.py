"""The page of a revision of a set's release notes: what it added, changed and removed, word by
word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from babel import UnknownLocaleError

from ..joining.events import CHANGES
from ..ledger.history import EarlierWords, Words
from ..ledger.news import ADDED, REMOVED
from ..ledger.numbers import NO_DAY, LedgerEntry, LedgerRecord
from ..library import Holder, Numbered, Revision, RulingChange
from ..notes import is_day
from ..rulebook.comparing import differences
from ..text import Plain, Symbol, Text, parse
from . import addresses, changes
from .edition import Edition, Page, Phrase, Reference, View
from .markup import Writer
from .rules import verdict


@dataclass(frozen=True, kw_only=True)
class Quoted:
    """The words of a ruling as plain text, to be escaped."""

    text_lang: str | None = None
    """None if they are in the page's language."""
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


def said(writer: Writer, words: Words) -> View:
    """Return the words of a ruling, as they were at some time."""
    text, *items = (writer.html(parse(each)) for each in words)
    return {"html": text, "items": items}


def wordings(edition: Edition, writer: Writer, note: Numbered) -> View | None:
    """Return the words that ``note`` had before in its language; None if there are none."""
    found = [each for each in edition.library.earlier.get(note.id, ()) if each.lang == note.lang]
    if not found:
        return None
    views = tuple(
        {
            "revision": revision(edition, note.id, each),
            "said": said(writer, each.words),
        }
        for each in reversed(found)
    )
    return {
        "label": edition.words.count("earlier", len(found)),
        #  None if they are in the page's language.
        "lang": edition.mark(note.lang),
        "wordings": views,
    }


def revision(edition: Edition, note_id: str, each: EarlierWords) -> Reference | None:
    """Return the link to the revision that replaced the words ``each`` of a ruling.

    Published rulings have no revisions, because nobody knows their days.
    """
    words = edition.words
    if is_day(note_id.partition("/")[0]):
        return None
    label = (
        words.say("earlier_until", date=words.date(each.until))
        if each.until != NO_DAY
        else words["revision_link"]
    )
    page = addresses.revision_page(note_id.partition("/")[0], each.until)
    there = f"{page}#{addresses.revision_anchor(note_id, each.lang)}"
    return edition.link(there, label)


def last(edition: Edition, note_id: str) -> EarlierWords | None:
    """Return the last words of a removed ruling in the best language; None if they were not
    kept.
    """
    by_lang = {words.lang: words for words in edition.library.last_words(note_id)}
    return by_lang[edition.best(by_lang)] if by_lang else None


def quoted(edition: Edition, note_id: str) -> Quoted:
    """Return the last words of a removed ruling as plain text.

    There are none if they were not kept.
    """
    kept = last(edition, note_id)
    if kept is None:
        return Quoted()
    text, *items = (parse(each).plain() for each in kept.words)
    return Quoted(
        text_lang=edition.mark(kept.lang), paragraphs=tuple(text.split("\n\n")), items=tuple(items)
    )


def removal(edition: Edition, note_id: str, record: LedgerRecord) -> Reference | None:
    """Return the link to the revision that removed a ruling, from a page outside the folders of
    languages.
    """
    gone, code = last(edition, note_id), note_id.partition("/")[0]
    day = gone.until if gone else record.retired
    if day is None or day not in edition.library.revisions.get(code, ()):
        return None
    anchor = addresses.revision_anchor(note_id, gone.lang if gone else None)
    there = f"{edition.lang}/{addresses.revision_page(code, day)}#{anchor}"
    return edition.link(there, edition.words["revision_link"])


_SYMBOL = re.compile(r"\{([^{}\s]{1,9})\}")
_ITEM = "\n• "
"""What begins an item of a list in a comparison, which has no lists."""


def references(edition: Edition, code: str) -> tuple[Reference, ...]:
    """Return the links to the other revisions of a set, newest first."""
    pages = {
        addresses.revision_page(code, day): _day(edition, day) or day
        for day in edition.library.revisions.get(code, ())
    }
    return tuple(edition.link(page, name) for page, name in pages.items() if page != edition.here)


def subjects(edition: Edition) -> Iterator[str]:
    """Yield a key for each revision: ``mh3/2024-06-10``."""
    for code, by_day in edition.library.revisions.items():
        yield from (f"{code}/{day}" for day in by_day)


def address(key: str) -> str:
    """Return the address of the page of a revision."""
    code, day = key.split("/")
    return addresses.revision_page(code, day)


def page(edition: Edition, key: str) -> Page:
    """Return the page of a revision."""
    code, day = key.split("/")
    revision, words = edition.library.revisions[code][day], edition.words
    name, date = edition.set_name(code).text, _day(edition, day)
    title = (
        words.say("feed_revision", name=name, date=date)
        if date
        else words.say("revision_undated", name=name)
    )
    writer = Writer(words, edition)
    groups = tuple(_groups(edition, writer, revision))
    view = {
        "title": title,
        "set_page": edition.link_set(code),
        #  Whether the page has comparisons, whose marks a line explains.
        "compared": any(change["parts"] for group in groups for change in group["altered"]),
        "groups": groups,
        #  The other revisions of the set, newest first.
        "others": references(edition, code),
    }
    return Page(
        url=edition.here,
        title=title,
        description=words.say("revision_description", name=name),
        view=view,
    )


def _day(edition: Edition, day: str) -> str | None:
    """Return a day in the words of the page; None for that of documents without a day."""
    return edition.words.date(day) if day != NO_DAY else None


def _groups(edition: Edition, writer: Writer, revision: Revision) -> Iterator[View]:
    """Yield the changes by kind, those of the best language first."""
    order = {
        lang: at
        for at, lang in enumerate(edition.prefer(each.lang or "" for each in revision.changes))
    }
    for kind in CHANGES:
        found = [each for each in revision.changes if each.kind == kind]
        found.sort(key=lambda each: order[each.lang or ""])
        if found:
            title = edition.words.say(f"revision_{kind}", count=edition.words.number(len(found)))
            views = tuple(_view(edition, writer, revision, each) for each in found)
            yield {
                "title": title,
                "anchor": kind,
                "altered": views,
            }


def _view(edition: Edition, writer: Writer, revision: Revision, each: RulingChange) -> View:
    code = revision.set_code
    entry, record = _record(edition, each.id)
    parts = tuple(_compared(writer, each.before, each.after)) if each.before and each.after else ()
    words = None if parts else each.after or each.before
    other = edition.mark(each.lang) if each.lang else None
    became = record.became if each.kind == REMOVED else ()
    successors = [f"{code}/{entry.key}/{number}" for number in became]
    successors += [f"{code}/{record.moved_to}"] if each.kind == REMOVED and record.moved_to else []
    return {
        "anchor": addresses.revision_anchor(each.id, each.lang),
        #  The name of its card or section.
        "entry": _name(edition, each.id, entry),
        #  The link to the ruling, or to the page that says that it was removed.
        "ruling": reference(edition, each.id),
        #  None if it is in the page's language.
        "lang": other,
        #  The name of the language, if it is another one.
        "language": _language(edition, other) if other else None,
        #  Both texts in one, if it was changed and both are known.
        "parts": parts,
        #  Its words, if there is no comparison.
        "said": said(writer, words) if words else None,
        #  Whether its earlier words were not kept.
        "unknown": each.kind != ADDED and each.before is None,
        #  The rulings that replaced a removed one.
        "became": tuple(reference(edition, successor) for successor in successors),
        "verdict": verdict(edition, _note(edition, each.id, entry)),
    }


def _language(edition: Edition, lang: str) -> str:
    """Return the name of a language, or its code: a history may have a language that nobody
    knows.
    """
    try:
        return edition.words.language(lang)
    except (UnknownLocaleError, ValueError):
        return lang


def reference(edition: Edition, note_id: str) -> Reference:
    """Return the link to a ruling, or to the page that says that it was
    removed.
    """
    entry, record = _record(edition, note_id)
    label = changes.label(edition, record)
    holder = _holder(edition, note_id, entry) if record.wordings else None
    if holder is None:
        return Reference(changes.short(edition, note_id), Phrase(label))
    place = addresses.passage(
        note_id.rpartition("/")[0], str(record.number), edition.library.subject(holder)
    )
    return edition.link(place, label)


def _note(edition: Edition, note_id: str, entry: LedgerEntry) -> Numbered | None:
    holder = _holder(edition, note_id, entry)
    return next((each for each in holder.numbered if each.id == note_id), None) if holder else None


def _compared(writer: Writer, before: Words, after: Words) -> Iterator[View]:
    """Yield the words of both texts; all of both if they are too long to compare."""
    older, newer = (_ITEM.join(parse(each).plain() for each in words) for words in (before, after))
    pieces = differences(older, newer)
    found = (
        [(each.kind, each.text) for each in pieces]
        if pieces is not None
        else [("gone", older), ("new", newer)]
    )
    for kind, text in found:
        yield {"kind": kind, "html": writer.inline(_symbols(text))}


def _symbols(text: str) -> Text:
    """Return a text in which only symbols are marks."""
    parts = enumerate(_SYMBOL.split(text))
    return Text((tuple(Symbol(part) if at % 2 else Plain(part) for at, part in parts if part),))


def _record(edition: Edition, note_id: str) -> tuple[LedgerEntry, LedgerRecord]:
    code, _, rest = note_id.partition("/")
    return edition.library.ledgers[code].entries[rest.rpartition("/")[0]], edition.library.record(
        note_id
    )


def _holder(edition: Edition, note_id: str, entry: LedgerEntry) -> Holder | None:
    """Return the entry or section of a ruling. In documents it may have the id of its name today,
    or its first one. None if no document has it.
    """
    code = note_id.partition("/")[0]
    return edition.entry(f"{code}/{entry.slug}", f"{code}/{entry.key}")


def _name(edition: Edition, note_id: str, entry: LedgerEntry) -> Phrase:
    """Return the name of a card or section; the name in its address if no document has it."""
    holder = _holder(edition, note_id, entry)
    if holder is None:
        return (
            edition.card_name(entry.slug)
            if entry.slug in edition.library.cards
            else Phrase(changes.named(entry.slug))
        )
    return edition.subject_name(holder.card, holder.id)
