"""Load the facts and the library of a folder of release notes, as several commands do."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ..facts.content import Content, load_content
from ..facts.languages import spoken
from ..joining import checks, persistence
from ..joining.mentions.amendments import with_amendments
from ..joining.mentions.rule_numbers import with_rulebooks
from ..library import Library
from ..notes import ReleaseNotes
from ..problems import Place, Problem, error
from ..reading import inputs
from ..rulebook import storage as rulebooks
from ..settings import options
from ..system import shipped
from ..system.sources import DISK, Sources
from . import unchanged

Told = Callable[[Path, ReleaseNotes | None, Sequence[Problem]], None]
"""Is called with the path of a document, what was read of it, and its problems."""


def silent(_path: Path, _notes: ReleaseNotes | None, _problems: Sequence[Problem]) -> None:
    """Say nothing of a document."""


def load(
    content: Path,
    notes: Path,
    beside: unchanged.Publication | None = None,
    sources: Sources = DISK,
    told: Told = silent,
) -> tuple[Content, Library, list[Problem]]:
    """Return the content, the library of the documents in ``notes``, and all problems. ``told``
    hears of each document.

    What was read of the files is kept ``beside`` the site of a publication, and taken from there if
    nothing changed.
    """
    remembered = unchanged.remembered(beside) if beside else None
    look = functools.partial(load_content, content, sources)
    #  It is remembered too, because what was read depends on it.
    facts, wrong = remembered.read(content, b"", look) if remembered else look()
    languages, found = options.offered(facts.languages, sources)
    facts = replace(facts, languages=languages)
    problems = [*wrong, *found]
    given, found = inputs.read_folder(notes, facts, told, remembered, sources)
    documents = given.documents
    problems += found
    if not documents:
        problems.append(
            error(Place(str(notes)), "no release notes in this folder", inputs.EXPECTED)
        )
    library, found = persistence.look(
        documents,
        facts,
        persistence.Folders(content=content, notes=notes, sources=sources),
        remembered,
    )
    books, wrong = rulebooks.load_all(notes, sources)
    unruled = (*given.unruled, *facts.catalogue.all_cards)
    library = with_rulebooks(replace(library, unruled=unruled), books)
    library, problems = with_amendments(library, facts.catalogue.same_rules), [*problems, *wrong]
    checked = checks.Checked(library, facts.catalogue, facts.languages, shipped.foreign(sources))
    check_facts = functools.partial(checks.of_facts, checked)
    offered = " ".join(spoken(facts.languages)).encode()
    faults = (
        remembered.read(content / "checks", offered, check_facts) if remembered else check_facts()
    )
    doubts = [*checks.of_library(checked), *faults]
    problems += [*found, *library.problems]
    problems += sorted(doubts, key=lambda problem: (problem.place, problem.message))
    if documents:
        owned = shipped.owner(sources) is not None
        problems += checks.idle_corrections(checked, facts.corrections, owned=owned)
    return facts, replace(library, problems=tuple(problems)), problems
