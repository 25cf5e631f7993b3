"""What published sites have, and the settings no longer ask for: feeds, short pages and lists of
rulings stay, because readers and programs know their addresses.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..facts.languages import Languages
from ..joining.phrases import few
from ..library import Library
from ..outputs.feeds import JSON_FEED
from ..outputs.rulings_api import OPENAPI
from ..pages import addresses
from ..pages.edition import ALL, ONE, TRANSLATED, editions
from ..problems import Place, Problem, counted, notice, warning
from ..settings import files as settings_files
from ..settings.options import SITE, SUBJECTS, Settings

_FEEDS = (SITE, SUBJECTS, ALL)
_SHORT_PAGES = (ONE, TRANSLATED, ALL)
"""The values of these settings, from the fewest files to the most."""
_FEEDS_OF = {addresses.SETS: SUBJECTS, addresses.MECHANICS: SUBJECTS, addresses.CARDS: ALL}
"""The setting that gives each page of a folder its feed."""
_ADDRESSES = re.compile(
    r".+/feed\.(?:json|xml)|(?:[^/]+/)?r/.+/index\.html|api/.+|(?:previews|r)/.+\.png"
)
"""What others subscribe to, link to or show. Only pictures may go because of a setting: chats keep
those that they have shown.
"""
_NAMED = 3
"""How many addresses a notice names."""


def keep(
    chosen: Settings, published: Collection[str], library: Library, languages: Languages
) -> tuple[Settings, list[Problem]]:
    """Return the settings ``chosen``, with all feeds, short pages and lists that are among the
    ``published`` files, and one warning if they asked for fewer.
    """
    feeds, shorts = {chosen.feeds}, set[tuple[str, str]]()
    for path in published:
        lang, folder, rest = (*path.split("/", 2), "", "")[:3]
        if folder == "r":
            shorts.add((lang, rest.partition("/")[0]))
        elif rest.endswith(f"/{JSON_FEED}"):
            feeds.add(_FEEDS_OF.get(f"{folder}/", SITE))
    short_pages = ALL
    for setting in reversed(_SHORT_PAGES[_SHORT_PAGES.index(chosen.short_pages) :]):
        edition = next(iter(editions(library, languages, setting).values()))
        offered = [(lang, code) for lang, code in shorts if lang in edition.languages]
        if all(lang in edition.gone_langs(code) for lang, code in offered):
            short_pages = setting
    values: dict[str, Any] = {
        "feeds": max(feeds, key=_FEEDS.index),
        "short_pages": short_pages,
        "rulings_api": chosen.rulings_api or OPENAPI in published,
    }
    more = {name: value for name, value in values.items() if value != getattr(chosen, name)}
    if not more:
        return chosen, []
    file = settings_files.read()
    asking = next((name for name in more if name in (file.values.get("extra") or {})), "size")
    lines = (f"`{name}: {'on' if value is True else value}`" for name, value in more.items())
    problem = warning(
        file.document.place("extra", asking),
        f"this asks for fewer {', '.join(more)} than are published, which stay",
        f"write {', '.join(lines)} under extra, or remove them with `rulebinder site --force`",
    )
    return replace(chosen, **more), [problem]


def name_gone(site: Path, published: Collection[str], files: Collection[str]) -> list[Problem]:
    """Return a notice if feeds, short pages, lists of rulings or pictures are ``published`` and not
    among the ``files`` of the new ``site``, such as the feed of a card that is gone.
    """
    lost = sorted(filter(_ADDRESSES.fullmatch, set(published) - set(files)))
    message = f"{counted(len(lost), 'published file')} gone: {few(lost, _NAMED)}"
    return [notice(Place(str(site)), message)] if lost else []
