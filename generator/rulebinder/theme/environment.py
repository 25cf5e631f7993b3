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

_KINDS = {".js": "script-src", ".css": "style-src"}
_SELF = "'self'"
_INLINE = ("scheme.js", "contents.js", "inserting.js", "linked.js")
"""The inline scripts of the pages that MkDocs makes."""
_TAGS = "https://www.googletagmanager.com"
_COUNTERS = f"{_TAGS} https://*.google-analytics.com https://*.analytics.google.com"
"""The hosts of Google Analytics (https://developers.google.com/tag-platform/security/guides/csp)."""
_PICTURES = "https://api.scryfall.com https://cards.scryfall.io"
"""The hosts of pictures of cards: an address of the first one leads to the second
(https://scryfall.com/docs/api/images).
"""


def environment(**values: object) -> Environment:
    """Return Jinja2 with the templates of HTML.

    All of them see ``values``. Unknown names are errors, and all text is escaped.
    """
    inline = {name: Markup(content) for name, content in inline_scripts().items()}
    shared = {"inline": inline, "policy": lambda *names: Markup(lone_policy(*names))}
    return _environment("pages", {**shared, **values})


def markdown_environment(**values: object) -> Environment:
    """Return Jinja2 with the templates of pages as Markdown.

    All text is escaped, and nothing else shows than Markdown.
    """
    functions = {function.__name__: function for function in markup.FUNCTIONS}
    env = _environment("markdown", {**functions, **values}, finalize=markup.escape)
    env.filters["box"] = markup.box
    return env


def forms(words: Words) -> dict[str, Callable[[Mapping[str, Any]], str]]:
    """Return the functions that draw the forms of pages in the language of ``words``, by name.

    Each gets the form's facts.
    """
    env = environment(words=words)

    def draw(file: str, facts: Mapping[str, Any]) -> str:
        return env.get_template(f"forms/{file}").render(facts=facts).strip()

    return {
        path.name.partition(".")[0]: functools.partial(draw, path.name)
        for path in (shipped.TEMPLATES / "forms").glob("*.j2")
    }


def _environment(kind: str, values: Mapping[str, object], **options: Any) -> Environment:
    """Return Jinja2 with what both kinds of environments share, and with values that all templates
    see. Environments of one kind share compiled templates.
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
    # The first ones are there unless the site's owner has them.
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
"""The compiled templates of each kind of environment, whose options are the same."""


@functools.cache
def inline_scripts() -> Mapping[str, str]:
    """Return the inline scripts and styles by name (``scheme.js``), without indents and comment
    lines.
    """
    texts = {}
    for path in sorted((shipped.ROOT / "templates" / "inline").iterdir()):
        if path.suffix in _KINDS:
            lines = map(str.strip, path.read_text(encoding="utf-8").splitlines())
            texts[path.name] = "\n".join(
                line for line in lines if line and not line.startswith("//")
            )
    return texts


def page_policy(settings: Mapping[str, Any]) -> str:
    """Return the policy of a page that MkDocs makes. It loads files of the site, and the icons in
    the theme's style sheet.

    It also allows the hosts of what the ``settings`` of the owner load, and no others.
    """

    def hosts(setting: str) -> list[str]:
        """Return those to which the addresses in a setting lead, out of the site."""
        paths = (
            path.get("path") if isinstance(path, Mapping) else path
            for path in settings.get(setting) or ()
        )
        names = dict.fromkeys(urlsplit(str(path)).netloc for path in paths)
        return [f"https://{name}" for name in names if name]

    scripts, styles = hosts("extra_javascript"), hosts("extra_css")
    has_pictures = value_at(settings, "extra", "owner", "pictures")
    tags, counters = ([_TAGS], [_COUNTERS]) if counts_readers(settings) else ([], [])
    sources = {
        "script-src": [_SELF, *scripts, *tags],
        "style-src": [_SELF, *styles],
        "connect-src": [_SELF, *scripts, *counters],
        "worker-src": [_SELF],
        "manifest-src": [_SELF],
        "img-src": [_SELF, "data:", *scripts, *counters, *([_PICTURES] if has_pictures else [])],
    }
    if settings.get("extra_css"):  # fonts may come with it
        sources["font-src"] = [_SELF, *styles]
    return _policy([*_INLINE, *(["analytics.js"] if tags else [])], sources)


def counts_readers(settings: Mapping[str, Any]) -> bool:
    """Return whether the settings let Google Analytics count readers; they name no other
    provider.
    """
    return bool(value_at(settings, "extra", "analytics", "property"))


@functools.cache
def lone_policy(*names: str) -> str:
    """Return the policy of a page that has only the inline scripts and styles ``names``.

    A page without inline styles loads those of the site.
    """
    has_style = any(name.endswith(".css") for name in names)
    kinds = ("img-src",) if has_style else ("img-src", "style-src")
    return _policy(names, {kind: [_SELF] for kind in kinds})


def _policy(names: Iterable[str], sources: dict[str, list[str]]) -> str:
    """Return the policy that allows the ``sources`` of each kind, and the inline ``names``."""
    for name in names:
        sha = base64.b64encode(hashlib.sha256(inline_scripts()[name].encode()).digest()).decode()
        sources.setdefault(_KINDS[Path(name).suffix], []).append(f"'sha256-{sha}'")
    rows = (f"{kind} {' '.join(allowed)}" for kind, allowed in sources.items())
    return "; ".join(["default-src 'none'", *rows, "form-action 'self'", "base-uri 'none'"])
