"""What MkDocs makes pages of: the Markdown of each view by its template, the hand-written pages
with their examples, and the settings of each language; a share of all pages for each run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from ..facts.languages import offered_languages
from ..outputs import data, feeds, front
from ..pages import addresses, citation, home, markup
from ..pages.edition import Page
from ..problems import Place, Problem, WithProblems, error
from ..site.model import Site
from ..system import shipped
from ..system.caches import comparable_bytes
from ..system.files import DISK, digest
from ..theme import assets, environment
from ..theme.environment import markdown_environment

_EXAMPLE_LINE = re.compile(r"^    .*\{address\}\r?$", re.MULTILINE)
_CHECKED_LINE = re.compile(r"^.*\{checked_on\}.*\n", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{(card|set|number|address)\}")
_TITLE_LINE = re.compile(rf"^# (.+?) \{{#{addresses.TOP}\}}$", re.MULTILINE)
_NAVIGATION = {
    "sets": addresses.SETS,
    "cards": addresses.CARDS,
    "mechanics": addresses.MECHANICS,
    "about": addresses.ABOUT,
}
"""The links in the head of each page: the word of each, and where it leads."""


@dataclass(frozen=True, kw_only=True)
class PageSource:
    """The Markdown of a page."""

    text: str
    front: Mapping[str, object]
    """The front matter."""


@dataclass(kw_only=True)
class Share:
    """The pages of a run of MkDocs, by the path of their Markdown in the site, such as
    ``en/cards/x/index.md``.
    """

    site: Site
    settings: Mapping[str, Mapping[str, Any]]
    """The settings in which the languages differ: see :func:`language_settings`."""
    is_first: bool
    """Whether the run also has the owner's own pages and files, which are there once."""
    sources: dict[str, PageSource | None] = field(default_factory=dict)
    """The generated pages; None for those that are finished, or that another run makes.

    Links may lead to them.
    """
    titles: dict[str, str] = field(default_factory=dict)
    """The titles of the generated pages that the navigation names."""
    hand_written: dict[str, bytes] = field(default_factory=dict)
    """The hand-written pages and their files; if another run makes them, only those that the
    navigation names.
    """

    def finish(self, path: str, html: str) -> str:
        """Take the HTML of the page at ``path``. Return what MkDocs writes; nothing if it is
        empty.
        """
        raise NotImplementedError


class Renderer:
    """Writes the pages of one language as Markdown."""

    def __init__(self, site: Site, lang: str) -> None:
        owner, words = site.owner, site.editions[lang].words
        self._env = markdown_environment(
            words=words, edit_link=owner.edit_link, pictures=owner.pictures
        )
        self._pictures = site.pictures
        #  The feed of the site is on no page of its own.
        self._feed_pages = {feed.page for feed in feeds.list_feeds(site, site.editions[lang])} - {
            ""
        }

    def write_source(self, kind: str, page: Page) -> PageSource:
        """Return the Markdown of a page of this kind."""
        template = self._env.get_template(f"pages/{kind}.md.j2")
        return PageSource(
            text=markup.tidy(template.render(view=page.view)), front=self._make_front(kind, page)
        )

    def digest(self, kind: str, page: Page) -> str:
        """Return a digest of all that the Markdown of a page of this kind is made from."""
        return digest_of([self._make_front(kind, page), page.url, page.view])

    def _make_front(self, kind: str, page: Page) -> dict[str, object]:
        """Return the page's front matter."""
        picture = self._pictures.get(page.url)
        values = {
            "kind": kind,
            "listed": page.listed,
            "preview": page.preview,
            "above": page.above,
            **page.facts,
            "feed": page.url in self._feed_pages,
            "picture": picture
            and {key: getattr(picture, key) for key in ("path", "alt", "width", "height")},
        }
        front: dict[str, object] = {key: value for key, value in values.items() if value}
        return {"title": page.title, "description": page.description, **front}


def describe_double(page: Page, lang: str) -> Problem:
    """Return the problem of a page whose address another one has."""
    message = f"two pages have the address {page.url!r}; {page.title!r} is left out"
    return error(
        Place(f"{lang}/{addresses.source_file(page.url)}"), message, "give one of them another name"
    )


def digest_of(value: object) -> str:
    """Return a digest of any value, by its parts."""
    return digest(comparable_bytes(value))


def read_hand_written(
    docs: Path, langs: Sequence[str]
) -> WithProblems[dict[str, dict[str, bytes]]]:
    """Return the files of the folder of each of ``langs`` in ``docs``, by their path in it, and
    their problems.

    It is a problem if a language lacks a page that another one has, because the site links the same
    page in every language. It is also a problem if the page in the navigation is missing, or if a
    page has no title.
    """
    files = {
        lang: {
            name: DISK.read(path) for name, path in shipped.handwritten_pages(docs, lang).items()
        }
        for lang in langs
    }
    names = {addresses.hand_written_file(addresses.ABOUT), *chain.from_iterable(files.values())}
    problems: list[Problem] = []
    for lang in langs:
        for name in sorted(filter(_is_page, names)):
            place = Place(str(Path(docs.name, lang, name)))
            if name not in files[lang]:
                hint = "write it; other languages have it"
                problems.append(error(place, "the hand-written page is missing", hint))
            elif not _find_title(files[lang][name]):
                hint = f"begin it with a line like: # Title {{#{addresses.TOP}}}"
                problems.append(error(place, "the page has no title", hint))
    return files, problems


def make_citer(site: Site, lang: str) -> Callable[[str], str]:
    """Return the function that puts a ruling of ``site`` into the examples of a citation on a page
    in ``lang``, and the day of our own texts into the line with ``{checked_on}``.

    An example is a line with ``{address}``. It may also have ``{card}``, ``{set}`` and
    ``{number}``. If no card has rulings, it remains as it is. Without a day, its line is left out.
    """
    edition = site.editions[lang]
    checked_on = edition.library.checked_on
    day = checked_on and edition.words.date(checked_on)
    values: dict[str, str] = {}
    if ruling := home.first_with_rulings(edition):
        note = ruling.notes[0]
        source = citation.cite(edition, ruling, note.lang)
        address = f"{site.address or '/'}{citation.short_address(edition, ruling, note)}"
        values = {
            "card": source["data-name"],
            "set": source["data-set"],
            "number": str(note.number),
            "address": address,
        }

    def cite(text: str) -> str:
        text = _CHECKED_LINE.sub(
            lambda line: line[0].replace("{checked_on}", day) if day else "", text
        )
        return _EXAMPLE_LINE.sub(
            lambda line: _PLACEHOLDER.sub(lambda name: values.get(name[1], name[0]), line[0]), text
        )

    return cite


def cite_rulings(files: Mapping[str, bytes], site: Site, lang: str) -> dict[str, bytes]:
    """Return hand-written pages in ``lang`` with a ruling of ``site`` in their examples of a
    citation.

    See :func:`make_citer`. Bytes that are not UTF-8 stay.
    """
    cite, lenient = make_citer(site, lang), "surrogateescape"
    return {
        name: cite(content.decode(errors=lenient)).encode(errors=lenient)
        if _is_page(name)
        else content
        for name, content in files.items()
    }


def find_titles(files: Mapping[str, bytes]) -> list[dict[str, str]]:
    """Return address and title of each hand-written page among ``files`` that the foot of pages
    leads to, in the order of their names. The one for bots, ``programs.md``, is not there: only
    the page about the site leads to it.
    """
    return [
        {"url": addresses.hand_written_page(name), "title": title}
        for name, content in sorted(files.items())
        if _is_page(name) and name != "programs.md" and (title := _find_title(content))
    ]


def _is_page(name: str) -> bool:
    """Return whether a file in the folder of a language is a page. Folders there have no pages."""
    return name.endswith(".md") and "/" not in name


def _find_title(content: bytes) -> str | None:
    """Return the title of a hand-written page; None if it has none."""
    heading = _TITLE_LINE.search(content.decode("utf-8", errors="replace"))
    return heading[1] if heading else None


def language_settings(
    site: Site,
    hand_written: Mapping[str, Mapping[str, bytes]],
    version: str,
    settings: Mapping[str, Any],
) -> dict[str, dict[str, Any]]:
    """Return the settings of each language of ``site``: its name, the theme's language, and
    ``extra``.

    ``hand_written`` has its pages, and ``settings`` are those of mkdocs.yml. ``version`` is the
    digest of the files that pages load.
    """
    owner = site.owner
    shared = {
        "policy": environment.page_policy(settings),
        "counted": environment.counts_readers(settings),
        "version": f"?{version}",
        "inline": dict(environment.inline_scripts()),
        "locales": {lang: edition.words.locale for lang, edition in site.editions.items()},
        "languages": [
            {"lang": lang, "name": language.name}
            for lang, language in offered_languages(site.languages).items()
        ],
        "feeds": feeds.TYPES if site.address else {},
        "site_root": site.address,
        "api": data.OPENAPI if site.rulings_api else None,
        "colors": [owner.light, owner.dark],
        "logo": owner.logo is not None,
    }
    # The day of a document is that of its last change or of its set, never the current day, so that
    # the same documents make the same site.
    days = (
        document.notes.last_modified or site.library.facts(document.notes.set_code).released or ""
        for document in site.library.documents()
    )
    newest = max(days, default="")
    values: dict[str, dict[str, Any]] = {}
    for lang, edition in site.editions.items():
        words = edition.words
        of_language = {
            "lang": lang,
            "words": dict(site.languages[lang].interface),
            "nav": [{"title": words[key], "url": page} for key, page in _NAVIGATION.items()],
            "built": words.say("built", date=words.date(newest)) if newest else "",
            "owned": owner.links_in(lang),
            "citing": front.address_copy_menu(site, lang),
            "written": find_titles(hand_written[lang]),
        }
        values[lang] = {
            "site_name": words["site_title"],
            "site_description": words["site_description"],
            "language": assets.theme_language(lang),
            "permalink": words["permalink"],
            "extra": {**shared, **of_language},
        }
    return values
