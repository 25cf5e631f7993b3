"""The questions that a site answers. Each answer has records as the site publishes them, and knows
nothing of whoever asks.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import urllib.request
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

from ..problems import Place, refusal
from ..search.normal_form import make_fold

_ADDRESS = re.compile(r"https?://\S+")
_TIMEOUT = 60
"""The seconds in which a host must answer."""
_BUILD_HINT = "build one with `rulebinder site`, and name its folder or its address with --site"
_DOCUMENT = re.compile(r"data/notes/[\w-]+\.[\w-]+\.json")
"""The paths of documents. The data of a stranger's site can make this program read no other."""
_RULINGS = "data/rulings.ndjson"
_RECORDS = ("data/index.json", "data/cards.json", "data/mechanics.json", "r/index.json")

Data = dict[str, Any]
T = TypeVar("T")


class SiteData:
    """The data files of a built site."""

    def __init__(self, site: str) -> None:
        """``site`` is a folder, or an address that begins with ``https://`` or ``http://``."""
        is_address = _ADDRESS.fullmatch(site)
        self.address = f"{site.rstrip('/')}/" if is_address else ""
        """The address of the site, with a slash at its end; empty for a folder."""
        self._folder = site

    def read_json(self, path: str) -> Any:
        """Return the data of a JSON file. Raises InputError if it cannot be read."""
        with self._open(path) as file:
            return self.parse_json(path, file.read())

    def read_lines(self, path: str) -> Iterator[bytes]:
        """Yield the lines of a file. Raises InputError if it cannot be read."""
        with self._open(path) as file:
            yield from file

    def parse_json(self, path: str, text: bytes) -> Any:
        """Return the data of ``text``, which is from the file at ``path``. Raises InputError if it
        is not JSON.
        """
        try:
            return json.loads(text)
        except ValueError as failure:
            message = f"this is not the data of a website ({failure})"
            raise refusal(Place(self._place(path)), message, _BUILD_HINT) from failure

    @contextlib.contextmanager
    def _open(self, path: str) -> Iterator[IO[bytes]]:
        """Open a file of the site. Errors, while it is read too, become InputErrors."""
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
            raise refusal(Place(place), message, _BUILD_HINT) from failure

    def _place(self, path: str) -> str:
        """Return the address of a file of the site, or its path on this machine."""
        return f"{self.address}{path}" if self.address else str(Path(self._folder, path))


FOLD = make_fold(())
"""Returns a text as it is compared. It keeps elisions, since a site does not publish those of its
languages.
"""
_MOST = 50
"""The most that an answer lists, however many somebody wants."""
_MOST_SECTIONS = 3
"""The most sections of a mechanic."""
_SHORT_ADDRESS = re.compile(r"(?:^|/)r/([^?#]+)")
"""The short address of a ruling, within a link."""
_APOSTROPHES = re.compile("['’‘ʼ]")
_UNSPACED = "\u3000"
"""The first character of the scripts that write no spaces between words. A word in them may begin
anywhere.
"""


class NameIndex:
    """Cards or mechanics by their names and slugs."""

    def __init__(self, records: Iterable[Data]) -> None:
        """``records`` are those of the site's data."""
        self._by_slug = {record["slug"]: record for record in records}
        self._by_name: dict[str, dict[str, Data]] = {}
        for slug, record in self._by_slug.items():
            faces = record.get("faces", {}).values()
            for names in (record["names"].values(), *record["also"].values(), *faces):
                for name in names:
                    # the space makes a search for " word" find the beginnings of all words
                    self._by_name.setdefault(f" {FOLD(name)}", {})[slug] = record

    def find(self, name: str) -> tuple[bool, list[Data]]:
        """Return True and the records that have this very name. A slug is a name that nothing else
        has.

        If nothing has it, return False and all records of which a name has words that begin like
        those of ``name``.
        """
        if name in self._by_slug:
            return True, [self._by_slug[name]]
        folded = f" {FOLD(name)}"
        if folded in self._by_name:
            return True, list(self._by_name[folded].values())
        words = [f" {word}" for word in folded.split()]
        matches: dict[str, Data] = {}
        for other, records in self._by_name.items():
            if words and all(word in other for word in words):
                matches |= records
        return False, list(matches.values())


class _SearchedRuling(NamedTuple):
    """A ruling in a language, as it is searched."""

    line: bytes
    """Its line in the data: the records of all rulings would take much more memory."""
    words: str
    """Its name and text as they are compared, with a space before and behind each word."""
    is_wrong: bool
    """Whether it is not true today."""


class Answers:
    """Answers questions about what a site has published. The methods are the questions.

    Records are those of the site's data, which has their schemas.
    """

    def __init__(self, site: str) -> None:
        """Read the data of the site in a folder or at an address. Raises InputError if it cannot be
        read.
        """
        self._data = data = SiteData(site)
        self._rulings: defaultdict[str, dict[str, bytes]] = defaultdict(dict)
        """The line of each ruling by its id, then by language, in the order of the documents."""
        self._ids: defaultdict[str, dict[str, None]] = defaultdict(dict)
        """The ids of the rulings of each card, by its slug, and of each section, by its id."""
        self._addresses: dict[str, str] = {}
        """The id of the ruling at each address, from the site's root."""
        self._searched: defaultdict[str, list[_SearchedRuling]] = defaultdict(list)
        index, cards, mechanics, self._numbers = (data.read_json(path) for path in _RECORDS)
        with _refuse_other_forms(_RULINGS):
            for line in data.read_lines(_RULINGS):
                ruling = data.parse_json(_RULINGS, line)
                ruling_id, lang, verdict = ruling["id"], ruling["language"], ruling["verdict"]
                self._rulings[ruling_id].setdefault(lang, line)
                self._ids[ruling["card"] or ruling["section"]][ruling_id] = None
                self._addresses.setdefault(ruling["address"].strip("/"), ruling_id)
                text = f"{ruling['name']} {ruling['comment']}"
                # ``l'énergie`` is found by ``lenergie``, and by ``energie`` as well.
                divided = _APOSTROPHES.sub(" ", text)
                words = f" {FOLD(text)} {FOLD(divided) if divided != text else ''} "
                is_wrong = verdict is not None and verdict["still"] != "correct"
                self._searched[lang].append(_SearchedRuling(line, words, is_wrong))
        with _refuse_other_forms("data"):
            self._lang = next(iter(index["languages"]), "en")
            self.address: str = data.address or index["url"] or ""
            """What links begin with; empty if the site has no address."""
            self._cards = NameIndex(cards["cards"])
            self._mechanics = NameIndex(mechanics["mechanics"])
            self._documents: defaultdict[str, dict[str, str]] = defaultdict(dict)
            for document in index["documents"]:
                if _DOCUMENT.fullmatch(document["path"]):
                    self._documents[document["set"]][document["language"]] = document["path"]

    def find_card(self, name: str, limit: int = 10) -> Data:
        """Find cards by a name in any language, or by a part of one.

        If exact is false, no card has this very name, and the cards are those that may be meant.
        further counts those that are left out.
        """
        exact, records = self._cards.find(name)
        cards = [self._add_link(card) for card in records[: _bound(limit)]]
        return {"exact": exact, "cards": cards, "further": len(records) - len(cards)}

    def rulings_of_card(self, name: str, lang: str = "") -> Data:
        """Give all rulings of a card, newest set first.

        name is a name of the card in any language, or its slug. lang is the language of the
        rulings: those that it lacks come in another one. If the name may mean several cards, the
        answer has candidates and no rulings.
        """
        exact, records = self._cards.find(name)
        cards = [self._add_link(card) for card in records[:_MOST]]
        if not exact or len(cards) > 1:
            return {"card": None, "candidates": cards, "rulings": []}
        rulings = self._choose_rulings(self._ids.get(cards[0]["slug"], ()), lang)
        return {"card": cards[0], "candidates": [], "rulings": rulings}

    def search_rulings(self, words: str, lang: str = "", limit: int = 10) -> Data:
        """Search rulings that have all these words in their text or in the name of their card.

        A word also fits the beginning of a longer one. lang is the language to search in: without
        one, that of the site. This is simpler than the search of the website, which knows synonyms
        and meanings: try other words, too.
        """
        query = FOLD(words).split()
        lang = lang or self._lang
        if not query:
            return {"rulings": [], "further": 0, "note": "There are no words to search."}
        parts = [word if word[0] >= _UNSPACED else f" {word}" for word in query]

        def rank(ruling: _SearchedRuling) -> tuple[bool, int, bool, int]:
            """Prefer the words in their order, then whole words, then rulings that are true today,
            then short texts: what is preferred is less.
            """
            whole = sum(f" {word} " in ruling.words for word in query)
            return " ".join(query) not in ruling.words, -whole, ruling.is_wrong, len(ruling.words)

        hits = [
            ruling
            for ruling in self._searched.get(lang, ())
            if all(part in ruling.words for part in parts)
        ]
        hits.sort(key=rank)
        rulings = [self._read_ruling(hit.line) for hit in hits[: _bound(limit)]]
        note = "" if hits else f"No ruling in the language {lang!r} has all these words."
        return {"rulings": rulings, "further": len(hits) - len(rulings), "note": note}

    def ruling(self, address: str, lang: str = "") -> Data:
        """Give one ruling by its number, such as lam/quarry-lantern/1, or by its permanent link.

        If it was removed, note says so, and rulings has those that replaced it.
        """
        ruling_id = self._find_id(address)
        rulings, note = self._choose_rulings([ruling_id], lang), ""
        if not rulings and ruling_id in self._numbers:
            day, became = (self._numbers[ruling_id][key] for key in ("retired", "became"))
            rulings = self._choose_rulings(became, lang)
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
        exact, records = self._mechanics.find(name)
        mechanics = [self._add_link(mechanic) for mechanic in records[:_MOST]]
        if not exact or len(mechanics) > 1:
            return {"mechanic": None, "candidates": mechanics, "sections": []}
        ids = mechanics[0]["sections"][:_MOST_SECTIONS]
        sections = (self._find_section(section_id, lang) for section_id in ids)
        return {"mechanic": mechanics[0], "candidates": [], "sections": [*filter(None, sections)]}

    def _add_link(self, record: Data) -> Data:
        """Return a record with its link, if the site has an address."""
        url = record["url"] or (f"{self.address}{record['address']}" if self.address else None)
        return {**record, "url": url}

    def _read_ruling(self, line: bytes) -> Data:
        """Return the record in a line of the data, with its link."""
        return self._add_link(self._data.parse_json(_RULINGS, line))

    def _choose_rulings(self, ids: Iterable[str], lang: str) -> list[Data]:
        """Return the rulings with these ids, each in ``lang`` or another language. One that the
        site has no longer is left out.
        """
        versions = (self._rulings[ruling_id] for ruling_id in ids if ruling_id in self._rulings)
        return [self._read_ruling(self._choose_version(lines, lang)) for lines in versions]

    def _choose_version(self, versions: Mapping[str, T], lang: str) -> T:
        """Return the version in ``lang``; if there is none, that in the site's own language, in
        English, or any. ``versions`` has them by language.
        """
        langs = (lang, self._lang, "en", *versions)
        return next(versions[other] for other in langs if other in versions)

    def _find_id(self, address: str) -> str:
        """Return the id of the ruling with this id or link; ``address`` itself if there is none."""
        address = address.strip().strip("/")
        if short := _SHORT_ADDRESS.search(address):
            return short[1].strip("/")
        parts = address.split("/")
        # without the site's own address, of which nobody knows how many parts it has
        paths = ("/".join(parts[start:]) for start in range(len(parts)))
        return next((self._addresses[path] for path in paths if path in self._addresses), address)

    def _find_section(self, section_id: str, lang: str) -> Data | None:
        """Return a section in ``lang`` or another language, with its rulings; None if no document
        has it.

        Raises InputError if a document cannot be read.
        """
        paths = self._documents.get(section_id.partition("/")[0], {})
        preferred = [self._choose_version(paths, lang)] if paths else []
        # The section may be missing in some languages, so all are read until one has it.
        for path in dict.fromkeys([*preferred, *paths.values()]):
            document = self._data.read_json(path)
            with _refuse_other_forms(path):
                for section in document["sections"]:
                    if section["id"] == section_id:
                        rulings = self._choose_rulings(self._ids.get(section_id, ()), lang)
                        return {**section, "language": document["language"], "rulings": rulings}
        return None


@contextlib.contextmanager
def _refuse_other_forms(path: str) -> Iterator[None]:
    """Raise InputError with the ``path`` of a file instead of the errors (such as KeyError) that
    occur if its data has another form.
    """
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as failure:
        message = f"the data has another form ({failure!r})"
        hint = "build the website with this version of Rulebinder"
        raise refusal(Place(path), message, hint) from failure


def _bound(limit: int) -> int:
    """Return ``limit``, but at least 1 and at most as many as an answer may list."""
    return min(max(limit, 1), _MOST)
