"""Put a site in place: make it beside its folder, exchange the two, and never replace files of
others.

The mark of a site, ``.rulebinder``, lists the files that the build wrote. All other files in the
folder belong to somebody else. They are carried over into the next site, and ``clean`` leaves them.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..facts import yaml_files
from ..problems import InputError, Place, Problem, error, list_some, refusal, warning
from ..system import caches, processes
from ..system.files import replace_whole, sha256, walk, walk_files
from .table import link_or_copy

MARK = ".rulebinder"
"""The file that every built site has.

Only a folder with this file, or an empty one, is replaced.
"""
WEBSITE, PAGES = "website", "folder of pages"
"""What can be put in place. One never replaces the other."""
_FORM = 1
"""The version of the mark's format. A mark with another one cannot be read."""
_WORK = ".rulebinder-"
"""The prefix of the names of folders in which sites are made."""
_LOCK = "lock"
"""The file that a build locks in its work folder. It contains the name of the site's folder."""
_OLD = "old"
"""The folder in a work folder where the old site is while the two are exchanged."""
_CACHE = ".{}-cache"
"""The name of the cache beside the site's folder."""
_HERE, _EXCHANGE = -100, 2
"""Linux's AT_FDCWD and RENAME_EXCHANGE."""
_MOST_NAMED = 3
"""The most files that a message names."""


@dataclass(frozen=True)
class SiteMark:
    """What a build recorded about its site."""

    files: frozenset[str]
    """The files that the build wrote, by their path in the site."""
    errors: int
    """The number of errors in the input and the pages."""
    kind: str = WEBSITE


def read_mark(out: Path) -> SiteMark | None:
    """Return the mark of the site in ``out``; None if there is no site. Raises InputError if the
    mark cannot be read.
    """
    try:
        head, *lines = (out / MARK).read_text(encoding="utf-8").removesuffix("\n").split("\n")
        values = json.loads(head)
        previous, files = "", []
        for line in lines:
            shared, rest = line.split(" ", 1)
            previous = previous[: int(shared)] + rest
            files.append(previous)
        #  ``clean`` removes these files: none may be outside the site.
        leads_out = any(path[:1] == "/" or ".." in path.split("/") for path in files)
        if values["form"] != _FORM or MARK not in files or leads_out:
            raise ValueError(head)
        return SiteMark(frozenset(files), int(values["errors"]), values.get("kind", WEBSITE))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError) as failure:
        place = Place(str(out / MARK), 1)
        hint = "take the file back from a copy of the site, or name another --out"
        raise refusal(place, "the list of the website's files cannot be read", hint) from failure


def write_mark(site: Path, files: Iterable[str], errors: int, kind: str = WEBSITE) -> None:
    """List the ``files`` of a site in its mark.

    Each line has the number of characters shared with the line before, and the rest.
    """
    head = {"form": _FORM, "errors": errors} | ({} if kind == WEBSITE else {"kind": kind})
    previous, lines = "", [json.dumps(head)]
    for path in sorted({MARK, *files}):
        shared = len(os.path.commonprefix((previous, path)))  # noqa: RUF071 -- by letters
        lines.append(f"{shared} {path[shared:]}")
        previous = path
    replace_whole(site / MARK, ("\n".join(lines) + "\n").encode())


@dataclass(frozen=True)
class Work:
    """A folder beside the place of a site, in which the site is made."""

    folder: Path
    out: Path
    """The place of the site, with links followed."""
    kind: str = WEBSITE

    @property
    def site(self) -> Path:
        """The folder to make the site in."""
        return self.folder / "site"


def cache_of(out: Path) -> Path:
    """Return the folder beside the site ``out`` with results of its builds. Links are followed."""
    out = Path(os.path.realpath(out))
    return out.parent / _CACHE.format(out.name)


@contextlib.contextmanager
def tidy(out: Path) -> Iterator[None]:
    """Remove the cache of ``out`` at the end if it is new and there is no site: a refused first
    build leaves nothing behind.

    A folder that was there before may be somebody's own, although it has that name. Raises
    InputError if somebody else may have written what is in it.
    """
    if problem := caches.find_untrusted(cache_of(out)):
        raise InputError(problem)
    was_there = cache_of(out).exists()
    try:
        yield
    finally:
        if not was_there and not (out / MARK).exists():
            shutil.rmtree(cache_of(out), ignore_errors=True)


def check(out: Path, kind: str = WEBSITE) -> SiteMark | None:
    """Return the mark of what is in ``out``, if there is anything.

    Raises InputError if nothing of this ``kind`` can be put there.
    """
    nearest = next((path for path in (out, *out.parents) if path.exists()), out)
    if nearest.exists() and not nearest.is_dir():
        hint = "name a folder" if nearest == out else "name a folder that is not in a file"
        raise refusal(nearest, "not a folder", hint)
    old = read_mark(out)
    if out.is_dir() and any(out.iterdir()) and (old is None or old.kind != kind):
        hint = "name another folder, or empty this one"
        raise refusal(out, f"the folder has files, but is not a {kind} of Rulebinder", hint)
    if os.path.ismount(out):
        message = (
            f"another file system is mounted here, so that a {kind} cannot be replaced at once"
        )
        raise refusal(out, message, "name a folder in it")
    return old


@contextlib.contextmanager
def beside(out: Path, kind: str = WEBSITE) -> Iterator[Work]:
    """Give a folder to make the site of ``out`` in, and remove it afterwards. Also remove those of
    interrupted builds.

    Raises InputError as :func:`check`, and OSError if the folder cannot be made.
    """
    check(out, kind)
    out = Path(os.path.realpath(out))
    out.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        stack.enter_context(tidy(out))
        with processes.lock(out.parent):
            _remove_interrupted(out.parent)
            try:
                folder = Path(tempfile.mkdtemp(dir=out.parent, prefix=_WORK))
            except OSError as failure:  # nobody has heard of the folder itself
                raise OSError(failure.errno, failure.strerror, str(out.parent)) from failure
            stack.callback(_remove_work, folder, out.parent)
            (folder / _LOCK).write_bytes(os.fsencode(out.name))
            stack.enter_context(processes.try_lock(folder / _LOCK))
        work = Work(folder, out, kind)
        work.site.mkdir()
        yield work


def put(work: Work, errors: int, files: Collection[str] | None = None) -> None:
    """Put the site of ``work`` in place, together with the other files of its folder. ``errors``
    counts the site's errors.

    ``files`` are the paths of all its files; if it is None, they are looked for. At any moment one
    whole site is there; if this raises, it is the old one. Raises InputError if another file is in
    the way of a file of the new site, and OSError.
    """
    with processes.lock(work.out.parent):
        old = check(work.out, work.kind)
        if files is None:
            files = list(walk_files(work.site))
        write_mark(work.site, files, errors, work.kind)
        if old is not None:
            _carry_over(work, old.files, {*files, MARK})
        if work.out.is_dir():
            shutil.copymode(work.out, work.site)
        _exchange(work)


def clean(out: Path) -> list[str]:
    """Remove the files of the site in ``out``, its cache, and the folders that are empty then.
    Return the other files.

    Raises InputError if there is no site, and OSError.
    """
    old = read_mark(out)
    if old is None:
        raise refusal(out, "this is not a website of Rulebinder", "name the folder of one")
    shutil.rmtree(cache_of(out), ignore_errors=True)
    left = sorted(path for path, _ in _list_others(out, old.files))
    for file in sorted(old.files - {MARK}):
        (out / file).unlink(missing_ok=True)
    (out / MARK).unlink()  # last: until then the rest can be cleaned again
    for folder in sorted(_folders_of(old.files), reverse=True):
        with contextlib.suppress(OSError):
            (out / folder).rmdir()
    if not left and not out.is_symlink():
        with contextlib.suppress(OSError):
            out.rmdir()
    return left


def _list_others(site: Path, files: Collection[str]) -> Iterator[tuple[str, bool]]:
    """Yield the paths of all files, links and empty folders in ``site`` except for its own
    ``files``, and their folders; each with whether it is a folder.

    Raises OSError.
    """
    folders = _folders_of(files)
    for path, entry in walk(site):
        is_folder = entry.is_dir(follow_symlinks=False)
        if path not in (folders if is_folder else files):
            yield path, is_folder


def _folders_of(paths: Iterable[str]) -> set[str]:
    """Return the paths of the folders above files."""
    folders: set[str] = set()
    for path in paths:
        while (path := path.rpartition("/")[0]) and path not in folders:
            folders.add(path)
    return folders


def _carry_over(work: Work, old_files: Collection[str], files: Collection[str]) -> None:
    """Share what others put into the old folder with the new site, which has ``files``. The old
    site's own were ``old_files``. Raises InputError if the two have a name in common.
    """
    others, folders = dict(_list_others(work.out, old_files)), _folders_of(files)
    in_the_way = sorted(
        path
        for path, is_folder in others.items()
        if path in files
        or (path in folders and not is_folder)
        or not _folders_of([path]).isdisjoint(files)  # a folder of others, and now a file
    )
    if in_the_way:
        message = (
            f"{list_some(in_the_way, _MOST_NAMED)}: no build wrote this, and the new {work.kind}"
            " has a file of that name"
        )
        raise refusal(work.out / in_the_way[0], message, "move it elsewhere, or name another --out")
    empty = {path for path, is_folder in others.items() if is_folder}
    for folder in sorted(_folders_of(others) | empty):
        if not (work.site / folder).is_dir():
            (work.site / folder).mkdir()
            shutil.copystat(work.out / folder, work.site / folder)
    for path in others.keys() - empty:
        link_or_copy(str(work.out / path), str(work.site / path))


def _exchange(work: Work) -> None:
    """Exchange the new site and the old one. The old one is removed with the work folder."""
    if not work.out.is_dir():
        work.site.rename(work.out)
    elif not _exchange_names(work.site, work.out):
        try:  # a signal may come right after the first rename
            work.out.rename(work.folder / _OLD)
            work.site.rename(work.out)
        except BaseException:
            _put_back(work.folder, work.out)
            raise


def _exchange_names(one: Path, other: Path) -> bool:
    """Exchange the names of two folders in one step.

    Return whether that was done, since not every system can.
    """
    if not sys.platform.startswith("linux"):
        return False
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    if rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in {errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP}:
        return False
    raise OSError(number, os.strerror(number), str(other))


def _remove_interrupted(parent: Path) -> None:
    """Remove the work folders of interrupted builds: those whose lock no process holds.

    If one of them had moved a site aside, put it back.
    """
    for folder in sorted(parent.glob(f"{_WORK}*")):
        with contextlib.suppress(OSError):
            folder.rmdir()  # interrupted before it wrote anything
        with contextlib.suppress(OSError), processes.try_lock(folder / _LOCK) as is_dead:
            if is_dead:
                _remove_work(folder, parent)


def _remove_work(folder: Path, parent: Path) -> None:
    """Remove the work folder. If it has an old site that was moved aside and its place is free, put
    that back.

    The lock is removed last: until then the next build can remove the rest if this one is ended.
    """
    with contextlib.suppress(OSError):
        name = os.fsdecode((folder / _LOCK).read_bytes())
        if name:
            _put_back(folder, parent / name)
    with contextlib.suppress(OSError):
        for part in [part for part in folder.iterdir() if part.name != _LOCK]:
            shutil.rmtree(part, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


def _put_back(folder: Path, out: Path) -> None:
    """Put the old site in the work ``folder`` back to its place ``out``, if that is free."""
    if (folder / _OLD).is_dir() and not os.path.lexists(out):
        (folder / _OLD).rename(out)


MANIFEST = "data/manifest.json"
"""The file of a site with the digests of all others."""
COPY = "copy the website again, or build it"
"""What helps if a site is not what its own manifest says."""


def read_manifest(site: Path, *unlisted: str) -> dict[str, str]:
    """Return the SHA-256 of each file of the ``site`` as its manifest says it, and of files that no
    manifest lists.

    Raises InputError if there is no sound manifest.
    """
    manifest = yaml_files.load_json(site / MANIFEST, "manifest", COPY)
    if isinstance(manifest, Problem):
        raise InputError(manifest)
    return {**manifest["files"], **{path: sha256((site / path).read_bytes()) for path in unlisted}}


def compare(site: Path, files: Mapping[str, str], hint: str) -> Iterator[Problem]:
    """Yield an error for each of the ``files`` that is missing in the ``site`` or has another
    SHA-256 than they say, and for all that a build of the site wrote beside them.

    What others added is a warning. ``hint`` says what helps against errors. Raises InputError if
    the mark of the site cannot be read.
    """
    for path, expected_sha256 in sorted(files.items()):
        try:
            if sha256((site / path).read_bytes()) == expected_sha256:
                continue
            fault = "differs from what the manifest says"
        except FileNotFoundError:
            fault = "is missing"
        except OSError as failure:
            fault = f"cannot be read ({failure.strerror})"
        yield error(site / path, f"the file {fault}", hint)
    expected = {site / path for path in (*files, MANIFEST, MARK)}
    mark = read_mark(site)
    written = {site / path for path in mark.files} if mark else set()
    written |= {folder for path in written for folder in path.parents}
    folders = {folder for path in expected for folder in path.parents}
    waiting = [site]
    for folder in waiting:  # the loop adds the folders of the site to the list
        for entry in sorted(folder.iterdir()):
            if entry in folders and entry.is_dir():
                waiting.append(entry)
            elif entry in expected:
                continue
            elif entry in written:
                yield error(entry, "is there, and a build no longer makes it", hint)
            else:
                yield warning(entry, "is not a part of the website: somebody added it")
