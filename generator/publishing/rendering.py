"""Pages: each view goes through its template into a Markdown file, which MkDocs builds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from .. import pages
from ..facts import yamlfiles
from ..pages import paths
from ..pages.edition import Page
from ..pictures.picture import Picture
from ..problems import Place, Problem, error
from ..templating.environment import environment
from . import finished
from .contract import Site


def render(site: Site, lang: str, folder: Path, kept: Mapping[str, bytes]) -> list[Problem]:
    """Write every page of the language ``lang`` into the new folder ``folder``, beside the files ``kept``.

    ``kept`` has the hand-written pages and their files, by their path in ``folder``. Returns a problem for each page whose
    address is taken. Raises InputError if an interface word is missing; nothing is written then.
    """
    files: dict[str, str | bytes] = dict(kept)
    problems: list[Problem] = []
    for page, content in _rendered(site, lang):
        path = paths.source(page.url)
        if path in files or paths.hand_written(page.url) in kept:
            problems.append(_taken(page, lang))
        else:
            text, headings = finished.divide(content)
            files[path] = _front(page, site.pictures.get(page.url), headings) + text
    for name, whole in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(whole.encode() if isinstance(whole, str) else whole)
    return problems


def _rendered(site: Site, lang: str) -> Iterator[tuple[Page, str]]:
    edition = site.editions[lang]
    env = environment(words=edition.words)
    for name, kind in pages.KINDS.items():
        template = env.get_template(f"pages/{name}.md.j2")
        for page in kind.pages(edition):
            yield page, template.render(view=page.view)


def _front(page: Page, picture: Picture | None, headings: list[int]) -> str:
    """Return the page's front matter."""
    values = {"title": page.title, "description": page.description, "preview": page.preview, "above": page.above}
    front: dict[str, object] = {key: value for key, value in values.items() if value or key in {"title", "description"}}
    front[finished.HEADINGS] = headings
    if picture:
        front["picture"] = {"path": picture.path, "alt": picture.alt, "width": picture.width, "height": picture.height}
    return f"---\n{yamlfiles.dump(front)}---\n"


def _taken(page: Page, lang: str) -> Problem:
    message = f"two pages have the address {page.url!r}; {page.title!r} is left out"
    return error(Place(f"{lang}/{paths.source(page.url)}"), message, "give one of them another name")
