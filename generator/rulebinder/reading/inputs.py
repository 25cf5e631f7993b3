"""A folder of release notes: raw documents are read, structured ones are taken as they are, and
bulk files of published rulings are read too. Several processes may read side by side.

Raw documents are text, Markdown, web pages, documents of word processors and PDFs; structured ones
are the ``.yml`` files that an import wrote. If both exist, the structured one is taken: it may have
been corrected by hand.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..facts import yaml_files
from ..facts.content import Content, Corrections
from ..notes import HISTORY, ReleaseNotes
from ..problems import Place, Problem, WithProblems, cannot_read, error, warning
from ..rulebook import book as rulebooks
from ..system import processes
from ..system.caches import NO_CACHE, Cache
from ..system.files import DISK, digest, sha256
from . import bulk, correction, document, saved_notes
from .bulk import FolderNotes
from .detection import NO_OVERRIDES, Overrides
from .document import Attempt
from .formats.conversion import refuse_format
from .saved_notes import REVIEW_SUFFIX, STRUCTURED_SUFFIX

Result = TypeVar("Result")
Read = WithProblems[ReleaseNotes | None]
"""The notes of a document and its problems; None if it cannot be read."""

RAW_SUFFIXES = (
    ".txt", ".md", ".html", ".htm", ".mhtml", ".mht", ".docx", ".pdf",
)  # fmt: skip
EXPECTED = (
    f"release notes are {', '.join(RAW_SUFFIXES)} (raw) or {STRUCTURED_SUFFIX} (imported) files"
)
_FOLDER_OF_PAGE = re.compile(r"(?P<page>.+)(?:_files|_file|-Dateien|_fichiers|_archivos|_arquivos)")
"""The folder that a browser saves the pictures of a page in; Firefox names it in the language of
the reader.
"""


class UnreadFile(NamedTuple):
    """A file that will be read: its path, its bytes, and what reads it."""

    path: Path
    data: bytes
    read: Callable[[], Any]
    key: str
    """A digest of all that reading depends on. By it, the cache has what was read."""


@contextlib.contextmanager
def read_ahead(files: Iterable[UnreadFile], cache: Cache) -> Iterator[Callable[[UnreadFile], Any]]:
    """Begin to read the ``files`` that the ``cache`` does not have yet, in other processes. Yield a
    function that waits for one of them, and returns what it says.

    A file that no other process could read is read by this one.
    """
    unread = [file for file in files if cache.get(file.key) is None]
    unread.sort(key=lambda file: -len(file.data))  # the longest one must not be the last to begin
    begun: dict[str, Future[None]] = {}

    def take_result(file: UnreadFile) -> Any:
        if file.key in begun:
            begun[file.key].exception()  # this waits, and raises nothing
        return cache.get_or_make(file.key, file.read)

    processes_wanted = min(cache.jobs, len(unread))
    if processes_wanted < 2:
        yield take_result
        return
    with processes.pool(processes_wanted, (cache, unread)) as pool:
        #  If a process is killed, its files are read here.
        with contextlib.suppress(BrokenProcessPool):
            for number, file in enumerate(unread):
                begun[file.key] = pool.submit(_read_in_process, number)
        yield take_result


def _read_in_process(number: int) -> None:
    """Put what unread file ``number`` says into the cache: the work of a process, which shares the
    cache and the files with this one.
    """
    cache, unread = processes.shared_value()
    cache.get_or_make(unread[number].key, unread[number].read)


def read_document(path: Path, content: Content, overrides: Overrides = NO_OVERRIDES) -> Read:
    """Read one raw document; ``overrides`` overrule it."""
    return _read_raw(document.read, path, content, overrides)


def explain(path: Path, content: Content, overrides: Overrides) -> WithProblems[list[Attempt]]:
    """Return what each dialect reads of one raw document, the best first, and the problems with the
    choice of language, dialect and set.
    """
    attempts, problems = _read_raw(document.explain, path, content, overrides)
    return attempts or [], problems


def _read_raw(
    read: Callable[[bytes, str, Content, Overrides], WithProblems[Result]],
    path: Path,
    content: Content,
    overrides: Overrides,
) -> WithProblems[Result | None]:
    """Return what ``read`` makes of a file; None if the file cannot be read."""
    data = _check_name(path) or yaml_files.read_whole(path)
    if isinstance(data, Problem):
        return None, [data]
    return _report_exceptions(functools.partial(read, data, str(path), content, overrides), path)


def _report_exceptions(
    read: Callable[[], WithProblems[Result]], path: Path
) -> WithProblems[Result | None]:
    """Return what ``read`` says of a document; an exception becomes a problem of it alone.

    The name of the exception is in the problem, because it is a fault of this program.
    """
    try:
        return read()
    except Exception as failure:
        words = " ".join(str(failure).split())[:100]
        what = f"cannot be read: {type(failure).__name__}{f' ({words})' if words else ''}"
        hint = (
            "give it in another form, such as plain text; the program has a fault here, so please"
            " report it with the document"
        )
        return None, [error(path, what, hint)]


def read_folder(
    folder: Path,
    content: Content,
    progress: Callable[[Path, ReleaseNotes | None, list[Problem]], None],
    cache: Cache = NO_CACHE,
) -> WithProblems[FolderNotes]:
    """Return what the documents of ``folder`` say, and the problems of its files.

    A file that cannot be read does not keep the others from being read. ``progress`` is called
    after each document with its notes and problems. Documents that the ``cache`` has are not
    read again.
    """
    paths, problems = _list_files(folder)
    structured = [path for path in paths if path.suffix == STRUCTURED_SUFFIX]
    bulk_files = [path for path in paths if bulk.kind_of(path)]
    documents: list[WithProblems[ReleaseNotes]] = []

    def read_paths(
        paths: Sequence[Path],
        read: Callable[[bytes, str, Content], Read],
        imported: Collection[str] = (),
    ) -> None:
        """Add the documents of files but for those whose SHA-256 is among ``imported``."""
        files: list[UnreadFile] = []
        for path in paths:
            data = yaml_files.read_whole(path)
            if isinstance(data, Problem):
                problems.append(data)
            elif sha256(data) not in imported:
                read_now = functools.partial(read, data, str(path), content)
                key = digest(content.key, str(path), data)
                files.append(
                    UnreadFile(
                        path, data, functools.partial(_report_exceptions, read_now, path), key
                    )
                )
        with read_ahead(files, cache) as read_file:
            for file in files:
                notes, doubts = read_file(file)
                progress(file.path, notes, doubts)
                if notes is None:
                    problems.extend(doubts)
                else:
                    documents.append((notes, doubts))

    read_paths(structured, _read_structured)
    raw = [path for path in paths if path.suffix.lower() in RAW_SUFFIXES]
    read_paths(raw, document.read, {notes.source.sha256 for notes, _ in documents})
    #  A correction that suits one document need not suit others of its set and language. So it is a
    # problem only if it suits none: if its place is that of a problem in each of them.
    unsuited: dict[tuple[str, str], set[Place]] = {}
    for notes, doubts in documents:
        places = {problem.place for problem in doubts}
        unsuited[notes.key] = unsuited.get(notes.key, places) & places
    for notes, doubts in documents:
        corrections = content.corrections.get(notes.key, Corrections())
        suiting = correction.list_places(corrections) - unsuited[notes.key]
        problems += [problem for problem in doubts if problem.place not in suiting]
    record = folder / bulk.RECORD
    if not bulk_files and DISK.has(record):
        hint = "run `rulebinder import scryfall`; or delete this file to do without them"
        problems.append(error(record, "the files of Scryfall are not here", hint))
    published, faults = bulk.read_files(bulk_files, cache)
    problems += faults
    if published.documents:  # they count as one, because there are hundreds
        cards = tuple(entry for notes in published.documents for entry in notes.cards)
        progress(bulk_files[-1], replace(published.documents[-1], cards=cards), faults)
    read = (*(notes for notes, _ in documents), *published.documents)
    return published._replace(documents=read), problems


def _read_structured(data: bytes, path: str, content: Content) -> Read:
    """Return what a structured file says, and the corrections that changed after its import."""
    notes, problems = saved_notes.loads(data, path)
    if notes is not None:
        corrections = content.corrections.get(notes.key, Corrections())
        problems += correction.find_late_changes(
            notes, corrections, path, saved_notes.read_applied(data)
        )
    return notes, problems


def _list_files(folder: Path) -> WithProblems[list[Path]]:
    """Return the structured files, the raw ones and bulk files, and a problem for each of the
    others; hidden ones are ignored.
    """
    files: list[Path] = []
    problems: list[Problem] = []
    try:
        paths = DISK.list_entries(folder)
    except OSError as failure:
        return [], [cannot_read(folder, failure)]
    for path in paths:
        if (
            path.name.startswith(".")
            or path.suffix == REVIEW_SUFFIX
            or path in (folder / rulebooks.FOLDER, folder / HISTORY)
        ):
            continue  # these have their own readers, or none
        if misnamed := _check_name(path):
            problems.append(misnamed)
        elif os.path.isdir(path):  # noqa: PTH112 -- this one never raises
            problems += _check_subfolder(path, paths)
        elif (
            bulk.kind_of(path)
            or path.suffix == STRUCTURED_SUFFIX
            or path.suffix.lower() in RAW_SUFFIXES
        ):
            files.append(path)
        else:
            data = yaml_files.read_whole(path)
            refused = None if isinstance(data, Problem) else refuse_format(data, str(path))
            problems.append(refused or error(path, "not a document of release notes", EXPECTED))
    return files, problems


def _check_subfolder(folder: Path, beside: Sequence[Path]) -> list[Problem]:
    """Return the problem of a folder among the paths ``beside`` it; none if it has the pictures of
    a web page there.
    """
    saved = _FOLDER_OF_PAGE.fullmatch(folder.name)
    if not saved:
        hint = "move its files up, or give it to --notes"
        return [error(folder, "a folder inside the folder of release notes", hint)]
    if any(
        path.stem == saved["page"] and path.suffix.lower() in (".html", ".htm") for path in beside
    ):
        return []
    what = "the folder of a saved web page that is not beside it, so it is not read"
    return [warning(folder, what, "remove it: a page is read without its pictures")]


def _check_name(path: Path) -> Problem | None:
    """Return the problem of a name that no text file can contain, or None."""
    printable = "".join(
        ascii(letter)[1:-1] if unicodedata.category(letter) == "Cc" else letter
        for letter in str(path)
        .encode("utf-8", "surrogateescape")
        .decode("utf-8", "backslashreplace")
    )
    if printable == str(path):
        return None
    message = "the file's name is not UTF-8, or has control characters"
    return error(Place(printable), message, "rename it")
