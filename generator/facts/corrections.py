"""Corrections that readers can see: the faults of a document, ``content/corrections/<set>.<lang>.yml``.

Each is one entry of a list and says why. Some settle a question that the text leaves open (how many rules
paragraphs a card has, which paragraphs are one ruling); others correct a printed word, which the
structured notes keep as printed and the site shows together with the correct one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..notes import Replacement
from ..problems import Place, Problem, error
from ..system import shipped
from ..system.sources import DISK, Sources
from . import yamlfiles


@dataclass(frozen=True, kw_only=True)
class RulesParagraphs:
    """The card, by its printed name, has so many paragraphs of rules text on its last face."""

    card: str
    count: int
    place: Place


@dataclass(frozen=True, kw_only=True)
class JoinedRulings:
    """The card's or section's rulings from ``first`` to ``last`` (from 1, as read) are one ruling."""

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


AllCorrections = Mapping[tuple[str, str], Corrections]
"""By set and language."""


def load_all(folder: Path, sources: Sources = DISK) -> tuple[AllCorrections, list[Problem]]:
    """Return every document's corrections in ``folder``, and the problems of their files."""
    corrections: dict[tuple[str, str], Corrections] = {}
    problems: list[Problem] = []
    for path in shipped.facts(folder, sources):
        document, found = yamlfiles.load(path, "corrections", sources=sources)
        problems += found
        set_code, _, lang = path.stem.partition(".")
        if document is not None:
            nowhere = [at for at, each in enumerate(document.data or ()) if _is_nowhere(each)]
            problems += [error(document.place(at), "one_ruling lacks the card or section it is in", "add it") for at in nowhere]
            entries = [_entry(each, document.place(at)) for at, each in enumerate(document.data or ()) if at not in nowhere]
            corrections[set_code, lang] = _sorted(entries)
    return corrections, problems


def _is_nowhere(data: Mapping[str, Any]) -> bool:
    return "one_ruling" in data and not {"card", "section"} & data.keys()


def _entry(data: Mapping[str, Any], place: Place) -> RulesParagraphs | JoinedRulings | Replacement:
    if "rules_paragraphs" in data:
        return RulesParagraphs(card=data["card"], count=data["rules_paragraphs"], place=place)
    if "one_ruling" in data:
        first, last = data["one_ruling"]
        return JoinedRulings(entry=data.get("card") or data["section"], first=first, last=last, place=place)
    return Replacement(
        printed=data["printed"],
        correct=data["correct"],
        reason=data["reason"],
        entry=data.get("card") or data.get("section"),
        place=place,
    )


def _sorted(entries: list[RulesParagraphs | JoinedRulings | Replacement]) -> Corrections:
    return Corrections(
        tuple(each for each in entries if isinstance(each, RulesParagraphs)),
        tuple(each for each in entries if isinstance(each, JoinedRulings)),
        tuple(each for each in entries if isinstance(each, Replacement)),
    )
