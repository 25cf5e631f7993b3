"""A folder of release notes: raw documents are read, structured ones are taken as they are, or written.

Raw documents are text, Markdown, web pages, Word documents and PDFs; structured ones are the ``.yml``
files that an import wrote. If both exist, the structured one is taken: it may have been
corrected by hand.
"""

from __future__ import annotations

import functools
import hashlib
import os
import unicodedata
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path

from ..facts import yamlfiles
from ..facts.content import Content
from ..notes import ReleaseNotes
from ..problems import Place, Problem, Severity, error, warning
from ..system.writing import write_whole
from . import correcting, storage
from . import document as readers
from .detection import NOTHING, Asked, Detection

RAW_SUFFIXES = (".txt", ".md", ".html", ".htm", ".docx", ".pdf")
STRUCTURED_SUFFIX = ".yml"
_SEAL = "# As imported; a change above is seen by this: "
REVIEW_SUFFIX = ".review"
"""The list of doubts and repairs, which an import writes beside the structured file."""
EXPECTED = f"release notes are {', '.join(RAW_SUFFIXES)} (raw) or {STRUCTURED_SUFFIX} (imported) files"

Read = tuple[ReleaseNotes | None, list[Problem]]
Heard = Callable[[Path, ReleaseNotes | None, list[Problem]], None]


class Saved(StrEnum):
    """The effect of saving on the structured file."""

    WRITTEN = "written"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"


def read_document(path: Path, content: Content, asked: Asked = NOTHING) -> Read:
    """Read one raw document; what is asked overrules the document."""
    data = _misnamed(path) or yamlfiles.read_whole(path)
    if isinstance(data, Problem):
        return None, [data]
    read = functools.partial(
        readers.read,
        data,
        str(path),
        languages=content.languages,
        catalogue=content.catalogue,
        corrections=content.corrections,
        set_code=asked.set_code,
        lang=asked.lang,
        dialect=asked.dialect,
    )
    return guarded(read, path)


def explain(path: Path, content: Content, asked: Asked = NOTHING) -> tuple[Detection | None, list[Problem]]:
    """Return how the language, the dialect and the set of one raw document are chosen, and the problems of that."""
    data = _misnamed(path) or yamlfiles.read_whole(path)
    if isinstance(data, Problem):
        return None, [data]
    try:
        found = readers.explained(data, str(path), content.languages, content.catalogue, asked)
    except Exception as failure:
        return None, [_fault(failure, path)]
    return (None, found) if isinstance(found, list) else (found, found.problems)


def guarded(read: Callable[[], Read], path: Path) -> Read:
    """Return the outcome of ``read`` for the document ``path``; an exception becomes a problem of that document alone.

    The name of the exception is in the problem, because it is a fault of this program.
    """
    try:
        return read()
    except Exception as failure:
        return None, [_fault(failure, path)]


def _fault(failure: Exception, path: Path) -> Problem:
    said = " ".join(str(failure).split())[:100]
    what = f"cannot be read: {type(failure).__name__}{f' ({said})' if said else ''}"
    hint = "give it in another form, such as plain text; the program has a fault here, so please report it with the document"
    return error(Place(str(path)), what, hint)


def read_folder(folder: Path, content: Content, progress: Heard) -> tuple[tuple[ReleaseNotes, ...], list[Problem]]:
    """Every document of ``folder``, sorted by set and language, and the problems of its files.

    A file that cannot be read does not keep the others from being read. ``progress`` is called
    after each document with its notes and problems.
    """
    structured, raw, problems = _sorted_out(folder)
    read: list[tuple[Path, ReleaseNotes]] = []

    def take(path: Path, outcome: Read) -> None:
        notes, found = outcome
        problems.extend(found)
        progress(path, notes, found)
        if notes is not None:
            read.append((path, notes))

    for path in structured:
        take(path, guarded(functools.partial(_load, path, content), path))
    imported = {notes.source.sha256 for _, notes in read}
    for path in raw:
        if hashlib.sha256(_data(path)).hexdigest() not in imported:
            take(path, read_document(path, content))
    claims = Claims()
    refused = [claims.refused(path, notes) for path, notes in read]
    return claims.kept(), problems + [problem for problem in refused if problem]


def _load(path: Path, content: Content) -> Read:
    """A structured file, and the corrections that came after its import."""
    notes, problems = storage.load(path)
    own = content.corrections.get(notes.key) if notes else None
    return notes, [*problems, *correcting.missed(notes, own, str(path))] if notes and own else problems


class Claims:
    """The documents taken so far: one for each set and language, the first that comes."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], tuple[Path, ReleaseNotes]] = {}

    def refused(self, path: Path, notes: ReleaseNotes) -> Problem | None:
        """Take ``notes``, read of ``path``; return the problem if another document has their set and language."""
        first, first_notes = self._taken.setdefault(notes.key, (path, notes))
        if first_notes is notes:
            return None
        if notes.source.sha256 == first_notes.source.sha256:
            return warning(Place(str(path)), f"the same document as {first}, so it is left out", "remove one of them")
        message = f"release notes of the set {notes.set_code!r} in {notes.lang!r} like {first}, so it is left out"
        return error(Place(str(path)), message, "remove one of them, or import it with --set or --lang")

    def kept(self) -> tuple[ReleaseNotes, ...]:
        """Return the documents taken, sorted by set and language."""
        return tuple(notes for _, (_, notes) in sorted(self._taken.items()))


def save(notes: ReleaseNotes, path: Path, folder: Path, *, force: bool = False) -> Saved | Problem:
    """Write the notes read from ``path`` to ``<set>.<lang>.yml`` in ``folder``, whole or not at all.

    A newer edition of the same document replaces the older one. A file that came from another
    document, or that was changed since its import, is kept and a problem, unless ``force``.
    """
    target = structured_path(notes, folder)
    content = _sealed(storage.dump(notes))
    try:
        existed = target.exists()
        if existed and not force and (kept := _kept(notes, path, target)):
            return kept
        if not write_whole(target, content):
            return Saved.UNCHANGED
    except OSError as failure:
        return error(Place(str(target)), f"cannot be written ({failure.strerror})", "nothing was changed")
    return Saved.REPLACED if existed else Saved.WRITTEN


def imported(notes: ReleaseNotes, folder: Path) -> ReleaseNotes | None:
    """Return the notes of the same set and language in ``folder``, if they can be read."""
    target = structured_path(notes, folder)
    return storage.load(target)[0] if target.is_file() else None


def save_review(notes: ReleaseNotes, problems: Iterable[Problem], folder: Path) -> Path:
    """Write the review list beside the structured file: doubts first, then repairs.

    Raises OSError if it cannot be written.
    """
    path = structured_path(notes, folder).with_suffix(REVIEW_SUFFIX)
    listed = sorted(problems, key=lambda problem: (problem.severity is Severity.REPAIR, problem.place))
    lines = [str(problem) for problem in listed] or [f"{notes.source.name}: nothing to review"]
    write_whole(path, "\n".join(lines) + "\n")
    return path


def structured_path(notes: ReleaseNotes, folder: Path) -> Path:
    """Return the path of the structured form of ``notes`` in ``folder``."""
    return folder / f"{notes.set_code}.{notes.lang}{STRUCTURED_SUFFIX}"


def _kept(notes: ReleaseNotes, path: Path, target: Path) -> Problem | None:
    """Why ``target`` must not be replaced by ``notes``, if anything forbids it."""
    present, _ = storage.load(target)
    if present is None:
        why = "cannot be read"
    elif present.source.name != notes.source.name and present.source.sha256 != notes.source.sha256:
        why = f"came from another document, {present.source.name!r}"
    elif _is_untouched(target.read_text(encoding="utf-8")):
        return None
    else:
        why = "was changed since its import"
    return error(Place(str(path)), f"not imported: {target} {why}", "--force replaces it")


def _sealed(content: str) -> str:
    """The content with a last line that tells whether it was changed since."""
    return f"{content}{_SEAL}{hashlib.sha256(content.encode()).hexdigest()[:16]}\n"


def _is_untouched(text: str) -> bool:
    content, seal, _ = text.rpartition(_SEAL)
    return bool(seal) and _sealed(content) == text


def _sorted_out(folder: Path) -> tuple[list[Path], list[Path], list[Problem]]:
    """The structured files, the raw ones, and a problem for each of the others; hidden ones are ignored."""
    structured: list[Path] = []
    raw: list[Path] = []
    problems: list[Problem] = []
    try:
        paths = sorted(folder.iterdir())
    except OSError as failure:
        return [], [], [error(Place(str(folder)), f"cannot be read ({failure.strerror})")]
    for path in paths:
        misnamed = _misnamed(path)
        if path.name.startswith(".") or path.suffix == REVIEW_SUFFIX:
            continue
        if misnamed:
            problems.append(misnamed)
        elif os.path.isdir(path):  # noqa: PTH112 -- this one never raises
            problems.append(
                error(Place(str(path)), "a folder inside the folder of release notes", "move its files up, or give it to --notes")
            )
        elif path.suffix == STRUCTURED_SUFFIX:
            structured.append(path)
        elif path.suffix in RAW_SUFFIXES:
            raw.append(path)
        else:
            problems.append(error(Place(str(path)), "not a document of release notes", EXPECTED))
    return structured, raw, problems


def _misnamed(path: Path) -> Problem | None:
    """Return the problem of a name that no text file can contain, or None."""
    if not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in str(path)):
        return None
    shown = str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    shown = "".join(ascii(letter)[1:-1] if unicodedata.category(letter) == "Cc" else letter for letter in shown)
    return error(Place(shown), "the file's name is not UTF-8, or has control characters", "rename it")


def _data(path: Path) -> bytes:
    data = yamlfiles.read_whole(path)
    return b"" if isinstance(data, Problem) else data
