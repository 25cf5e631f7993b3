"""The build of a site: pages through MkDocs, then every output, then the files that need the finished pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from ..facts.languages import Languages
from ..library import Library
from ..pages import paths
from ..pictures import making
from ..pictures.picture import NONE, Picture, pictures
from ..problems import InputError, Place, Problem, error
from ..search import indexing
from ..system.caching import Cache
from ..system.digests import digest, of_files
from ..system.progress import Progress, silent
from . import (
    address,
    assets,
    building,
    kept,
    links,
    material,
    memory,
    mkdocs,
    offline,
    outputs,
    places,
    placing,
    reads,
    renewing,
    settings,
    sharing,
)
from .contract import Site
from .settings import OFF, RULINGS, Settings

_INDEX = "index.html"
_OTHERS = "others.json"
"""The name of the memory of the files that are no pages of MkDocs."""


def build(
    library: Library, languages: Languages, out: Path, *, site_url: str | None = None, progress: Progress = silent
) -> list[Problem]:
    """Build the site of ``library`` into the folder ``out``, and replace the site there even if the new pages have errors.

    See :func:`make` and :func:`placing.put` for results and exceptions.
    """
    with placing.beside(out) as work:
        problems = make(library, languages, work, site_url=site_url, progress=progress)
        placing.put(work, errors=sum(problem.is_error for problem in problems))
    return problems


def make(
    library: Library, languages: Languages, work: placing.Work, *, site_url: str | None = None, progress: Progress = silent
) -> list[Problem]:
    """Make the site of ``library`` in the folder of ``work``. It does not take its place yet.

    ``site_url`` is the address of the site, by default the one in mkdocs.yml. The site works at any address, because its
    links are relative. Only canonical links, the sitemap and preview pictures need the address.
    Returns the problems of the pages. Raises InputError if no site can be made.
    """
    chosen = settings.load()
    site = described(library, languages, chosen, site_url)
    program = memory.program()
    own = site.owner.brand.dressed(_assets(chosen, work, program))
    version = assets.version([*own.values(), *indexing.sources(places.SEARCH), *offline.sources()])
    tree = renewing.begin(work, {*site.langs, paths.SHORT.rstrip("/"), indexing.FOLDER})
    job = building.Job(
        site=site,
        work=work.folder,
        version=version,
        known=reads.known(library),
        program=program,
        tree=tree,
        cache=work.cache,
        memory=work.memory,
        remembered=work.remembered,
        kept=work.kept,
    )
    if work.kept:
        kept.begin(work.kept)
    progress("pages", 0, 1)  # the number of pages is not known yet
    with building.workshop(job) as shop:
        begun = building.begin(shop)
        searching, writing = shop.pool.submit(_search, languages), shop.pool.submit(_write)
        built = building.finish(shop, begun, progress)
        pages = dict(built.pages)
        site = replace(site, pages=_addresses(pages, site.langs[0]))
        _write_assets(work.site, own, pages)
        progress("search", 0, 1)  # `rulebinder serve` shows the pages now
        last = outputs.write(site, tree, outputs.LAST)
        written, found = _joined(built.files, [writing.result(), last])
        others = {path: made.links for path, made in written.items() if path.endswith(".html")}
        _write_assets(work.site, {}, others)
        pages |= others
        searched, unsearchable = searching.result()
        if unsearchable:
            raise InputError(*unsearchable)
        progress("search", 1, 1)
    shown = drawn(site)
    tree.keep_only({*built.files, *written, *searched, *(picture.path for picture in shown)})
    making.make(shown, work.site, Cache(work.cache / "pictures"), progress)
    offline.write(site, work.site, pages, version)
    problems = [*built.problems, *found, *links.check(work.site, pages, urlsplit(site.address or "/").path)]
    return sorted(problems, key=lambda problem: (problem.place, problem.message))


def _assets(chosen: Settings, work: placing.Work, program: str) -> dict[str, bytes]:
    """Return the files that pages load. They are made anew only if our scripts, our style sheets or the ``program`` changed."""
    cache = Cache(work.cache / "assets")
    pictures = sorted(places.WEB.glob("*.svg"))
    sources = (places.WEB / assets.STYLES, places.WEB / assets.SCRIPTS, places.SEARCH, *pictures)
    key = digest(program, repr((chosen.styles, chosen.scripts, [each.name for each in pictures])), *of_files(sources))
    made = cache.value(key, lambda: assets.files(places.WEB, chosen.styles, chosen.scripts, material.needed))
    cache.keep_only({key})
    return made


def _write() -> outputs.Written:
    """Write the files that are no pages of MkDocs, in a process of the workshop. An InputError is returned."""
    job, _ = building.shared()
    known = memory.load(job.memory / _OTHERS, job.program).pages
    try:
        written = outputs.write(job.site, job.tree, outputs.OUTPUTS, known)
    except InputError as failure:
        return outputs.Written(files={}, problems=failure.problems, complete=False)
    memory.Memory(dict(written.files), {}).save(job.remembered / _OTHERS, job.program)
    return written


def _joined(taken: Collection[str], parts: Sequence[outputs.Written]) -> tuple[dict[str, memory.Made], list[Problem]]:
    """Return the files of all ``parts`` and their problems. Raises InputError if a page has the path of one, or if one failed."""
    files: dict[str, memory.Made] = {}
    problems: list[Problem] = []
    for part in parts:
        problems += [*part.problems, *(outputs.twice(path) for path in part.files if path in files or path in taken)]
        files |= part.files
    if not all(part.complete for part in parts) or any(path in taken for path in files):  # which of the two is there is unknown
        raise InputError(*problems)
    return files, problems


def _search(languages: Languages) -> tuple[list[str], tuple[Problem, ...]]:
    """Write the search of the site, in a process of the workshop. Return the paths of its files, and the problems of an InputError."""
    job, _ = building.shared()
    try:
        made = indexing.files(job.site.editions, languages, places.SEARCH, Cache(job.cache / "search"))
    except InputError as failure:
        return [], failure.problems
    for path, content in made.items():
        job.tree.put(path, content)
    return list(made), ()


def drawn(site: Site) -> list[Picture]:
    """Return the preview pictures of ``site``, with its name and the color of its header."""
    shown = [*site.pictures.values(), *(sharing.pictures(site) if site.quoting else ())]
    return [replace(picture, site=site.name, band=site.owner.brand.light) for picture in shown]


def described(library: Library, languages: Languages, chosen: Settings, site_url: str | None = None) -> Site:
    """Return the site to make: of the languages that the settings ``chosen`` offer, at ``site_url`` or the address in them.

    It has preview pictures if the settings want them and there is an address, because only absolute links lead to them.
    Raises InputError if the address is wrong, or if no language has interface words.
    """
    languages, _ = settings.offered(languages)
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
        markdown_pages=chosen.markdown_pages,
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


def _write_assets(folder: Path, own: Mapping[str, bytes], pages: Mapping[str, links.PageLinks]) -> None:
    """Write the files that pages load, once for all languages: our ``own``, and those of the theme that a page links to."""
    files = material.files(links.wanted(pages, mkdocs.ASSETS))
    files |= {f"{mkdocs.ASSETS}/{name}": content for name, content in own.items()}
    for path, content in sorted(files.items()):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
