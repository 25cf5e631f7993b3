"""MkDocs: its settings are read, and it builds a share of the pages.

Only this module and the plugin import it.
"""

from __future__ import annotations

import copy
import io
import logging
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.utils.yaml import get_yaml_loader

from ..facts.files.yaml_files import Document
from ..problems import InputError, Place, Problem, error
from ..settings import files, supported
from ..settings.files import Written, line
from ..system import places
from . import plugin
from .rendering import Share

_PAGE = re.compile(r"(?:Doc file|page) '([^']+\.md)'")
_KEY = re.compile(r"Config value '(\w+)'")
_NAMED = re.compile(r"'([^']+)'")
_LOGGER = logging.getLogger("mkdocs")

# Material prints at each build that MkDocs is not maintained. ARCHITECTURE.md says so, and what to
# do about it; no owner of a site can do anything. Whoever sets the variable to the empty text sees
# the warning.
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")


def read() -> Written:
    """Return the settings, with all that MkDocs understands.

    Raises InputError if they cannot be read.
    """
    return files.read(get_yaml_loader())


def load(settings: Written) -> MkDocsConfig:
    """Return the configuration that MkDocs makes of settings.

    Raises InputError if MkDocs rejects them, or if the address of the site is wrong.
    """
    listener = _Listener(settings.document)
    address = settings.values.get("site_url")
    files.read_address(address if isinstance(address, str) else None)
    try:
        with listener:
            return _config(settings, {})
    except MkDocsException as failure:
        unread = error(Place(settings.path.name), f"MkDocs cannot read it ({line(failure)})")
        raise InputError(*(listener.problems or [unread])) from failure


def _config(settings: Written, own: Mapping[str, Any]) -> MkDocsConfig:
    """Let MkDocs read the settings as if they were in their file, which is not opened.

    ``own`` overrules them.
    """
    values = {"docs_dir": places.DOCS.name, **copy.deepcopy(dict(settings.values)), **own}
    has_own = "docs_dir" in settings.values or (settings.path.parent / places.DOCS.name).is_dir()
    if not has_own:  # an owner need not have pages
        values["docs_dir"] = str(places.DOCS)
    return load_config(io.BytesIO(b"{}"), config_file_path=str(settings.path), **values)


def run(chosen: Written, share: Share, site_dir: Path, address: str | None) -> list[Problem]:
    """Build the pages of ``share`` with the settings ``chosen``; other files than pages go into
    ``site_dir``.

    ``address`` is that of the site.

    Returns the warnings of MkDocs as problems, if the share leads: it has all that they are about.
    Raises InputError if the build fails.
    """
    listener = _Listener(chosen.document)
    try:
        with listener:
            settings = _config(chosen, {"site_dir": str(site_dir), "site_url": address or ""})
            ours = settings.plugins[supported.NAME]
            assert isinstance(ours, plugin.SharePlugin)  # other settings were refused before
            ours.share = share
            build(settings)
    except MkDocsException as failure:
        message = f"MkDocs gave up ({failure})"
        raise InputError(*listener.problems, error(Place(chosen.path.name), message)) from failure
    return listener.problems if share.leads else []


class _Listener(logging.Handler):
    """Turns the warnings of MkDocs into problems of a page, or of the settings in a file."""

    def __init__(self, settings: Document) -> None:
        super().__init__(logging.WARNING)
        self._settings = settings
        self.problems: list[Problem] = []

    def __enter__(self) -> None:
        """Hear all that MkDocs says from now on, and let nobody else hear it."""
        _LOGGER.addHandler(self)
        _LOGGER.propagate = False

    def __exit__(self, *_: object) -> None:
        """Hear no more."""
        _LOGGER.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        message = line(record.getMessage())
        self.problems.append(error(self._place(message), message))

    def _place(self, message: str) -> Place:
        if page := _PAGE.search(message):
            return Place(page[1])
        if key := _KEY.match(message):
            return self._settings.place(key[1])
        named = _NAMED.search(message)
        line = files.naming(self._settings, named[1]) if named else None
        return line or Place(self._settings.path)
