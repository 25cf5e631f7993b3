"""Load the ledgers and the history, join documents by them, and save them: the only module of
joining that touches a disk.

A ledger has the numbers of rulings, and is beside the content. The history has their earlier words,
and is beside the notes. A process that will write ledgers locks them before it reads them.
Otherwise two processes could give the same number to two rulings.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .. import joining
from ..facts.content import Content
from ..ledger import feed_tag, history, news
from ..ledger import files as ledgers
from ..ledger.numbers import NO_DAY, Ledger, only_grew, record_of
from ..library import Library
from ..notes import HISTORY, ReleaseNotes, is_day
from ..problems import Place, Problem, error, warning
from ..system import given_day
from ..system.caches import NO_CACHE, Cache
from ..system.digests import digest
from ..system.files import DISK
from .removed_sets import with_removed


@dataclass(frozen=True, kw_only=True)
class NotesFolder:
    """The folder of the release notes, which has their history, and the documents there that an
    import replaced.
    """

    folder: Path
    replaced: tuple[ReleaseNotes, ...] = ()

    @property
    def history(self) -> Path:
        """The folder of the words that rulings had before."""
        return self.folder / HISTORY


def look(
    documents: Sequence[ReleaseNotes],
    content: Content,
    folder: Path,
    notes: NotesFolder | None = None,
    cache: Cache = NO_CACHE,
) -> tuple[Library, list[Problem]]:
    """Return the library of ``documents``, and the problems of the ledgers under ``folder``; no
    file changes.

    With ``notes``, the library has the earlier words of rulings: those of the history, and those
    that the documents have just replaced. It also has the sets that were removed for good. The
    problems of joining are the library's ``problems``.
    """
    given, problems = ledgers.load_all(ledgers.of(folder), cache)
    tag, wrong = feed_tag.read(folder)
    library, found = _numbered(documents, content, given, folder, notes, cache)
    return replace(library, feed_tag=tag), [*problems, *wrong, *found]


def _numbered(
    documents: Sequence[ReleaseNotes],
    content: Content,
    given: Mapping[str, Ledger],
    folder: Path,
    notes: NotesFolder | None,
    cache: Cache = NO_CACHE,
) -> tuple[Library, list[Problem]]:
    """Return the library of ``documents``, with the numbers of the ledgers ``given`` and their
    days, and the problems of history and removals.
    """
    library = _joined(documents, content, given, cache)
    problems: list[Problem] = []
    if notes:
        histories, found = history.load_all(notes.history)
        earlier = dict(_earlier(library, given, histories, notes.replaced))
        library, wrong = with_removed(
            replace(library, earlier=earlier),
            content.catalogue,
            given,
            histories,
            content.languages,
        )
        problems = [*found, *wrong]
    return replace(library, ledgers=dict(_dated(library, given, folder, notes))), problems


def _dated(
    library: Library, given: Mapping[str, Ledger], folder: Path, notes: NotesFolder | None
) -> Iterator[tuple[str, Ledger]]:
    """Yield the ledgers with the day for what is new in them: that of the build, but never one
    before the document's own.

    Published rulings have the day on which they were published. All of a set is new if its ledger
    only comes with the program.
    """
    given = {code: each for code, each in given.items() if DISK.has(path_of(code, folder))}
    new = {
        code
        for code, each in library.ledgers.items()
        if code in library.sets and not is_day(code) and each != given.get(code)
    }
    day = given_day.of([folder, *([notes.folder] if notes else [])]) if new else None
    for code, ledger in library.ledgers.items():
        if code not in new or day is None:
            yield code, ledger
            continue
        written = (
            document.notes.last_modified or day
            for document in library.sets[code].documents.values()
        )
        yield code, news.dated(given.get(code), ledger, max(day, *written))


def keep(
    documents: Sequence[ReleaseNotes],
    content: Content,
    folder: Path,
    sets: Collection[str] | None = None,
    notes: NotesFolder | None = None,
) -> tuple[Library, list[Problem]]:
    """Join as :func:`look` does, then save every number of the library in the ledgers of ``sets``
    (of all if it is None).

    A ledger that cannot be read is left as it is, and so is that of a set whose history cannot be
    read.
    """
    with ledgers.held(folder):
        needed = {
            *(each.set_code for each in documents),
            *(key.partition(".")[0] for key in content.catalogue.removed),
        }
        given, problems = ledgers.load_all(ledgers.of(folder), sets=needed)
        library, found = _numbered(documents, content, given, folder, notes)
        return library, [*problems, *found, *save(library, folder, sets, notes)]


def damage(folder: Path, notes: NotesFolder | None = None) -> list[Problem]:
    """Return the problems of the ledgers under ``folder``, and of the history in ``notes``."""
    _, problems = ledgers.load_all(ledgers.of(folder))
    wrong = feed_tag.read(folder)[1]
    return [
        *problems,
        *wrong,
        *(history.load_all(notes.history)[1] if notes else ()),
    ]


def changed(library: Library, folder: Path) -> list[Path]:
    """Return the paths of the ledgers under ``folder`` that are missing, or whose numbers or
    wordings are not those of the library.

    A ledger that only lacks what newer programs add, such as days, is not changed.
    """
    given, _ = ledgers.load_all(ledgers.of(folder))
    paths = {code: path_of(code, folder) for code in library.sets}
    return [
        path
        for code, path in paths.items()
        if not DISK.has(path)
        or code not in given
        or not only_grew(given[code], library.ledgers[code])
    ]


def unsaved(library: Library, folder: Path) -> Iterator[str]:
    """Yield the ids of the library that no ledger under ``folder`` has yet."""
    given, _ = ledgers.load_all(ledgers.of(folder))
    for code in library.sets:
        for key, entry in library.ledgers[code].entries.items():
            ids = (f"{code}/{key}/{record.number}" for record in entry.records)
            yield from (note_id for note_id in ids if record_of(given, note_id) is None)


def save(
    library: Library,
    folder: Path,
    sets: Collection[str] | None = None,
    notes: NotesFolder | None = None,
) -> list[Problem]:
    """Write the ledgers of ``sets`` (of all if it is None), and their history beside the ``notes``.

    The ledger of a set is left as it is if it or the history of the set cannot be read, because old
    words would be lost.
    """
    given, _ = ledgers.load_all(ledgers.of(folder), sets=library.sets)
    histories = history.load_all(notes.history)[0] if notes else {}
    problems: list[Problem] = []
    for code in library.sets:
        path = path_of(code, folder)
        if (sets is not None and code not in sets) or (code not in given and os.path.lexists(path)):
            continue
        if notes and code not in histories and history.exists(notes.history, code):
            continue
        lost = _save_history(library, histories, notes.history, code) if notes else None
        problems += [lost] if lost and lost not in problems else []
        if lost and lost.is_error:
            continue
        if library.ledgers[code] == given.get(code) and _is_tidy(path, given[code]):
            continue
        try:
            ledgers.save(library.ledgers[code], path.parent)
        except OSError as failure:
            hint = "let it be written: its numbers are not permanent yet"
            problems.append(
                error(Place(str(path)), f"cannot be written ({failure.strerror})", hint)
            )
    return problems


def _is_tidy(path: Path, ledger: Ledger) -> bool:
    """Return whether the file of ``ledger`` looks as it would be written.

    To make its text, and to compare that, takes long.
    """
    data = DISK.read(path) if DISK.has(path) else b""
    return data[:1] == b"#" and b"\r" not in data and list(ledger.entries) == sorted(ledger.entries)


def path_of(code: str, folder: Path) -> Path:
    """Return the ledger of a set."""
    return ledgers.of(folder) / f"{code}.yml"


def _joined(
    documents: Sequence[ReleaseNotes],
    content: Content,
    given: Mapping[str, Ledger],
    cache: Cache,
) -> Library:
    with contextlib.ExitStack() as stack:
        shelves = {
            key: stack.enter_context(cache.shelf(digest("joined", content.key, *key)))
            for key in {document.key for document in documents}
        }
        library, found = joining.join(
            documents, content.catalogue, content.languages, given, shelves
        )
    return replace(library, problems=tuple(found))


def _earlier(
    library: Library,
    given: Mapping[str, Ledger],
    histories: Mapping[str, history.History],
    replaced: Sequence[ReleaseNotes],
) -> Iterator[tuple[str, tuple[history.EarlierWords, ...]]]:
    """Yield the earlier words of the rulings of each set, by their ids."""
    for code, ledger in library.ledgers.items():
        each = library.sets[code]
        days = {
            lang: document.notes.last_modified or each.facts.released or NO_DAY
            for lang, document in each.documents.items()
        }
        others = [document for document in replaced if document.set_code == code]
        before = histories.get(code, history.History())
        found = history.grown(before, given.get(code, ledger), ledger, days, others)
        yield from ((f"{code}/{key}", earlier) for key, earlier in found.items())


def _save_history(
    library: Library,
    histories: Mapping[str, history.History],
    folder: Path,
    code: str,
) -> Problem | None:
    """Write the history of a set.

    Return a problem if that fails: an error if earlier words would be lost.
    """
    own = f"{code}/"
    earlier = {
        each.removeprefix(own): words
        for each, words in library.earlier.items()
        if each.startswith(own)
    }
    before = histories.get(code, history.History())
    now = {
        lang: history.words_of(document.notes)
        for lang, document in library.sets[code].documents.items()
    }
    try:
        history.save(history.History(earlier=earlier, last={**before.last, **now}), folder, code)
    except OSError as failure:
        said = f"cannot be written ({failure.strerror})"
        if earlier == before.earlier:
            return warning(
                Place(str(folder)),
                said,
                "today's words are not known when a newer edition has others",
            )
        return error(
            Place(str(folder)),
            said,
            "the earlier words of rulings would be lost, so their ledger is not written",
        )
    return None
