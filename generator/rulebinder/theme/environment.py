"""Set up Jinja2 for all pages and pictures."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import sys
from collections.abc import Callable, Mapping, MutableMapping
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from markupsafe import Markup

from ..pages import markup
from ..pages.words import Words
from ..system import program, shipped
from ..system.digests import digest
from ..system.files import replace_whole
from . import policy


class _Compiled(BytecodeCache):
    """The compiled templates of environments with the same options: in this process, and those of
    the program also in the folder in which Python keeps its compiled modules. That folder is part
    of the program, so that its code may run. It need not be there, and other programs may write it
    at the same moment.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._code: dict[tuple[str, str], CodeType] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return filename or name

    def get_source_checksum(self, source: str) -> str:
        # Filters and escaping of constants are in the code already.
        return digest(program.version(), source)

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))
        if bucket.code is None and (path := self._path(bucket)):
            with contextlib.suppress(Exception):  # whatever a damaged file raises
                bucket.bytecode_from_string(path.read_bytes())

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._code[bucket.key, bucket.checksum] = bucket.code
        if not sys.dont_write_bytecode and (path := self._path(bucket)):
            with contextlib.suppress(OSError):
                replace_whole(path, bucket.bytecode_to_string())

    def _path(self, bucket: Bucket) -> Path | None:
        """Return the path of the code of a template of the program; None for others, of which
        there may be any number.
        """
        if not Path(bucket.key).is_relative_to(shipped.TEMPLATES):
            return None
        name = f"{digest(self._kind, bucket.key)}.pyc"
        return Path(importlib.util.cache_from_source(__file__)).with_name(name)


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


compiled = functools.cache(_Compiled)
"""Returns the compiled templates of a kind of environment, whose options are the same."""


def markdown_environment(**values: object) -> Environment:
    """Return Jinja2 with the templates of pages as Markdown.

    All text is escaped, and nothing else shows than Markdown.
    """
    functions = {function.__name__: function for function in markup.FUNCTIONS}
    env = _environment("markdown", {**functions, **values}, finalize=markup.escape)
    env.filters["box"] = markup.box
    return env


def environment(**values: object) -> Environment:
    """Return Jinja2 with the templates of HTML.

    All of them see ``values``. Unknown names are errors, and all text is escaped.
    """
    inline = {name: Markup(content) for name, content in policy.inline().items()}
    shared = {"inline": inline, "policy": lambda *names: Markup(policy.alone(*names))}
    return _environment("pages", {**shared, **values})


def forms(words: Words) -> dict[str, Callable[[Mapping[str, Any]], str]]:
    """Return the functions that draw the forms of pages in the language of ``words``, by name.

    Each gets the form's facts.
    """
    env = environment(words=words)

    def draw(name: str, facts: Mapping[str, Any]) -> str:
        return env.get_template(f"forms/{name}").render(facts=facts).strip()

    names = [path.name for path in sorted((shipped.TEMPLATES / "forms").glob("*.j2"))]
    return {name.partition(".")[0]: functools.partial(draw, name) for name in names}


def _environment(kind: str, values: Mapping[str, object], **options: Any) -> Environment:
    """Return Jinja2 with what both kinds of environments share, and with values that all templates
    see. Environments of one kind share compiled templates.
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
    # The first ones are there unless the site's owner has them.
    env.globals.update({"edit_link": lambda _file: None, "pictures": "", **values})
    return env
