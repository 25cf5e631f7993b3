"""The words that a ruling had before, in a fold below it."""

from __future__ import annotations

from dataclasses import dataclass

from ...ledger.history import EarlierWords, Words
from ...ledger.numbers import NO_DAY, LedgerRecord
from ...library import Numbered
from ...notes import is_day
from ...text import parse
from .. import addresses
from ..edition import Edition, Reference, View, refer
from ..markup import Writer


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


def wordings(edition: Edition, writer: Writer, here: str, note: Numbered) -> View | None:
    """Return the words that ``note`` had before in its language, for the page ``here``; None if
    there are none.
    """
    found = [each for each in edition.library.earlier.get(note.id, ()) if each.lang == note.lang]
    if not found:
        return None
    views = tuple(
        {
            "revision": revision(edition, here, note.id, each),
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


def revision(edition: Edition, here: str, note_id: str, each: EarlierWords) -> Reference | None:
    """Return the link from the page ``here`` to the revision that replaced the words ``each`` of a
    ruling.

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
    return refer(here, there, label)


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


def removal(edition: Edition, here: str, note_id: str, record: LedgerRecord) -> Reference | None:
    """Return the link to the revision that removed a ruling, from the page ``here`` outside the
    folders of languages.
    """
    gone, code = last(edition, note_id), note_id.partition("/")[0]
    day = gone.until if gone else record.retired
    if day is None or day not in edition.revisions.get(code, ()):
        return None
    anchor = addresses.revision_anchor(note_id, gone.lang if gone else None)
    there = f"{edition.lang}/{addresses.revision_page(code, day)}#{anchor}"
    return refer(here, there, edition.words["revision_link"])
