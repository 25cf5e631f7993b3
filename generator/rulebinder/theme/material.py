"""Material, the theme: the parts of its package that the site uses.

They are read from the installed package.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

_TEMPLATES = resources.files("material") / "templates"


def language(lang: str) -> str:
    """Return the language of the theme's own words for ``lang``: the same, else its parent, else
    English.
    """
    folder = _TEMPLATES / "partials" / "languages"
    names = (lang, lang.partition("-")[0], "en")
    return next(name for name in names if (folder / f"{name}.html").is_file())


def icon(name: str) -> str:
    """Return one of the theme's icons, as SVG."""
    return (_TEMPLATES / ".icons" / "material" / f"{name}.svg").read_text("utf-8")


def files(wanted: Iterable[str]) -> dict[str, bytes]:
    """Return those of the ``wanted`` files (paths in the site) that the theme has."""
    return {path: file.read_bytes() for path in wanted if (file := _TEMPLATES / path).is_file()}
