"""``rulebinder init``: make an owner's folder."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import click
from jinja2 import Environment, FunctionLoader

from ....problems import InputError, Place, error
from ....settings import address
from ....system import shipped
from ....system.files.whole_files import write_whole
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
    {"publish.yml": ".github/workflows/publish.yml", "preview.yml": ".github/workflows/preview.yml"},
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
_STATEMENT = re.compile(r"^#% (.*)$", re.MULTILINE)
_EMPTY = ("notes", "docs", "content/ledger")
_KEPT = ".gitkeep"
"""A file by which Git keeps a folder that is empty otherwise."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--site-url", metavar="URL", default="", help="The address that the website will have. You can add it later.")
@click.option(
    "--host",
    type=click.Choice(list(_HOSTS)),
    default="github",
    show_default=True,
    help="The host to publish with: its workflow is written. `server` is your own, reached by SSH.",
)
@click.option("--example", is_flag=True, help="Also copy the invented example set, to see a complete website at once.")
def init(folder: Path, site_url: str, host: str, example: bool) -> None:
    """Make a folder for a website of your own.

    It has places for release notes, for your own facts and for the permanent numbers, and the settings, a workflow that
    publishes the website, and a README. All else comes with the program. A folder that is not empty is refused.
    """
    try:
        given = address.read(site_url, "--site-url") or ""
        _refuse(folder)
        _write(folder, given, host, example=example)
    except InputError as failure:
        output.show(failure.problems)
        output.finish(failure.problems)
    except OSError as failure:
        problem = error(
            Place(str(failure.filename or folder)), f"cannot be written ({failure.strerror})", "choose another folder"
        )
        output.fail(problem)
    put = "" if example else f"put release notes into {folder / 'notes'}, then "
    output.say(f"{folder} is ready. Next: {put}run `rulebinder site` in {folder}.")


def _refuse(folder: Path) -> None:
    """Raise InputError if ``folder`` is a file, or has files. Raises OSError if it cannot be read."""
    if folder.is_dir():
        if any(folder.iterdir()):
            raise InputError(error(Place(str(folder)), "the folder is not empty", "choose a new one"))
    elif folder.exists():
        raise InputError(error(Place(str(folder)), "is a file", "choose a new folder"))


def _write(folder: Path, address: str, host: str, *, example: bool) -> None:
    """Write the files. Raises OSError."""
    name, files = _HOSTS[host]
    program = _program()
    values = {
        "VERSION": metadata.version(_PACKAGE),
        "ADDRESS": json.dumps(address),
        "WEBSITE": address,
        "HOSTNAME": name,
        "REQUIREMENT": program.requirement,
        "WHEEL": program.wheel.name if program.wheel else "",
    }
    for source, path in {**_FILES, **files}.items():
        text = _chosen(source, host=host, wheel=program.wheel is not None)
        for key, value in values.items():
            text = text.replace(key, value)
        write_whole(folder / path, text)
    shutil.copyfile(shipped.LOCK, folder / "requirements.lock")
    for empty in _EMPTY:
        write_whole(folder / empty / _KEPT, "")
    if program.wheel:
        shutil.copyfile(program.wheel, folder / program.wheel.name)
    for document in shipped.example() if example else ():
        shutil.copyfile(document, folder / "notes" / document.name)


@dataclass(frozen=True)
class _Program:
    """How a host installs the program that runs here."""

    requirement: str
    wheel: Path | None = None
    """The file that it was installed from, if no index has it."""


def _program() -> _Program:
    """Return where this program came from. pip says it, unless it was an index."""
    said = metadata.distribution(_PACKAGE).read_text("direct_url.json")
    origin: dict[str, Any] = json.loads(said) if said else {"url": ""}
    url, archive = origin["url"], origin.get("archive_info", {})
    parts = urlsplit(url)
    if not parts.path.endswith(".whl"):
        return _Program(f"{_PACKAGE}=={metadata.version(_PACKAGE)}")
    wheel = Path(url2pathname(parts.path))
    if parts.scheme == "file" and wheel.is_file():
        return _Program(_hashed(f"./{wheel.name}", hashlib.sha256(wheel.read_bytes()).hexdigest()), wheel)
    return _Program(_hashed(f"{_PACKAGE} @ {url}", archive.get("hashes", {}).get("sha256", "")))


def _hashed(requirement: str, sha256: str) -> str:
    """Return a requirement with its digest, as far as pip said one: it does not for a package of an index."""
    return f"{requirement} --hash=sha256:{sha256}" if sha256 else requirement


def _source(name: str) -> str:
    """Return a file with its ``#%`` lines as statements of Jinja2, whose own kind of such lines eats the empty ones below."""
    return _STATEMENT.sub(r"<<<% \1 %>>>", (_SOURCES / name).read_text(encoding="utf-8"))


def _chosen(source: str, **values: object) -> str:
    """Return the lines of a file that are right for ``values``. Lines that begin with ``#%`` say which ones these are."""
    env = Environment(  # the files have braces of their own
        loader=FunctionLoader(_source),
        variable_start_string="<<<<",
        variable_end_string=">>>>",
        block_start_string="<<<%",
        block_end_string="%>>>",
        comment_start_string="<<<#",
        comment_end_string="#>>>",
        keep_trailing_newline=True,
        trim_blocks=True,
    )
    return env.get_template(source).render(values)
