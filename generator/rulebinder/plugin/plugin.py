"""The plugin of MkDocs: it adds the generated pages to a build, reads their Markdown, and fills the
theme's templates.

``rulebinder site`` gives it a share of the pages. In ``mkdocs build``, a subclass makes the whole
site (:mod:`..build.whole`).
"""

from __future__ import annotations

import copy
import functools
import logging
import os
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from jinja2 import Environment, pass_context
from jinja2.debug import rewrite_traceback_stack
from jinja2.runtime import Context
from markdown.extensions.toc import nest_toc_tokens
from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils.templates import TemplateContext

from ..markdown.pages import Pages
from ..problems import InputError, Place, error
from ..settings.files import line, listed
from ..system import places
from ..theme.environment import compiled, forms
from . import localized
from .rendering import Share, Source

_EXTENSIONS: Mapping[str, Mapping[str, object]] = {"attr_list": {}, "toc": {"permalink": "#"}}
"""What hand-written pages always have, because links lead to their anchors."""


class SharePlugin(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    """Makes the pages of a share.

    Its options are in ``extra``, because ``rulebinder`` and templates read them too.
    """

    share: Share | None = None
    """What this run makes; None until it is known."""

    def __init__(self) -> None:
        self._localized: dict[str, MkDocsConfig] = {}

    def begin(self, config: MkDocsConfig) -> Share:
        """Return the share to make if nobody has given one."""
        raise NotImplementedError

    @event_priority(-100)  # after plugins that change settings
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Put our templates before the theme's, and prepare the settings of each language."""
        if self.share is None:
            self.share = self.begin(config)
        config.nav = config.nav or []  # else MkDocs lists every page
        config.validation.nav.not_found = logging.INFO  # links of finished pages are checked
        folders, custom = config.theme.dirs, config.theme.custom_dir
        if str(places.THEME) not in folders:  # after the owner's folder, and before the theme's
            at = folders.index(custom) + 1 if custom in folders else 0
            folders.insert(at, str(places.THEME))
        for name, options in _EXTENSIONS.items():  # with the owner's options over ours
            if name not in config.markdown_extensions:
                config.markdown_extensions.append(name)
            config.mdx_configs[name] = {**options, **config.mdx_configs.get(name, {})}
        self._localized = {lang: _localized(config, own) for lang, own in self.share.values.items()}
        return config

    @event_priority(100)  # before plugins that look for pages
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add our pages to the files of the owner.

        Leave out the theme's, which are thousands; pages load few of them. Raises PluginError if
        the pages would get other addresses.
        """
        share = self._given
        if not config.use_directory_urls:
            raise PluginError(
                "a plugin sets use_directory_urls to false: published links would break"
            )
        docs = Path(config.docs_dir)
        are_own = docs.resolve() != places.DOCS.resolve()
        owned = {config.theme.custom_dir, str(docs) if are_own else None}
        replacing = set()
        for file in list(files):
            is_ours = file.src_dir == str(docs) and file.src_uri.partition("/")[0] in share.words
            if file.generated_by is None and (is_ours or file.src_dir not in owned):
                files.remove(file)
                replacing |= {file.src_uri} if is_ours and are_own else set()
            elif not share.leads:
                file.inclusion = (
                    InclusionLevel.EXCLUDED
                )  # another run makes it; the navigation may name it
        inclusion = InclusionLevel.NOT_IN_NAV if share.leads else InclusionLevel.EXCLUDED
        for path, content in share.written.items():
            file = File.generated(config, path, content=content, inclusion=inclusion)
            _put(files, file)
            if file.is_documentation_page():
                _HandWritten(file, config, share, is_own=path in replacing)
        readers = {lang: Pages(words, forms(words)) for lang, words in share.words.items()}
        for path, source in {**dict.fromkeys(share.named), **share.sources}.items():
            inclusion = InclusionLevel.NOT_IN_NAV if source else InclusionLevel.EXCLUDED
            file = File.generated(config, path, content="", inclusion=inclusion)
            _put(files, file)
            if source:
                _Generated(file, config, source, readers[path.partition("/")[0]])
            elif path in share.named:
                Page(share.named[path], file, config)
        return files

    @event_priority(1000)  # before plugins that make another navigation, if there is no setting
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Give the pages in the navigation the titles that they have there, and read those that
        another run makes.
        """
        titles = dict(listed(config.nav))
        config.nav = config.nav or None
        for page in nav.pages:
            if title := titles.get(page.file.src_uri):
                page.title = title
            if page.file.inclusion is InclusionLevel.EXCLUDED:
                page.read_source(config)
                page.render(config, files)
        return nav

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:  # noqa: ARG002
        """Prepare the theme's Jinja2, whose errors in templates of the owner are InputErrors."""
        env.handle_exception = functools.partial(_explain, config)  # type: ignore[method-assign]
        if len(config.plugins) == 1:  # others may change what is in compiled templates
            env.bytecode_cache = compiled("theme")
        return _prepared(env)

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
        lang = localized.language_of(page.url, self._given.words)
        here = page.url.removeprefix(f"{lang}/")
        up = "../" * here.count("/")
        home = (up.rstrip("/") or ".") if here != page.url else f"{context['base_url']}/{lang}"
        own: dict[str, object] = {
            "config": self._localized[lang],
            "home_url": home,
            "here": here,
            "kind": page.meta["kind"] if isinstance(page, _Generated) else None,
            "lang_of_page": lang,
            "entry": here if page in nav.pages else "",
            "translated": here != page.url,
        }
        context.update(own)  # type: ignore[typeddict-item]  # which templates need beside those of MkDocs
        return context

    @event_priority(-100)  # after plugins that change pages
    def on_post_page(self, output: str, *, page: Page, **_: object) -> str:
        """Finish a page."""
        return self._given.finish(page.file.dest_uri, output)

    @property
    def _given(self) -> Share:
        assert self.share is not None  # since the first event
        return self.share


class _Generated(Page):
    """A page that the generator wrote.

    Until it is HTML, other plugins see only its address: the texts of documents are no macros, and
    neither are titles, which are names of cards.
    """

    def __init__(self, file: File, config: MkDocsConfig, source: Source, pages: Pages) -> None:
        super().__init__(None, file, config)
        self._source = source
        self._pages = pages

    def read_source(self, config: MkDocsConfig) -> None:  # noqa: ARG002
        """See :meth:`Page.read_source`."""
        self.markdown = ""

    def render(self, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002
        """See :meth:`Page.render`."""
        self.meta = {**self.meta, **self._source.front}
        self.content, tokens = self._pages.convert(self._source.text, self._source.front)
        self.present_anchor_ids = {token["id"] for token in tokens}
        self.toc = get_toc(nest_toc_tokens(tokens))


class _HandWritten(Page):
    """A page that a person wrote, in the language of its folder.

    Unless ``is_own``, it came with the program, and other plugins see no Markdown of it either.
    """

    def __init__(self, file: File, config: MkDocsConfig, share: Share, *, is_own: bool) -> None:
        super().__init__(None, file, config)
        self._share = share
        self._is_own = is_own
        self._text: str | None = None

    def read_source(self, config: MkDocsConfig) -> None:
        """See :meth:`Page.read_source`."""
        super().read_source(config)
        if not self._is_own:
            self._text, self.markdown = self.markdown, ""

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """See :meth:`Page.render`; the links of headings have a title in the page's language.

        Rulings are cited only now: other plugins see no text of a document, which they could take
        for a macro.
        """
        lang = localized.language_of(self.file.src_uri, self._share.words)
        self.markdown = self._share.cite[lang](self._text or self.markdown or "")
        extensions = config["mdx_configs"]
        title = self._share.values[lang]["permalink"]
        toc = {**extensions.get("toc", {}), "permalink_title": title}
        super().render(_with(config, mdx_configs={**extensions, "toc": toc}), files)


def _explain(config: MkDocsConfig, source: str | None = None) -> NoReturn:
    """Raise the exception that Jinja2 handles: as an InputError if a template of the owner raised
    it.
    """
    failure = sys.exception()
    if isinstance(failure, InputError):
        raise failure
    failure = rewrite_traceback_stack(source)
    folder = config.theme.custom_dir
    for frame in reversed(traceback.extract_tb(failure.__traceback__)):
        if folder and Path(frame.filename).is_relative_to(folder):
            file = os.path.relpath(frame.filename, Path(config.config_file_path).parent)
            why = line(failure).partition(" in search paths")[0]
            message = f"this template fails ({type(failure).__name__}: {why})"
            raise InputError(error(Place(file, frame.lineno or 0), message, "correct it"))
    raise failure


def _put(files: Files, file: File) -> None:
    """Add a file in the place of another of its name."""
    if file.src_uri in files.src_uris:
        files.remove(file)
    files.append(file)


def _localized(config: MkDocsConfig, own: Mapping[str, Any]) -> MkDocsConfig:
    theme = copy.deepcopy(config.theme)
    theme["language"] = own["language"]
    names = {key: own[key] for key in ("site_name", "site_description")}
    return _with(config, theme=theme, extra={**config.extra, **own["extra"]}, **names)


def _with(config: MkDocsConfig, **values: object) -> MkDocsConfig:
    """Return a copy of ``config`` with these values."""
    copied = copy.copy(config)
    copied.data = {**config.data, **values}
    return copied


def _prepared(env: Environment) -> Environment:
    """Prepare the theme's Jinja2 for our templates, and return it.

    It escapes by default, because the templates show words, names and titles that people wrote;
    MkDocs would not. It leaves lines with only a tag out of the pages. ``constant(name, …)``
    includes a template that shows the same on all pages with the same further values and the same
    way home, and renders it once for them. A value with a name may differ: the template only shows
    it.
    """
    made: dict[tuple[object, ...], Markup] = {}

    @pass_context
    def constant(context: Context, name: str, *values: object, **marked: str) -> Markup:
        key = (name, context.get("lang_of_page"), context.get("home_url"), *values)
        if key not in made:
            template = context.environment.get_template(name)
            marks = {mark: f"{{{mark}}}" for mark in marked}
            made[key] = Markup(template.render({**context.get_all(), **marks}))
        html = made[key]
        for mark, value in marked.items():
            html = html.replace(f"{{{mark}}}", value)
        return html

    env.autoescape = True
    env.trim_blocks = env.lstrip_blocks = True
    env.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    env.globals["constant"] = constant
    return env
