"""A set named on the spot: ``content/sets/<code>.yml`` is written, unless a file there says
otherwise.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

from ..notes import SET_CODE
from ..problems import Place, Problem, error, unwritten
from ..system.files import DISK
from .catalogue import Catalogue, SetFacts
from .content import Content
from .files import yaml_files

CODE_HINT = "give two to six lower-case letters and digits, such as mh3"
_LANG = "en"


@dataclass(frozen=True, kw_only=True)
class NewSet:
    """A set that the user names: its code, its English name, and the day it came out
    (``YYYY-MM-DD``).
    """

    code: str
    name: str
    released: str


def named(new: NewSet, content: Content, folder: Path) -> Content | Problem:
    """Return the content under ``folder`` with the new set, or the problem that forbids it.

    Nothing is written.
    """
    refused = _refused(new, content.catalogue, path_of(new, folder))
    if refused:
        return refused
    facts = content.catalogue.sets.get(new.code) or SetFacts(
        code=new.code,
        names={_LANG: new.name},
        released=new.released,
        place=Place(str(path_of(new, folder)), 1),
    )
    return replace(
        content,
        catalogue=replace(content.catalogue, sets={**content.catalogue.sets, new.code: facts}),
    )


def save(new: NewSet, folder: Path) -> bool | Problem:
    """Write the file of the set, which :func:`named` has accepted; return False if it is there
    already.
    """
    path = path_of(new, folder)
    if path.exists():
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return DISK.write(path, _content(new))
    except OSError as failure:
        return unwritten(path, failure)


def path_of(new: NewSet, folder: Path) -> Path:
    """Return the path of the set's file in the folder of facts."""
    return folder / "sets" / f"{new.code}.yml"


def _content(new: NewSet) -> str:
    return yaml_files.dump({"names": {_LANG: new.name}, "released": new.released})


def _refused(new: NewSet, catalogue: Catalogue, path: Path) -> Problem | None:
    """Return why the set cannot be named so, or None."""
    if not re.fullmatch(SET_CODE, new.code):
        return error(Place("--set"), f"{new.code!r} is not a set code", CODE_HINT)
    if (
        any(unicodedata.category(letter).startswith("C") for letter in new.name)
        or not new.name.strip()
    ):
        return error(path, f"{new.name!r} is not the name of a set", "write the name on one line")
    _, problems = yaml_files.loads(_content(new), "set", str(path))
    return problems[0] if problems else _contradicted(new, catalogue, path)


def _contradicted(new: NewSet, catalogue: Catalogue, path: Path) -> Problem | None:
    """Return a problem if a file says otherwise about the set, or if another set has its name."""
    there = catalogue.sets.get(new.code)
    if there is None and path.exists():
        return error(
            path,
            "this file cannot be read, so it is not replaced",
            "correct it, or remove it",
        )
    if there and (there.names.get(_LANG), there.released) != (new.name, new.released):
        said = f"{there.names.get(_LANG)!r}, released {there.released}"
        return error(
            there.place,
            f"the set {new.code!r} is {said} here",
            "leave out --name and --released, or change this file",
        )
    for code, facts in catalogue.sets.items():
        names = (name.casefold() for name in facts.names.values())
        if code != new.code and new.name.casefold() in names:
            message = f"the set {code!r} has the name {new.name!r} already"
            return error(facts.place, message, f"give --set {code}")
    return None
