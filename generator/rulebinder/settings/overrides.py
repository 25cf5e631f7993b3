"""The templates of an owner, in ``theme.custom_dir``: replacements of ours, and blocks."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from ..problems import Place, Problem, error
from ..system import places
from ..system.files import DISK
from .files import Written, value

BLOCKS = (
    "announce",
    "container",
    "content",
    "extrahead",
    "footer",
    "header",
    "htmltitle",
    "scripts",
    "site_meta",
    "styles",
)
"""The blocks of ``base.html``, which have the names that Material gives them."""
_FIXED = {
    "404.html": "the site has a page of its own for dead links",
    "base.html": "main.html extends it",
    "sitemap.xml": "the site has a sitemap of its own",
}
"""The templates that nobody replaces, and why."""
_USED = (
    "blog",
    "partials/actions",
    "partials/comments",
    "partials/content",
    "partials/feedback",
    "partials/language",
    "partials/pagination",
    "partials/post",
    "partials/source-file",
    "partials/tags",
)
"""How the names of Material's templates begin that pages use."""


def problems(settings: Written) -> Iterator[Problem]:
    """Yield an error for each template, and for each block, that no page would have, and for each
    that Jinja2 cannot read.
    """
    name = value(settings.values, "theme", "custom_dir")
    if not isinstance(name, str):
        return
    folder = settings.path.parent / name
    if not folder.is_dir():
        yield error(
            settings.document.place("theme", "custom_dir"),
            f"theme.custom_dir: there is no folder {name!r}",
            "write its path from the folder of mkdocs.yml",
        )
    trees: dict[str, nodes.Template] = {}
    for path in DISK.files(folder):
        template = path.relative_to(folder).as_posix()
        file = Path(name, template).as_posix()
        if path.suffix not in (".html", ".xml"):
            continue
        if why := _unused(template):
            yield error(Place(file), "this template has no effect here", f"remove it: {why}")
            continue
        try:
            text = DISK.read(path).decode()
            trees[file] = Environment(extensions=["jinja2.ext.i18n"]).parse(text)
        except TemplateSyntaxError as failure:
            yield error(Place(file, failure.lineno), str(failure.message), "correct it")
        except (OSError, ValueError) as failure:
            yield error(Place(file), f"cannot be read ({failure})", "save it as UTF-8")
    for place, block in _idle(trees):
        close = difflib.get_close_matches(block, BLOCKS, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"the blocks are {', '.join(BLOCKS)}"
        yield error(place, f"the block {block!r} has no effect here", hint)


def _unused(template: str) -> str:
    """Return why no page uses a template; empty if one does, or may."""
    if template in _FIXED:
        return _FIXED[template]
    is_theirs = (places.MATERIAL / template).is_file() and not template.startswith(_USED)
    is_ours = (places.THEME / template).is_file()
    return "only pages of Material's own would use it" if is_theirs and not is_ours else ""


def _idle(trees: Mapping[str, nodes.Template]) -> Iterator[tuple[Place, str]]:
    """Yield the place and the name of each block that fills none: it is not in ``base.html``, nor
    in a template of the owner. ``trees`` are the owner's templates, by path.
    """
    filling: list[tuple[Place, str]] = []
    names = set(BLOCKS)
    for path, tree in trees.items():
        blocks = list(tree.find_all(nodes.Block))
        inside = {inner.name for block in blocks for inner in block.find_all(nodes.Block)}
        is_filling = tree.find(nodes.Extends) is not None
        for block in blocks:
            if is_filling and block.name not in inside:
                filling.append((Place(path, block.lineno), block.name))
            else:
                names.add(block.name)
    yield from (block for block in filling if block[1] not in names)
