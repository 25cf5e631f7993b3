"""A site takes its place: it is made beside its folder, exchanged with what is there, and never replaces what is not its own.

The mark of a site, ``.rulebinder``, lists the files that the build wrote. Everything else in the
folder belongs to somebody else: it is carried over into the next site, and ``clean`` leaves it.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import glob
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..problems import InputError, Place, error
from ..system import holding
from ..system.writing import write_whole

MARK = ".rulebinder"
"""The file that every built site has: only a folder that has it, or is empty, is replaced."""

_WORK = ".rulebinder-"
"""How the name of a folder begins in which a site is being made."""
_LOCK = "lock"
"""The file in it that its build holds; it names the folder that the site is for."""
_OLD = "old"
_EARLIER = ".{}." + "[a-z0-9_]" * 8
"""How earlier versions, which had no lock, named the folder in which they made the site of that name."""
_FORM = 1
_FOLDERS = {"assets", "data", "r", "search"}
_FILES = {"index.html", "404.html", "sitemap.xml", MARK}
_HERE, _EXCHANGE = -100, 2
"""Linux's AT_FDCWD and RENAME_EXCHANGE."""
_SHOWN = 3
"""How many files a message names."""


@dataclass(frozen=True)
class Mark:
    """What a build says of its site."""

    files: frozenset[str]
    """The files that it wrote, by their path in the site."""
    errors: int | None
    """How many errors its input and its pages had; None if an older build did not say."""


@dataclass(frozen=True)
class Work:
    """A folder beside the place of a site, in which the site is made."""

    folder: Path
    out: Path
    """The place, links followed."""

    @property
    def site(self) -> Path:
        """The folder to make the site in."""
        return self.folder / "site"


def standing(out: Path) -> Mark | None:
    """What is known of the site in ``out``; None if there is no site. Raises InputError if its mark cannot be read.

    The mark of an older build is empty. Its files are then those of the names that builds have written.
    """
    try:
        text = (out / MARK).read_text(encoding="utf-8")
        return _read(text) if text.strip() else Mark(frozenset(_earlier(out)), None)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError) as failure:
        place = Place(str(out / MARK), 1)
        hint = "take the file back from a copy of the site, or name another --out"
        raise InputError(error(place, "the list of the website's files cannot be read", hint)) from failure


def check(out: Path) -> None:
    """Raise InputError if ``out`` is no place for a site."""
    if out.exists() and not out.is_dir():
        raise InputError(error(Place(str(out)), "not a folder", "name a folder for the site"))
    above = next((parent for parent in out.parents if parent.exists()), None)
    if above is not None and not above.is_dir():
        raise InputError(error(Place(str(above)), "not a folder", "name a folder for the site that is not in a file"))
    if out.is_dir() and any(out.iterdir()) and standing(out) is None:
        hint = "name another, or empty it"
        raise InputError(error(Place(str(out)), "the folder holds something that is no site of Rulebinder's", hint))
    if os.path.ismount(out):
        message = "another file system is mounted here, so that a website cannot be replaced at once"
        raise InputError(error(Place(str(out)), message, "name a folder in it"))


@contextlib.contextmanager
def beside(out: Path) -> Iterator[Work]:
    """A folder to make the site of ``out`` in, gone afterwards; so are those of builds that did not end well.

    Raises InputError as :func:`check`, and OSError if the folder cannot be made.
    """
    check(out)
    out = Path(os.path.realpath(out))
    out.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        with holding.held(out.parent):
            _sweep(out)
            folder = Path(tempfile.mkdtemp(dir=out.parent, prefix=_WORK))
            stack.callback(_end, folder, out.parent)
            (folder / _LOCK).write_bytes(os.fsencode(out.name))
            stack.enter_context(holding.taken(folder / _LOCK))
        yield Work(folder, out)


def put(work: Work, errors: int) -> None:
    """Put the site of ``work``, made with so many ``errors``, in its place, with what is not the old site's own.

    At any moment one whole site is there; if this raises, it is the old one. Raises InputError if
    something else is in the way of a file of the new site, and OSError.
    """
    with holding.held(work.out.parent):
        check(work.out)
        _write_mark(work.site, errors)
        old = standing(work.out)
        if old is not None:
            _carry(work, old.files)
        if work.out.is_dir():
            shutil.copymode(work.out, work.site)
        _exchange(work)


def clean(out: Path) -> list[str]:
    """Remove the files of the site in ``out``, and the folders that are empty then; returns what else is there.

    Raises InputError if there is no site, and OSError.
    """
    old = standing(out)
    if old is None:
        raise InputError(error(Place(str(out)), "no website of Rulebinder's is here", "name the folder of one"))
    left = sorted(foreign(out, old.files))
    folders = {parent for file in old.files for parent in (out / file).parents if parent.is_relative_to(out)}
    for file in sorted(old.files - {MARK}):
        (out / file).unlink(missing_ok=True)
    (out / MARK).unlink()  # last: until then the rest can be cleaned again
    for folder in sorted(folders - {out}, reverse=True):
        with contextlib.suppress(OSError):
            folder.rmdir()
    if not left and not out.is_symlink():
        with contextlib.suppress(OSError):
            out.rmdir()
    return left


def foreign(out: Path, own: frozenset[str]) -> Iterator[str]:
    """What is in ``out`` besides the files ``own``: files and links, and folders that have nothing in them, by their path."""
    for folder, names, files in os.walk(out, onerror=_raise):
        here = Path(folder)
        links = [name for name in names if (here / name).is_symlink()]
        for name in [*files, *links]:
            path = (here / name).relative_to(out).as_posix()
            if path not in own:
                yield path
        if not names and not files and here != out:
            yield here.relative_to(out).as_posix()


def _raise(failure: OSError) -> None:
    raise failure


def _write_mark(site: Path, errors: int) -> None:
    """List the files of the new site: each line is how many characters it shares with the one before, and the rest."""
    before, lines = "", [json.dumps({"form": _FORM, "errors": errors})]
    for path in sorted({MARK, *(path for path in foreign(site, frozenset()) if not (site / path).is_dir())}):
        shared = next((at for at, (one, other) in enumerate(zip(before, path, strict=False)) if one != other), len(before))
        lines.append(f"{shared} {path[shared:]}")
        before = path
    write_whole(site / MARK, "\n".join(lines) + "\n")


def _read(text: str) -> Mark:
    """What :func:`_write_mark` wrote; raises ValueError, KeyError or TypeError if it is something else."""
    head, *lines = text.removesuffix("\n").split("\n")
    said = json.loads(head)
    if said["form"] != _FORM:
        raise ValueError(head)
    before, files = "", []
    for line in lines:
        shared, rest = line.split(" ", 1)
        before = before[: int(shared)] + rest
        files.append(before)
    if MARK not in files or any(path.startswith("/") or ".." in path.split("/") for path in files):
        raise ValueError(text)
    return Mark(frozenset(files), int(said["errors"]))


def _earlier(out: Path) -> Iterator[str]:
    """The files of a site whose mark lists none: those in the folders, and of the names, that builds have written."""
    for path in out.iterdir():
        if path.is_symlink():
            continue
        if path.name in _FILES:
            yield path.name
        elif path.name in _FOLDERS or (path / "cards" / "index.html").is_file():
            yield from (f"{path.name}/{each}" for each in foreign(path, frozenset()))


def _carry(work: Work, own: frozenset[str]) -> None:
    """Give the new site all of the old folder that is not the old site's ``own``; the old folder keeps it too.

    The two share the files, so that neither needs the other.
    """
    kept = list(foreign(work.out, own))
    hit = sorted(path for path in kept if _is_taken(work, path))
    if hit:
        more = f" and {len(hit) - _SHOWN} more" if len(hit) > _SHOWN else ""
        message = f"{', '.join(hit[:_SHOWN])}{more}: no build wrote this, and the new website has something of that name"
        raise InputError(error(Place(str(work.out / hit[0])), message, "move it elsewhere, or name another --out"))
    for path in kept:
        source, target = work.out / path, work.site / path
        _make_parents(work, target)
        if source.is_dir() and not source.is_symlink():
            target.mkdir(exist_ok=True)
            shutil.copystat(source, target)
        else:
            _share(source, target)


def _is_taken(work: Work, path: str) -> bool:
    target = work.site / path
    if target.is_dir() and not target.is_symlink():
        source = work.out / path
        return not source.is_dir() or source.is_symlink()
    ways = [parent for parent in target.parents if parent.is_relative_to(work.site)]
    return os.path.lexists(target) or any(os.path.lexists(way) and not way.is_dir() for way in ways)


def _make_parents(work: Work, target: Path) -> None:
    """Make the folders above ``target``, each with the permissions that it has in the old folder."""
    for parent in reversed([each for each in target.parents if each.is_relative_to(work.site)]):
        if not parent.is_dir():
            parent.mkdir()
            shutil.copymode(work.out / parent.relative_to(work.site), parent)


def _share(source: Path, target: Path) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except (OSError, NotImplementedError):  # not every file system has hard links
        shutil.copy2(source, target, follow_symlinks=False)


def _exchange(work: Work) -> None:
    """Put the new site where the old one is; the old one goes with the folder of the work."""
    if not work.out.is_dir():
        work.site.rename(work.out)
    elif not _exchanged(work.site, work.out):
        try:  # a signal may come right after the first rename
            work.out.rename(work.folder / _OLD)
            work.site.rename(work.out)
        except BaseException:
            _put_back(work.folder, work.out)
            raise


def _exchanged(one: Path, other: Path) -> bool:
    """Let two folders change their names in one step; returns whether that was done, which not every system can."""
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


def _sweep(out: Path) -> None:
    """Remove the work of builds that did not come to their end; an old site that one of them moved aside goes back."""
    parent = out.parent
    for folder in sorted(parent.glob(f"{_WORK}*")):
        with contextlib.suppress(OSError):
            folder.rmdir()  # one that was ended before it began
        with contextlib.suppress(OSError), holding.taken(folder / _LOCK) as dead:
            if dead:
                _end(folder, parent)
    for folder in parent.glob(_EARLIER.format(glob.escape(out.name))):
        with contextlib.suppress(OSError):
            if any((folder / name).is_dir() for name in ("site", _OLD)):
                _put_back(folder, out)
                shutil.rmtree(folder, ignore_errors=True)


def _end(folder: Path, parent: Path) -> None:
    """Remove the folder of a work; an old site that it moved aside goes back if no other has its place.

    The lock is removed last: until then the next build can remove the rest if this one is ended.
    """
    with contextlib.suppress(OSError):
        name = os.fsdecode((folder / _LOCK).read_bytes())
        if name:
            _put_back(folder, parent / name)
    with contextlib.suppress(OSError):
        for each in [each for each in folder.iterdir() if each.name != _LOCK]:
            shutil.rmtree(each, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


def _put_back(folder: Path, out: Path) -> None:
    if (folder / _OLD).is_dir() and not os.path.lexists(out):
        (folder / _OLD).rename(out)


def described(paths: Sequence[str]) -> str:
    """The first folders and files of ``paths``, for a message."""
    tops = list(dict.fromkeys(path.partition("/")[0] for path in paths))
    return ", ".join(tops[:_SHOWN]) + (" …" if len(tops) > _SHOWN else "")
