"""``rulebinder init``: make an owner's folder."""

from __future__ import annotations

import json
import shutil
from importlib import metadata
from pathlib import Path

import click

from ..problems import InputError, Place, error
from ..publishing import settings
from ..system import shipped
from ..system.writing import write_whole
from . import printing

_SOURCES = Path(__file__).parent / "owner"
_FILES = {
    "README.md": "README.md",
    "mkdocs.yml": "mkdocs.yml",
    "requirements.txt": "requirements.txt",
    "gitignore": ".gitignore",
    "publish.yml": ".github/workflows/publish.yml",
}
"""The files, with their paths in the new folder."""
_EMPTY = ("notes", "content/ledger")
_KEPT = ".gitkeep"
"""A file by which Git keeps a folder that is empty otherwise."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--site-url", metavar="URL", default="", help="The address that the website will have. You can add it later.")
@click.option("--example", is_flag=True, help="Also copy the invented example set, to see a complete website at once.")
def init(folder: Path, site_url: str, example: bool) -> None:
    """Make a folder for a website of your own.

    It has places for release notes, for your own facts and for the permanent numbers, and the settings, a workflow that
    publishes the website, and a README. All else comes with the program. A folder that is not empty is refused.
    """
    try:
        address = settings.address(site_url, "--site-url") or ""
        _refuse(folder)
        _write(folder, address, example=example)
    except InputError as failure:
        printing.show(failure.problems)
        printing.finish(failure.problems)
    except OSError as failure:
        problem = error(
            Place(str(failure.filename or folder)), f"cannot be written ({failure.strerror})", "choose another folder"
        )
        printing.fail(problem)
    put = "" if example else f"put release notes into {folder / 'notes'}, then "
    printing.say(f"{folder} is ready. Next: {put}run `rulebinder site` in {folder}.")


def _refuse(folder: Path) -> None:
    """Raise InputError if ``folder`` is a file, or has files. Raises OSError if it cannot be read."""
    if folder.is_dir():
        if any(folder.iterdir()):
            raise InputError(error(Place(str(folder)), "the folder is not empty", "choose a new one"))
    elif folder.exists():
        raise InputError(error(Place(str(folder)), "is a file", "choose a new folder"))


def _write(folder: Path, address: str, *, example: bool) -> None:
    """Write the files. Raises OSError."""
    values = {"VERSION": metadata.version("rulebinder"), "ADDRESS": json.dumps(address)}
    for name, path in _FILES.items():
        text = (_SOURCES / name).read_text(encoding="utf-8")
        for key, value in values.items():
            text = text.replace(key, value)
        write_whole(folder / path, text)
    for name in _EMPTY:
        write_whole(folder / name / _KEPT, "")
    for document in shipped.example() if example else ():
        shutil.copyfile(document, folder / "notes" / document.name)
