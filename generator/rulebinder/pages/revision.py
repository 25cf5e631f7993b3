"""The page of a revision of a set's release notes: what it added, changed and removed, word by
word. Beside it, the words that a ruling had before, and the links to revisions.
"""

from __future__ import annotations

from collections.abc import Iterator

from babel import UnknownLocaleError
from markupsafe import Markup

from ..joining.events import CHANGES
from ..joining.gone import list_successors
from ..ledger.history import EarlierWords, Words
from ..ledger.numbers import ADDED, NO_DAY, REMOVED
from ..library import Numbered, Revision, RulingChange
from ..notes import is_day
from ..rulebook.comparing import Stretch, compare_words
from ..text import parse
from . import addresses
from .changes import describe_verdict
from .citation import find_holder, last_words, link_ruling, name_in_id, record_of
from .edition import Edition, Page, View
from .markup import Phrase, Reference, show_changes

_ITEM = "\n• "
"""What begins an item of a list in a comparison, which has no lists."""


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
    name, date = edition.set_name(code).text, _say_day(edition, day)
    title = words.say("feed_revision" if date else "revision_undated", name=name, date=date or "")
    groups = tuple(_group_changes(edition, revision))
    view = {
        "title": title,
        "set_page": edition.link_set(code),
        #  Whether the page has comparisons, whose marks a line explains.
        "compared": any(change["changes"] for group in groups for change in group["altered"]),
        "groups": groups,
        #  The other revisions of the set, newest first.
        "others": link_revisions(edition, code),
    }
    return Page(
        title=title,
        description=words.say("revision_description", name=name),
        view=view,
    )


def link_revisions(edition: Edition, code: str) -> tuple[Reference, ...]:
    """Return the links to the other revisions of a set, newest first."""
    return tuple(
        edition.link(page, _say_day(edition, day) or day)
        for day in edition.library.revisions.get(code, ())
        if (page := addresses.revision_page(code, day)) != edition.here
    )


def _say_day(edition: Edition, day: str) -> str | None:
    """Return a day as the page writes it; None for NO_DAY, which documents without a day have."""
    return edition.words.date(day) if day != NO_DAY else None


def _group_changes(edition: Edition, revision: Revision) -> Iterator[View]:
    """Yield the changes of each kind that has any; in each, those of the best language first."""
    changes = sorted(revision.changes, key=lambda change: edition.rank(change.lang or ""))
    for kind in CHANGES:
        views = tuple(_view_change(edition, change) for change in changes if change.kind == kind)
        if views:
            yield {"kind": kind, "altered": views}


def _view_change(edition: Edition, change: RulingChange) -> View:
    """Return the view of what a revision did to one ruling."""
    code, is_removed = change.id.partition("/")[0], change.kind == REMOVED
    entry, record = record_of(edition, change.id)
    holder = find_holder(edition, code, entry)
    note = None
    if holder:
        name = edition.subject_name(holder)
        note = next((note for note in holder.numbered if note.id == change.id), None)
    elif entry.slug in edition.library.cards:
        name = edition.card_name(entry.slug)
    else:
        name = Phrase(name_in_id(entry.slug))
    before, after = change.before, change.after
    changes = _mark_changes(before, after) if before and after else Markup("")
    words = None if changes else after or before
    other_lang = edition.lang_attribute(change.lang) if change.lang else None
    successors = list_successors(code, entry, record) if is_removed else ()
    return {
        "anchor": addresses.revision_anchor(change.id, change.lang),
        #  The name of its card or section; the name in its address if no document has it.
        "entry": name,
        #  The link to the ruling, or to the page that says that it was removed.
        "ruling": link_ruling(edition, change.id),
        #  None if it is in the page's language.
        "lang": other_lang,
        #  The name of the language, if it is another one.
        "language": _name_language(edition, other_lang) if other_lang else None,
        #  Both texts in one; empty unless it was changed and both are known.
        "changes": changes,
        #  Its words, new or last; None if ``changes`` has them, or if they are not known.
        "said": _write_words(edition, words) if words else None,
        #  Whether its earlier words were not kept.
        "unknown": change.kind != ADDED and before is None,
        #  The rulings that replaced a removed one.
        "became": tuple(link_ruling(edition, successor) for successor in successors),
        "verdict": describe_verdict(edition, note),
    }


def _name_language(edition: Edition, lang: str) -> str:
    """Return the name of a language; its code if it is not known, because a history may have any
    code.
    """
    try:
        return edition.words.language(lang)
    except (UnknownLocaleError, ValueError):
        return lang


def _mark_changes(before: Words, after: Words) -> Markup:
    """Return the words of a ruling before and after in one text, with marks on what changed. If
    they are too long to compare, all of the older text goes and all of the newer one comes.
    """
    older, newer = (
        _ITEM.join(parse(source).plain() for source in words) for words in (before, after)
    )
    pieces = compare_words(older, newer)
    if pieces is None:
        pieces = (Stretch("gone", older), Stretch("new", newer))
    return show_changes(pieces, gap=" ")


def list_earlier_words(edition: Edition, note: Numbered) -> View | None:
    """Return the words that ``note`` had before in its language, newest first, each with the link
    to the revision that replaced it; None if there are none.
    """
    earlier = [old for old in edition.library.earlier.get(note.id, ()) if old.lang == note.lang]
    if not earlier:
        return None
    return {
        #  None if they are in the page's language.
        "lang": edition.lang_attribute(note.lang),
        "wordings": tuple(
            {
                "revision": _link_change(edition, note.id, old),
                "said": _write_words(edition, old.words),
            }
            for old in reversed(earlier)
        ),
    }


def _link_change(edition: Edition, note_id: str, earlier: EarlierWords) -> Reference | None:
    """Return the link to the revision that replaced the ``earlier`` words of a ruling. None for a
    published ruling, which has no revisions, because nobody knows their days.
    """
    code, day, words = note_id.partition("/")[0], earlier.until, edition.words
    if is_day(code):
        return None
    label = (
        words.say("earlier_until", date=words.date(day))
        if day != NO_DAY
        else words["revision_link"]
    )
    anchor = addresses.revision_anchor(note_id, earlier.lang)
    return edition.link(f"{addresses.revision_page(code, day)}#{anchor}", label)


def _write_words(edition: Edition, words: Words) -> View:
    """Return the view of the words of a ruling: the sources of its text and of its items."""
    return edition.writer.write_ruling(map(parse, words))


def link_removal(edition: Edition, note_id: str) -> Reference | None:
    """Return the link to the revision that removed a ruling; None if it has no page.

    ``edition`` is that of a page outside the folders of languages.
    """
    last, code = last_words(edition, note_id), note_id.partition("/")[0]
    day = last.until if last else edition.library.record(note_id).retired
    if day is None or day not in edition.library.revisions.get(code, ()):
        return None
    anchor = addresses.revision_anchor(note_id, last.lang if last else None)
    there = f"{edition.lang}/{addresses.revision_page(code, day)}#{anchor}"
    return edition.link(there, edition.words["revision_link"])
