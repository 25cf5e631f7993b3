"""Load the ledgers and the history, join documents by them, and save them: the only module of
joining that touches a disk.

A ledger has the numbers of rulings, and is beside the content. The history has their earlier words,
and is beside the notes. A process that will write ledgers locks them before it reads them.
Otherwise two processes could give the same number to two rulings.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .. import joining
from ..facts.content import Content
from ..ledger import files, history
from ..ledger.history import History
from ..ledger.numbers import Ledger, Ledgers, only_grew, record_of
from ..library import Library
from ..notes import HISTORY, ReleaseNotes, is_day
from ..problems import Problem, Severity, WithProblems, cannot_write
from ..rulebook.book import Rulebook
from ..system import processes
from ..system.caches import NO_CACHE, Cache
from ..system.files import DISK, digest
from .gone import check_removals


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
        return files.ledger_folder(self.content) / f"{code}.yml"

    def has_ledger(self, code: str) -> bool:
        """Return whether the ledger of a set is there, and not only the program's."""
        return DISK.has(self.ledger(code))

    def ledgers(self, sets: Container[str] | None = None) -> WithProblems[dict[str, Ledger]]:
        """Return the ledgers of ``sets`` (all if it is None), and their problems."""
        return files.load_all(files.ledger_folder(self.content), sets=sets)

    def histories(self) -> WithProblems[dict[str, History]]:
        """Return the words that rulings had before, by set, and the problems of their files."""
        return history.load_all(self.notes / HISTORY) if self.notes else ({}, [])


def join_documents(
    documents: Sequence[ReleaseNotes],
    content: Content,
    folders: Folders,
    cache: Cache = NO_CACHE,
    *,
    rulebooks: Sequence[Rulebook] = (),
    unruled: Sequence[str] = (),
) -> WithProblems[Library]:
    """Return the library of ``documents``, and the problems of the ledgers; no file changes.

    With a folder of notes, the library has the earlier words of rulings: those of the history, and
    those that the documents have just replaced. It also has the sets that were removed for good.
    The problems of joining are the library's ``problems``. ``unruled`` are cards that get no
    ruling, which the library only keeps.
    """
    ledgers, problems = files.load_all(files.ledger_folder(folders.content), cache)
    feed_tag, tag_problems = files.read_tag(folders.content)
    library, join_problems = _join_with_ledgers(
        documents, content, ledgers, folders, cache, rulebooks
    )
    return (
        replace(library, feed_tag=feed_tag, unruled=tuple(unruled)),
        [*problems, *tag_problems, *join_problems],
    )


def join_and_save(
    documents: Sequence[ReleaseNotes],
    content: Content,
    folders: Folders,
    sets: Collection[str] | None = None,
) -> WithProblems[Library]:
    """Join as :func:`join_documents` does, then save every number of the library in the ledgers of
    ``sets`` (of all if it is None).

    A ledger that cannot be read is left as it is, and so is that of a set whose history cannot be
    read.
    """
    with files.lock(folders.content):
        needed = {
            *(document.set_code for document in documents),
            *(key.partition(".")[0] for key in content.catalogue.removed),
        }
        ledgers, problems = folders.ledgers(needed)
        library, join_problems = _join_with_ledgers(documents, content, ledgers, folders)
        return library, [*problems, *join_problems, *save_ledgers(library, folders, sets)]


def _join_with_ledgers(
    documents: Sequence[ReleaseNotes],
    content: Content,
    ledgers: Ledgers,
    folders: Folders,
    cache: Cache = NO_CACHE,
    rulebooks: Sequence[Rulebook] = (),
) -> WithProblems[Library]:
    """Return the library of ``documents``, with the numbers of ``ledgers`` and the days of what is
    new in them, and the problems of history and removals.
    """
    histories, problems = folders.histories()
    with contextlib.ExitStack() as stack:
        shelves = {
            key: stack.enter_context(cache.shelf(digest("joined", content.key, *key)))
            for key in {document.key for document in documents}
        }
        library, doubts = joining.join(
            documents,
            content.catalogue,
            content.languages,
            ledgers,
            shelves,
            rulebooks=rulebooks,
            histories=histories if folders.notes else None,
            replaced=folders.replaced,
        )
    if folders.notes:
        problems += check_removals(library, content.catalogue, ledgers)
    dated = _date_ledgers(library, ledgers, folders)
    return replace(library, ledgers=dated, problems=tuple(doubts)), problems


def _date_ledgers(library: Library, ledgers: Ledgers, folders: Folders) -> Ledgers:
    """Return the library's ledgers with the day for what is new in them: that of the build, but
    never one before the document's own.

    Published rulings have the day on which they were published. All of a set is new if its ledger
    only comes with the program.
    """
    before = {code: ledger for code, ledger in ledgers.items() if folders.has_ledger(code)}
    dated = dict(library.ledgers)
    changed = [
        code
        for code, ledger in dated.items()
        if code in library.sets and not is_day(code) and ledger != before.get(code)
    ]
    inputs = [folders.content, *([folders.notes] if folders.notes else [])]
    if changed and (day := processes.find_day(inputs)):
        for code in changed:
            documents = library.sets[code].documents.values()
            days = (document.notes.last_modified or day for document in documents)
            dated[code] = history.add_days(before.get(code), dated[code], max(day, *days))
    return dated


def find_damage(folders: Folders) -> list[Problem]:
    """Return the problems of the ledgers and of the history."""
    tag_problems = files.read_tag(folders.content)[1]
    return [*folders.ledgers()[1], *tag_problems, *folders.histories()[1]]


def list_changed_ledgers(library: Library, folders: Folders) -> list[Path]:
    """Return the paths of the ledgers that are missing, or whose numbers or wordings are not those
    of the library.

    A ledger that only lacks what newer programs add, such as days, is not changed.
    """
    ledgers, _ = folders.ledgers()
    return [
        folders.ledger(code)
        for code in library.sets
        if not folders.has_ledger(code)
        or code not in ledgers
        or not only_grew(ledgers[code], library.ledgers[code])
    ]


def list_unsaved_ids(library: Library, folders: Folders) -> Iterator[str]:
    """Yield the ids of the library's rulings that no ledger has yet."""
    ledgers, _ = folders.ledgers()
    for code in library.sets:
        for note_id, *_ in library.ledgers[code].rulings():
            if record_of(ledgers, note_id) is None:
                yield note_id


def save_ledgers(
    library: Library, folders: Folders, sets: Collection[str] | None = None
) -> list[Problem]:
    """Write the ledgers of ``sets`` (of all if it is None), and their history beside the notes.

    The ledger of a set is left as it is if it or the history of the set cannot be read, because old
    words would be lost.
    """
    ledgers, _ = folders.ledgers(library.sets)
    histories, _ = folders.histories()
    problems: list[Problem] = []
    for code in library.sets if sets is None else filter(sets.__contains__, library.sets):
        path, ledger = folders.ledger(code), library.ledgers[code]
        if code not in ledgers and os.path.lexists(path):
            continue  # it cannot be read
        if folders.notes:
            folder = folders.notes / HISTORY
            if code not in histories and history.exists(folder, code):
                continue
            before = histories.get(code, History())
            failure = _save_history(library, before, folder, code)
            if failure and failure not in problems:  # of several sets, it is often the same
                problems.append(failure)
            if failure and failure.is_error:
                continue
        if ledger == ledgers.get(code) and _is_tidy(path, ledger):
            continue
        try:
            files.save(ledger, path.parent)
        except OSError as fault:
            hint = "let it be written: its numbers are not permanent yet"
            problems.append(cannot_write(path, fault, hint))
    return problems


def _is_tidy(path: Path, ledger: Ledger) -> bool:
    """Return whether the file of ``ledger`` looks as it would be written: it begins with a comment,
    has no carriage returns, and its entries are sorted.

    To make its text, and to compare that, takes long.
    """
    data = DISK.read(path) if DISK.has(path) else b""
    return data[:1] == b"#" and b"\r" not in data and list(ledger.entries) == sorted(ledger.entries)


def _save_history(library: Library, before: History, folder: Path, code: str) -> Problem | None:
    """Write the history of a set, which was ``before``.

    Return a problem if that fails, else None: an error if earlier words would be lost.
    """
    earlier = {
        note_id: words
        for note_id, words in library.earlier.items()
        if note_id.startswith(f"{code}/")
    }
    last = {
        lang: history.words_of(document.notes)
        for lang, document in library.sets[code].documents.items()
    }
    try:
        history.save(History(earlier=earlier, last={**before.last, **last}), folder, code)
    except OSError as failure:
        if earlier != before.earlier:
            hint = "the earlier words of rulings would be lost, so their ledger is not written"
            return cannot_write(folder, failure, hint)
        hint = "today's words are not known when a newer edition has others"
        return replace(cannot_write(folder, failure, hint), severity=Severity.WARNING)
    return None
