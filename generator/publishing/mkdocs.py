"""MkDocs, which turns the Markdown of one language into pages. Only this module imports it."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from ..problems import InputError, Place, Problem, error
from . import finished

ASSETS = "assets"
"""The folder of the files that pages load, both in the theme and in the site."""

_HIDDEN = "finished"
"""The key of a page's finished HTML among its data, while Python-Markdown reads the rest."""
_PAGE = re.compile(r"'([^']+\.md)'")

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")  # Material's advertisement is not a problem of the site


def load(config: Path) -> MkDocsConfig:
    """Return the configuration in the file ``config``. Raises InputError if MkDocs rejects it."""
    try:
        return load_config(str(config))
    except MkDocsException as failure:
        raise InputError(error(Place(config.name), f"MkDocs cannot read it ({_line(failure)})")) from failure


def run(config: Path, lang: str) -> list[Problem]:
    """Build the site of the language ``lang`` that the file ``config`` describes.

    Returns the warnings of MkDocs as problems. Raises InputError if the build fails.
    """
    listener = _Listener(lang)
    logger = logging.getLogger("mkdocs")
    logger.addHandler(listener)
    logger.propagate = False
    try:
        settings = load_config(str(config))
        for event, act in _EVENTS.items():
            settings.plugins.events[event].append(act)
        build(settings)
    except MkDocsException as failure:
        raise InputError(*listener.problems, error(Place(f"{lang}/mkdocs.yml"), f"MkDocs gave up ({failure})")) from failure
    finally:
        logger.removeHandler(listener)
    return listener.problems


def _lean(env: Environment, /, **_: object) -> Environment:
    """Escape by default, and leave lines with only a Jinja2 tag out of the pages.

    MkDocs does not escape by default, and the templates show words, names and titles that people wrote.
    """
    env.autoescape = True
    env.auto_reload = False
    env.trim_blocks = env.lstrip_blocks = True
    return env


def _pages_alone(files: Files, /, **_: object) -> Files:
    """Leave out the files that pages load, because all languages share them."""
    return Files([file for file in files if not file.src_uri.startswith(f"{ASSETS}/")])


def _hide(markdown: str, /, *, page: Page, **_: object) -> str:
    """Hide the finished HTML of a generated page from Python-Markdown."""
    if finished.HEADINGS not in page.meta:
        return markdown
    text, page.meta[_HIDDEN] = finished.hide(markdown, page.meta[finished.HEADINGS])
    return text


def _show(html: str, /, *, page: Page, **_: object) -> str:
    return finished.show(html, page.meta.pop(_HIDDEN, ()))


_EVENTS: dict[str, Callable[..., Any]] = {
    "env": _lean,
    "files": _pages_alone,
    "page_markdown": _hide,
    "page_content": _show,
}
"""What is done at each step of MkDocs."""


class _Listener(logging.Handler):
    """Turns the warnings of MkDocs into problems."""

    def __init__(self, lang: str) -> None:
        super().__init__(logging.WARNING)
        self._lang = lang
        self.problems: list[Problem] = []

    def emit(self, record: logging.LogRecord) -> None:
        message = _line(record.getMessage())
        page = _PAGE.search(message)
        self.problems.append(error(Place(f"{self._lang}/{page[1] if page else 'mkdocs.yml'}"), message))


def _line(text: object) -> str:
    return " ".join(str(text).split())
