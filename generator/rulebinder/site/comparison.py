"""Whether a site is what a build makes: compared with another one, byte by byte."""

from __future__ import annotations

import filecmp
from collections.abc import Iterator
from pathlib import Path

from ..problems import Place, Problem, error
from . import marks

_HINT = "build the site again with `rulebinder site`; if it still differs, somebody changed the file, or an input is another"


def differences(site: Path, fresh: Path) -> Iterator[Problem]:
    """Yield an error for each file of the ``site`` that differs from the ``fresh`` one, is missing, or that a build no longer makes.

    Files of others in the site do not count. Raises InputError if the mark of a site cannot be read, OSError if a file cannot.
    """
    ours, made = ((marks.read(each) or marks.Mark(frozenset(), None)).files for each in (site, fresh))
    for path in sorted(ours | made):
        if path not in ours or not (site / path).is_file():
            yield error(Place(str(site / path)), "the file is missing, and a build makes it", _HINT)
        elif path not in made:
            yield error(Place(str(site / path)), "the file is there, and a build no longer makes it", _HINT)
        elif not filecmp.cmp(site / path, fresh / path, shallow=False):
            yield error(Place(str(site / path)), "the file differs from the one that a build makes", _HINT)
