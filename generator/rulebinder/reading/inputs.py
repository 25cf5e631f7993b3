"""A folder of release notes: raw documents are read, structured ones are taken as they are, or
written.

Raw documents are text, Markdown, web pages, documents of word processors and PDFs; structured ones
are the ``.yml`` files that an import wrote. If both exist, the structured one is taken: it may have
been corrected by hand.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ..facts import yaml_files
from ..facts.content import Content, Corrections
from ..notes import HISTORY, ReleaseNotes
from ..problems import Place, Problem, error, warning
from ..rulebook import model as rulebooks
from ..system import processes
from ..system.caches import NO_CACHE, Cache
from ..system.files import DISK, digest
from . import correction, saved_notes
from . import document as readers
from . import published as bulk_files
from .detection import NOTHING, Overrides
from .document import Reading
from .formats.encodings import foreign
from .published import FolderNotes
from .saved_notes import REVIEW_SUFFIX, STRUCTURED_SUFFIX

R = TypeVar("R")


class Waiting(NamedTuple, Generic[R]):
    """A document that will be read: its path, its bytes, and what reads it."""

    path: Path
    data: bytes
    read: Callable[[], R]
    key: str
    """A digest of all that reading depends on. By it, the cache has what was read."""


@contextlib.contextmanager
def ahead(
    documents: Iterable[Waiting[Any]], cache: Cache
) -> Iterator[Callable[[Waiting[Any]], Any]]:
    """Begin to read ``documents`` that the ``cache`` does not have yet. Yield a function that
    returns what one of them says, and waits for it.

    A document that no process could read is read by this one.
    """
    unread = [document for document in documents if cache.get(document.key) is None]
    unread.sort(key=lambda document: -len(document.data))
    begun: dict[str, Future[None]] = {}

    def take(document: Waiting[Any]) -> Any:
        if document.key in begun:
            begun[document.key].exception()
        return cache.get_or_make(document.key, document.read)

    hands = min(cache.jobs, len(unread))
    if hands < 2:
        yield take
        return
    with processes.pool(hands, (cache, unread)) as pool:
        with contextlib.suppress(
            BrokenProcessPool
        ):  # a process was killed: then its documents are read here
            for number, document in enumerate(unread):
                begun[document.key] = pool.submit(_read, number)
        yield take


def _read(number: int) -> None:
    """Read a document in a process of the pool."""
    cache, unread = processes.shared_value()
    cache.get_or_make(unread[number].key, unread[number].read)


RAW_SUFFIXES = (
    ".txt", ".md", ".html", ".htm", ".mhtml", ".mht", ".docx", ".pdf",
)  # fmt: skip
EXPECTED = (
    f"release notes are {', '.join(RAW_SUFFIXES)} (raw) or {STRUCTURED_SUFFIX} (imported) files"
)
_SAVED_WITH_PAGE = re.compile(
    r"(?P<page>.+)(?:_files|_file|-Dateien|_fichiers|_archivos|_arquivos)"
)
"""The folder that a browser saves the pictures of a page in; Firefox names it in the language of
the reader.
"""

Read = tuple[ReleaseNotes | None, list[Problem]]
Heard = Callable[[Path, ReleaseNotes | None, list[Problem]], None]
_How = Callable[[bytes, str, Content], Read]
T = TypeVar("T")


def read_document(path: Path, content: Content, asked: Overrides = NOTHING) -> Read:
    """Read one raw document; what is asked overrules the document."""
    data = _misnamed(path) or yaml_files.read_whole(path)
    if isinstance(data, Problem):
        return None, [data]
    return _guarded(functools.partial(readers.read, data, str(path), content, asked), path)


def explain(
    path: Path, content: Content, asked: Overrides = NOTHING
) -> tuple[list[Reading], list[Problem]]:
    """Return what each dialect reads of one raw document, the best first, and the problems of the
    choices for that.
    """
    data = _misnamed(path) or yaml_files.read_whole(path)
    if isinstance(data, Problem):
        return [], [data]
    read = functools.partial(readers.explained, data, str(path), content, asked)
    readings, problems = _guarded(read, path)
    return readings or [], problems


def _guarded(
    read: Callable[[], tuple[T, list[Problem]]], path: Path
) -> tuple[T | None, list[Problem]]:
    """Return what a document says; an exception becomes a problem of that document alone.

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
        return None, [error(Place(str(path)), what, hint)]


def read_folder(
    folder: Path,
    content: Content,
    progress: Heard,
    cache: Cache = NO_CACHE,
) -> tuple[FolderNotes, list[Problem]]:
    """Return what the documents of ``folder`` say, and the problems of its files.

    A file that cannot be read does not keep the others from being read. ``progress`` is called
    after each document with its notes and problems. Documents that the ``cache`` has are not
    read again.
    """
    structured, raw, bulk, problems = _sorted_out(folder)
    read: list[tuple[ReleaseNotes, list[Problem]]] = []

    def take(paths: Sequence[Path], how: _How, imported: Collection[str] = ()) -> None:
        documents: list[Waiting[Read]] = []
        for path in paths:
            data = yaml_files.read_whole(path)
            if isinstance(data, Problem):
                problems.append(data)
            elif hashlib.sha256(data).hexdigest() not in imported:
                unguarded = functools.partial(how, data, str(path), content)
                read_now = functools.partial(_guarded, unguarded, path)
                key = digest(content.key, str(path), data)
                documents.append(Waiting(path=path, data=data, read=read_now, key=key))
        with ahead(documents, cache) as read_one:
            for document in documents:
                notes, found = read_one(document)
                progress(document.path, notes, found)
                if notes is None:
                    problems.extend(found)
                else:
                    read.append((notes, found))

    take(structured, _load)
    take(raw, readers.read, {notes.source.sha256 for notes, _ in read})
    #  A correction that suits one document need not suit others of its set and language.
    unsuited: dict[tuple[str, str], set[Place]] = {}
    for notes, found in read:
        places = {problem.place for problem in found}
        unsuited[notes.key] = unsuited.get(notes.key, places) & places
    for notes, found in read:
        corrections = content.corrections.get(notes.key, Corrections())
        suiting = correction.places(corrections) - unsuited[notes.key]
        problems += [problem for problem in found if problem.place not in suiting]
    record = folder / bulk_files.RECORD
    if not bulk and DISK.has(record):
        hint = "run `rulebinder import scryfall`; or delete this file to do without them"
        problems.append(error(record, "the files of Scryfall are not here", hint))
    published, found = bulk_files.read(bulk, cache)
    problems += found
    if published.documents:  # they are told as one, because there are hundreds
        every = tuple(entry for notes in published.documents for entry in notes.cards)
        progress(bulk[-1], replace(published.documents[-1], cards=every), found)
    return (
        FolderNotes((*(notes for notes, _ in read), *published.documents), published.unruled),
        problems,
    )


def _load(data: bytes, path: str, content: Content) -> Read:
    """A structured file, and the corrections that changed after its import."""
    notes, problems = saved_notes.loads(data, path)
    if notes is not None:
        corrections = content.corrections.get(notes.key, Corrections())
        problems += correction.missed(notes, corrections, path, saved_notes.applied(data))
    return notes, problems


def _sorted_out(folder: Path) -> tuple[list[Path], list[Path], list[Path], list[Problem]]:
    """The structured files, the raw ones, bulk files, and a problem for each of the others; hidden
    ones are ignored.
    """
    structured: list[Path] = []
    raw: list[Path] = []
    bulk: list[Path] = []
    problems: list[Problem] = []
    try:
        paths = DISK.entries(folder)
    except OSError as failure:
        return [], [], [], [error(Place(str(folder)), f"cannot be read ({failure.strerror})")]
    for path in paths:
        misnamed = _misnamed(path)
        if (
            path.name.startswith(".")
            or path.suffix == REVIEW_SUFFIX
            or path in (folder / rulebooks.FOLDER, folder / HISTORY)
        ):
            continue
        if misnamed:
            problems.append(misnamed)
        elif os.path.isdir(path):  # noqa: PTH112 -- this one never raises
            problems.extend(_folder_problems(path, paths))
        elif bulk_files.kind_of(path):
            bulk.append(path)
        elif path.suffix == STRUCTURED_SUFFIX:
            structured.append(path)
        elif path.suffix.lower() in RAW_SUFFIXES:
            raw.append(path)
        else:
            data = yaml_files.read_whole(path)
            named = None if isinstance(data, Problem) else foreign(data, str(path))
            unknown = error(Place(str(path)), "not a document of release notes", EXPECTED)
            problems.append(named or unknown)
    return structured, raw, bulk, problems


def _folder_problems(folder: Path, beside: Sequence[Path]) -> list[Problem]:
    """Return the problem of a folder; none if it has the pictures of a web page beside it."""
    saved = _SAVED_WITH_PAGE.fullmatch(folder.name)
    if saved and any(
        path.stem == saved["page"] and path.suffix.lower() in (".html", ".htm") for path in beside
    ):
        return []
    if saved:
        what = "the folder of a saved web page that is not beside it, so it is not read"
        return [warning(Place(str(folder)), what, "remove it: a page is read without its pictures")]
    hint = "move its files up, or give it to --notes"
    return [error(Place(str(folder)), "a folder inside the folder of release notes", hint)]


def _misnamed(path: Path) -> Problem | None:
    """Return the problem of a name that no text file can contain, or None."""
    shown = str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    shown = "".join(
        ascii(letter)[1:-1] if unicodedata.category(letter) == "Cc" else letter for letter in shown
    )
    if shown == str(path):
        return None
    message = "the file's name is not UTF-8, or has control characters"
    return error(Place(shown), message, "rename it")
