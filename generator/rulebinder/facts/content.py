"""Load the folder ``content/``: everything that reading and joining need."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..problems import Problem, error
from . import catalogue, corrections, languages
from .catalogue import Catalogue
from .corrections import AllCorrections
from .files import file_names
from .languages import Languages


@dataclass(frozen=True)
class Content:
    """Everything that reading needs: the facts and the languages under ``content/``."""

    catalogue: Catalogue
    languages: Languages
    corrections: AllCorrections
    key: str = ""
    """A digest of the files that it was read from; empty if nothing is kept that depends on it."""


def load_content(folder: Path, *, searched: bool = True) -> tuple[Content, list[Problem]]:
    """Return the facts and languages under ``folder``, and the problems of their files.

    Only a site is ``searched``. Without it, the words for the search are left out, which are nearly
    half of all.
    """
    facts, problems = catalogue.load(folder, searched=searched)
    spoken, found = languages.load_all(folder / "languages")
    problems += found
    corrected, found = corrections.load_all(folder / "corrections")
    problems += [*found, *file_names.unknown(folder)]
    if not spoken:
        problems.append(
            error(
                folder / "languages",
                "no language file",
                "add languages/<lang>.yml: `rulebinder help languages` explains it",
            )
        )
    return Content(facts, spoken, corrected), problems
