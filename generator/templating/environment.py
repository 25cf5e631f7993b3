"""Set up Jinja2 for all pages and pictures."""

from __future__ import annotations

import marshal
import secrets
from types import CodeType
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from ..pages import markdown
from ..pages.markup import markdown as one_line
from ..system import shipped
from . import policy

HEADING = f"{secrets.token_hex(16)} "
"""What begins a line of a rendered page that is Markdown. No text can contain it, so no text can begin a heading."""


class _Memory(BytecodeCache):
    """The compiled templates of this process, so that each is compiled once."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.code[bucket.key, bucket.checksum] = bucket.code


_COMPILED: dict[str, _Memory] = {}


def compiled(kind: str) -> BytecodeCache:
    """Return the compiled templates of a kind of environment. Environments with the same options share them."""
    return _COMPILED.setdefault(kind, _Memory())


def is_prepared() -> bool:
    """Return whether this process has compiled a template, or has those of another."""
    return any(memory.code for memory in _COMPILED.values())


def told() -> bytes:
    """Return the templates that this process has compiled, for :func:`learn` in a process of the same program."""
    return marshal.dumps({kind: memory.code for kind, memory in _COMPILED.items()})


def learn(templates: bytes) -> None:
    """Take over the templates that another process has compiled and :func:`told`. They must not come from a file."""
    for kind, code in marshal.loads(templates).items():
        _COMPILED.setdefault(kind, _Memory()).code.update(code)


MARKDOWN = frozenset(
    {"pages/card", "pages/glossary", "pages/mechanic", "pages/rule", "pages/rules", "parts/boxes", "parts/official"}
)
"""The templates that are Markdown as a whole. In all others, only headings are."""


def prepare() -> None:
    """Compile the templates of pages, so that processes that are forked need not."""
    whole, others = markdown_environment(), environment()
    for folder in ("pages", "parts"):
        for path in sorted((shipped.TEMPLATES / folder).glob("*.j2")):
            name = f"{folder}/{path.name}"
            (whole if name.removesuffix(".md.j2") in MARKDOWN else others).get_template(name)


def markdown_environment(**values: object) -> Environment:
    """Return Jinja2 with the templates of pages as Markdown. All text is escaped, and nothing else shows than Markdown."""
    env = _environment("markdown", finalize=markdown.finalize)
    env.globals.update(
        link=markdown.link,
        phrase=markdown.phrase,
        attributes=markdown.attributes,
        box=markdown.box,
        begun=markdown.begun,
        headed=markdown.headed,
        indented=lambda body: Markup(markdown.indented(body)),
        items=markdown.items,
        numbered=markdown.numbered,
        quoted=markdown.quoted,
        address=markdown.address,
    )
    env.globals.update(values)
    return env


def environment(**values: object) -> Environment:
    """Return Jinja2 with the site's templates. All of them see ``values``. Unknown names are errors, and all text is escaped."""
    env = _environment("pages")
    env.filters["markdown"] = one_line
    inline = {name: Markup(content) for name, content in policy.inline().items()}
    env.globals.update(inline=inline, policy=lambda *names: Markup(policy.alone(*names)))
    env.globals["heading_mark"] = HEADING
    env.globals["alone"] = lambda _name, macro, view, _given: macro(view)  # unless parts of earlier builds are taken over
    env.globals.update(values)
    return env


def _environment(kind: str, **options: Any) -> Environment:
    """Return Jinja2 with what both kinds of environments share. Environments of one kind share compiled templates."""
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
        bytecode_cache=compiled(kind),
        **options,
    )
    env.globals.clear()  # Jinja2 compares all their names whenever a page uses a macro of another file
    env.globals["edit_link"] = lambda _file: None  # unless the site's owner has one
    return env
