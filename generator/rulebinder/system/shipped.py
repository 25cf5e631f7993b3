"""The files that come with the program, and an owner's own files, which are laid over them.

An owner's folder is one that ``rulebinder init`` made: its ``mkdocs.yml`` has the plugin
``rulebinder``. When the program runs there, a page or a ledger of the owner replaces the shipped
file of the same name, and all others are the shipped ones. Files of facts are joined
(:mod:`..facts.layers`).
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from .files import DISK

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of the program's modules."""
INSTALLED = (PACKAGE / "shipped").is_dir()
"""Whether the program is an installed package.

Only a wheel has this folder: see ``pyproject.toml``.
"""
ROOT = PACKAGE / "shipped" if INSTALLED else PACKAGE.parent.parent
"""The folder of the files that come with the program: in a repository, its top."""
SETTINGS = ROOT / "mkdocs.yml"
TEMPLATES = ROOT / "templates"
DOCS = ROOT / "docs"
WEB = ROOT / "web"
SEARCH = WEB / "search"
"""The scripts that search, which are served as they are."""
OFFLINE = WEB / "offline"
"""The scripts that keep the site for reading without a network."""
EMBEDDED = WEB / "embed"
"""The script with which other sites show a ruling."""
THEME = TEMPLATES / "site"
"""Our overrides of the theme's templates."""
MATERIAL = Path(str(resources.files("material"))) / "templates"
"""The theme's templates, from which its parts are read that the site uses."""
ASSETS = "assets"
"""The folder of the files that pages load, both in the theme and in the site."""
LOCK = ROOT / "requirements" / "site.txt"
"""The libraries that a site is built with, with their digests."""
_CONTENT = ROOT / "content"
_INHERITED = "RULEBINDER_SETTINGS"
"""The variable by which the settings of older owners inherit the shipped ones, wherever these are.
"""
_INHERIT = re.compile(rb"^INHERIT:(.+)", re.MULTILINE)
_ENV_TAG = re.compile(r"!ENV(.*)")
_NAME = re.compile(r"\b[A-Z][A-Z0-9_]+\b")
"""A variable of the environment in such a tag of the settings."""
_ALWAYS_READ = ("RULEBINDER_ENGINE", "RULEBINDER_THEME", "SOURCE_DATE_EPOCH")
"""The variables that the program itself reads."""


def owner() -> Path | None:
    """Return the current folder if it is an owner's; else None."""
    here = Path.cwd()
    #  The settings in the repository name the plugin too, but they are the program's own.
    marks = [_INHERITED.encode(), *([] if here == ROOT else [b"rulebinder"])]
    for path in settings_chain(here / SETTINGS.name):
        try:
            text = DISK.read(path)
        except OSError:  # whoever reads the settings says what is missing
            return here if path != here / SETTINGS.name else None
        if any(mark in text for mark in marks):
            return here
    return None


def settings_chain(settings: Path) -> list[Path]:
    """Return the file of some settings, and the files that it inherits from, as MkDocs finds them.

    The last of them may be missing.
    """
    chain: list[Path] = []
    while settings not in chain:
        chain.append(settings)
        with contextlib.suppress(OSError):
            if match := _INHERIT.search(DISK.read(settings)):
                # Few settings inherit, and `rulebinder --help` waits for no YAML.
                from .plain_yaml import read  # noqa: PLC0415

                parent = read(match[1])
                settings = settings.parent / parent if isinstance(parent, str) else settings
    return chain


def settings() -> Path:
    """Return the settings of the site: those of the owner, else the shipped ones."""
    os.environ[_INHERITED] = str(SETTINGS)  # before anything reads settings that name it
    folder = owner()
    return folder / SETTINGS.name if folder else SETTINGS


def variables() -> dict[str, str]:
    """Return the variables of the environment that a build reads, as far as they are set: those
    that settings name, and those that the program reads.
    """
    paths = {SETTINGS, *settings_chain(settings())}
    texts = [DISK.read(path).decode(errors="replace") for path in sorted(paths) if DISK.has(path)]
    tags = [tag for text in texts for tag in _ENV_TAG.findall(text)]
    names = {*_ALWAYS_READ, *(name for tag in tags for name in _NAME.findall(tag))} - {_INHERITED}
    return {name: os.environ[name] for name in sorted(names) if name in os.environ}


def owner_folders() -> list[Path]:
    """Return the folders that matter to an owner's site beside the notes and the facts: shipped
    facts, and the owner's pages.
    """
    folder = owner()
    return [_CONTENT, folder / "docs"] if folder else []


def facts_files(folder: Path) -> list[Path]:
    """Return the YAML files of a folder of facts, such as ``content/ledger``, in the order of their
    names.

    In an owner's folder, they replace the shipped files of the folder with the same name.
    """
    layers = [_CONTENT / folder.name, folder] if owner() else [folder]
    paths = {path.name: path for layer in layers for path in DISK.list_paths(layer, ".yml")}
    return [paths[name] for name in sorted(paths)]


def overlaid_file(name: str) -> Path | None:
    """Return the file of facts that an owner's file of this name, such as ``sets/lam.yml``, is laid
    over.

    It is None if there is no such file, and outside an owner's folder.
    """
    path = _CONTENT / name
    return path if owner() and DISK.has(path) else None


def overlay_finder() -> Callable[[str], str | None]:
    """Return a function that says where an owner can correct a file of facts of the program:
    ``…/shipped/content/sets/lam.yml`` -> ``content/sets/lam.yml``, the file laid over it.

    It returns None for files that the owner can correct themselves. Outside an owner's folder,
    all files are such.
    """
    shipped_prefix = f"{_CONTENT}{os.sep}"
    if owner() is None:
        return lambda _: None
    return lambda path: (
        f"content/{path.removeprefix(shipped_prefix)}" if path.startswith(shipped_prefix) else None
    )


def handwritten_pages(docs: Path, lang: str) -> dict[str, Path]:
    """Return the files of the hand-written pages of ``lang`` in ``docs``, by their path in its
    folder.

    In an owner's folder, those in its own ``docs`` are laid over them.
    """
    owned = owner()
    folders = [docs / lang, *([owned / docs.name / lang] if owned else [])]
    pages = {
        path.relative_to(folder).as_posix(): path
        for folder in folders
        for path in DISK.find_files(folder)
        if path.is_file()
    }
    return dict(sorted(pages.items()))


def example_documents() -> list[Path]:
    """Return the documents of the invented example set."""
    return sorted(path for path in (_CONTENT / "notes").iterdir() if path.is_file())
