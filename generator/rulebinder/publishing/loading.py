"""Load the facts and the library of a folder of release notes, as several commands do."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ..facts.content import Content, load_content
from ..facts.languages import offered_languages
from ..joining import checks, persistence
from ..joining.rule_numbers import with_amendments, with_rulebooks
from ..library import Library
from ..notes import ReleaseNotes
from ..problems import Problem, error
from ..reading import inputs
from ..rulebook import model as rulebooks
from ..settings import files as settings_files
from ..settings import options
from ..system import shipped
from ..system.caches import NO_CACHE, Cache
from ..system.files import digest

Listener = Callable[[Path, ReleaseNotes | None, Sequence[Problem]], None]
"""Is called with the path of a document, what was read of it, and its problems."""


def load(
    content: Path, notes: Path, cache: Cache = NO_CACHE, listen: Listener = lambda *_: None
) -> tuple[Content, Library, list[Problem]]:
    """Return the content, the library of the documents in ``notes``, and all problems. ``listen``
    hears of each document.

    The ``cache`` keeps what was read of the files, and gives it back if nothing changed.
    """
    files = settings_files.digests([content, *shipped.owner_folders()], [content / "ledger"])
    key = digest("facts", *files)
    facts, problems = cache.get_or_make(key, functools.partial(load_content, content))
    languages, found = options.offer_languages(facts.languages)
    facts = replace(facts, languages=languages, key=key)
    folder, wrong = inputs.read_folder(notes, facts, listen, cache)
    problems = [*problems, *found, *wrong]
    documents = folder.documents
    if not documents:
        problems.append(error(notes, "no release notes in this folder", inputs.EXPECTED))
    library, found = persistence.look(
        documents,
        facts,
        persistence.Folders(content=content, notes=notes),
        cache,
    )
    books, wrong = rulebooks.load_all(notes)
    unruled = (*folder.unruled, *facts.catalogue.all_cards)
    library = with_rulebooks(replace(library, unruled=unruled), books)
    library, problems = with_amendments(library, facts.catalogue.same_rules), [*problems, *wrong]
    checked = checks.Checked(library, facts.catalogue, facts.languages, shipped.overlay_finder())
    offered = " ".join(offered_languages(facts.languages))
    faults = cache.get_or_make(
        digest("checks", key, offered), functools.partial(checks.of_facts, checked)
    )
    doubts = [*checks.of_library(checked), *faults]
    problems += [*found, *library.problems]
    problems += sorted(doubts, key=lambda problem: (problem.place, problem.message))
    if documents:
        owned = shipped.owner() is not None
        problems += checks.idle_corrections(checked, facts.corrections, owned=owned)
    return facts, replace(library, problems=tuple(problems)), problems
