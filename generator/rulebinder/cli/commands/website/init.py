"""``rulebinder init``: make an owner's folder."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import click
from jinja2 import Environment, FileSystemLoader

from ....problems import InputError, Place, error
from ....settings import files
from ....system import shipped
from ....system.files import DISK
from ... import output

_SOURCES = Path(__file__).parents[2] / "owner"
_FILES = {
    "README.md": "README.md",
    "mkdocs.yml": "mkdocs.yml",
    "requirements.txt": "requirements.txt",
    "gitignore": ".gitignore",
    "gitattributes": ".gitattributes",
}
"""The files of every owner, with their paths in the new folder."""
_WORKFLOW, _GITLAB, _HEADERS, _UPLOADER = (
    {
        "publish.yml": ".github/workflows/publish.yml",
        "preview.yml": ".github/workflows/preview.yml",
    },
    {"gitlab-ci.yml": ".gitlab-ci.yml"},
    {"headers": "_headers"},
    {each: each for each in ("package.json", "package-lock.json")},
)
_HOSTS = {
    "github": ("GitHub Pages", _WORKFLOW),
    "gitlab": ("GitLab Pages", _GITLAB),
    "cloudflare": ("Cloudflare Pages", {**_WORKFLOW, **_HEADERS, **_UPLOADER}),
    "netlify": ("Netlify", {**_WORKFLOW, **_HEADERS}),
    "server": ("rsync", _WORKFLOW),
}
"""The hosts, each with its name and its own files."""
_PACKAGE = "rulebinder"
_EMPTY = ("notes", "docs", "content/ledger")
_KEPT = ".gitkeep"
"""A file by which Git keeps a folder that is empty otherwise."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--site-url",
    metavar="URL",
    default="",
    help="The address that the website will have. You can add it later.",
)
@click.option(
    "--host",
    type=click.Choice(list(_HOSTS)),
    default="github",
    show_default=True,
    help="The host to publish with: its workflow is written. `server` is your own, reached by SSH.",
)
@click.option(
    "--example",
    is_flag=True,
    help="Also copy the invented example set, to see a complete website at once.",
)
def init(folder: Path, site_url: str, host: str, example: bool) -> None:
    """Make a folder for a website of your own.

    It has places for release notes, for your own facts and for the permanent numbers, and the
    settings, a workflow that publishes the website, and a README. All else comes with the program.
    A folder that is not empty is refused.
    """
    address = files.read_address(site_url, "--site-url") or ""
    with output.written(folder, "choose another folder"):
        if folder.is_dir() and any(folder.iterdir()):
            raise InputError(
                error(Place(str(folder)), "the folder is not empty", "choose a new one")
            )
        if folder.exists() and not folder.is_dir():
            raise InputError(error(Place(str(folder)), "is a file", "choose a new folder"))
        _write(folder, address, host, example=example)
    put = "" if example else f"put release notes into {folder / 'notes'}, then "
    output.say(f"{folder} is ready. Next: {put}run `rulebinder site` in {folder}.")


def _write(folder: Path, address: str, host: str, *, example: bool) -> None:
    """Write the files. Raises OSError, and InputError if the host could not install the program."""
    with tempfile.TemporaryDirectory(prefix="rulebinder-") as spare:
        requirement, wheel = _program(Path(spare))
        if wheel:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(wheel, folder / wheel.name)
    name, files = _HOSTS[host]
    values = {
        "VERSION": metadata.version(_PACKAGE),
        "ADDRESS": json.dumps(address),
        "WEBSITE": address,
        "HOSTNAME": name,
        "REQUIREMENT": requirement,
        "WHEEL": wheel.name if wheel else "",
    }
    for source, path in {**_FILES, **files}.items():
        text = _chosen(source, host=host, wheel=wheel is not None)
        for key, value in values.items():
            text = text.replace(key, value)
        DISK.write(folder / path, text)
    shutil.copyfile(shipped.LOCK, folder / "requirements.lock")
    for empty in _EMPTY:
        DISK.write(folder / empty / _KEPT, "")
    for document in shipped.example() if example else ():
        shutil.copyfile(document, folder / "notes" / document.name)


def _program(spare: Path) -> tuple[str, Path | None]:
    """Return the requirement by which a host installs this program, and the file that it was
    installed from, or that was built of it, if no index has it. pip says where it came from,
    unless it was an index. Of a folder, a wheel is built in ``spare``.

    Raises InputError if that fails.
    """
    said = metadata.distribution(_PACKAGE).read_text("direct_url.json")
    origin: dict[str, Any] = json.loads(said) if said else {"url": ""}
    url, archive, commit = origin["url"], origin.get("archive_info"), origin.get("vcs_info")
    parts = urlsplit(url)
    path = Path(url2pathname(parts.path)) if parts.scheme == "file" else None
    if not shipped.INSTALLED or (path and path.is_dir()):
        path = _built(path if shipped.INSTALLED and path else shipped.ROOT, spare)
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


def _built(source: Path, spare: Path) -> Path:
    """Return a wheel of the repository ``source``, which stays as it is. Raises InputError."""
    settings = spare / "setup.cfg"
    settings.write_text(
        f"[build]\nbuild_base = {spare / 'lib'}\n[egg_info]\negg_base = {spare}\n", encoding="utf-8"
    )
    options = (
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--disable-pip-version-check",
        "--wheel-dir",
        str(spare),
    )
    called = [sys.executable, "-m", "pip", "wheel", *options, str(source)]
    environment = {**os.environ, "DIST_EXTRA_CONFIG": str(settings)}
    made = subprocess.run(called, env=environment, capture_output=True, text=True, check=False)
    wheel = next(spare.glob(f"{_PACKAGE}-*.whl"), None)
    if made.returncode or wheel is None:
        reason = (made.stderr.strip().splitlines() or ["pip made no file"])[-1]
        hint = "run `make wheel`, install the file that it names, and run `rulebinder init` of that"
        raise InputError(
            error(
                Place(str(source)), f"no package for the host can be built of it ({reason})", hint
            )
        )
    return wheel


def _chosen(source: str, **values: object) -> str:
    """Return the lines of a file that are right for ``values``.

    Lines that begin with ``#%`` say which ones these are.
    """
    env = Environment(  # the files have braces of their own
        loader=FileSystemLoader(_SOURCES),
        variable_start_string="<<<<",
        variable_end_string=">>>>",
        block_start_string="#% ",
        block_end_string="\n",
        comment_start_string="<<<#",
        comment_end_string="#>>>",
        keep_trailing_newline=True,
    )
    return env.get_template(source).render(values)
