"""Load the ledgers and the history, join documents by them, and save them: the only module of
joining that touches a disk.

A ledger has the numbers of rulings, and is beside the content. The history has their earlier words,
and is beside the notes. A process that will write ledgers locks them before it reads them.
Otherwise two processes could give the same number to two rulings.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .. import joining
from ..facts.content import Content
from ..ledger import files, history
from ..ledger import files as ledgers
from ..ledger.history import EarlierWords, History, add_earlier
from ..ledger.numbers import NO_DAY, Ledger, Ledgers, only_grew, record_of
from ..library import Library
from ..notes import HISTORY, ReleaseNotes, is_day
from ..problems import Problem, Severity, cannot_write
from ..system import processes
from ..system.caches import NO_CACHE, Cache
from ..system.files import DISK, digest
from .gone import with_removed


@dataclass(frozen=True, kw_only=True)
class Folders:
    """The folder of facts, which has the ledgers; and the folder of the release notes, which has
    their history, and the documents there that an import replaced.
    """

    content: Path
    notes: Path | None = None
    replaced: tuple[ReleaseNotes, ...] = ()

    def ledger(self, code: str) -> Path:
        """Return the path of the ledger of a set."""
        return ledgers.ledger_folder(self.content) / f"{code}.yml"

    def has_ledger(self, code: str) -> bool:
        """Return whether the ledger of a set is there, and not only the program's."""
        return DISK.has(self.ledger(code))

    def ledgers(
        self, sets: Container[str] | None = None
    ) -> tuple[dict[str, Ledger], list[Problem]]:
        """Return the ledgers of ``sets`` (all if it is None), and their problems."""
        return ledgers.load_all(ledgers.ledger_folder(self.content), sets=sets)

    def histories(self) -> tuple[dict[str, History], list[Problem]]:
        """Return the words that rulings had before, by set, and the problems of their files."""
        return history.load_all(self.notes / HISTORY) if self.notes else ({}, [])


def look(
    documents: Sequence[ReleaseNotes],
    content: Content,
    folders: Folders,
    cache: Cache = NO_CACHE,
) -> tuple[Library, list[Problem]]:
    """Return the library of ``documents``, and the problems of the ledgers; no file changes.

    With a folder of notes, the library has the earlier words of rulings: those of the history, and
    those that the documents have just replaced. It also has the sets that were removed for good.
    The problems of joining are the library's ``problems``.
    """
    given, problems = ledgers.load_all(ledgers.ledger_folder(folders.content), cache)
    tag, wrong = files.read_tag(folders.content)
    library, found = _numbered(documents, content, given, folders, cache)
    return replace(library, feed_tag=tag), [*problems, *wrong, *found]


def _numbered(
    documents: Sequence[ReleaseNotes],
    content: Content,
    given: Ledgers,
    folders: Folders,
    cache: Cache = NO_CACHE,
) -> tuple[Library, list[Problem]]:
    """Return the library of ``documents``, with the numbers of the ledgers ``given`` and their
    days, and the problems of history and removals.
    """
    with contextlib.ExitStack() as stack:
        shelves = {
            key: stack.enter_context(cache.shelf(digest("joined", content.key, *key)))
            for key in {document.key for document in documents}
        }
        library, doubts = joining.join(
            documents, content.catalogue, content.languages, given, shelves
        )
    library = replace(library, problems=tuple(doubts))
    problems: list[Problem] = []
    if folders.notes:
        histories, problems = folders.histories()
        earlier = dict(_earlier(library, given, histories, folders.replaced))
        library, wrong = with_removed(
            replace(library, earlier=earlier),
            content.catalogue,
            given,
            histories,
            content.languages,
        )
        problems += wrong
    return replace(library, ledgers=dict(_dated(library, given, folders))), problems


def _dated(library: Library, given: Ledgers, folders: Folders) -> Iterator[tuple[str, Ledger]]:
    """Yield the ledgers with the day for what is new in them: that of the build, but never one
    before the document's own.

    Published rulings have the day on which they were published. All of a set is new if its ledger
    only comes with the program.
    """
    given = {code: each for code, each in given.items() if folders.has_ledger(code)}
    new = {
        code
        for code, each in library.ledgers.items()
        if code in library.sets and not is_day(code) and each != given.get(code)
    }
    inputs = [folders.content, *([folders.notes] if folders.notes else [])]
    day = processes.find_day(inputs) if new else None
    for code, ledger in library.ledgers.items():
        if code not in new or day is None:
            yield code, ledger
            continue
        written = (
            document.notes.last_modified or day
            for document in library.sets[code].documents.values()
        )
        yield code, history.add_days(given.get(code), ledger, max(day, *written))


def keep(
    documents: Sequence[ReleaseNotes],
    content: Content,
    folders: Folders,
    sets: Collection[str] | None = None,
) -> tuple[Library, list[Problem]]:
    """Join as :func:`look` does, then save every number of the library in the ledgers of ``sets``
    (of all if it is None).

    A ledger that cannot be read is left as it is, and so is that of a set whose history cannot be
    read.
    """
    with ledgers.lock(folders.content):
        needed = {
            *(each.set_code for each in documents),
            *(key.partition(".")[0] for key in content.catalogue.removed),
        }
        given, problems = folders.ledgers(needed)
        library, found = _numbered(documents, content, given, folders)
        return library, [*problems, *found, *save(library, folders, sets)]


def damage(folders: Folders) -> list[Problem]:
    """Return the problems of the ledgers and of the history."""
    wrong = files.read_tag(folders.content)[1]
    return [*folders.ledgers()[1], *wrong, *folders.histories()[1]]


def changed(library: Library, folders: Folders) -> list[Path]:
    """Return the paths of the ledgers that are missing, or whose numbers or wordings are not those
    of the library.

    A ledger that only lacks what newer programs add, such as days, is not changed.
    """
    given, _ = folders.ledgers()
    return [
        folders.ledger(code)
        for code in library.sets
        if not folders.has_ledger(code)
        or code not in given
        or not only_grew(given[code], library.ledgers[code])
    ]


def unsaved(library: Library, folders: Folders) -> Iterator[str]:
    """Yield the ids of the library that no ledger has yet."""
    given, _ = folders.ledgers()
    for code in library.sets:
        for key, entry in library.ledgers[code].entries.items():
            ids = (f"{code}/{key}/{record.number}" for record in entry.records)
            yield from (note_id for note_id in ids if record_of(given, note_id) is None)


def save(library: Library, folders: Folders, sets: Collection[str] | None = None) -> list[Problem]:
    """Write the ledgers of ``sets`` (of all if it is None), and their history beside the notes.

    The ledger of a set is left as it is if it or the history of the set cannot be read, because old
    words would be lost.
    """
    given, _ = folders.ledgers(library.sets)
    histories, _ = folders.histories()
    problems: list[Problem] = []
    for code in library.sets if sets is None else filter(sets.__contains__, library.sets):
        path, ledger = folders.ledger(code), library.ledgers[code]
        if code not in given and os.path.lexists(path):
            continue
        if folders.notes:
            folder = folders.notes / HISTORY
            if code not in histories and history.exists(folder, code):
                continue
            before = histories.get(code, History())
            lost = _save_history(library, before, folder, code)
            problems += [lost] if lost and lost not in problems else []
            if lost and lost.is_error:
                continue
        if ledger == given.get(code) and _is_tidy(path, ledger):
            continue
        try:
            ledgers.save(ledger, path.parent)
        except OSError as failure:
            hint = "let it be written: its numbers are not permanent yet"
            problems.append(cannot_write(path, failure, hint))
    return problems


def _is_tidy(path: Path, ledger: Ledger) -> bool:
    """Return whether the file of ``ledger`` looks as it would be written.

    To make its text, and to compare that, takes long.
    """
    data = DISK.read(path) if DISK.has(path) else b""
    return data[:1] == b"#" and b"\r" not in data and list(ledger.entries) == sorted(ledger.entries)


def _earlier(
    library: Library,
    given: Ledgers,
    histories: Mapping[str, History],
    replaced: Sequence[ReleaseNotes],
) -> Iterator[tuple[str, tuple[EarlierWords, ...]]]:
    """Yield the earlier words of the rulings of each set, by their ids."""
    for code, ledger in library.ledgers.items():
        each = library.sets[code]
        days = {
            lang: document.notes.last_modified or each.facts.released or NO_DAY
            for lang, document in each.documents.items()
        }
        others = [document for document in replaced if document.set_code == code]
        before = histories.get(code, History())
        found = add_earlier(before, given.get(code, ledger), ledger, days, others)
        yield from ((f"{code}/{key}", earlier) for key, earlier in found.items())


def _save_history(library: Library, before: History, folder: Path, code: str) -> Problem | None:
    """Write the history of a set, which was ``before``.

    Return a problem if that fails: an error if earlier words would be lost.
    """
    own = f"{code}/"
    earlier = {
        each.removeprefix(own): words
        for each, words in library.earlier.items()
        if each.startswith(own)
    }
    last = {
        lang: history.words_of(document.notes)
        for lang, document in library.sets[code].documents.items()
    }
    now = History(earlier=earlier, last={**before.last, **last})
    try:
        history.save(now, folder, code)
    except OSError as failure:
        if earlier != before.earlier:
            hint = "the earlier words of rulings would be lost, so their ledger is not written"
            return cannot_write(folder, failure, hint)
        hint = "today's words are not known when a newer edition has others"
        return replace(cannot_write(folder, failure, hint), severity=Severity.WARNING)
    return None
