"""Material, the theme: the parts of its package that the site uses.

They are read from the installed package.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain
from pathlib import Path

from ..markdown import attributes
from ..pages import addresses
from ..system import places, shipped
from . import assets, rules

_WHOLE = f"{places.ASSETS}/material.css"
_MADE = re.compile(r"""\b(?:tag|start)\(["']([a-z][a-z0-9]*)["'](, above)?""")
"""An element that the reader of Markdown makes, and whether its class is in the block before."""


def language(lang: str) -> str:
    """Return the language of the theme's own words for ``lang``: the same, else its parent, else
    English.
    """
    folder = places.MATERIAL / "partials" / "languages"
    names = (lang, lang.partition("-")[0], "en")
    return next(name for name in names if (folder / f"{name}.html").is_file())


def stylesheet() -> str:
    """Return the theme's own style sheet, with all its rules."""
    (sheet,) = (places.MATERIAL / places.ASSETS / "stylesheets").glob("main.*.min.css")
    return sheet.read_text("utf-8")


def needed(common: str, others: str) -> rules.Sheets:
    """Return the rules of the theme's style sheet that our pages need. See :func:`rules.needed`."""
    reader = sorted(Path(attributes.__file__).parent.glob("*.py"))
    pages = chain(
        shipped.TEMPLATES.rglob("*.*"), Path(addresses.__file__).parent.rglob("*.py"), reader
    )
    made = (
        f'<{tag} class="">' if given else f"<{tag}>"
        for text in map(_text, reader)
        for tag, given in _MADE.findall(text)
    )
    scripts = chain((places.WEB / assets.SCRIPTS).rglob("*.js"), places.SEARCH.rglob("*.js"))
    names = rules.names(chain(map(_text, sorted(pages)), made), map(_text, sorted(scripts)))
    return rules.needed(stylesheet(), names, common, others)


def icon(name: str) -> str:
    """Return one of the theme's icons, as SVG."""
    return (places.MATERIAL / ".icons" / "material" / f"{name}.svg").read_text("utf-8")


def files(wanted: Collection[str]) -> dict[str, bytes]:
    """Return those of the ``wanted`` files (paths in the site) that the theme has.

    Pages of an owner want :data:`_WHOLE`, which has all of its rules.
    """
    files = {
        path: file.read_bytes() for path in wanted if (file := places.MATERIAL / path).is_file()
    }
    if _WHOLE in wanted:
        rules_of_all = stylesheet().removeprefix('@charset "UTF-8";')
        files[_WHOLE] = f"@layer {rules.LAYER}{{{rules_of_all}}}".encode()
    return files


def _text(file: Path) -> str:
    return file.read_text("utf-8")
