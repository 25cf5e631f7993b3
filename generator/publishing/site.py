"""The website: Markdown through MkDocs, one build a language, put together and checked.

The only module that knows MkDocs.
"""

from __future__ import annotations

import gc
import logging
import os
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatch
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import Files

from ..facts import yamlfiles
from ..facts.languages import Languages, offer, spoken
from ..library import Library
from ..pages import home, paths
from ..pages.edition import editions
from ..pages.words import Words
from ..pictures import drawing
from ..pictures.picture import NONE, Pictures, pictures
from ..problems import InputError, Place, Problem, error
from ..search import indexing
from ..system import workers
from ..system.progress import Progress
from ..system.writing import write_whole
from ..templating import policy
from ..templating.environment import TEMPLATES
from . import assets, data, feeds, handwritten, links, placing, rendering, theme

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")  # Material's advertisement is no problem of the site

ROOT = Path(__file__).resolve().parent.parent.parent
CONFIG = ROOT / "mkdocs.yml"
DOCS, WEB = ROOT / "docs", ROOT / "web"
SCRIPTS = WEB / "search"
ASSETS = "assets"

_PAGE = re.compile(r"'([^']+\.md)'")


def build(
    library: Library, languages: Languages, out: Path, *, site_url: str | None = None, progress: Progress = lambda *_: None
) -> list[Problem]:
    """Build the site of ``library`` into the folder ``out``, replacing the site that is there, whatever is wrong with the pages.

    See :func:`make` and :func:`placing.put`, which say what they return and raise.
    """
    with placing.beside(out) as work:
        problems = make(library, languages, work, site_url=site_url, progress=progress)
        placing.put(work, errors=sum(problem.is_error for problem in problems))
    return problems


def make(
    library: Library,
    languages: Languages,
    work: placing.Work,
    *,
    site_url: str | None = None,
    progress: Progress = lambda *_: None,
) -> list[Problem]:
    """Make the site of ``library`` in the folder of ``work``; it does not take its place yet.

    ``site_url`` is the address it will have; if it is None, the one of mkdocs.yml. The site
    works at any address: the links are relative, only canonical links, the sitemap and preview
    pictures need it. A picture of the site that it replaces is taken over if nothing changed.
    The languages it is offered in are those of :func:`offered`, which says what is wrong with them.
    Returns what is wrong with the pages. Raises InputError if there is no site to make.
    """
    site_url = _address(site_url if site_url is not None else load_config(str(CONFIG)).site_url)
    languages, _ = offered(languages)
    own = loaded()
    shown = wanted_pictures(library, site_url)
    langs, new = list(spoken(languages)), work.site
    if not langs:
        hint = "give at least one language its `interface`"
        raise InputError(error(Place("content/languages"), "no language has interface words", hint))
    version = assets.version([*own.values(), *indexing.sources(SCRIPTS)])
    jobs = [_Job(library, languages, lang, work.folder, site_url, shown, version) for lang in langs]
    pages, problems = _build_languages(jobs, progress)
    _write_root(languages, new, site_url)
    data.write(library, new)
    further = _write_further(library, languages, new, site_url, shown)
    pages |= links.read_files(new, ("index.html", "404.html", *further))
    _write_assets(new, own, pages)
    drawing.draw(shown, new, work.out, progress)
    indexing.write(editions(library, languages), languages, new, SCRIPTS, progress)
    problems += links.check(new, pages, urlsplit(site_url or "/").path)
    return sorted(problems, key=lambda problem: (problem.place, problem.message))


def offered(languages: Languages) -> tuple[Languages, list[Problem]]:
    """The languages, of which only those that mkdocs.yml lists for the interface keep their interface words.

    A list of another form is a problem, and none; so is a listed language without interface words.
    """
    place = Place(CONFIG.name)
    listed = load_config(str(CONFIG)).extra.get("interface_languages")
    if isinstance(listed, list) and listed and all(isinstance(lang, str) for lang in listed):
        return offer(languages, listed, place)
    return languages, [error(place, f"extra.interface_languages is {listed!r}", "write it like [en, es, fr]")]


def loaded() -> dict[str, bytes]:
    """What the pages load besides themselves, by its name. Raises InputError if mkdocs.yml and the files differ."""
    return assets.files(WEB, settings()["styles"], settings()["scripts"], _theme)


def settings() -> dict[str, Any]:
    """What mkdocs.yml says in its ``extra``."""
    return dict(load_config(str(CONFIG)).extra)


def wanted_pictures(library: Library, site_url: str | None) -> Pictures:
    """The preview pictures to draw: none where mkdocs.yml wants none, nor where no address can be given for them."""
    wanted = load_config(str(CONFIG)).extra.get("preview_pictures")
    if not isinstance(wanted, bool):
        raise InputError(error(Place(CONFIG.name), f"extra.preview_pictures is {wanted!r}", "write true or false"))
    return pictures(library) if wanted and site_url else NONE


@dataclass(frozen=True)
class _Job:
    """One language's build; it runs in a process of its own."""

    library: Library
    languages: Languages
    lang: str
    work: Path
    site_url: str | None
    pictures: Pictures
    version: str
    """Of the scripts and style sheets."""

    @property
    def folder(self) -> Path:
        return self.work / self.lang

    @property
    def site(self) -> Path:
        return self.work / "site" / self.lang


@dataclass(frozen=True)
class _Built:
    """What became of a job."""

    pages: Mapping[str, links.PageLinks]
    problems: tuple[Problem, ...]
    complete: bool


def _build_languages(jobs: Sequence[_Job], progress: Progress) -> tuple[dict[str, links.PageLinks], list[Problem]]:
    """Every language side by side. Raises InputError where one of them cannot be built."""
    pages: dict[str, links.PageLinks] = {}
    problems: list[Problem] = []
    complete = True
    progress("pages", 0, len(jobs))
    with workers.pool(min(len(jobs), 2 * (os.cpu_count() or 1))) as pool:
        futures = [pool.submit(_build_language, job) for job in jobs]
        for done, future in enumerate(as_completed(futures), 1):
            built = future.result()
            pages |= built.pages
            problems += built.problems
            complete = complete and built.complete
            progress("pages", done, len(jobs))
    if not complete:
        raise InputError(*problems)
    return pages, problems


def _build_language(job: _Job) -> _Built:
    """Render, build and read back one language; what it raises could not leave its process whole."""
    gc.disable()  # the process ends with the jobs, and collecting costs a tenth of them
    try:
        problems = _run(job)
    except InputError as failure:
        return _Built({}, failure.problems, complete=False)
    return _Built({f"{job.lang}/{path}": found for path, found in links.read(job.site).items()}, tuple(problems), complete=True)


def _run(job: _Job) -> list[Problem]:
    docs, config = job.folder / "docs", job.folder / "mkdocs.yml"
    kept, problems = handwritten.read(DOCS, job.lang, spoken(job.languages))
    problems += rendering.render(job.library, job.languages, job.lang, docs, kept, pictures=job.pictures)
    write_whole(config, yamlfiles.dump(_settings(job, docs, handwritten.titles(kept))))
    return problems + _run_mkdocs(config, job.lang)


def _settings(job: _Job, docs: Path, written: list[dict[str, str]]) -> dict[str, Any]:
    """The MkDocs configuration of one language: what differs from mkdocs.yml. ``written`` are the hand-written pages."""
    words = Words(job.languages[job.lang])
    nav = [("home", paths.HOME), ("sets", paths.SETS), ("cards", paths.CARDS), ("mechanics", paths.MECHANICS)]
    return {
        "INHERIT": str(CONFIG),
        "docs_dir": str(docs),
        "site_dir": str(job.site),
        "site_url": f"{job.site_url}{job.lang}/" if job.site_url else "",
        "site_description": words["site_description"],
        "theme": {"custom_dir": str(TEMPLATES / "site"), "language": _theme_language(job.lang)},
        "markdown_extensions": {"toc": {"permalink_title": words["permalink"]}},
        "nav": [*({words[key]: paths.source(page)} for key, page in nav), {words["about"]: paths.hand_written(paths.ABOUT)}],
        "extra": {
            "words": dict(job.languages[job.lang].interface),
            "lang": job.lang,
            "locales": {lang: Words(language).locale for lang, language in spoken(job.languages).items()},
            "policy": policy.framed(),
            "inline": dict(policy.inline()),
            "feeds": {"application/feed+json": feeds.JSON_FEED, "application/atom+xml": feeds.ATOM},
            "site_root": job.site_url,
            "assets": f"../{ASSETS}",
            "version": f"?{job.version}",
            "built": _built(job.library, words),
            "written": written,
            "languages": [{"lang": lang, "name": language.name} for lang, language in spoken(job.languages).items()],
        },
    }


def _built(library: Library, words: Words) -> str:
    """From how many documents the site is made, and as of which day: the one of SOURCE_DATE_EPOCH, else the newest
    document's. Today is never asked for, so that the same documents make the same site."""
    documents = list(library.documents())
    newest = max((home.day_of(library, document) or "" for document in documents), default="")
    count = words.count("documents", len(documents))
    day = _fixed_day() or newest
    return words.say("built", documents=count, date=words.date(day)) if day else words.say("built_undated", documents=count)


def _fixed_day() -> str | None:
    """The day of SOURCE_DATE_EPOCH (``YYYY-MM-DD``), if that is set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC).date().isoformat() if epoch.isdigit() else None


def _theme_language(lang: str) -> str:
    """The theme's own words for ``lang``: of the language, else of its parent, else English."""
    known = resources.files("material") / "templates" / "partials" / "languages"
    return next((name for name in (lang, lang.split("-", 1)[0]) if known.joinpath(f"{name}.html").is_file()), "en")


def _theme(common: str, others: str) -> theme.Sheets:
    """What of the theme's style sheet our own leave to it."""
    pages = chain(TEMPLATES.rglob("*.*"), Path(paths.__file__).parent.glob("*.py"))
    scripts = chain(WEB.glob(f"{assets.SCRIPTS}/*.js"), SCRIPTS.glob("*.js"))
    names = theme.names(map(_text, sorted(pages)), map(_text, sorted(scripts)))
    return theme.needed(theme_sheet(), names, common, others)


def theme_sheet() -> str:
    """The theme's own style sheet, with all that it can show."""
    sheets = resources.files("material") / "templates" / ASSETS / "stylesheets"
    return next(file.read_text("utf-8") for file in sheets.iterdir() if fnmatch(file.name, "main.*.min.css"))


def _text(file: Path) -> str:
    return file.read_text("utf-8")


def _run_mkdocs(config: Path, lang: str) -> list[Problem]:
    """What MkDocs warns of. Raises InputError where it does not come to its end."""
    listener = _Listener(lang)
    logger = logging.getLogger("mkdocs")
    logger.addHandler(listener)
    logger.propagate = False
    try:
        settings = load_config(str(config))
        settings.plugins.events["env"].append(_lean)
        settings.plugins.events["files"].append(_pages_alone)
        mkdocs_build(settings)
    except MkDocsException as failure:
        raise InputError(*listener.problems, error(Place(f"{lang}/mkdocs.yml"), f"MkDocs gave up ({failure})")) from failure
    finally:
        logger.removeHandler(listener)
    return listener.problems


def _lean(env: Environment, /, **_: object) -> Environment:
    """Escape what is no HTML, and keep the lines that hold nothing but a tag of Jinja2's out of the pages.

    MkDocs escapes nothing by itself, and what people wrote comes here: words, names, titles.
    """
    env.autoescape = True
    env.trim_blocks = env.lstrip_blocks = True
    return env


def _pages_alone(files: Files, /, **_: object) -> Files:
    """Leave out what pages load: the languages share it."""
    return Files([file for file in files if not file.src_uri.startswith(f"{ASSETS}/")])


class _Listener(logging.Handler):
    """Turns what MkDocs warns of into problems."""

    def __init__(self, lang: str) -> None:
        super().__init__(logging.WARNING)
        self._lang = lang
        self.problems: list[Problem] = []

    def emit(self, record: logging.LogRecord) -> None:
        message = " ".join(record.getMessage().split())
        page = _PAGE.search(message)
        self.problems.append(error(Place(f"{self._lang}/{page[1] if page else 'mkdocs.yml'}"), message))


def _write_root(languages: Languages, new: Path, site_url: str | None) -> None:
    first = new / next(iter(spoken(languages)))
    urls = [path.parent.relative_to(first).as_posix() + "/" for path in sorted(first.rglob("index.html"))]
    urls = sorted("" if url == "./" else url for url in urls)
    for name, content in rendering.root_files(languages, site_url, urls).items():
        write_whole(new / name, content)


def _write_further(library: Library, languages: Languages, new: Path, site_url: str | None, shown: Pictures) -> list[str]:
    """Write the pages that MkDocs need not make, and the feeds; returns the pages' paths."""
    pages = dict(rendering.short_pages(library, languages, site_url, shown)) | rendering.redirects(library, languages, site_url)
    for path, content in (pages | rendering.feeds(library, languages, site_url)).items():
        file = new / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8", newline="\n")  # the whole site appears at once: no need to write each so
    return list(pages)


def _write_assets(new: Path, own: Mapping[str, bytes], pages: Mapping[str, links.PageLinks]) -> None:
    """Write what the pages load, once for all languages: ``own``, and those files of the theme that a page asks for."""
    theme = resources.files("material") / "templates"
    files = {path: file.read_bytes() for path in links.wanted(pages, ASSETS) if (file := theme / path).is_file()}
    files |= {f"{ASSETS}/{name}": content for name, content in own.items()}
    for path, content in sorted(files.items()):
        (new / path).parent.mkdir(parents=True, exist_ok=True)
        (new / path).write_bytes(content)


def _address(site_url: str | None) -> str | None:
    """The address with a slash at its end; raises InputError where it is none."""
    if not site_url:
        return None
    url = urlsplit(site_url)
    if url.scheme not in {"http", "https"} or not url.netloc or url.query or url.fragment:
        raise InputError(error(Place("mkdocs.yml"), f"site_url is {site_url!r}", "write it like https://example.org/rulings/"))
    return site_url if site_url.endswith("/") else f"{site_url}/"
