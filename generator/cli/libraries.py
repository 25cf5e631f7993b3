"""Load the content and the library of a folder of release notes, as several commands do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..facts.content import Content, load_content
from ..joining import checks, keeping
from ..joining.renumbering import with_rulebooks
from ..library import Library
from ..problems import Place, Problem, error
from ..publishing import settings, unchanged
from ..reading import inputs
from ..rulebook import storage as rulebooks
from . import printing


def load(
    content: Path,
    notes: Path,
    out: Path | None = None,
) -> tuple[Content, Library, list[Problem]]:
    """Return the content, the library of the documents in ``notes``, and all problems.

    What was read of the documents is kept beside the site ``out``, and taken from there if nothing changed.
    """
    known, problems = load_content(content)
    languages, found = settings.offered(known.languages)
    known = replace(known, languages=languages)
    problems += found
    documents, found = inputs.read_folder(notes, known, printing.told, unchanged.documents(content, out) if out else None)
    problems += found
    if not documents:
        problems.append(error(Place(str(notes)), "no release notes in this folder", inputs.EXPECTED))
    library, found = keeping.look(documents, known, content, keeping.Notes(folder=notes))
    books, wrong = rulebooks.load_all(notes)
    library, problems = with_rulebooks(library, books), [*problems, *wrong]
    problems += [*found, *library.problems, *checks.run(library, known.catalogue, known.languages)]
    return known, replace(library, problems=tuple(problems)), problems
