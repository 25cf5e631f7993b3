"""MkDocs: its settings are read, and it builds a share of the pages.

Only this module and the plugin import it.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException

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


def load(settings: Written) -> MkDocsConfig:
    """Return the configuration that MkDocs makes of settings.

    Raises InputError if MkDocs rejects them, or if the address of the site is wrong.
    """
    address = settings.values.get("site_url")
    files.read_address(address if isinstance(address, str) else None)
    with _heard(settings.document):
        return _config(settings)


def _config(settings: Written, **options: str) -> MkDocsConfig:
    """Let MkDocs read the settings as they were read before. ``options`` overrule them."""
    has_pages = "docs_dir" in settings.values or (settings.path.parent / places.DOCS.name).is_dir()
    if not has_pages:  # an owner need not have any
        options["docs_dir"] = str(places.DOCS)
    stream = io.BytesIO(settings.text)
    stream.name = str(settings.path)  # from which it finds those that they inherit
    return load_config(stream, **options)


def run(chosen: Written, share: Share, site_dir: Path, address: str | None) -> list[Problem]:
    """Build the pages of ``share`` with the settings ``chosen``; other files than pages go into
    ``site_dir``.

    ``address`` is that of the site.

    Returns the warnings of MkDocs as problems, if the share leads: it has all that they are about.
    Raises InputError if the build fails.
    """
    with _heard(chosen.document) as problems:
        settings = _config(chosen, site_dir=str(site_dir), site_url=address or "")
        ours = settings.plugins[supported.NAME]
        assert isinstance(ours, plugin.SharePlugin)  # other settings were refused before
        ours.share = share
        build(settings)
    return problems if share.leads else []


@contextlib.contextmanager
def _heard(settings: Document) -> Iterator[list[Problem]]:
    """Turn what MkDocs warns of meanwhile into the problems that this gives: those of a page, or of
    the ``settings`` in a file. Nobody else hears of them.

    Raises InputError if MkDocs gives up; it said why before an Abort.
    """
    problems: list[Problem] = []

    def hear(record: logging.LogRecord) -> None:
        message = line(record.getMessage())
        problems.append(error(_place(settings, message), message))

    handler = logging.Handler(logging.WARNING)
    handler.emit = hear  # type: ignore[method-assign]
    _LOGGER.addHandler(handler)
    _LOGGER.propagate = False
    try:
        yield problems
    except MkDocsException as failure:
        if not (problems and isinstance(failure, Abort)):
            message = f"MkDocs gave up ({line(failure)})"
            problems.append(error(Place(settings.path), message))
        raise InputError(*problems) from failure
    finally:
        _LOGGER.removeHandler(handler)


def _place(settings: Document, message: str) -> Place:
    """Return the page, or the line of the ``settings``, that a message of MkDocs is about."""
    if page := _PAGE.search(message):
        return Place(page[1])
    if key := _KEY.match(message):
        return settings.place(key[1])
    named = _NAMED.search(message)
    place = files.naming(settings, named[1]) if named else None
    return place or Place(settings.path)
