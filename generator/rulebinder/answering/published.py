"""The data of a built site, read once and kept as records."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from ..facts.catalogue import in_language
from ..problems import InputError, Place, error
from ..text import parse
from .records import Card, Outdated, Rule, Ruling, Section, Verdict
from .sources import Source

Data = Mapping[str, Any]
T = TypeVar("T")
_DOCUMENT = re.compile(r"data/notes/[\w-]+\.[\w-]+\.json")
"""The paths of documents. Nothing else is read, whatever the data says."""
_RULINGS = "data/rulings.ndjson"
_RECORDS = ("data/index.json", "data/cards.json", "data/mechanics.json", "r/index.json")


class Published:
    """What a site has published."""

    def __init__(self, source: Source) -> None:
        """Read the site at ``source``. Raises InputError if it cannot be read."""
        self.source = source
        self.rulings: dict[str, dict[str, Ruling]] = {}
        """Each ruling by its id, then by language, in the order of the documents."""
        self.ids: dict[str, dict[str, None]] = {}
        """The ids of the rulings of each card, by its slug, and of each section, by its id."""
        self.addresses: dict[str, str] = {}
        """The id of the ruling at each address, from the site's root."""
        index, cards, mechanics, ids = (source.data(path) for path in _RECORDS)
        with _understood(_RULINGS):
            for data in source.lines(_RULINGS):
                versions = self.rulings.setdefault(data["id"], {})
                versions.setdefault(data["language"], _ruling(data, source))
                self.ids.setdefault(data["card"] or data["section"], {})[data["id"]] = None
                self.addresses.setdefault(data["address"].strip("/"), data["id"])
        with _understood("data"):
            self.lang = next(iter(index["languages"]), "en")
            self.gone = {
                each: (data["retired"], tuple(data["became"]))
                for each, data in ids.items()
                if each not in self.rulings
            }
            """The day on which each removed ruling was removed, and the ids that replaced it."""
            self.cards = {card["slug"]: card for card in cards["cards"]}
            self.mechanics = {each["slug"]: each for each in mechanics["mechanics"]}
            self.documents = {
                (each["set"], each["language"]): each["path"]
                for each in index["documents"]
                if _DOCUMENT.fullmatch(each["path"])
            }
            """The path of the data of each document, by its set and language."""

    def chosen(self, versions: Mapping[str, T], lang: str) -> T:
        """Return the version in ``lang``; if there is none, that in the site's own language, in
        English, or any.
        """
        langs = (lang, self.lang, "en", *versions)
        return next(versions[each] for each in langs if each in versions)

    def card(self, slug: str, lang: str) -> Card:
        """Return a card with its name in ``lang`` if it has one."""
        data = self.cards[slug]
        return Card(
            slug=slug,
            name=self.chosen(data["names"] or {"": slug}, lang),
            names=data["names"],
            sets=tuple(data["sets"]),
            rulings=data["rulings"],
            link=link(self.source, data),
        )

    def section(self, section_id: str, lang: str) -> Section | None:
        """Return a section in ``lang`` or another language; None if no document has it.

        Raises InputError.
        """
        code = section_id.partition("/")[0]
        paths = {each: path for (of, each), path in self.documents.items() if of == code}
        for path in dict.fromkeys([self.chosen(paths, lang), *paths.values()] if paths else ()):
            document = self.source.data(path)
            with _understood(path):
                for said in document["sections"]:
                    if said["id"] == section_id:
                        return self._section(said, document, lang)
        return None

    def _section(self, said: Data, document: Data, lang: str) -> Section:
        return Section(
            id=said["id"],
            title=said["title"],
            set=document["set"],
            language=document["language"],
            introduction=tuple(parse(each).plain() for each in said["introduction"]),
            rules=tuple(
                Rule(number=each["number"], text=parse(each["text"]).plain())
                for each in said["rules"]
            ),
            rulings=tuple(
                self.chosen(self.rulings[each], lang) for each in self.ids.get(said["id"], ())
            ),
        )


@contextlib.contextmanager
def _understood(path: str) -> Iterator[None]:
    """Raise InputError with the path of a file instead of the errors of data that has another
    form.
    """
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as failure:
        hint = "build the website with this version of Rulebinder"
        raise InputError(
            error(Place(path), f"the data has another form ({failure!r})", hint)
        ) from failure


def _ruling(data: Data, source: Source) -> Ruling:
    verdict = data["verdict"]
    return Ruling(
        id=data["id"],
        link=link(source, data),
        name=data["name"],
        set=data["set"],
        day=data["published_at"],
        revised=data["revised_at"],
        language=data["language"],
        text=data["comment"],
        verdict=Verdict(
            still=verdict["still"],
            rule=verdict["rule"],
            reason=in_language(verdict["reason"], data["language"]) if verdict["reason"] else "",
            edition=verdict["edition"],
        )
        if verdict
        else None,
        outdated=tuple(
            Outdated(words=each["text"], changed_on=each["changed_on"]) for each in data["outdated"]
        ),
        amended=tuple(data["amended"]),
    )


def link(source: Source, data: Data) -> str:
    """Return the full address of what has this ``data``; from the site's root, if neither the data
    nor the source has an address.
    """
    url: str | None = data["url"]
    return url or f"{source.address}{data['address']}"
