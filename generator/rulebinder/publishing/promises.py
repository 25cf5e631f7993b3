"""The promise of a published site: each of its addresses still exists, and still means the same
ruling.

The published addresses are read from ``r/index.json`` of the site.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from ..facts.catalogue import REMOVED
from ..facts.languages import Languages
from ..joining.phrases import join_first
from ..ledger.matching import Wording, is_reworded, wording
from ..library import Library
from ..outputs import data
from ..outputs.data import OPENAPI
from ..outputs.feeds import JSON_FEED
from ..pages import addresses
from ..pages.edition import ALL, ONE, TRANSLATED
from ..problems import Place, Problem, WithProblems, error, notice, pluralize, refusal, warning
from ..settings import files as settings_files
from ..settings.options import SITE, SUBJECTS, Settings
from ..site import place
from ..site.model import Site
from ..system import group_pairs

INDEX = f"{addresses.SHORT}index.json"
RULINGS = "data/rulings.ndjson"
_FORCE = "`rulebinder site --force` breaks the links"
_MOST_NAMED = 3
"""The most ids or addresses that a message names."""
_FEEDS = (SITE, SUBJECTS, ALL)
_SHORT_PAGES = (ONE, TRANSLATED, ALL)
"""The values of the settings ``feeds`` and ``short_pages``, from the fewest files to the most."""
_FEEDS_OF = {addresses.SETS: SUBJECTS, addresses.MECHANICS: SUBJECTS, addresses.CARDS: ALL}
"""The setting that gives each page of a folder its feed."""
_PROMISED_FILES = re.compile(
    r".+/feed\.(?:json|xml)|(?:[^/]+/)?r/.+/index\.html|api/.+|(?:previews|r)/.+\.png"
)
"""What others subscribe to, link to or show. Only pictures may go because of a setting: chats keep
those that they have shown.
"""


class PublishedWords(NamedTuple):
    """The words of a ruling in one language."""

    hash: str
    revision: int


@dataclass(frozen=True)
class Address:
    """One permanent id of a published site."""

    words: Mapping[str, PublishedWords]
    """Those of each language. Empty if the ruling is retired, or if the site does not list them."""
    retired: bool


@dataclass(frozen=True, kw_only=True)
class Published:
    """The permanent ids of a site."""

    file: Path
    """The file that lists them."""
    addresses: Mapping[str, Address]
    files: Collection[str]
    """All files of the site; none if only its ids are known."""
    rulings: Path
    """The file with the words of the rulings; there may be none."""


def read_published(path: Path) -> Published:
    """Return the ids of the site in the folder ``path``, or in the file ``path``.

    Raises InputError if neither can be read.
    """
    file = path / INDEX if path.is_dir() else path
    try:
        ids = dict(_read_index(json.loads(file.read_text(encoding="utf-8"))))
    except OSError as failure:
        message = f"the published addresses cannot be read ({failure.strerror})"
        hint = "name the folder of a published website, or its r/index.json"
        raise refusal(file, message, hint) from failure
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as failure:
        message = "not the list of a website's permanent addresses"
        hint = "take the file back from the published website"
        raise refusal(Place(str(file), 1), message, hint) from failure
    files = place.read_manifest(path) if (path / place.MANIFEST).is_file() else {}
    return Published(file=file, addresses=ids, files=files.keys(), rulings=path / RULINGS)


def _read_index(index: Mapping[str, Any]) -> Iterator[tuple[str, Address]]:
    """Yield the ids of r/index.json.

    Raises ValueError, KeyError, TypeError or AttributeError if it is something else.
    """
    for note_id, address in index.items():
        words = {
            lang: PublishedWords(str(state["hash"]), int(state["revision"]))
            for lang, state in address.get("languages", {}).items()
        }
        yield note_id, Address(words, bool(address.get("retired")))


def find_broken(
    published: Published, library: Library, languages: Languages, ledgers: Path
) -> list[Problem]:
    """Return the promises of ``published`` that a site of ``library`` would break, as one error for
    each set and kind. ``ledgers`` is the folder of the ledgers, which the errors name.

    Those that the settings leave out are not among them: :func:`keep` keeps them.
    """
    site = Site(library=library, languages=languages)
    now = dict(_read_index(data.index_addresses(site)))
    #  Like ``en/r/lam``, which has the short pages of a set in a language.
    folders = {"/".join(path.split("/")[:3]) for path in published.files}
    contradicted = _find_contradicted(published, now, library)
    removals = ledgers.parent / REMOVED
    problems = []
    of_sets = group_pairs((note_id.partition("/")[0], note_id) for note_id in published.addresses)
    for code, ids in of_sets.items():
        if code not in library.sets and code not in library.removed:
            message = (
                f"{published.file} has {_name_links(ids)} of the set {code!r}, and the release"
                " notes have no document of it"
            )
            line = f"write `{code}: 2031-02-07` with the day into {removals}"
            hint = f"add its document; to remove the set and keep its links, {line}; {_FORCE}"
            problems.append(error(published.file, message, hint))
            continue
        lost = [note_id for note_id in ids if note_id not in now]
        changed = sorted(contradicted.intersection(ids))
        faults = [f"{_name_links(lost)} would be gone"] if lost else []
        faults += [f"{_name_links(changed)} would mean something else"] if changed else []
        if faults:
            message = f"of the links that {published.file} has given, {' and '.join(faults)}"
            hint = f"take the ledger back from the history; {_FORCE}"
            problems.append(error(ledgers / f"{code}.yml", message, hint))
        langs = {lang for note_id in ids for lang in published.addresses[note_id].words}
        linked = {lang for lang in langs if f"{lang}/{addresses.SHORT}{code}" in folders}
        if gone := linked.difference(site.edition.short_langs(code)):
            message = (
                f"{published.file} has links to the rulings of {code!r} in"
                f" {', '.join(sorted(gone))}, which would be gone"
            )
            hint = "add the document in that language, or offer the language"
            if gone.issubset(site.langs):
                line = f"write `{code}.{min(gone)}: 2031-02-07` with the day into {removals}"
                hint = f"add the document in that language; to remove it and keep its links, {line}"
            problems.append(error(published.file, message, f"{hint}; {_FORCE}"))
    return problems


def _name_links(ids: list[str]) -> str:
    """Return their number and the first of them: ``7 links (hol/bell/1, hol/bell/2 …)``."""
    more = " …" if len(ids) > _MOST_NAMED else ""
    return f"{pluralize(len(ids), 'link')} ({', '.join(ids[:_MOST_NAMED])}{more})"


def _find_contradicted(
    published: Published, now: Mapping[str, Address], library: Library
) -> set[str]:
    """Return the ids that would mean another ruling.

    If the words of an id now belong to another id of the entry, the id was given away. If an id has
    other words, the ledger must have counted the edit. If it has not, the words are compared with
    the published ones.
    """
    before, ids = published.addresses, set[str]()
    changed = [note_id for note_id in before.keys() & now.keys() if before[note_id] != now[note_id]]
    entries = {_entry_of(note_id) for note_id in changed}
    owners_before, owners_now = _find_owners(before, entries), _find_owners(now, entries)
    uncounted: dict[tuple[str, str], Wording] = {}
    for note_id in changed:
        old, new = before[note_id], now[note_id]
        if old.retired and not old.words and new.words:
            ids.add(note_id)
        for lang, published_words in old.words.items():
            owned = _entry_of(note_id), lang, published_words.hash
            if note_id in owners_now[owned]:
                continue
            if owners_now[owned] - owners_before[owned]:
                ids.add(note_id)
            elif lang in new.words and new.words[lang].revision <= published_words.revision:
                uncounted[note_id, lang] = library.wording(note_id, lang)
    if uncounted and published.rulings.is_file():
        for line in published.rulings.read_bytes().splitlines():
            ruling = json.loads(line)
            key = ruling["id"], ruling["language"]
            text = "\n".join([ruling["text"], *ruling["items"]])
            if key in uncounted and is_reworded(wording(text), uncounted[key], key[1]):
                del uncounted[key]
    return ids.union(note_id for note_id, _ in uncounted)


def _find_owners(
    ids: Mapping[str, Address], entries: Collection[str]
) -> Mapping[tuple[str, str, str], set[str]]:
    """Return the ids in ``entries`` that have the same words, by entry, language and hash."""
    owners: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    for note_id, address in ids.items():
        if (entry := _entry_of(note_id)) in entries:
            for lang, words in address.words.items():
                owners[entry, lang, words.hash].add(note_id)
    return owners


def _entry_of(note_id: str) -> str:
    return note_id.rpartition("/")[0]


def keep(
    settings: Settings, published: Collection[str], library: Library, languages: Languages
) -> WithProblems[Settings]:
    """Return the ``settings``, with all feeds, short pages and lists that are among the
    ``published`` files, and one warning if they asked for fewer.
    """
    feeds, shorts = {settings.feeds}, set[tuple[str, str]]()
    for path in published:
        #  ``en/r/lam/…`` is a short page, and ``en/cards/fen/feed.json`` a feed.
        lang, folder, rest = (*path.split("/", 2), "", "")[:3]
        if folder == "r":
            shorts.add((lang, rest.partition("/")[0]))
        elif rest.endswith(f"/{JSON_FEED}"):
            feeds.add(_FEEDS_OF.get(f"{folder}/", SITE))

    def has_all(short_pages: str) -> bool:
        """Return whether a site with this setting has all short pages that are published."""
        edition = Site(library=library, languages=languages, short_pages=short_pages).edition
        return all(
            lang in edition.gone_langs(code) for lang, code in shorts if lang in edition.languages
        )

    at_least = _SHORT_PAGES[_SHORT_PAGES.index(settings.short_pages) :]
    values: dict[str, Any] = {
        "feeds": max(feeds, key=_FEEDS.index),
        "short_pages": next(filter(has_all, at_least), ALL),
        "rulings_api": settings.rulings_api or OPENAPI in published,
    }
    more = {name: value for name, value in values.items() if value != getattr(settings, name)}
    if not more:
        return settings, []
    file = settings_files.read_settings()
    #  The message names the line that asks for fewer: ``size`` stands for several settings.
    asking = next((name for name in more if name in (file.values.get("extra") or {})), "size")
    lines = (f"`{name}: {'on' if value is True else value}`" for name, value in more.items())
    problem = warning(
        file.document.place("extra", asking),
        f"this asks for fewer {', '.join(more)} than are published, which stay",
        f"write {', '.join(lines)} under extra, or remove them with `rulebinder site --force`",
    )
    return replace(settings, **more), [problem]


def name_gone(site: Path, published: Collection[str], files: Collection[str]) -> list[Problem]:
    """Return a notice if feeds, short pages, lists of rulings or pictures are ``published`` and not
    among the ``files`` of the new ``site``, such as the feed of a card that is gone.
    """
    lost = sorted(filter(_PROMISED_FILES.fullmatch, set(published) - set(files)))
    message = f"{pluralize(len(lost), 'published file')} gone: {join_first(lost, _MOST_NAMED)}"
    return [notice(Place(str(site)), message)] if lost else []
