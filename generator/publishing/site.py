"""The build of a site: pages through MkDocs, then every output, then the files that need the finished pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from ..facts.languages import Languages
from ..library import Library
from ..pages import paths
from ..pictures import making
from ..pictures.picture import NONE, pictures
from ..problems import InputError, Place, Problem, error
from ..search import indexing
from ..system.caching import Cache
from ..system.digests import digest, of_files
from ..system.progress import Progress, silent
from ..system.sources import DISK, Sources
from . import (
    address,
    assets,
    building,
    handwritten,
    links,
    material,
    mkdocs,
    offline,
    outputs,
    places,
    placing,
    reads,
    renewing,
    results,
    settings,
    tasks,
    working,
)
from . import program as programs
from .contract import Site
from .settings import OFF, RULINGS, Settings

T = TypeVar("T")

_INDEX = "index.html"


def build(
    library: Library, languages: Languages, out: Path, *, site_url: str | None = None, progress: Progress = silent
) -> list[Problem]:
    """Build the site of ``library`` into the folder ``out``, and replace the site there even if the new pages have errors.

    See :func:`job` and :func:`placing.put` for results and exceptions.
    """
    with placing.beside(out) as work:
        made = make(job(library, languages, work, site_url), work, progress)
        placing.put(work, sum(problem.is_error for problem in made.problems), made.files)
    return made.problems


@dataclass(frozen=True)
class Made:
    """A site that was made: the problems of its pages, and the paths of its files."""

    problems: list[Problem]
    files: Collection[str]


def make(ordered: building.Job, work: placing.Work, progress: Progress = silent) -> Made:
    """Make the site of :func:`job` in the folder of ``work``. It does not take its place yet.

    Raises InputError if no site can be made.
    """
    site, tree = ordered.site, ordered.tree
    progress("pages", 0, 1)  # the number of pages is not known yet
    with building.workshop(ordered, working.do) as shop:
        built = shop.finish(tasks.PAGES, progress)
        pages = dict(built.pages)
        site = replace(site, pages=_addresses(pages, site.langs[0]))
        loaded = _write_assets(work.site, ordered.loaded, pages)
        progress("search", 0, 1)
        linking = _linking(site, pages, {*built.files, *loaded}, ordered)  # while the other files are being made
        last = results.of_outputs(outputs.write(site, tree, outputs.LAST))
        written = results.joined([shop.finish(tasks.FILES), last], built.files)
        loaded |= _write_assets(work.site, {}, written.pages)
        pages |= written.pages
        files = {*built.files, *written.files, *loaded}
        searched = shop.finish(tasks.SEARCH)
        progress("search", 1, 1)
        pictures = Cache(work.cache / "pictures")
        making.keep(shop.finish(tasks.PICTURES).drawn, pictures)
    drawn = working.pictures(site)
    files |= {*searched.files, *(picture.path for picture in drawn)}
    tree.keep_only(files)
    making.make(drawn, work.site, pictures, progress)
    seals = {**built.seals, **written.seals, **searched.seals}
    files.update(offline.write(site, work.site, linking.plan, seals))
    problems = [*built.problems, *written.problems, *linking.problems(work.site, pages, files, written.pages)]
    return Made(sorted(problems, key=lambda problem: (problem.place, problem.message)), files)


@dataclass(frozen=True)
class _Linking:
    """What the links of the pages of MkDocs say before the other files are there."""

    base: str
    """The path of the site on its host."""
    plan: offline.Plan
    doubts: links.Doubts

    def problems(
        self, folder: Path, pages: Mapping[str, links.PageLinks], files: Collection[str], others: Mapping[str, links.PageLinks]
    ) -> list[Problem]:
        """Return the problems of the links of all ``pages``, now that all ``files`` of the site are known, which are in ``folder``.

        ``others`` are those of the pages that MkDocs did not make.
        """
        return links.check(folder, pages, self.base, self.doubts.left(pages, files, self.base, others))


def _linking(site: Site, pages: Mapping[str, links.PageLinks], files: Collection[str], ordered: building.Job) -> _Linking:
    """Look at the links of ``pages``. ``files`` are those that are there already."""
    base = urlsplit(site.address or "/").path
    scripts = _made_once(ordered.cache / "offline", digest(ordered.program, *of_files([places.OFFLINE])), offline.scripts)
    return _Linking(base, offline.plan(site, pages, ordered.version, scripts), links.doubtful(pages, files, base))


def job(
    library: Library, languages: Languages, work: placing.Work, site_url: str | None, sources: Sources = DISK
) -> building.Job:
    """Return the job of making the site of ``library`` in the folder of ``work``.

    ``site_url`` is the address of the site, by default the one in mkdocs.yml. The site works at any address, because its
    links are relative. Only canonical links, the sitemap and preview pictures need the address.
    Raises InputError if no site can be made.
    """
    chosen = settings.load(sources)
    site = described(library, languages, chosen, site_url, sources)
    program = programs.version(sources)
    own = site.owner.brand.dressed(_assets(chosen, work, program))
    return building.Job(
        site=site,
        languages=languages,
        settings=mkdocs.read(sources),
        written={lang: handwritten.read(places.DOCS, lang, site.langs, sources) for lang in site.langs},
        work=work.folder,
        version=assets.version([*own.values(), *indexing.sources(places.SEARCH), *offline.sources()]),
        loaded=own,
        known=reads.known(library),
        program=program,
        tree=renewing.begin(work, {*site.langs, paths.SHORT.rstrip("/"), indexing.FOLDER}),
        cache=work.cache,
        memory=work.memory,
        remembered=work.remembered,
    )


def _assets(chosen: Settings, work: placing.Work, program: str) -> dict[str, bytes]:
    """Return the files that pages load. They are made anew only if our scripts, our style sheets or the ``program`` changed."""
    pictures = sorted(places.WEB.glob("*.svg"))
    sources = (places.WEB / assets.STYLES, places.WEB / assets.SCRIPTS, places.SEARCH, *pictures)
    key = digest(program, repr((chosen.styles, chosen.scripts, [each.name for each in pictures])), *of_files(sources))
    return _made_once(
        work.cache / "assets", key, lambda: assets.files(places.WEB, chosen.styles, chosen.scripts, material.needed)
    )


def _made_once(folder: Path, key: str, make: Callable[[], T]) -> T:
    """Return what ``make`` returns, or what it returned for the same ``key`` in an earlier build. The cache ``folder`` has nothing else."""
    cache = Cache(folder)
    made = cache.value(key, make)
    cache.keep_only({key})
    return made


def described(
    library: Library, languages: Languages, chosen: Settings, site_url: str | None = None, sources: Sources = DISK
) -> Site:
    """Return the site to make: of the languages that the settings ``chosen`` offer, at ``site_url`` or the address in them.

    It has preview pictures if the settings want them and there is an address, because only absolute links lead to them.
    Raises InputError if the address is wrong, or if no language has interface words.
    """
    languages, _ = settings.offered(languages, sources)
    given = address.read(chosen.site_url) if site_url is None else address.read(site_url, "--site-url")
    wanted = chosen.preview_pictures if given else OFF
    shown = NONE if wanted == OFF else pictures(library)
    site = Site(
        library=library,
        languages=languages,
        address=given,
        pictures=shown,
        quoting=wanted == RULINGS,
        short_pages=chosen.short_pages,
        owner=chosen.owner,
    )
    if not site.langs:
        hint = "give at least one language its `interface`"
        raise InputError(error(Place("content/languages"), "no language has interface words", hint))
    return site


def _addresses(pages: Iterable[str], lang: str) -> tuple[str, ...]:
    """Return the addresses of the pages of ``lang``, from its folder."""
    files = (path.removeprefix(f"{lang}/") for path in pages if path.startswith(f"{lang}/"))
    return tuple(sorted(path.removesuffix(_INDEX) for path in files if path.rpartition("/")[2] == _INDEX))


def _write_assets(folder: Path, own: Mapping[str, bytes], pages: Mapping[str, links.PageLinks]) -> set[str]:
    """Write the files that pages load, once for all languages: our ``own``, and those of the theme that a page links to.

    Return their paths.
    """
    files = material.files(links.wanted(pages, mkdocs.ASSETS))
    files |= {f"{mkdocs.ASSETS}/{name}": content for name, content in own.items()}
    for path, content in sorted(files.items()):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return set(files)
