"""``rulebinder init --upgrade``: renew the files of an owner's folder that nobody edited."""

from __future__ import annotations

import contextlib
import re
from importlib import metadata
from pathlib import Path

from ....problems import InputError, Place, error
from ....settings import files, options
from ....system import shipped
from ....system.files import DISK
from ... import output, owner_files
from ...owner_files import REQUIREMENTS

_WORKFLOWS = (owner_files.PUBLISH, owner_files.GITLAB)
_ADDRESS = re.compile(
    r"vars\.SITE_URL \|\| '([^']+)'|^site_url:.*?(https?://[^\s\"'\]]*)", re.MULTILINE
)
_WHEEL = ".whl"


def upgrade(folder: Path, host: str | None) -> None:
    """Bring an owner's folder up to this version, and say what changed; the host is read from its
    workflow unless it is given.

    A file that somebody edited or removed stays so. Raises InputError.
    """
    with output.written(folder):
        texts = {name: _text(folder / name) for name in (*_WORKFLOWS, shipped.SETTINGS.name)}
        if "rulebinder" not in texts[shipped.SETTINGS.name].lower():
            hint = "run this in such a folder, or name one"
            raise InputError(
                error(Place(str(folder)), "is not a folder of `rulebinder init`", hint)
            )
        earlier = owner_files.recorded(folder)
        new = owner_files.made(host or _host(folder, texts), _address(texts))
        del new[shipped.SETTINGS.name]
        renewed = _renew(folder, new, earlier)
        DISK.write(folder / owner_files.RECORD, owner_files.record(new))
    output.say(
        f"{folder}: {len(renewed)} files are renewed for Rulebinder"
        f" {metadata.version('rulebinder')}{': ' if renewed else ''}{', '.join(renewed)}."
    )
    with contextlib.chdir(folder), output.reported():
        output.show(options.load().doubts)  # or the errors, each a setting that went
    output.say("Next: run `rulebinder site`, look at what changed, and commit it.")


def _text(path: Path) -> str:
    return path.read_text("utf-8", "replace") if path.exists() else ""


def _host(folder: Path, texts: dict[str, str]) -> str:
    """Return the host that the workflow of a folder publishes with. Raises InputError."""
    for host, (name, _) in owner_files.HOSTS.items():
        if any(f"publishes it with {name}" in texts[path] for path in _WORKFLOWS):
            return host
    raise InputError(error(Place(str(folder)), "no workflow here names its host", "add --host"))


def _address(texts: dict[str, str]) -> str:
    """Return the address that a workflow or the settings have; empty if none has one."""
    found = next(filter(None, map(_ADDRESS.search, texts.values())), None)
    return files.read_address(found[1] or found[2]) or "" if found else ""


def _renew(folder: Path, new: dict[str, bytes], earlier: dict[str, list[str]]) -> list[str]:
    """Write the ``new`` files of which the folder has one of the ``earlier`` ones, or none yet, and
    offer the others beside what somebody made of them. Return the paths of those that changed.
    Raises OSError.
    """
    now = {
        path: (folder / path).read_bytes() for path in {*new, *earlier} if (folder / path).is_file()
    }
    edited = {
        path
        for path, content in now.items()
        if owner_files.digest(content) not in earlier.get(path, ()) and content != new.get(path)
    }
    removed = {path for path in {*new} & {*earlier} - {*now} if not path.endswith(_WHEEL)}
    if REQUIREMENTS in edited:  # it names the digest of the package that is there
        edited |= {path for path in now if path.endswith(_WHEEL)}
    for path in sorted(edited & {*new}):
        is_offered = owner_files.digest(new[path]) not in earlier.get(path, ())
        if path == REQUIREMENTS or (is_offered and not path.endswith(_WHEEL)):
            DISK.write(folder / f"{path}.new", new[path])
            output.say(
                f"{folder / path}: is yours, so it stays. Take over what you want of {path}.new,"
                " and delete that."
            )
    renewed = [path for path in new if path not in edited | removed and new[path] != now.get(path)]
    for path in renewed:
        DISK.write(folder / path, new[path])
    for path in {*now} - {*new} - edited:
        if path.endswith(_WHEEL):  # of the older version
            (folder / path).unlink()
    return sorted(renewed)
