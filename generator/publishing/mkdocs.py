"""MkDocs, which turns the Markdown of one language into pages. Only this module imports it."""

from __future__ import annotations

import contextlib
import copy
import functools
import io
import logging
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markdown.extensions.toc import nest_toc_tokens
from markupsafe import Markup
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils.yaml import get_yaml_loader

from ..markdown.pages import Pages
from ..pages.words import Words
from ..problems import InputError, Place, Problem, error
from ..system import shipped
from ..system.sources import DISK, Sources
from ..templating.environment import compiled, forms
from . import address, given, places
from .rendering import Source

ASSETS = "assets"
"""The folder of the files that pages load, both in the theme and in the site."""

_PAGE = re.compile(r"'([^']+\.md)'")

# Material prints at each build that MkDocs is not maintained. ARCHITECTURE.md says so, and what to do about it; no owner of a site
# can do anything. Whoever sets the variable to the empty text sees the warning.
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

Finish = Callable[[str, str], str]
"""A function that is called with the path and the HTML of each finished page. It returns what MkDocs is to write: nothing if empty."""


@dataclass(frozen=True, kw_only=True)
class Generated:
    """The generated pages, by the path of their Markdown."""

    sources: Mapping[str, Source]
    words: Words
    """The words of the pages' language."""
    takes: Callable[[str, Source], bool]
    """Returns whether a page is finished already, and is put into the folder of the site. Links may lead to it."""


@dataclass(frozen=True)
class Written:
    """The settings as they are written: the path of their file, and their values, those that they inherit included."""

    path: Path
    values: Mapping[str, Any] = field(compare=False)
    said: str
    """The values as text, by which settings are compared."""


def read(sources: Sources = DISK) -> Written:
    """Return the settings that the ``sources`` have. Raises InputError if they cannot be read."""
    path = shipped.settings(sources)
    try:
        values = given.settings(path, sources, get_yaml_loader())
    except (OSError, ValueError, yaml.YAMLError, MkDocsException) as failure:
        raise InputError(error(Place(path.name), f"MkDocs cannot read it ({_line(failure)})")) from failure
    return Written(path, values, repr(values))


def load(settings: Written) -> MkDocsConfig:
    """Return the configuration that MkDocs makes of settings. Do not change it: every caller gets the same one.

    Raises InputError if MkDocs rejects them.
    """
    return _load(settings, frozenset(os.environ.items()))


@functools.lru_cache(maxsize=2)
def _load(settings: Written, _environment: frozenset[tuple[str, str]]) -> MkDocsConfig:
    """Return the configuration. A command asks for it several times, and MkDocs takes 40 ms for its answer."""
    listener = _Listener("")
    values = copy.deepcopy(dict(settings.values))
    if isinstance(values.get("site_url"), str):
        address.read(values["site_url"])
    if isinstance(values.get("theme"), dict):
        values["theme"]["custom_dir"] = str(places.THEME)
    try:
        with _listening(listener):
            return _config(settings.path, {**values, "docs_dir": str(places.DOCS)})
    except MkDocsException as failure:
        found = [replace(problem, place=Place(settings.path.name)) for problem in listener.problems]
        message = f"MkDocs cannot read it ({_line(failure)})"
        raise InputError(*(found or [error(Place(settings.path.name), message)])) from failure


def _config(path: Path, values: Mapping[str, Any]) -> MkDocsConfig:
    """Let MkDocs read ``values`` as if they were in the file ``path``, which is not opened."""
    return load_config(io.BytesIO(b"{}"), config_file_path=str(path), **values)


def prepare(settings: Written, templates: Path) -> None:
    """Compile the theme's templates in the folder ``templates``, so that processes that are forked need not."""
    env = _environment(load(settings).theme.get_env)
    for path in sorted(templates.rglob("*.html")):
        env.get_template(path.relative_to(templates).as_posix())


def run(chosen: Written, lang: str, generated: Generated, finish: Finish) -> list[Problem]:
    """Build the site of the language ``lang`` with the settings ``chosen``.

    Hand-written pages are in the folder that the settings name.
    Returns the warnings of MkDocs as problems. Raises InputError if the build fails.
    """
    listener = _Listener(lang)
    try:
        with _listening(listener):
            settings = _config(chosen.path, chosen.values)
            adapt(settings, generated, finish)
            build(settings)
    except MkDocsException as failure:
        raise InputError(*listener.problems, error(Place(f"{lang}/mkdocs.yml"), f"MkDocs gave up ({failure})")) from failure
    return listener.problems


def adapt(settings: MkDocsConfig, generated: Generated, finish: Finish) -> None:
    """Let a build with ``settings`` make the ``generated`` pages, with the site's templates."""
    setattr(settings.theme, "get_env", functools.partial(_environment, settings.theme.get_env))  # noqa: B010
    for event, act in _Build(generated, finish).events.items():
        settings.plugins.events[event].append(act)


def _environment(make: Callable[[], Environment]) -> Environment:
    """Return the theme's Jinja2, without the theme's files: they are thousands, and :mod:`.material` takes those that pages load.

    It escapes by default, because the templates show words, names and titles that people wrote; MkDocs would not. It leaves
    lines with only a tag out of the pages. ``constant(name, …)`` includes a template that shows the same on all pages with
    the same further values, and renders it once for them.
    """
    env = make()
    setattr(env, "list_templates", lambda **_: [])  # noqa: B010
    env.autoescape = True
    env.trim_blocks = env.lstrip_blocks = True
    env.bytecode_cache = compiled("theme")
    env.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    env.globals["constant"] = _constant()
    # MiniJinja, in which Zensical's templates are, has these instead of the methods of texts.
    env.filters["split"] = str.split
    env.tests["startingwith"] = str.startswith
    return env


def _constant() -> Callable[..., Markup]:
    """Return the function ``constant`` of a language's templates."""
    made: dict[tuple[object, ...], Markup] = {}

    @pass_context
    def constant(context: Context, name: str, *values: object) -> Markup:
        if (name, *values) not in made:
            template = context.environment.get_template(name)
            made[name, *values] = Markup(f"{template.render(context.get_all())}\n")
        return made[name, *values]

    return constant


@dataclass(frozen=True)
class _Build:
    """What is done at each step of MkDocs."""

    generated: Generated
    finish: Finish

    @property
    def events(self) -> dict[str, Callable[..., Any]]:
        """The functions, each by the event that calls it."""
        return {"files": self._add, "post_page": self._finish}

    def _add(self, files: Files, /, *, config: MkDocsConfig, **_: object) -> Files:
        """Add the generated pages. Those in the navigation get their titles there, and MkDocs asks for all of them."""
        titles = {path: title for entry in config.nav or () for title, path in entry.items()}
        pages = Pages(self.generated.words, forms(self.generated.words))
        for path, source in self.generated.sources.items():
            there = self.generated.takes(path, source)
            inclusion = InclusionLevel.EXCLUDED if there and path not in titles else InclusionLevel.UNDEFINED
            file = File.generated(config, path, content=source.text, inclusion=inclusion)
            page = _Generated(titles.get(path), file, config, source, pages)
            page.is_there = there
            if (kept := files.get_file_from_path(path)) is not None:
                files.remove(kept)
            files.append(file)
        return files

    def _finish(self, html: str, /, *, page: Page, **_: object) -> str:
        if isinstance(page, _Generated) and page.is_there:
            return ""  # MkDocs writes no empty page
        return self.finish(page.file.dest_uri, html)


class _Generated(Page):
    """A page that the generator wrote."""

    def __init__(self, title: str | None, file: File, config: MkDocsConfig, source: Source, pages: Pages) -> None:
        super().__init__(title, file, config)
        self._source = source
        self._pages = pages
        self.is_there = False
        """Whether the finished page is in its place, or another task puts it there."""

    def read_source(self, config: MkDocsConfig) -> None:  # noqa: ARG002
        """See :meth:`Page.read_source`; the front matter is known."""
        self.markdown, self.meta = self._source.text, dict(self._source.front)

    def render(self, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002
        """See :meth:`Page.render`."""
        self.content, tokens = self._pages.convert(self._source.text, self._source.front)
        self.present_anchor_ids = {token["id"] for token in tokens}
        self.toc = get_toc(nest_toc_tokens(tokens))


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


@contextlib.contextmanager
def _listening(listener: _Listener) -> Iterator[None]:
    """Give what MkDocs says to ``listener`` only."""
    logger = logging.getLogger("mkdocs")
    logger.addHandler(listener)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(listener)


def _line(text: object) -> str:
    return " ".join(str(text).split())
