"""The pages of every language, built by MkDocs. One MkDocs build has one language, so each runs in a process of its own."""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..facts import yamlfiles
from ..facts.languages import spoken
from ..library import Library
from ..pages import home, paths
from ..pages.words import Words
from ..problems import InputError, Problem
from ..system import workers
from ..system.progress import Progress
from ..templating import policy
from . import feeds, handwritten, links, material, mkdocs, places, rendering
from .contract import Site


@dataclass(frozen=True, kw_only=True)
class Job:
    """The build of one language."""

    site: Site
    lang: str
    work: Path
    """The folder to work in, which all languages share."""
    version: str
    """The digest of the scripts and style sheets."""

    @property
    def folder(self) -> Path:
        """The folder of the Markdown pages and of the configuration."""
        return self.work / self.lang

    @property
    def out(self) -> Path:
        """The folder of the finished pages."""
        return self.work / "site" / self.lang


@dataclass(frozen=True, kw_only=True)
class _Built:
    """The result of a job."""

    pages: Mapping[str, links.PageLinks]
    problems: tuple[Problem, ...]
    complete: bool


def build(jobs: Sequence[Job], progress: Progress) -> tuple[dict[str, links.PageLinks], list[Problem]]:
    """Build the languages side by side.

    Returns the links of every page by its path in the site, and the problems. Raises InputError if a language cannot be built.
    """
    pages: dict[str, links.PageLinks] = {}
    problems: list[Problem] = []
    complete = True
    progress("pages", 0, len(jobs))
    with workers.pool(min(len(jobs), 2 * (os.cpu_count() or 1))) as pool:
        futures = [pool.submit(_build, job) for job in jobs]
        for done, future in enumerate(as_completed(futures), 1):
            built = future.result()
            pages |= built.pages
            problems += built.problems
            complete = complete and built.complete
            progress("pages", done, len(jobs))
    if not complete:
        raise InputError(*problems)
    return pages, problems


def _build(job: Job) -> _Built:
    """Render, build and read back one language. An InputError is returned, because it cannot be passed between processes."""
    gc.disable()  # the process ends with the jobs, and garbage collection would take a tenth of its time
    try:
        problems = _run(job)
    except InputError as failure:
        return _Built(pages={}, problems=failure.problems, complete=False)
    pages = {f"{job.lang}/{path}": found for path, found in links.read(job.out).items()}
    return _Built(pages=pages, problems=tuple(problems), complete=True)


def _run(job: Job) -> list[Problem]:
    docs, config = job.folder / "docs", job.folder / "mkdocs.yml"
    kept, problems = handwritten.read(places.DOCS, job.lang, job.site.langs)
    problems += rendering.render(job.site, job.lang, docs, handwritten.cited(kept, job.site, job.lang))
    config.write_text(yamlfiles.dump(_configuration(job, docs, handwritten.titles(kept))), encoding="utf-8", newline="\n")
    return problems + mkdocs.run(config, job.lang)


def _configuration(job: Job, docs: Path, written: list[dict[str, str]]) -> dict[str, Any]:
    """Return the MkDocs configuration of one language, as far as it differs from mkdocs.yml.

    ``written`` lists the hand-written pages.
    """
    site, words = job.site, job.site.editions[job.lang].words
    nav = [("home", paths.HOME), ("sets", paths.SETS), ("cards", paths.CARDS), ("mechanics", paths.MECHANICS)]
    return {
        "INHERIT": str(places.CONFIG),
        "docs_dir": str(docs),
        "site_dir": str(job.out),
        "site_url": f"{site.address}{job.lang}/" if site.address else "",
        "site_description": words["site_description"],
        "theme": {"custom_dir": str(places.THEME), "language": material.language(job.lang)},
        "markdown_extensions": {"toc": {"permalink_title": words["permalink"]}},
        "nav": [*({words[key]: paths.source(page)} for key, page in nav), {words["about"]: paths.hand_written(paths.ABOUT)}],
        "extra": {
            "words": dict(site.languages[job.lang].interface),
            "lang": job.lang,
            "locales": {lang: edition.words.locale for lang, edition in site.editions.items()},
            "policy": policy.framed(),
            "inline": dict(policy.inline()),
            "feeds": feeds.TYPES if site.address else {},
            "site_root": site.address,
            "assets": f"../{mkdocs.ASSETS}",
            "version": f"?{job.version}",
            "built": _built(site.library, words),
            "written": written,
            "languages": [{"lang": lang, "name": language.name} for lang, language in spoken(site.languages).items()],
        },
    }


def _built(library: Library, words: Words) -> str:
    """Say how many documents the site is made of, and how new it is.

    The day is that of SOURCE_DATE_EPOCH, else that of the newest document. It is never the current day, so that the same
    documents make the same site.
    """
    documents = list(library.documents())
    newest = max((home.day_of(library, document) or "" for document in documents), default="")
    count = words.count("documents", len(documents))
    day = _fixed_day() or newest
    return words.say("built", documents=count, date=words.date(day)) if day else words.say("built_undated", documents=count)


def _fixed_day() -> str | None:
    """Return the day of SOURCE_DATE_EPOCH (``YYYY-MM-DD``) if it is set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC).date().isoformat() if epoch.isdigit() else None
