"""Corrections that readers can see: the faults of a document,
``content/corrections/<set>.<lang>.yml``.

Each is one entry of a list and says why. Some settle a question that the text leaves open (how many
rules paragraphs a card has, which paragraphs are one ruling); others correct a printed word, which
the structured notes keep as printed and the site shows together with the correct one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..notes import Replacement
from ..problems import Place, Problem, error
from ..system.grouping import grouped
from .files import layers, yaml_files


@dataclass(frozen=True, kw_only=True)
class RulesParagraphs:
    """The card, by its printed name, has so many paragraphs of rules text on its last face."""

    card: str
    count: int
    place: Place


@dataclass(frozen=True, kw_only=True)
class JoinedRulings:
    """The card's or section's rulings from ``first`` to ``last`` (from 1, as read) are one
    ruling.
    """

    entry: str
    first: int
    last: int
    place: Place


@dataclass(frozen=True)
class Corrections:
    """The corrections of one document, in the order of their file."""

    rules_paragraphs: tuple[RulesParagraphs, ...] = ()
    joined_rulings: tuple[JoinedRulings, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    place: Place = Place("")


_LEFT_OUT = {"applies": False, "reason": "our document needs no correction"}
AllCorrections = Mapping[tuple[str, str], Corrections]
"""By set and language."""


def load_all(folder: Path) -> tuple[AllCorrections, list[Problem]]:
    """Return every document's corrections in ``folder``, and the problems of their files."""
    corrections: dict[tuple[str, str], Corrections] = {}
    documents, problems = layers.load_all(folder, "corrections")
    for name, document in documents.items():
        set_code, _, lang = name.partition(".")
        entries: list[tuple[str, Any]] = []
        for at, each in enumerate(document.data or ()):
            place = document.place(at)
            if not each.get("applies", True):
                continue
            if "one_ruling" in each and not {"card", "section"} & each.keys():
                message = "one_ruling lacks the card or section it is in"
                problems.append(error(place, message, "add it"))
            else:
                entries.append(_entry(each, place))
        by_kind = {kind: tuple(entries) for kind, entries in grouped(entries).items()}
        corrections[set_code, lang] = Corrections(**by_kind, place=Place(document.path, 1))
    return corrections, problems


def without(path: str, line: int) -> str:
    """Return the entry that leaves out the correction in this line of the file at ``path``, if
    there is one.
    """
    document, _ = yaml_files.load(Path(path), "corrections")
    keys = yaml_files.schema("corrections")["entry"]
    for at, each in enumerate((document.data if document else None) or ()):
        if document and document.place(at).line == line:
            return json.dumps(
                {**{key: each[key] for key in keys if key in each}, **_LEFT_OUT}, ensure_ascii=False
            )
    return ""


def _entry(data: Mapping[str, Any], place: Place) -> tuple[str, Any]:
    """Return an entry after the name of its field in :class:`Corrections`."""
    if "rules_paragraphs" in data:
        count = data["rules_paragraphs"]
        return "rules_paragraphs", RulesParagraphs(card=data["card"], count=count, place=place)
    entry: Any = data.get("card") or data.get("section")
    if "one_ruling" in data:
        first, last = data["one_ruling"]
        return "joined_rulings", JoinedRulings(entry=entry, first=first, last=last, place=place)
    words = {key: data[key] for key in ("printed", "correct", "reason")}
    return "replacements", Replacement(**words, entry=entry, place=place)
