"""The pages that MkDocs was given, kept in a folder: Markdown, settings and theme, with which `mkdocs build` makes them again.

The folder has one MkDocs project for each language, ``<lang>/mkdocs.yml`` with ``<lang>/docs``. The hook
in the folder lets this program read the pages, and must be able to import it.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from ..facts.files import yaml_files
from ..markdown.extension import words_of
from ..problems import InputError, Place, error
from . import mkdocs, places
from .rendering import Source

_MARK = ".rulebinder-pages"
"""The file that makes a folder ours."""
_HOOK, _THEME, _LIST, _DOCS = "hooks.py", "theme", "pages.json", "docs"
_HOOK_TEXT = '''"""Lets MkDocs build these pages as Rulebinder does. Install Rulebinder beside MkDocs."""

from generator.publishing.kept import on_config

__all__ = ["on_config"]
'''
_FRONT = "---\n"


def check(folder: Path) -> None:
    """Raise InputError if ``folder`` is a file, or has files and is not ours. Raises OSError if it cannot be read."""
    if folder.is_dir():
        if any(folder.iterdir()) and not (folder / _MARK).is_file():
            raise InputError(error(Place(str(folder)), "the folder is not empty, and its pages are not ours", "choose a new one"))
    elif folder.exists():
        raise InputError(error(Place(str(folder)), "is a file", "choose a new folder"))


def begin(folder: Path) -> None:
    """Write what the pages of all languages need into the new ``folder``."""
    folder.mkdir()
    shutil.copytree(places.THEME, folder / _THEME)
    (folder / _HOOK).write_text(_HOOK_TEXT, encoding="utf-8", newline="\n")
    (folder / _MARK).touch()


def write(folder: Path, lang: str, settings: Mapping[str, Any], sources: Mapping[str, Source]) -> None:
    """Write the pages of ``lang`` into ``folder``: the generated ``sources``, and the files in the docs folder of ``settings``."""
    below = folder / lang
    shutil.copytree(settings["docs_dir"], below / _DOCS)
    for path, source in sources.items():
        file = below / _DOCS / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{_FRONT}{yaml_files.dump(dict(source.front))}{_FRONT}{source.text}", encoding="utf-8", newline="\n")
    (below / _LIST).write_text(json.dumps(sorted(sources)) + "\n", encoding="utf-8", newline="\n")
    # Zensical wants the site below the settings.
    own = {"docs_dir": _DOCS, "site_dir": "site", "hooks": [f"../{_HOOK}"]}
    theme = {**settings["theme"], "custom_dir": f"../{_THEME}"}
    (below / "mkdocs.yml").write_text(yaml_files.dump({**settings, **own, "theme": theme}), encoding="utf-8", newline="\n")


def put(made: Path, folder: Path) -> None:
    """Put the folder ``made`` in the place of ``folder``, whole or not at all. Raises as :func:`check`, and OSError."""
    check(folder)
    folder = Path(os.path.realpath(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".rulebinder-pages-") as beside:
        new, old = Path(beside, "new"), Path(beside, "old")
        shutil.copytree(made, new)
        if folder.is_dir():
            folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            if old.is_dir():
                old.rename(folder)
            raise


def on_config(config: Any) -> Any:
    """Let MkDocs make the kept pages of ``config`` as the build of the site did. MkDocs calls this; see :data:`_HOOK_TEXT`."""
    folder = Path(config.config_file_path).parent
    listed = json.loads((folder / _LIST).read_text(encoding="utf-8"))
    sources = {path: _source(folder / _DOCS / path) for path in listed}
    words = words_of(config["extra"]["lang"])
    mkdocs.adapt(config, mkdocs.Generated(sources=sources, words=words, takes=lambda *_: False), lambda _, html: html)
    return config


def _source(file: Path) -> Source:
    front, _, text = file.read_text(encoding="utf-8").removeprefix(_FRONT).partition(f"\n{_FRONT}")
    return Source(text=text, front=yaml.safe_load(front))
