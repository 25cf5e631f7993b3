"""Set up Jinja2 for all pages and pictures."""

from __future__ import annotations

import secrets
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..pages.markup import markdown
from . import policy

TEMPLATES = Path(__file__).resolve().parent.parent.parent / "templates"

HEADING = f"{secrets.token_hex(16)} "
"""What begins a line of a rendered page that is Markdown. No text can contain it, so no text can begin a heading."""


def environment(**values: object) -> Environment:
    """Return Jinja2 with the site's templates. All of them see ``values``. Unknown names are errors, and all text is escaped."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{##",  # {#id} is Markdown's
        comment_end_string="##}",
        auto_reload=False,
    )
    env.filters["markdown"] = markdown
    inline = {name: Markup(content) for name, content in policy.inline().items()}
    env.globals.update(inline=inline, policy=lambda *names: Markup(policy.alone(*names)))
    env.globals["heading_mark"] = HEADING
    env.globals.update(values)
    return env
