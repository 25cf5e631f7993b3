"""``rulebinder init --upgrade``: renew the files of an owner's folder that nobody edited."""

from __future__ import annotations

import contextlib
import re
from importlib import metadata
from pathlib import Path

from ....problems import refusal
from ....settings import files, options
from ....system import shipped
from ....system.files import DISK
from ... import output, owner_files
from ...owner_files import REQUIREMENTS

_ADDRESS = re.compile(
    r"vars\.SITE_URL \|\| '([^']+)'|^site_url:.*?(https?://[^\s\"'\]]*)", re.MULTILINE
)


def upgrade(folder: Path, host: str | None) -> None:
    """Bring an owner's folder up to this version, and say what changed; the host is read from its
    workflow unless it is given.

    A file that somebody edited or removed stays so. Raises InputError.
    """
    with output.written(folder):
        with contextlib.chdir(folder):
            is_owners = shipped.owner() is not None
        if not is_owners:
            hint = "run this in such a folder, or name one"
            raise refusal(folder, "is not a folder of `rulebinder init`", hint)
        names = (owner_files.PUBLISH, owner_files.GITLAB, shipped.SETTINGS.name)
        paths = filter(Path.exists, map(folder.joinpath, names))
        text = "".join(path.read_text("utf-8", "replace") for path in paths)
        for name, (title, _) in owner_files.HOSTS.items():
            if f"publishes it with {title}" in text:
                host = host or name
        if host is None:
            raise refusal(folder, "no workflow here names its host", "add --host")
        match = _ADDRESS.search(text)
        address = files.read_address(match[1] or match[2]) if match else ""
        earlier = owner_files.read_record(folder)
        new = owner_files.render(host, address or "")
        del new[shipped.SETTINGS.name]
        renewed = _renew(folder, new, earlier)
        DISK.write(folder / owner_files.RECORD, owner_files.format_record(new))
    version = metadata.version("rulebinder")
    output.say(f"{folder}: renewed for Rulebinder {version}: {', '.join(renewed) or 'nothing'}.")
    with contextlib.chdir(folder), output.reported():
        output.show(options.load().doubts)  # or the errors, each a setting that went
    output.say("Next: run `rulebinder site`, look at what changed, and commit it.")


def _renew(folder: Path, new: dict[str, bytes], earlier: dict[str, list[str]]) -> list[str]:
    """Write the ``new`` files of which the folder has one of the ``earlier`` ones, or none yet, and
    offer the others beside what somebody made of them. Return the paths of those that changed.
    Raises OSError.
    """

    def is_earlier(path: str, content: bytes) -> bool:
        return owner_files.digest(content) in earlier.get(path, ())

    now = {path: (folder / path).read_bytes() for path in new if (folder / path).is_file()}
    edited = [
        path
        for path, content in now.items()
        if content != new[path] and not is_earlier(path, content)
    ]
    packages = {path.name: path for path in folder.glob("rulebinder-*.whl")}
    keeps = packages if REQUIREMENTS in edited else {}  # it names the digest of its package
    renewed = []
    for path, content in new.items():
        if path in keeps or content == now.get(path):
            continue
        if path not in edited and (path in now or path.endswith(".whl") or path not in earlier):
            DISK.write(folder / path, content)
            renewed.append(path)
        elif path in edited and (path == REQUIREMENTS or not is_earlier(path, content)):
            DISK.write(folder / f"{path}.new", content)
            output.say(
                f"{folder / path}: is yours, so it stays. Take over what you want of {path}.new,"
                " and delete that."
            )
    for name in packages.keys() - new.keys() - keeps.keys():
        if is_earlier(name, packages[name].read_bytes()):
            packages[name].unlink()
    return sorted(renewed)
