"""Jinja2 for all pages and pictures, their inline scripts, and the Content-Security-Policies that
allow just these.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import CodeType
from typing import Any
from urllib.parse import urlsplit

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from ..pages import markup
from ..pages.words import Words
from ..settings.files import value_at
from ..system import shipped

_DIRECTIVES = {".js": "script-src", ".css": "style-src"}
"""What allows the files with these endings in a policy."""
_SELF = "'self'"
_PAGE_SCRIPTS = ("scheme.js", "contents.js", "inserting.js", "linked.js")
"""The inline scripts of the pages that MkDocs makes."""
_TAG_HOST = "https://www.googletagmanager.com"
_ANALYTICS_HOSTS = f"{_TAG_HOST} https://*.google-analytics.com https://*.analytics.google.com"
"""The hosts of Google Analytics (https://developers.google.com/tag-platform/security/guides/csp)."""
_PICTURE_HOSTS = "https://api.scryfall.com https://cards.scryfall.io"
"""The hosts of pictures of cards: an address of the first one leads to the second
(https://scryfall.com/docs/api/images).
"""


def html_environment(**values: object) -> Environment:
    """Return Jinja2 with the templates of HTML.

    All of them see ``values``. Unknown names are errors, and all text is escaped.
    """
    inline = {name: Markup(content) for name, content in inline_scripts().items()}
    values = {"inline": inline, "policy": lambda *names: Markup(inline_policy(*names)), **values}
    return _make_environment("pages", values)


def markdown_environment(**values: object) -> Environment:
    """Return Jinja2 with the templates of pages as Markdown.

    All text is escaped, and nothing else shows than Markdown.
    """
    functions = {function.__name__: function for function in markup.FUNCTIONS}
    env = _make_environment("markdown", {**functions, **values}, finalize=markup.escape)
    env.filters["box"] = markup.box
    return env


def form_drawers(words: Words) -> dict[str, Callable[[Mapping[str, Any]], str]]:
    """Return the functions that draw the forms of pages in the language of ``words``, by the name
    of the form.

    Each gets the form's facts, and returns its HTML.
    """
    env = html_environment(words=words)

    def draw(file: str, facts: Mapping[str, Any]) -> str:
        return env.get_template(f"forms/{file}").render(facts=facts).strip()

    return {
        path.name.partition(".")[0]: functools.partial(draw, path.name)
        for path in (shipped.TEMPLATES / "forms").glob("*.j2")
    }


def _make_environment(kind: str, values: Mapping[str, object], **options: Any) -> Environment:
    """Return Jinja2 with the ``options`` that are not the same for all environments, and with
    ``values`` that all templates see. Environments of one ``kind`` share compiled templates.
    """
    env = Environment(
        loader=FileSystemLoader(shipped.TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{##",  # {#id} is Markdown's
        comment_end_string="##}",
        auto_reload=False,
        bytecode_cache=compiled_templates[kind],
        **options,
    )
    # Both are values of the owner: a page that has none gets these.
    env.globals.update({"edit_link": lambda _file: None, "pictures": "", **values})
    return env


class _CompiledTemplates(BytecodeCache):
    """The templates that this process has compiled for environments with the same options."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key, bucket.checksum] = bucket.code


compiled_templates: defaultdict[str, BytecodeCache] = defaultdict(_CompiledTemplates)
"""The compiled templates of each kind of environments, which have the same options."""


@functools.cache
def inline_scripts() -> Mapping[str, str]:
    """Return the inline scripts and styles by name (``scheme.js``), without indents and comment
    lines.
    """
    texts = {}
    for path in sorted((shipped.ROOT / "templates" / "inline").iterdir()):
        if path.suffix in _DIRECTIVES:
            lines = map(str.strip, path.read_text(encoding="utf-8").splitlines())
            texts[path.name] = "\n".join(
                line for line in lines if line and not line.startswith("//")
            )
    return texts


def page_policy(settings: Mapping[str, Any]) -> str:
    """Return the Content-Security-Policy of a page that MkDocs makes.

    It allows files of the site, the icons in the theme's style sheet (``data:``), and the hosts of
    what the ``settings`` of the owner load.
    """

    def hosts(setting: str) -> list[str]:
        """Return the hosts of the addresses in a setting; a path in the site has none."""
        paths = (
            path.get("path") if isinstance(path, Mapping) else path
            for path in settings.get(setting) or ()
        )
        names = dict.fromkeys(urlsplit(str(path)).netloc for path in paths)
        return [f"https://{name}" for name in names if name]

    scripts, styles = hosts("extra_javascript"), hosts("extra_css")
    pictures = [_PICTURE_HOSTS] if value_at(settings, "extra", "owner", "pictures") else []
    tags, counters = ([_TAG_HOST], [_ANALYTICS_HOSTS]) if counts_readers(settings) else ([], [])
    sources = {
        "script-src": [_SELF, *scripts, *tags],
        "style-src": [_SELF, *styles],
        "connect-src": [_SELF, *scripts, *counters],
        "worker-src": [_SELF],
        "manifest-src": [_SELF],
        "img-src": [_SELF, "data:", *scripts, *counters, *pictures],
    }
    if settings.get("extra_css"):  # fonts may come with it
        sources["font-src"] = [_SELF, *styles]
    return _join_policy([*_PAGE_SCRIPTS, *(["analytics.js"] if tags else [])], sources)


def counts_readers(settings: Mapping[str, Any]) -> bool:
    """Return whether the settings let Google Analytics count readers. They can name no other
    provider.
    """
    return bool(value_at(settings, "extra", "analytics", "property"))


@functools.cache
def inline_policy(*names: str) -> str:
    """Return the policy of a page that has the inline scripts and styles ``names``, and loads
    pictures of the site. Only a page without inline styles loads style sheets of the site.
    """
    has_style = any(name.endswith(".css") for name in names)
    kinds = ("img-src",) if has_style else ("img-src", "style-src")
    return _join_policy(names, {kind: [_SELF] for kind in kinds})


def _join_policy(names: Iterable[str], sources: dict[str, list[str]]) -> str:
    """Return the policy that allows the ``sources`` of each directive, and the inline scripts and
    styles ``names``.
    """
    for name in names:
        sha = base64.b64encode(hashlib.sha256(inline_scripts()[name].encode()).digest()).decode()
        sources.setdefault(_DIRECTIVES[Path(name).suffix], []).append(f"'sha256-{sha}'")
    rows = (f"{kind} {' '.join(allowed)}" for kind, allowed in sources.items())
    return "; ".join(["default-src 'none'", *rows, "form-action 'self'", "base-uri 'none'"])
