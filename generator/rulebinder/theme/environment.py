"""Set up Jinja2 for all pages and pictures."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, MutableMapping
from types import CodeType
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup

from ..pages import markup
from ..pages.words import Words
from ..system import shipped
from . import policy


class _Memory(BytecodeCache):
    """The compiled templates of this process, so that each is compiled once."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.code[bucket.key, bucket.checksum] = bucket.code


class _DirectCalls(Context):
    """Calls functions at once.

    Jinja2 would look at each call if the function asks for the context, which none of ours does.
    """

    def call(self, function: Callable[..., object], *args: object, **values: object) -> object:
        values.pop("_loop_vars", None)
        values.pop("_block_vars", None)
        return function(*args, **values)


class _Environment(Environment):
    """Jinja2, faster: what is global is set before the first template is used, so that one plain
    table of it is enough.
    """

    context_class = _DirectCalls

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


@functools.cache
def compiled(_kind: str) -> BytecodeCache:
    """Return the compiled templates of a kind of environment.

    Environments with the same options share them.
    """
    return _Memory()


def prepare() -> None:
    """Compile the templates of pages, so that processes that are forked need not."""
    env = markdown_environment()
    for folder in ("pages", "parts"):
        for path in sorted((shipped.TEMPLATES / folder).glob("*.j2")):
            env.get_template(f"{folder}/{path.name}")


def markdown_environment(**values: object) -> Environment:
    """Return Jinja2 with the templates of pages as Markdown.

    All text is escaped, and nothing else shows than Markdown.
    """
    env = _environment("markdown", finalize=markup.escape)
    env.globals.update({function.__name__: function for function in markup.FUNCTIONS})
    env.globals.update(values)
    env.filters["box"] = markup.box
    return env


def environment(**values: object) -> Environment:
    """Return Jinja2 with the templates of HTML.

    All of them see ``values``. Unknown names are errors, and all text is escaped.
    """
    env = _environment("pages")
    inline = {name: Markup(content) for name, content in policy.inline().items()}
    env.globals.update(inline=inline, policy=lambda *names: Markup(policy.alone(*names)))
    env.globals.update(values)
    return env


def forms(words: Words) -> dict[str, Callable[[Mapping[str, Any]], str]]:
    """Return the functions that draw the forms of pages in the language of ``words``, by name.

    Each gets the form's facts.
    """
    env = environment(words=words)

    def draw(name: str, facts: Mapping[str, Any]) -> str:
        return env.get_template(f"forms/{name}").render(facts=facts).strip()

    names = [path.name for path in sorted((shipped.TEMPLATES / "forms").glob("*.j2"))]
    return {name.partition(".")[0]: functools.partial(draw, name) for name in names}


def _environment(kind: str, **options: Any) -> Environment:
    """Return Jinja2 with what both kinds of environments share.

    Environments of one kind share compiled templates.
    """
    env = _Environment(
        loader=FileSystemLoader(shipped.TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{##",  # {#id} is Markdown's
        comment_end_string="##}",
        auto_reload=False,
        bytecode_cache=compiled(kind),
        **options,
    )
    env.globals.update(
        edit_link=lambda _file: None, pictures=""
    )  # unless the site's owner has them
    return env
