"""The questions that a site answers. Each answer has records as the site publishes them, and knows
nothing of who asks.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import urllib.request
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

from ..problems import Place, refusal
from ..search.normal_form import folding

_ADDRESS = re.compile(r"https?://\S+")
_TIMEOUT = 60
"""The seconds in which a host must answer."""
_BUILD = "build one with `rulebinder site`, and name its folder or its address with --site"


@dataclass(frozen=True)
class SiteData:
    """A built site. One of the two is empty."""

    folder: str
    address: str
    """With a slash at its end."""

    def data(self, path: str) -> Any:
        """Return the data of a JSON file. Raises InputError if it cannot be read."""
        with self._opened(path) as file:
            return self.parsed(path, file.read())

    def lines(self, path: str) -> Iterator[bytes]:
        """Yield the lines of a file. Raises InputError if it cannot be read."""
        with self._opened(path) as file:
            yield from file

    @contextlib.contextmanager
    def _opened(self, path: str) -> Iterator[IO[bytes]]:
        place = self._place(path)
        try:
            with (
                urllib.request.urlopen(place, timeout=_TIMEOUT)
                if self.address
                else Path(place).open("rb")
            ) as file:
                yield file
        except (OSError, ValueError, http.client.HTTPException) as failure:
            reason = (
                getattr(failure, "reason", None) or getattr(failure, "strerror", None) or failure
            )
            message = f"the data of a website cannot be read here ({reason})"
            raise refusal(Place(place), message, _BUILD) from failure

    def _place(self, path: str) -> str:
        return f"{self.address}{path}" if self.address else str(Path(self.folder, path))

    def parsed(self, path: str, text: bytes) -> Any:
        """Return the data of ``text``, which is of the file at ``path``. Raises InputError."""
        try:
            return json.loads(text)
        except ValueError as failure:
            message = f"this is not the data of a website ({failure})"
            raise refusal(Place(self._place(path)), message, _BUILD) from failure


def read_data(site: str) -> SiteData:
    """Return the source at ``site``, which is a folder, or an address that begins with ``https://``
    or ``http://``.
    """
    return SiteData("", f"{site.rstrip('/')}/") if _ADDRESS.fullmatch(site) else SiteData(site, "")


Data = dict[str, Any]
T = TypeVar("T")
FOLD = folding(())
"""Returns a text as it is compared.

Elisions remain: a site does not publish those of its languages.
"""
_MOST = 50
"""The most that an answer lists, however many somebody wants."""
_SECTIONS = 3
"""The most sections of a mechanic."""
_DOCUMENT = re.compile(r"data/notes/[\w-]+\.[\w-]+\.json")
"""The paths of documents. Nothing else is read, whatever the data says."""
_RULINGS = "data/rulings.ndjson"
_RECORDS = ("data/index.json", "data/cards.json", "data/mechanics.json", "r/index.json")
_SHORT = re.compile(r"(?:^|/)r/([^?#]+)")
"""The short address of a ruling, within a link."""
_APOSTROPHES = re.compile("['’‘ʼ]")
_UNSPACED = "\u3000"
"""The first character of the scripts that write no spaces between words."""


class NameIndex:
    """The names of things, which have slugs."""

    def __init__(self, named: Iterable[tuple[str, str]]) -> None:
        """Take pairs of a name and the slug of what has it."""
        self._slugs: dict[str, dict[str, None]] = {}
        self._all: set[str] = set()
        for name, slug in named:
            self._slugs.setdefault(_key(name), {})[slug] = None
            self._all.add(slug)

    def find(self, name: str) -> tuple[bool, list[str]]:
        """Return whether something has this very name, and the slugs of what has it. A slug is a
        name that nothing else has.

        If nothing has it, the slugs are of all that has a name with words that begin like those of
        ``name``.
        """
        if name in self._all:
            return True, [name]
        asked = _key(name)
        if asked in self._slugs:
            return True, list(self._slugs[asked])
        words = [f" {word}" for word in asked.split()]
        fitting = (
            slugs
            for each, slugs in self._slugs.items()
            if words and all(word in each for word in words)
        )
        return False, list(dict.fromkeys(slug for slugs in fitting for slug in slugs))


class _Searched(NamedTuple):
    """A ruling in a language, as it is searched."""

    line: bytes
    """Its line in the data: the records of all rulings would take much more memory."""
    words: str
    is_wrong: bool


class Answers:
    """Answers questions about what a site has published. The methods are the questions.

    Records are those of the site's data, which has their schemas.
    """

    def __init__(self, source: SiteData) -> None:
        """Read the data of the site at ``source``. Raises InputError if it cannot be read."""
        self._source = source
        self._rulings: defaultdict[str, dict[str, bytes]] = defaultdict(dict)
        """The line of each ruling by its id, then by language, in the order of the documents."""
        self._ids: defaultdict[str, dict[str, None]] = defaultdict(dict)
        """The ids of the rulings of each card, by its slug, and of each section, by its id."""
        self._addresses: dict[str, str] = {}
        """The id of the ruling at each address, from the site's root."""
        self._searched: defaultdict[str, list[_Searched]] = defaultdict(list)
        index, cards, mechanics, self._numbers = (source.data(path) for path in _RECORDS)
        with _understood(_RULINGS):
            for line in source.lines(_RULINGS):
                self._add(line)
        with _understood("data"):
            self._lang = next(iter(index["languages"]), "en")
            self.address: str = source.address or index["url"] or ""
            """What links begin with; empty if the site has no address."""
            self._cards = {card["slug"]: card for card in cards["cards"]}
            self._mechanics = {each["slug"]: each for each in mechanics["mechanics"]}
            self._documents = {
                (each["set"], each["language"]): each["path"]
                for each in index["documents"]
                if _DOCUMENT.fullmatch(each["path"])
            }
            self._card_names = _names(self._cards)
            self._mechanic_names = _names(self._mechanics)

    def _add(self, line: bytes) -> None:
        ruling = self._source.parsed(_RULINGS, line)
        number, lang, verdict = ruling["id"], ruling["language"], ruling["verdict"]
        self._rulings[number].setdefault(lang, line)
        self._ids[ruling["card"] or ruling["section"]][number] = None
        self._addresses.setdefault(ruling["address"].strip("/"), number)
        words = _words(f"{ruling['name']} {ruling['comment']}")
        is_wrong = verdict is not None and verdict["still"] != "correct"
        self._searched[lang].append(_Searched(line, words, is_wrong))

    def find_card(self, name: str, limit: int = 10) -> Data:
        """Find cards by a name in any language, or by a part of one.

        If exact is false, no card has this very name, and the cards are those that may be meant.
        further counts those that are left out.
        """
        exact, slugs = self._card_names.find(name)
        cards = self._of(self._cards, slugs[: _most(limit)])
        return {"exact": exact, "cards": cards, "further": len(slugs) - len(cards)}

    def rulings_of_card(self, name: str, lang: str = "") -> Data:
        """Give all rulings of a card, newest set first.

        name is a name of the card in any language, or its slug. lang is the language of the
        rulings: those that it lacks come in another one. If the name may mean several cards, the
        answer has candidates and no rulings.
        """
        exact, slugs = self._card_names.find(name)
        cards = self._of(self._cards, slugs[:_MOST])
        if not exact or len(slugs) > 1:
            return {"card": None, "candidates": cards, "rulings": []}
        rulings = self._versions(self._ids.get(slugs[0], ()), lang)
        return {"card": cards[0], "candidates": [], "rulings": rulings}

    def search_rulings(self, words: str, lang: str = "", limit: int = 10) -> Data:
        """Search rulings that have all these words in their text or in the name of their card.

        A word also fits the beginning of a longer one. lang is the language to search in: without
        one, that of the site. This is simpler than the search of the website, which knows synonyms
        and meanings: try other words, too.
        """
        asked = FOLD(words).split()
        chosen = lang or self._lang
        if not asked:
            return {"rulings": [], "further": 0, "note": "There are no words to search."}
        parts = [word if word[0] >= _UNSPACED else f" {word}" for word in asked]
        found = [
            each
            for each in self._searched.get(chosen, ())
            if all(part in each.words for part in parts)
        ]
        found.sort(key=lambda each: _rank(each, asked))
        rulings = [self._ruling(each.line) for each in found[: _most(limit)]]
        note = "" if found else f"No ruling in the language {chosen!r} has all these words."
        return {"rulings": rulings, "further": len(found) - len(rulings), "note": note}

    def ruling(self, address: str, lang: str = "") -> Data:
        """Give one ruling by its number, such as lam/quarry-lantern/1, or by its permanent link.

        If it was removed, note says so, and rulings has those that replaced it.
        """
        ruling_id = self._id(address)
        rulings, note = self._versions([ruling_id], lang), ""
        if not rulings and ruling_id in self._numbers:
            day, became = (self._numbers[ruling_id][key] for key in ("retired", "became"))
            rulings = self._versions(became, lang)
            replaced = "; these rulings replaced it" if became else ""
            note = f"This ruling was removed{f' on {day}' if day else ''}{replaced}."
        elif not rulings:
            note = "No ruling has this number or link."
        return {"rulings": rulings, "note": note}

    def mechanic(self, name: str, lang: str = "") -> Data:
        """Explain a mechanic: what it does, the number of its rule, and what release notes say of
        it in the newest three of its sections, newest first.

        name is its name in any language, or its slug. If it may mean several mechanics, the answer
        has candidates.
        """
        exact, slugs = self._mechanic_names.find(name)
        mechanics = self._of(self._mechanics, slugs[:_MOST])
        if not exact or len(slugs) > 1:
            return {"mechanic": None, "candidates": mechanics, "sections": []}
        sections = (self._section(each, lang) for each in mechanics[0]["sections"][:_SECTIONS])
        return {"mechanic": mechanics[0], "candidates": [], "sections": [*filter(None, sections)]}

    def _of(self, records: Mapping[str, Data], slugs: Iterable[str]) -> list[Data]:
        return [self._linked(records[slug]) for slug in slugs]

    def _linked(self, record: Data) -> Data:
        """Return a record with its link, if the site has an address."""
        url = record["url"] or (f"{self.address}{record['address']}" if self.address else None)
        return {**record, "url": url}

    def _ruling(self, line: bytes) -> Data:
        return self._linked(self._source.parsed(_RULINGS, line))

    def _versions(self, ids: Iterable[str], lang: str) -> list[Data]:
        found = (self._rulings[each] for each in ids if each in self._rulings)
        return [self._ruling(self._chosen(versions, lang)) for versions in found]

    def _chosen(self, versions: Mapping[str, T], lang: str) -> T:
        """Return the version in ``lang``; if there is none, that in the site's own language, in
        English, or any.
        """
        langs = (lang, self._lang, "en", *versions)
        return next(versions[each] for each in langs if each in versions)

    def _id(self, address: str) -> str:
        """Return the id of the ruling with this id or link; what was asked if there is none."""
        asked = address.strip().strip("/")
        short = _SHORT.search(asked)
        if short:
            return short[1].strip("/")
        parts = asked.split("/")
        paths = ("/".join(parts[at:]) for at in range(len(parts)))
        return next((self._addresses[path] for path in paths if path in self._addresses), asked)

    def _section(self, section_id: str, lang: str) -> Data | None:
        """Return a section in ``lang`` or another language, with its rulings; None if no document
        has it.

        Raises InputError.
        """
        code = section_id.partition("/")[0]
        paths = {each: path for (of, each), path in self._documents.items() if of == code}
        for path in dict.fromkeys([self._chosen(paths, lang), *paths.values()] if paths else ()):
            document = self._source.data(path)
            with _understood(path):
                for section in document["sections"]:
                    if section["id"] == section_id:
                        rulings = self._versions(self._ids.get(section_id, ()), lang)
                        return {**section, "language": document["language"], "rulings": rulings}
        return None


@contextlib.contextmanager
def _understood(path: str) -> Iterator[None]:
    """Raise InputError with the path of a file instead of the errors of data that has another
    form.
    """
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as failure:
        hint = "build the website with this version of Rulebinder"
        raise refusal(Place(path), f"the data has another form ({failure!r})", hint) from failure


def _names(records: Mapping[str, Data]) -> NameIndex:
    """Return the names of cards or mechanics by slug."""
    return NameIndex(
        (name, slug)
        for slug, each in records.items()
        for names in (
            each["names"].values(),
            *each["also"].values(),
            *each.get("faces", {}).values(),
        )
        for name in names
    )


def _key(name: str) -> str:
    return f" {FOLD(name)}"


def _most(limit: int) -> int:
    return min(max(limit, 1), _MOST)


def _words(text: str) -> str:
    """Return the words that are searched: ``l'énergie`` is one word, and two as well."""
    apart = _APOSTROPHES.sub(" ", text)
    return f" {FOLD(text)} {FOLD(apart) if apart != text else ''} "


def _rank(ruling: _Searched, asked: list[str]) -> tuple[bool, int, bool, int]:
    """Return what hits are sorted by: the words in their order, whole words, rulings that are true
    today, short texts.
    """
    words = ruling.words
    whole = sum(f" {word} " in words for word in asked)
    return " ".join(asked) not in words, -whole, ruling.is_wrong, len(words)
