"""Pages as Markdown files: one folder a language, written only where something changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from .. import pages
from ..facts import yamlfiles
from ..facts.catalogue import in_language
from ..facts.languages import Languages, spoken
from ..library import Library
from ..pages import paths
from ..pages.edition import Edition, Page, editions
from ..pages.words import Words
from ..pictures.picture import NONE, Picture, Pictures
from ..problems import Place, Problem, error
from ..system.writing import write_whole
from ..templating.environment import environment
from . import feeds as news
from . import redirects as moved
from . import sharing

SHORT_BYTES = 4000
"""What a short page may weigh."""


def render(  # noqa: PLR0913 - the last is an option
    library: Library,
    languages: Languages,
    lang: str,
    folder: Path,
    kept: Mapping[str, bytes],
    *,
    pictures: Pictures = NONE,
) -> list[Problem]:
    """Write every page of one language as Markdown under ``folder``, and the files ``kept`` beside them.

    ``kept`` are hand-written pages and assets by their path in ``folder``, ``pictures`` the preview
    pictures that the pages shall name. Files of earlier runs
    that no page accounts for are removed. Returns a problem for each page whose address is taken.
    Raises InputError where an interface word is missing; nothing is written then.
    """
    files: dict[str, str | bytes] = dict(kept)
    problems: list[Problem] = []
    for page, content in _rendered(library, languages, lang):
        path = paths.source(page.url)
        if path in files or paths.hand_written(page.url) in kept:
            problems.append(_taken(page, lang))
        else:
            files[path] = _front(page, pictures.get(page.url)) + content
    for name, whole in files.items():
        write_whole(folder / name, whole)
    _remove_orphans(folder, files)
    return problems


def root_files(languages: Languages, site_url: str | None, urls: Sequence[str]) -> dict[str, str]:
    """What stands above the languages, by file name: the front page, the page for a dead address, the sitemap.

    ``urls`` are the pages' addresses under each language. Only a site that knows its own address
    (``site_url``, ending in a slash) has a sitemap.
    """
    editions = [Words(language) for language in spoken(languages).values()]
    env = environment()
    values = {
        "editions": editions,
        "langs": [words.lang for words in editions],
        "site_url": site_url,
        "base": urlsplit(site_url or "/").path,
        "urls": urls,
    }
    names = ["index.html", "404.html", *(["sitemap.xml"] if site_url else [])]
    return {name: env.get_template(f"share/{name}.j2").render(values) for name in names}


def redirects(library: Library, languages: Languages, site_url: str | None) -> dict[str, str]:
    """The pages that lead from a card's other names to its page, in every language, by their path in the site."""
    template = environment().get_template("share/redirect.html.j2")
    moves = moved.redirects(library)
    pages = {}
    for lang in spoken(languages):
        for page, slug in moves.items():
            target = paths.card_page(slug)
            link = paths.relative(page, target)
            canonical = f"{site_url}{lang}/{target}" if site_url else link
            name = in_language(library.cards[slug].names, lang)
            up = paths.relative(f"{lang}/{page}", "")
            pages[f"{lang}/{page}index.html"] = template.render(lang=lang, name=name, link=link, canonical=canonical, up=up)
    return pages


def short_pages(
    library: Library, languages: Languages, site_url: str | None, pictures: Pictures = NONE
) -> Iterator[tuple[str, str]]:
    """The short pages of every ruling, by their path in the site; all of them fit a small packet.

    A page that leads to a card has the card's picture, if there is one in ``pictures``.
    """
    shown = editions(library, languages)
    template = environment(site_url=site_url, langs=list(shown)).get_template("share/short.html.j2")
    for page in sharing.pages(shown):
        values = {
            "words": shown[page.lang].words,
            "canonical": f"{site_url}{page.canonical}" if site_url else paths.relative(page.url, page.canonical),
            "picture": pictures.get(page.canonical.partition("/")[2]),
            "choose": page.url.startswith(paths.SHORT),
            "up": paths.relative(page.url, ""),
        }
        content = template.render(page=page, **values)
        excess = len(content.encode("utf-8")) - SHORT_BYTES
        yield f"{page.url}index.html", template.render(page=sharing.shortened(page, excess), **values) if excess > 0 else content


def feeds(library: Library, languages: Languages, site_url: str | None) -> dict[str, str]:
    """The feeds of new rulings of every language, by their path in the site."""
    template = environment().get_template("share/feed.xml.j2")
    files = {}
    for lang, edition in editions(library, languages).items():
        items = news.items(edition)
        files[f"{lang}/{news.JSON_FEED}"] = news.json_feed(edition, items, site_url)
        files[f"{lang}/{news.ATOM}"] = template.render(news.atom(edition, items, site_url))
    return files


def _rendered(library: Library, languages: Languages, lang: str) -> Iterator[tuple[Page, str]]:
    words = Words(languages[lang])
    edition = Edition(library, spoken(languages), words)
    env = environment(words=words)
    for name, kind in pages.KINDS.items():
        template = env.get_template(f"pages/{name}.md.j2")
        for page in kind.pages(edition):
            yield page, template.render(view=page.view)


def _front(page: Page, picture: Picture | None) -> str:
    """The page's front matter."""
    values = {"title": page.title, "description": page.description, "preview": page.preview, "above": page.above}
    front: dict[str, object] = {key: value for key, value in values.items() if value or key in {"title", "description"}}
    if picture:
        front["picture"] = {"path": picture.path, "alt": picture.alt, "width": picture.width, "height": picture.height}
    return f"---\n{yamlfiles.dump(front)}---\n"


def _taken(page: Page, lang: str) -> Problem:
    message = f"two pages have the address {page.url!r}; {page.title!r} is left out"
    return error(Place(f"{lang}/{paths.source(page.url)}"), message, "give one of them another name")


def _remove_orphans(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in files:
            path.unlink()
