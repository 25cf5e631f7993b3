"""The files that pages load: style sheets and one script, each joined of its parts, and
pictures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain
from pathlib import Path

import rcssmin

from ..markdown import inline
from ..pages import addresses
from ..problems import InputError, Place, error
from ..search import bundle
from ..settings.brand import DARK, ICON, LIGHT, Brand
from ..system import shipped
from ..system.files import digest, read_imports
from . import rules
from .rules import Sheets

STYLES, SCRIPTS = "styles", "scripts"
"""The folders whose files are joined."""
COMMON, WRITTEN, PRINTED = "rulebinder.css", "written.css", "print.css"
"""The style sheets that contain rules of the theme."""
SCRIPT = "rulebinder.js"

_IMPORT = re.compile(r'^@import "?(?P<file>.*?)"?;', re.MULTILINE)
"""Of another form of import, it takes all for a file, which does not exist."""


def asset_files(folder: Path, theme: Callable[[str, str], Sheets]) -> dict[str, bytes]:
    """Return the files that pages load, by name: style sheets, the script, and the pictures.

    They are made of what is in ``folder``. ``theme`` returns the theme's rules that belong to our
    style sheets. Raises InputError if an import names no file, or if nothing imports a part.
    """
    joined = {name: "\n".join(parts.values()) for name, parts in sheets(folder / STYLES).items()}
    rules = theme(joined[COMMON], "\n".join(joined.values()))
    themed = {COMMON: rules.common, WRITTEN: rules.written, PRINTED: rules.printed}
    styles = {
        name: rcssmin.cssmin(themed.get(name, "") + joined.get(name, ""))
        for name in sorted(joined | themed)
    }
    pictures = {path.name: path.read_bytes() for path in sorted(folder.glob("*.svg"))}
    made = styles | {SCRIPT: _script(folder / SCRIPTS)}
    return pictures | {name: content.encode("utf-8") for name, content in made.items()}


def sheets(folder: Path) -> dict[str, dict[Path, str]]:
    """Return each style sheet of ``folder`` by its name: the rules of each file that it needs, in
    order.

    Files in other folders than ``page`` are parts of sheets. Raises InputError as
    :func:`asset_files`.
    """
    loaded = sorted(chain(folder.glob("*.css"), folder.glob("page/**/*.css")))
    parts = {
        path.name: {
            file: _IMPORT.sub("", text) for file, text in read_imports(path, _IMPORT).items()
        }
        for path in loaded
    }
    _all_needed(folder.rglob("*.css"), set(chain.from_iterable(parts.values())))
    return parts


def version(contents: Iterable[bytes]) -> str:
    """Return a short digest.

    Pages load files by it, so that no browser combines a cached script with a new page.
    """
    return digest(*contents)[:8]


def _script(folder: Path) -> str:
    """Return the script of the pages, with each part in a function of its own, so that names cannot
    collide.
    """
    entry = folder / SCRIPT
    _all_needed(folder.rglob("*.js"), bundle.script_files(entry))
    return f'"use strict";\n{bundle.joined(entry)}'


def _all_needed(there: Iterable[Path], needed: Collection[Path]) -> None:
    """Raise InputError if a file that is ``there`` is not ``needed``: somebody forgot to import
    it.
    """
    problems = [
        error(Place(str(path)), "nothing imports this file", "import it, or remove it")
        for path in sorted(there)
        if path not in needed
    ]
    if problems:
        raise InputError(*problems)


def dressed(files: Mapping[str, bytes], brand: Brand) -> dict[str, bytes]:
    """Return the files that pages load, with the colors and the logo of the owner's ``brand``."""
    branded = {**files, ICON: brand.mark(files[ICON].decode()).encode()}
    if (brand.light, brand.dark) != (LIGHT, DARK):
        rule = f":root,[data-md-color-scheme]{{--rb-header:light-dark({brand.light},{brand.dark})}}"
        branded[COMMON] += rule.encode()
    return branded


_WHOLE = f"{shipped.ASSETS}/material.css"
_MADE = re.compile(r"""\b(?:tag|start)\(["']([a-z][a-z0-9]*)["'](, above)?""")
"""An element that the reader of Markdown makes, and whether its class is in the block before."""


def language(lang: str) -> str:
    """Return the language of the theme's own words for ``lang``: the same, else its parent, else
    English.
    """
    folder = shipped.MATERIAL / "partials" / "languages"
    names = (lang, lang.partition("-")[0], "en")
    return next(name for name in names if (folder / f"{name}.html").is_file())


def stylesheet() -> str:
    """Return the theme's own style sheet, with all its rules."""
    (sheet,) = (shipped.MATERIAL / shipped.ASSETS / "stylesheets").glob("main.*.min.css")
    return sheet.read_text("utf-8")


def needed(common: str, others: str) -> rules.Sheets:
    """Return the rules of the theme's style sheet that our pages need. See :func:`rules.needed`."""
    reader = sorted(Path(inline.__file__).parent.glob("*.py"))
    pages = chain(
        shipped.TEMPLATES.rglob("*.*"), Path(addresses.__file__).parent.rglob("*.py"), reader
    )
    made = (
        f'<{tag} class="">' if given else f"<{tag}>"
        for text in map(_text, reader)
        for tag, given in _MADE.findall(text)
    )
    scripts = chain((shipped.WEB / SCRIPTS).rglob("*.js"), shipped.SEARCH.rglob("*.js"))
    names = rules.names(chain(map(_text, sorted(pages)), made), map(_text, sorted(scripts)))
    return rules.needed(stylesheet(), names, common, others)


def icon(name: str) -> str:
    """Return one of the theme's icons, as SVG."""
    return (shipped.MATERIAL / ".icons" / "material" / f"{name}.svg").read_text("utf-8")


def theme_files(wanted: Collection[str]) -> dict[str, bytes]:
    """Return those of the ``wanted`` files (paths in the site) that the theme has.

    Pages of an owner want :data:`_WHOLE`, which has all of its rules.
    """
    files = {
        path: file.read_bytes() for path in wanted if (file := shipped.MATERIAL / path).is_file()
    }
    if _WHOLE in wanted:
        rules_of_all = stylesheet().removeprefix('@charset "UTF-8";')
        files[_WHOLE] = f"@layer {rules.LAYER}{{{rules_of_all}}}".encode()
    return files


def _text(file: Path) -> str:
    return file.read_text("utf-8")
