"""Load the folder ``content/``: everything that reading and joining need. Corrections of documents
are read here, and the sets that a user names are added here.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..notes import SET_CODE, Replacement
from ..problems import InputError, Place, WithProblems, cannot_write, error, refusal
from ..system.files import DISK
from . import catalogue, languages, layers, yaml_files
from .catalogue import Catalogue, SetFacts
from .languages import Languages


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


Correction = RulesParagraphs | JoinedRulings | Replacement


@dataclass(frozen=True)
class Corrections:
    """The corrections of one document: its numbers of rules paragraphs, then its joined rulings,
    then its misprints, each in the order of their file.
    """

    entries: tuple[Correction, ...] = ()
    place: Place = Place("")


_ORDER = (RulesParagraphs, JoinedRulings, Replacement)
AllCorrections = Mapping[tuple[str, str], Corrections]
"""By set and language."""


@dataclass(frozen=True)
class Content:
    """Everything that reading needs: the facts and the languages under ``content/``."""

    catalogue: Catalogue
    languages: Languages
    corrections: AllCorrections
    key: str = ""
    """A digest of the files that it was read from; empty if nothing is kept that depends on it."""


def load_content(folder: Path, *, searched: bool = True) -> WithProblems[Content]:
    """Return the facts and languages under ``folder``, and the problems of their files.

    Only a site is ``searched``. Without it, the words for the search are left out, which are nearly
    half of all.
    """
    facts, problems = catalogue.load(folder, searched=searched)
    words, language_problems = languages.load_all(folder / "languages")
    corrections, correction_problems = load_corrections(folder / "corrections")
    problems += [*language_problems, *correction_problems, *layers.find_unknown(folder)]
    if not words:
        hint = "add languages/<lang>.yml: `rulebinder help languages` explains it"
        problems.append(error(folder / "languages", "no language file", hint))
    return Content(facts, words, corrections), problems


def load_corrections(folder: Path) -> WithProblems[AllCorrections]:
    """Return every document's corrections in ``folder``, and the problems of their files."""
    corrections: dict[tuple[str, str], Corrections] = {}
    documents, problems = layers.load_all(folder, "corrections")
    for name, document in documents.items():
        set_code, _, lang = name.partition(".")
        entries: list[Correction] = []
        for number, data in enumerate(document.data or ()):
            place = document.place(number)
            if not data.get("applies", True):
                continue
            if "one_ruling" in data and not {"card", "section"} & data.keys():
                message = "one_ruling lacks the card or section it is in"
                problems.append(error(place, message, "add it"))
            else:
                entries.append(_read_correction(data, place))
        entries.sort(key=lambda entry: _ORDER.index(type(entry)))
        corrections[set_code, lang] = Corrections(tuple(entries), Place(document.path, 1))
    return corrections, problems


def _read_correction(data: Mapping[str, Any], place: Place) -> Correction:
    if "rules_paragraphs" in data:
        return RulesParagraphs(card=data["card"], count=data["rules_paragraphs"], place=place)
    entry: Any = data.get("card") or data.get("section")
    if "one_ruling" in data:
        first, last = data["one_ruling"]
        return JoinedRulings(entry=entry, first=first, last=last, place=place)
    words = {key: data[key] for key in ("printed", "correct", "reason")}
    return Replacement(**words, entry=entry, place=place)


def leave_out_entry(path: str, line: int) -> str:
    """Return the entry that leaves out the correction in this line of the file at ``path``, if
    there is one.
    """
    document, _ = yaml_files.load(Path(path), "corrections")
    if document is None:
        return ""
    keys = yaml_files.schema("corrections")["entry"]
    for number, data in enumerate(document.data or ()):
        if document.place(number).line == line:
            entry = {key: data[key] for key in keys if key in data}
            entry |= {"applies": False, "reason": "our document needs no correction"}
            return json.dumps(entry, ensure_ascii=False)
    return ""


CODE_HINT = "give two to six lower-case letters and digits, such as mh3"


def set_path(new: SetFacts, folder: Path) -> Path:
    """Return the path of the set's file in the folder of facts."""
    return folder / "sets" / f"{new.code}.yml"


def add_set(new: SetFacts, content: Content, folder: Path) -> Content:
    """Return the content under ``folder`` with the set that a user names in English.

    Nothing is written. Raises InputError if the set cannot be named so: it would not be valid, a
    file says otherwise about it, or another set has its name.
    """
    path, sets = set_path(new, folder), content.catalogue.sets
    if not re.fullmatch(SET_CODE, new.code):
        raise refusal(Place("--set"), f"{new.code!r} is not a set code", CODE_HINT)
    name = new.names["en"]
    has_controls = any(unicodedata.category(letter).startswith("C") for letter in name)
    if has_controls or not name.strip():
        raise refusal(path, f"{name!r} is not the name of a set", "write the name on one line")
    _, problems = yaml_files.loads(_set_yaml(new), "set", str(path))
    if problems:
        raise InputError(problems[0])
    facts = sets.get(new.code)
    if facts is None and path.exists():
        message = "this file cannot be read, so it is not replaced"
        raise refusal(path, message, "correct it, or remove it")
    if facts and (facts.names.get("en"), facts.released) != (name, new.released):
        released = f"{facts.names.get('en')!r}, released {facts.released}"
        hint = "leave out --name and --released, or change this file"
        raise refusal(facts.place, f"the set {new.code!r} is {released} here", hint)
    for code, other in sets.items():
        names = (other_name.casefold() for other_name in other.names.values())
        if code != new.code and name.casefold() in names:
            message = f"the set {code!r} has the name {name!r} already"
            raise refusal(other.place, message, f"give --set {code}")
    facts = facts or replace(new, place=Place(str(path), 1))
    return replace(content, catalogue=replace(content.catalogue, sets={**sets, new.code: facts}))


def save_set(new: SetFacts, folder: Path) -> bool:
    """Write the file of the set, which :func:`add_set` has accepted; return False if it is there
    already. Raises InputError if it cannot be written.
    """
    path = set_path(new, folder)
    if path.exists():
        return False
    try:
        return DISK.write(path, _set_yaml(new))
    except OSError as failure:
        raise InputError(cannot_write(path, failure)) from failure


def _set_yaml(new: SetFacts) -> str:
    return yaml_files.dump({"names": new.names, "released": new.released})
