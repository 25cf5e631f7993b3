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
    """How many paragraphs of rules text the last face of a card has, by the card's printed name."""

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


_KIND_ORDER = (RulesParagraphs, JoinedRulings, Replacement)
"""The kinds of corrections in the order in which they take effect."""
AllCorrections = Mapping[tuple[str, str], Corrections]
"""By set and language."""


@dataclass(frozen=True)
class Content:
    """Everything that reading needs: the facts and the languages under ``content/``."""

    catalogue: Catalogue
    languages: Languages
    corrections: AllCorrections
    key: str = ""
    """A digest of the files that it was read from, for caches; empty without a cache."""


def load_content(folder: Path, *, for_search: bool = True) -> WithProblems[Content]:
    """Return the facts and languages under ``folder``, and the problems of their files.

    The words for the search, which are nearly half of all, are left out if they are not
    ``for_search``: only a site needs them.
    """
    facts, problems = catalogue.load(folder, for_search=for_search)
    by_lang, language_problems = languages.load_all(folder / "languages")
    corrections, correction_problems = load_corrections(folder / "corrections")
    problems += [*language_problems, *correction_problems, *layers.find_unknown(folder)]
    if not by_lang:
        hint = "add languages/<lang>.yml: `rulebinder help languages` explains it"
        problems.append(error(folder / "languages", "no language file", hint))
    return Content(facts, by_lang, corrections), problems


def load_corrections(folder: Path) -> WithProblems[AllCorrections]:
    """Return every document's corrections in ``folder``, and the problems of their files. An entry
    that does not apply is left out: an owner switches off one of the program with it.
    """
    corrections: dict[tuple[str, str], Corrections] = {}
    documents, problems = layers.load_all(folder, "corrections")
    for name, document in documents.items():
        set_code, _, lang = name.partition(".")
        entries: list[Correction] = []
        for number, data in enumerate(document.data or ()):
            place = document.place(number)
            if not data.get("applies", True):
                continue
            #  A schema can say it only with ``anyOf``, whose failures name no key.
            if "one_ruling" in data and not {"card", "section"} & data.keys():
                message = "one_ruling lacks the card or section it is in"
                problems.append(error(place, message, "add it"))
            else:
                entries.append(_read_correction(data, place))
        entries.sort(key=lambda entry: _KIND_ORDER.index(type(entry)))
        corrections[set_code, lang] = Corrections(tuple(entries), Place(document.path, 1))
    return corrections, problems


def _read_correction(data: Mapping[str, Any], place: Place) -> Correction:
    """Return the correction in an entry of a file, by the keys that only its kind has."""
    if "rules_paragraphs" in data:
        return RulesParagraphs(card=data["card"], count=data["rules_paragraphs"], place=place)
    entry: Any = data.get("card") or data.get("section")
    if "one_ruling" in data:
        first, last = data["one_ruling"]
        return JoinedRulings(entry=entry, first=first, last=last, place=place)
    words = {key: data[key] for key in ("printed", "correct", "reason")}
    return Replacement(**words, entry=entry, place=place)


def format_exclusion(path: str, line: int) -> str:
    """Return the entry, as JSON, with which an owner switches off the correction in this line of
    the program's file at ``path``; empty if there is no correction.
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


def path_of_set(new: SetFacts, folder: Path) -> Path:
    """Return the path of the set's own file in the folder of facts."""
    return folder / "sets" / f"{new.code}.yml"


def add_set(new: SetFacts, content: Content, folder: Path) -> Content:
    """Return ``content``, which was read from ``folder``, with the set that a user names in
    English. A set that is there already stays as it is.

    Nothing is written. Raises InputError if the set cannot be named so: it would not be valid, a
    file says otherwise about it, or another set has its name.
    """
    path, sets = path_of_set(new, folder), content.catalogue.sets
    if not re.fullmatch(SET_CODE, new.code):
        raise refusal(Place("--set"), f"{new.code!r} is not a set code", CODE_HINT)
    name = new.names["en"]
    has_controls = any(unicodedata.category(letter).startswith("C") for letter in name)
    if has_controls or not name.strip():
        raise refusal(path, f"{name!r} is not the name of a set", "write the name on one line")
    #  The schema judges what would be written.
    _, problems = yaml_files.loads(_dump_set(new), "set", str(path))
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
    path = path_of_set(new, folder)
    if path.exists():
        return False
    try:
        return DISK.write(path, _dump_set(new))
    except OSError as failure:
        raise InputError(cannot_write(path, failure)) from failure


def _dump_set(new: SetFacts) -> str:
    """Return the text of the set's file."""
    return yaml_files.dump({"names": new.names, "released": new.released})
