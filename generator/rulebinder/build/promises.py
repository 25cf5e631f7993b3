"""The promise of a published site: each of its addresses still exists, and still means the same
ruling.

The published addresses are read from ``r/index.json`` of the site.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..facts.catalogue import REMOVED
from ..facts.languages import Languages
from ..ledger.matching import is_reworded
from ..ledger.signatures import Wording, wording
from ..library import Library
from ..outputs import data
from ..pages import addresses as paths
from ..pages.edition import ALL, Edition, editions
from ..problems import Place, Problem, error

INDEX = f"{paths.SHORT}index.json"
RULINGS = "data/rulings.ndjson"
_FORCE = "`rulebinder site --force` breaks the links"
_SHOWN = 3
"""The most ids that a message names."""

Said = Mapping[str, tuple[str, int]]
"""For each language, the hash of an id's words and their revision."""


Holders = Mapping[tuple[str, str, str], frozenset[str]]
"""The ids with the same words, by entry, language and hash."""


@dataclass(frozen=True)
class Address:
    """One permanent id of a published site."""

    said: Said
    """Empty if the ruling is retired, or if the site does not list the words."""
    retired: bool = False


@dataclass(frozen=True, kw_only=True)
class Published:
    """The permanent ids of a site."""

    file: Path
    """The file that lists them."""
    addresses: Mapping[str, Address]
    langs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each set, the languages in which its ids have pages, if that is known."""
    rulings: Path | None = None
    """The file with the words of the rulings, if there is one."""


def read(path: Path) -> tuple[Published | None, list[Problem]]:
    """Return the ids of the site in the folder ``path``, or in the file ``path``; None with the
    problems if neither can be read.
    """
    file = path / INDEX if path.is_dir() else path
    try:
        addresses = dict(_index(json.loads(file.read_text(encoding="utf-8"))))
    except OSError as failure:
        message = f"the published addresses cannot be read ({failure.strerror})"
        return None, [
            error(
                Place(str(file)),
                message,
                "name the folder of a published website, or its r/index.json",
            )
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        hint = "take the file back from the published website"
        return None, [
            error(Place(str(file), 1), "not the list of a website's permanent addresses", hint)
        ]
    words = path / RULINGS
    rulings = words if words.is_file() else None
    langs = _langs(path, addresses)
    return Published(file=file, addresses=addresses, langs=langs, rulings=rulings), []


def broken(
    published: Published,
    library: Library,
    languages: Languages,
    ledgers: Path,
    short_pages: str = ALL,
) -> list[Problem]:
    """Return the promises of ``published`` that a site of ``library`` would break, as one error for
    each set and kind.

    ``short_pages`` is the setting of the new site: see :attr:`Edition.short_pages`. ``ledgers`` is
    the folder of the ledgers, which the errors name.
    """
    now = dict(_index(data.addresses(library)))
    edition = next(iter(editions(library, languages, short_pages).values()))
    by_words = _holders(published.addresses), _holders(now)
    problems = []
    for code, ids in _by_set(published.addresses).items():
        place = Place(str(ledgers / f"{code}.yml"))
        if code not in library.sets and code not in library.removed:
            message = (
                f"{published.file} has {_ids(ids)} of the set {code!r}, and the release notes have"
                " no document of it"
            )
            line = f"write `{code}: 2031-02-07` with the day into {ledgers.parent / REMOVED}"
            hint = f"add its document; to remove the set and keep its links, {line}; {_FORCE}"
            problems.append(error(Place(str(published.file)), message, hint))
            continue
        lost = [each for each in ids if each not in now]
        other = sorted(
            set(
                _contradicted(
                    published, now, [each for each in ids if each in now], by_words, library
                )
            )
        )
        found = [f"{_ids(lost)} would be gone"] if lost else []
        found += [f"{_ids(other)} would mean something else"] if other else []
        if found:
            message = f"of the links that {published.file} has given, {' and '.join(found)}"
            hint = f"take the ledger back from the history; {_FORCE}"
            problems.append(error(place, message, hint))
        problems += _silenced(published, edition, code, ledgers.parent / REMOVED)
    return problems


def _silenced(published: Published, edition: Edition, code: str, removals: Path) -> list[Problem]:
    """Return a problem if the pages of a set would be gone in some languages.

    ``removals`` is the list of what was removed.
    """
    gone = published.langs.get(code, frozenset()).difference(edition.short_langs(code))
    if not gone:
        return []
    message = (
        f"{published.file} has links to the rulings of {code!r} in {', '.join(sorted(gone))}, which"
        " would be gone"
    )
    if gone <= set(edition.library.langs(code)) & edition.languages.keys():
        hint = f"set `short_pages: all` in mkdocs.yml; {_FORCE}"
    elif gone <= edition.languages.keys():
        line = f"write `{code}.{min(gone)}: 2031-02-07` with the day into {removals}"
        hint = (
            f"add the document in that language; to remove it and keep its links, {line}; {_FORCE}"
        )
    else:
        hint = f"add the document in that language, or offer the language; {_FORCE}"
    return [error(Place(str(published.file)), message, hint)]


def _ids(ids: Iterable[str]) -> str:
    """``7 links (hol/bell/1, hol/bell/2, hol/bell/3 …)``."""
    listed = list(ids)
    more = " …" if len(listed) > _SHOWN else ""
    return (
        f"{len(listed)} {'link' if len(listed) == 1 else 'links'}"
        f" ({', '.join(listed[:_SHOWN])}{more})"
    )


def _by_set(ids: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in ids:
        found.setdefault(each.partition("/")[0], []).append(each)
    return found


def _contradicted(
    published: Published,
    now: Mapping[str, Address],
    ids: Iterable[str],
    by_words: tuple[Holders, Holders],
    library: Library,
) -> Iterator[str]:
    """Return the ids that would mean another ruling. ``by_words`` are the holders of words before
    and now.

    If the words of an id now belong to another id of the entry, the id was given away. If an id has
    other words, the ledger must have counted the edit. If it has not, the words are compared with
    the published ones.
    """
    before_by, now_by = by_words
    doubtful: dict[tuple[str, str], Wording] = {}
    for each in ids:
        before, after = published.addresses[each], now[each]
        if before.retired and not before.said and after.said:
            yield each
        for lang, (mark, revision) in before.said.items():
            words = _entry(each), lang, mark
            held = now_by.get(words, frozenset())
            if each in held:
                continue
            if held - before_by.get(words, frozenset()):
                yield each
            elif lang in after.said and after.said[lang][1] <= revision:
                doubtful[each, lang] = library.wording(each, lang)
    yield from _unlike(published, doubtful)


def _unlike(published: Published, doubtful: Mapping[tuple[str, str], Wording]) -> set[str]:
    """Return those ids of ``doubtful`` (id and language, with the new words) whose published words
    differ or are unknown.
    """
    alike: set[tuple[str, str]] = set()
    if doubtful and published.rulings is not None:
        for each, lang, text in _texts(published.rulings.read_text(encoding="utf-8")):
            if (each, lang) in doubtful and is_reworded(wording(text), doubtful[each, lang], lang):
                alike.add((each, lang))
    return {each for each, lang in doubtful if (each, lang) not in alike}


def _holders(addresses: Mapping[str, Address]) -> Holders:
    """Return the ids with the same words in a language, by entry, language and hash."""
    found: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    for each, address in addresses.items():
        for lang, (mark, _) in address.said.items():
            found[_entry(each), lang, mark].add(each)
    return {words: frozenset(ids) for words, ids in found.items()}


def _entry(note_id: str) -> str:
    return note_id.rpartition("/")[0]


def _index(index: Mapping[str, Any]) -> Iterator[tuple[str, Address]]:
    """Return the ids of r/index.json.

    Raises ValueError, KeyError, TypeError or AttributeError if it is something else.
    """
    for note_id, each in index.items():
        said = {
            lang: (str(words["hash"]), int(words["revision"]))
            for lang, words in each.get("languages", {}).items()
        }
        yield note_id, Address(said, bool(each.get("retired")))


def _texts(text: str) -> Iterator[tuple[str, str, str]]:
    """Return id, language and words of every ruling of data/rulings.ndjson.

    Raises as :func:`_index`.
    """
    for line in text.split("\n"):
        if line:
            each = json.loads(line)
            yield each["id"], each["language"], "\n".join([each["text"], *each["items"]])


def _langs(site: Path, addresses: Mapping[str, Address]) -> dict[str, frozenset[str]]:
    """Return the languages in which a site has pages for the documents of each set."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for note_id, each in addresses.items():
        found[note_id.partition("/")[0]].update(each.said)
    return {
        code: frozenset(lang for lang in langs if (site / lang / paths.SHORT / code).is_dir())
        for code, langs in found.items()
    }
