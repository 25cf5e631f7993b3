"""The plugin of MkDocs: it adds the generated pages to a build, reads their Markdown, and fills the
theme's templates.

``rulebinder site`` gives it a share of the pages. In ``mkdocs build``, a subclass makes the whole
site (:mod:`..publishing.mkdocs`).
"""

from __future__ import annotations

import contextlib
import copy
import functools
import io
import logging
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from jinja2 import Environment
from jinja2.debug import rewrite_traceback_stack
from markdown.extensions.toc import nest_toc_tokens
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException, PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext

from ..facts.yaml_files import Document
from ..markdown.pages import PageReader
from ..problems import InputError, Place, Problem, error, refusal
from ..settings import files, options
from ..settings.files import WrittenSettings, nav_entries, one_line
from ..settings.options import IDLE
from ..system import shipped
from ..theme.environment import compiled_templates, form_drawers
from . import rendering
from .rendering import PageSource, Share

_EXTENSIONS: Mapping[str, Mapping[str, object]] = {"attr_list": {}, "toc": {"permalink": "#"}}
"""What hand-written pages always have, because links lead to their anchors."""
_LOGGER = logging.getLogger("mkdocs")
_PAGE_OF_MESSAGE = re.compile(r"(?:Doc file|page) '([^']+\.md)'")
_KEY_OF_MESSAGE = re.compile(r"Config value '(\w+)'")
_VALUE_OF_MESSAGE = re.compile(r"'([^']+)'")
"""What a message of MkDocs is about: a page, a setting, or a value of one."""

# Material prints at each build that MkDocs is not maintained. ARCHITECTURE.md says so, and what to
# do about it; no owner of a site can do anything. Whoever sets the variable to the empty text sees
# the warning.
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")


class SharePlugin(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    """Makes the pages of a share.

    Its options are in ``extra``, because ``rulebinder`` and templates read them too.
    """

    share: Share | None = None
    """What this run makes; None until it is known."""

    def __init__(self) -> None:
        self._localized: dict[str, MkDocsConfig] = {}

    def begin_share(self, config: MkDocsConfig) -> Share:
        """Return the share to make, if nobody has set :attr:`share` before the run."""
        raise NotImplementedError

    @event_priority(-100)  # after plugins that change settings
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Put our templates before the theme's, and prepare the settings of each language. Plugins
        without an effect do not run.
        """
        idle = [config.plugins.pop(name) for name in IDLE.intersection(config.plugins)]
        config.plugins.events = {
            event: [method for method in methods if getattr(method, "__self__", None) not in idle]
            for event, methods in config.plugins.events.items()
        }
        if self.share is None:
            self.share = self.begin_share(config)
        config.validation.nav.not_found = logging.INFO  # links of finished pages are checked
        folders, custom = config.theme.dirs, config.theme.custom_dir
        at = folders.index(custom) + 1 if custom in folders else 0
        folders.insert(at, str(shipped.THEME))  # after the owner's folder, and before the theme's
        for name, defaults in _EXTENSIONS.items():  # with the owner's options over ours
            if name not in config.markdown_extensions:
                config.markdown_extensions.append(name)
            config.mdx_configs[name] = {**defaults, **config.mdx_configs.get(name, {})}
        self._localized = {
            lang: _localize(config, values) for lang, values in self.share.settings.items()
        }
        return config

    @event_priority(100)  # before plugins that look for pages
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add our pages to the files of the owner.

        Leave out the theme's, which are thousands; pages load few of them. Raises PluginError if
        the pages would get other addresses.
        """
        if not config.use_directory_urls:
            raise PluginError(
                "a plugin sets use_directory_urls to false: published links would break"
            )
        share, docs = self._share, Path(config.docs_dir)
        editions = share.site.editions
        has_docs = docs.resolve() != shipped.DOCS.resolve()
        #  Of the shipped pages, ``share`` has those in the languages of the site.
        folders = {config.theme.custom_dir, config.docs_dir if has_docs else None}

        def is_owned(file: File) -> bool:
            """Return whether a file is the owner's or another plugin's."""
            is_page = file.src_dir == config.docs_dir
            is_in_language = is_page and file.src_uri.partition("/")[0] in editions
            return bool(file.generated_by) or (file.src_dir in folders and not is_in_language)

        files = Files(filter(is_owned, files))

        def add(path: str, content: str | bytes, *, is_here: bool) -> File:
            """Add a file. If another run makes it, it ``is_here`` only as a target of links."""
            inclusion = InclusionLevel.NOT_IN_NAV if is_here else InclusionLevel.EXCLUDED
            file = File.generated(config, path, content=content, inclusion=inclusion)
            if path in files.src_uris:
                files.remove(file)
            files.append(file)
            return file

        citers = {lang: rendering.make_citer(share.site, lang) for lang in editions}
        for path, content in share.hand_written.items():
            file = add(path, content, is_here=share.is_first)
            if file.is_documentation_page():
                lang = self._language_of(path)
                is_owners = has_docs and (docs / path).is_file()
                _HandWrittenPage(file, self._localized[lang], citers[lang], is_owners=is_owners)
        readers = {
            lang: PageReader(edition.words, form_drawers(edition.words))
            for lang, edition in editions.items()
        }
        for path, source in {**dict.fromkeys(share.titles), **share.sources}.items():
            file = add(path, "", is_here=source is not None)
            if source:
                _GeneratedPage(file, config, source, readers[path.partition("/")[0]])
            elif path in share.titles:
                Page(share.titles[path], file, config)
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Give the pages in the navigation the titles that they have there, and read those that
        another run makes: MkDocs makes them no more.
        """
        if not self._share.is_first:
            for file in files:
                if file.generated_by is None:
                    file.inclusion = InclusionLevel.EXCLUDED
        titles = dict(nav_entries(config.nav))
        for page in nav.pages:
            if title := titles.get(page.file.src_uri):
                page.title = title
            if page.file.inclusion is InclusionLevel.EXCLUDED:
                page.read_source(config)
                page.render(config, files)
        return nav

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:  # noqa: ARG002
        """Prepare the theme's Jinja2 for our templates. Errors in those of the owner are
        InputErrors.

        The templates of the owner and ours escape by default, because they show words, names and
        titles that people wrote. MkDocs would not, and those of the theme, which show only pages of
        the owner, expect that. Lines with only a tag are left out of the pages.
        """
        folders = [Path(folder) for folder in (config.theme.custom_dir, shipped.THEME) if folder]

        @functools.cache
        def escapes(name: str | None) -> bool:
            return any((folder / (name or "")).is_file() for folder in folders)

        env.handle_exception = functools.partial(_raise_explained, config)  # type: ignore[method-assign]
        if len(config.plugins) == 1:  # others may change what is in compiled templates
            env.bytecode_cache = compiled_templates["theme"]
        env.autoescape = escapes
        env.trim_blocks = env.lstrip_blocks = True
        env.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
        return env

    def on_page_context(
        self,
        context: TemplateContext,
        *,
        page: Page,
        config: MkDocsConfig,  # noqa: ARG002
        nav: Navigation,
    ) -> TemplateContext:
        """Give the templates the settings of the page's language, and the address of the home page
        in it.
        """
        lang = self._language_of(page.url)
        here = page.url.removeprefix(f"{lang}/")
        values = {
            "config": self._localized[lang],
            "home_url": get_relative_url(lang, page.url),
            "here": here,
            "kind": page.meta["kind"] if isinstance(page, _GeneratedPage) else None,
            "lang_of_page": lang,
            "is_owners": getattr(page, "is_owners", True),
            "entry": here if page in nav.pages else "",
            "translated": here != page.url,
        }
        context.update(values)  # type: ignore[typeddict-item]  # which templates need beside those of MkDocs
        return context

    @event_priority(-100)  # after plugins that change pages
    def on_post_page(self, output: str, *, page: Page, **_: object) -> str:
        """Finish a page."""
        return self._share.finish(page.file.dest_uri, output)

    @property
    def _share(self) -> Share:
        assert self.share is not None  # since the first event
        return self.share

    def _language_of(self, path: str) -> str:
        """Return the language of the page or file at ``path``: that of its folder, else the first
        of the site.
        """
        lang, langs = path.partition("/")[0], self._share.site.editions
        return lang if lang in langs else next(iter(langs))


class _GeneratedPage(Page):
    """A page that the generator wrote.

    Until it is HTML, other plugins see only its address: the texts of documents are not macros, and
    neither are titles, which are names of cards.
    """

    is_owners = False

    def __init__(
        self, file: File, config: MkDocsConfig, source: PageSource, reader: PageReader
    ) -> None:
        super().__init__(None, file, config)
        self._source = source
        self._reader = reader

    def read_source(self, config: MkDocsConfig) -> None:  # noqa: ARG002
        """See :meth:`Page.read_source`."""
        self.markdown = ""

    def render(self, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002
        """See :meth:`Page.render`."""
        self.meta = {**self.meta, **self._source.front}
        self.content, tokens = self._reader.convert(self._source.text, self._source.front)
        self.present_anchor_ids = {token["id"] for token in tokens}
        self.toc = get_toc(nest_toc_tokens(tokens))


class _HandWrittenPage(Page):
    """A page that a person wrote, which gets the ``config`` of the language of its folder.

    Unless ``is_owners``, it came with the program, and other plugins see no Markdown of it either.
    ``cite`` puts rulings into it only when it is rendered: other plugins see no text of a document,
    which they could take for a macro.
    """

    def __init__(
        self, file: File, config: MkDocsConfig, cite: Callable[[str], str], *, is_owners: bool
    ) -> None:
        super().__init__(None, file, config)
        self._config, self._cite, self.is_owners = config, cite, is_owners
        self._text = ""

    def read_source(self, config: MkDocsConfig) -> None:
        """See :meth:`Page.read_source`."""
        super().read_source(config)
        if not self.is_owners:
            self._text, self.markdown = self.markdown or "", ""

    def render(self, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002
        """See :meth:`Page.render`."""
        self.markdown = self._cite(self._text or self.markdown or "")
        super().render(self._config, files)


def _raise_explained(config: MkDocsConfig, source: str | None = None) -> NoReturn:
    """Raise the exception that Jinja2 is handling; if a template of the owner raised it, as an
    InputError.

    It takes the place of the method of Jinja2 that does the former.
    """
    failure = sys.exception()
    if isinstance(failure, InputError):
        raise failure
    failure = rewrite_traceback_stack(source)
    folder = config.theme.custom_dir
    for frame in reversed(traceback.extract_tb(failure.__traceback__)):
        if folder and Path(frame.filename).is_relative_to(folder):
            file = os.path.relpath(frame.filename, Path(config.config_file_path).parent)
            why = one_line(failure).partition(" in search paths")[0]
            message = f"this template fails ({type(failure).__name__}: {why})"
            raise refusal(Place(file, frame.lineno or 0), message, "correct it")
    raise failure


def _localize(config: MkDocsConfig, values: Mapping[str, Any]) -> MkDocsConfig:
    """Return ``config`` with the ``values`` of a language, as
    :func:`.rendering.language_settings` returns them.
    """
    localized = copy.copy(config)
    localized.theme = copy.deepcopy(config.theme)
    localized.theme["language"] = values["language"]
    localized.site_name = values["site_name"]
    localized.site_description = values["site_description"]
    localized.extra = {**config.extra, **values["extra"]}  # type: ignore[assignment]
    toc = {**config.mdx_configs["toc"], "permalink_title": values["permalink"]}
    localized.mdx_configs = {**config.mdx_configs, "toc": toc}
    return localized


def load(settings: WrittenSettings) -> MkDocsConfig:
    """Return the configuration that MkDocs makes of settings.

    Raises InputError if MkDocs rejects them, or if the address of the site is wrong.
    """
    address = settings.values.get("site_url")
    files.check_address(address if isinstance(address, str) else None)
    with _collect_warnings(settings.document):
        return _load_config(settings)


def build_pages(settings: WrittenSettings, share: Share, site_dir: Path) -> list[Problem]:
    """Build the pages of ``share`` with these settings; other files than pages go into
    ``site_dir``.

    Returns the warnings of MkDocs as problems, if the share is the first: it has all that they are
    about. Raises InputError if the build fails.
    """
    with _collect_warnings(settings.document) as problems:
        address = share.site.address or ""
        config = _load_config(settings, site_dir=str(site_dir), site_url=address)
        ours = config.plugins[options.NAME]
        assert isinstance(ours, SharePlugin)  # other settings were refused before
        ours.share = share
        build(config)
    return problems if share.is_first else []


def _load_config(settings: WrittenSettings, **options: str) -> MkDocsConfig:
    """Let MkDocs read the text of the settings that was read before. ``options`` overrule it."""
    has_pages = "docs_dir" in settings.values or (settings.path.parent / shipped.DOCS.name).is_dir()
    if not has_pages:  # an owner need not have any
        options["docs_dir"] = str(shipped.DOCS)
    stream = io.BytesIO(settings.text)
    stream.name = str(settings.path)  # from which it finds those that they inherit
    return load_config(stream, **options)


@contextlib.contextmanager
def _collect_warnings(settings: Document) -> Iterator[list[Problem]]:
    """Give a list, and add a problem to it for each warning of MkDocs until the block ends. It
    names a page, or a line of the ``settings``. MkDocs does not print the warnings.

    Raises InputError with all problems if MkDocs gives up.
    """
    problems: list[Problem] = []

    def emit(record: logging.LogRecord) -> None:
        """Turn a warning into a problem of the page, setting or value that it names."""
        message = one_line(record.getMessage())
        place = None
        if page := _PAGE_OF_MESSAGE.search(message):
            place = Place(page[1])
        elif key := _KEY_OF_MESSAGE.match(message):
            place = settings.place(key[1])
        elif value := _VALUE_OF_MESSAGE.search(message):
            place = files.find_line(settings, value[1])
        problems.append(error(place or Place(settings.path), message))

    handler = logging.Handler(logging.WARNING)
    handler.emit = emit  # type: ignore[method-assign]
    _LOGGER.addHandler(handler)
    _LOGGER.propagate = False
    try:
        yield problems
    except MkDocsException as failure:
        #  Before an Abort, MkDocs has said why.
        if not (problems and isinstance(failure, Abort)):
            message = f"MkDocs gave up ({one_line(failure)})"
            problems.append(error(Place(settings.path), message))
        raise InputError(*problems) from failure
    finally:
        _LOGGER.removeHandler(handler)
