"""``rulebinder init``: make an owner's folder, or upgrade one."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import click
from jinja2 import Environment, FileSystemLoader

from ..problems import refusal
from ..settings import files, options
from ..system import shipped
from ..system.files import DISK
from . import output

_SOURCE_FOLDER = Path(__file__).parent / "owner"
REQUIREMENTS = "requirements.txt"
_FILES = {
    "README.md": "README.md",
    "mkdocs.yml": shipped.SETTINGS.name,
    "requirements.txt": REQUIREMENTS,
    "gitignore": ".gitignore",
    "gitattributes": ".gitattributes",
}
"""The files of every owner, with their paths in the new folder."""
PUBLISH, GITLAB = ".github/workflows/publish.yml", ".gitlab-ci.yml"
_WORKFLOW, _HEADERS, _UPLOADER = (
    {"publish.yml": PUBLISH, "preview.yml": ".github/workflows/preview.yml"},
    {"headers": "_headers"},
    {name: name for name in ("package.json", "package-lock.json")},
)
HOSTS = {
    "github": ("GitHub Pages", _WORKFLOW),
    "gitlab": ("GitLab Pages", {"gitlab-ci.yml": GITLAB}),
    "cloudflare": ("Cloudflare Pages", {**_WORKFLOW, **_HEADERS, **_UPLOADER}),
    "netlify": ("Netlify", {**_WORKFLOW, **_HEADERS}),
    "server": ("rsync", _WORKFLOW),
}
"""The hosts, each with its name and its own files."""
RECORD = ".rulebinder.json"
"""The file that has the digests of the others, for an upgrade."""
_TEMPLATES = Environment(  # the files have braces of their own
    loader=FileSystemLoader(_SOURCE_FOLDER),
    variable_start_string="<<<<",
    variable_end_string=">>>>",
    block_start_string="#% ",
    block_end_string="\n",
    comment_start_string="<<<#",
    comment_end_string="#>>>",
    keep_trailing_newline=True,
)
"""Lines of the files that begin with ``#%`` say which of the others are for which hosts."""
_PACKAGE = "rulebinder"
_EMPTY_FOLDERS = ("notes", "docs", "content/ledger")
"""The folders that are empty; a file ``.gitkeep`` lets Git keep them."""
_OWN_VALUES = re.compile(
    rb"(?<=vars\.SITE_URL \|\| ')[^']*|(?<=Made with Rulebinder )\S+"
    rb"|rulebinder-[\w.+!]+-py3-none-any\.whl|^(?:\./)?rulebinder(?:==| @ |-).*|\r(?=\n)",
    re.MULTILINE,
)
"""What a file has of one folder and one version: the address, the version, the package. Git may
have changed its line ends.
"""
_ADDRESS = re.compile(
    r"vars\.SITE_URL \|\| '([^']+)'|^site_url:.*?(https?://[^\s\"'\]]*)", re.MULTILINE
)
"""The address, in a workflow or in the settings."""


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option(
    "--site-url",
    metavar="URL",
    default="",
    help="The address that the website will have. You can add it later.",
)
@click.option(
    "--host",
    type=click.Choice(list(HOSTS)),
    help=(
        "The host to publish with: its workflow is written. `server` is your own, reached by SSH."
        " By default, github."
    ),
)
@click.option(
    "--example",
    is_flag=True,
    help="Also copy the invented example set, to see a complete website at once.",
)
@click.option(
    "--upgrade",
    is_flag=True,
    help=(
        "Renew the files of FOLDER, or of the current folder, that this command wrote and nobody"
        " edited. Of an edited one, the new one is written beside it."
    ),
)
def init(
    folder: Path | None, site_url: str, host: str | None, example: bool, upgrade: bool
) -> None:
    """Make a folder for a website of your own.

    It has places for release notes, for your own facts and for the permanent numbers, and the
    settings, a workflow that publishes the website, and a README. All else comes with the program.
    A folder that is not empty is refused.

    After you installed a newer version of the program, --upgrade brings a folder up to date. It
    never changes mkdocs.yml, content, notes and docs, and no file that you edited.
    """
    if upgrade:
        if site_url or example:
            raise click.UsageError("--upgrade goes with FOLDER and --host only.")
        upgrade_folder(folder or Path(), host)
        return
    if folder is None:
        raise click.UsageError("Missing argument 'FOLDER'.")
    address = files.check_address(site_url, "--site-url") or ""
    with output.writing(folder, "choose another folder"):
        if folder.is_dir() and any(folder.iterdir()):
            hint = "choose a new one; --upgrade renews one of an older version"
            raise refusal(folder, "the folder is not empty", hint)
        if folder.exists() and not folder.is_dir():
            raise refusal(folder, "is a file", "choose a new folder")
        content = render_files(host or "github", address)
        for path, data in content.items():
            DISK.write(folder / path, data)
        DISK.write(folder / RECORD, format_record(content))
        for document in shipped.example_documents() if example else ():
            shutil.copyfile(document, folder / "notes" / document.name)
    put = "" if example else f"put release notes into {folder / 'notes'}, then "
    output.say(f"{folder} is ready. Next: {put}run `rulebinder site` in {folder}.")


def upgrade_folder(folder: Path, host: str | None) -> None:
    """Bring an owner's folder up to this version, and say what changed; the host is read from its
    workflow unless it is given.

    A file that somebody edited or removed stays so. Raises InputError.
    """
    with output.writing(folder):
        with contextlib.chdir(folder):
            is_owners = shipped.owner() is not None
        if not is_owners:
            hint = "run this in such a folder, or name one"
            raise refusal(folder, "is not a folder of `rulebinder init`", hint)
        names = (PUBLISH, GITLAB, shipped.SETTINGS.name)
        paths = filter(Path.exists, map(folder.joinpath, names))
        text = "".join(path.read_text("utf-8", "replace") for path in paths)
        for name, (title, _) in HOSTS.items():
            if f"publishes it with {title}" in text:
                host = host or name
        if host is None:
            raise refusal(folder, "no workflow here names its host", "add --host")
        match = _ADDRESS.search(text)
        address = files.check_address(match[1] or match[2]) if match else ""
        earlier = read_record(folder)
        new = render_files(host, address or "")
        del new[shipped.SETTINGS.name]
        renewed = _renew(folder, new, earlier)
        DISK.write(folder / RECORD, format_record(new))
    version = metadata.version("rulebinder")
    output.say(f"{folder}: renewed for Rulebinder {version}: {', '.join(renewed) or 'nothing'}.")
    with contextlib.chdir(folder), output.reporting():
        output.show(options.load().doubts)  # or the errors, each a setting that went
    output.say("Next: run `rulebinder site`, look at what changed, and commit it.")


def _renew(folder: Path, new: dict[str, bytes], earlier: dict[str, list[str]]) -> list[str]:
    """Write the ``new`` files of which the folder has one of the ``earlier`` ones, or none yet, and
    offer the others beside what somebody made of them. Return the paths of those that changed.
    Raises OSError.
    """

    def is_earlier(path: str, content: bytes) -> bool:
        return digest_alike(content) in earlier.get(path, ())

    now = {path: (folder / path).read_bytes() for path in new if (folder / path).is_file()}
    edited = [
        path
        for path, content in now.items()
        if content != new[path] and not is_earlier(path, content)
    ]
    packages = {path.name: path for path in folder.glob("rulebinder-*.whl")}
    kept_packages = packages if REQUIREMENTS in edited else {}  # it names the digest of its package
    renewed = []
    for path, content in new.items():
        if path in kept_packages or content == now.get(path):
            continue
        #  What was written before and is missing now was removed on purpose, except for a package,
        #  whose name has its version.
        if path not in edited and (path in now or path.endswith(".whl") or path not in earlier):
            DISK.write(folder / path, content)
            renewed.append(path)
        #  A new file is offered only if it changed since the edit.
        elif path in edited and (path == REQUIREMENTS or not is_earlier(path, content)):
            DISK.write(folder / f"{path}.new", content)
            output.say(
                f"{folder / path}: is yours, so it stays. Take over what you want of {path}.new,"
                " and delete that."
            )
    for name in packages.keys() - new.keys() - kept_packages.keys():
        if is_earlier(name, packages[name].read_bytes()):
            packages[name].unlink()
    return sorted(renewed)


def render_files(host: str, address: str) -> dict[str, bytes]:
    """Return the files of a folder for a host and an address, which may be empty, by their paths.

    Raises OSError, and InputError if the host could not install the program.
    """
    with tempfile.TemporaryDirectory(prefix="rulebinder-") as spare:
        requirement, wheel = _find_program(Path(spare))
        files = {wheel.name: wheel.read_bytes()} if wheel else {}
    host_name, sources = HOSTS[host]
    values = {
        "VERSION": metadata.version(_PACKAGE),
        "ADDRESS": json.dumps(address),
        "WEBSITE": address,
        "HOSTNAME": host_name,
        "REQUIREMENT": requirement,
        "WHEEL": wheel.name if wheel else "",
    }
    for source, path in {**_FILES, **sources}.items():
        text = _TEMPLATES.get_template(source).render(host=host, wheel=wheel)
        for key, value in values.items():
            text = text.replace(key, value)
        files[path] = text.encode()
    files["requirements.lock"] = shipped.LOCK.read_bytes()
    return files | dict.fromkeys((f"{folder}/.gitkeep" for folder in _EMPTY_FOLDERS), b"")


def format_record(files: Mapping[str, bytes]) -> str:
    """Return the text of the record of these files, without the settings: they are the owner's."""
    digests = {
        path: digest_alike(content)
        for path, content in sorted(files.items())
        if path != shipped.SETTINGS.name
    }
    return json.dumps(digests, indent=2) + "\n"


def read_record(folder: Path) -> dict[str, list[str]]:
    """Return the digests that each file may have that ``init`` wrote into a folder, by its path.

    A folder of version 0.2.0 has no record; those of that version are kept. Raises InputError if
    the record cannot be read.
    """
    path = folder / RECORD
    if not path.exists():
        digests: dict[str, list[str]] = json.loads((_SOURCE_FOLDER / "earlier.json").read_bytes())
        return digests
    try:
        return {name: [value] for name, value in json.loads(path.read_bytes()).items()}
    except (OSError, ValueError, AttributeError) as failure:
        hint = "take it back from the history of this folder"
        raise refusal(path, "cannot be read", hint) from failure


def digest_alike(content: bytes) -> str:
    """Return a digest of a file of :func:`render_files`, the same for each address and version."""
    return hashlib.sha256(_OWN_VALUES.sub(b"", content)).hexdigest()


def _find_program(spare: Path) -> tuple[str, Path | None]:
    """Return the requirement by which a host installs this program, and the package to go with it;
    None if the host can fetch that.

    pip tells where the program was installed from, unless that was an index. If it was a folder, a
    wheel is built of it in the folder ``spare``.

    Raises InputError if that fails.
    """
    direct = metadata.distribution(_PACKAGE).read_text("direct_url.json")
    origin: dict[str, Any] = json.loads(direct) if direct else {"url": ""}
    url, archive, commit = origin["url"], origin.get("archive_info"), origin.get("vcs_info")
    parts = urlsplit(url)
    path = Path(url2pathname(parts.path)) if parts.scheme == "file" else None
    if not shipped.INSTALLED or (path and path.is_dir()):
        path = _build_wheel(path if shipped.INSTALLED and path else shipped.ROOT, spare)
    file = path if path and path.is_file() else None
    requirement, sha256 = f"{_PACKAGE}=={metadata.version(_PACKAGE)}", ""
    if file:
        requirement, sha256 = f"./{file.name}", hashlib.sha256(file.read_bytes()).hexdigest()
    elif archive is not None:  # pip says its digest, unless it is a package of an index
        requirement = f"{_PACKAGE} @ {url}"
        sha256 = archive.get("hashes", {}).get("sha256", "")
    elif commit is not None:
        requirement = f"{_PACKAGE} @ {commit['vcs']}+{url}@{commit['commit_id']}"
    return f"{requirement} --hash=sha256:{sha256}" if sha256 else requirement, file


def _build_wheel(source: Path, spare: Path) -> Path:
    """Return a wheel of the repository ``source``, which stays as it is. Raises InputError."""
    settings = spare / "setup.cfg"
    settings.write_text(
        f"[build]\nbuild_base = {spare / 'lib'}\n[egg_info]\negg_base = {spare}\n", encoding="utf-8"
    )
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--disable-pip-version-check"]
    command += ["--wheel-dir", str(spare), str(source)]
    environment = {**os.environ, "DIST_EXTRA_CONFIG": str(settings)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    wheel = next(spare.glob(f"{_PACKAGE}-*.whl"), None)
    if result.returncode or wheel is None:
        reason = (result.stderr.strip().splitlines() or ["pip made no file"])[-1]
        hint = "run `make wheel`, install the file that it names, and run `rulebinder init` of that"
        raise refusal(source, f"no package for the host can be built of it ({reason})", hint)
    return wheel
