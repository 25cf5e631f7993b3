"""One document for each set and language: the first that comes; every other one is a problem."""

from __future__ import annotations

from ...notes import ReleaseNotes
from ...problems import Place, Problem, error, warning
from .evidence import again


class Claims:
    """The documents taken so far: one for each set and language, the first that comes."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], tuple[str, ReleaseNotes]] = {}

    def refused(self, path: str, notes: ReleaseNotes) -> Problem | None:
        """Take ``notes``, read of ``path``; return the problem if another document has their set and language."""
        first, first_notes = self._taken.setdefault(notes.key, (path, notes))
        if first_notes is notes:
            return None
        if notes.source.sha256 == first_notes.source.sha256:
            return warning(Place(path), f"the same document as {first}, so it is left out", "remove one of them")
        message = f"release notes of the set {notes.set_code!r} in {notes.lang!r} like {first}, so it is left out"
        return error(Place(path), message, f"remove one of them, or {again(path, '--set CODE')} says its set")

    def kept(self) -> tuple[ReleaseNotes, ...]:
        """Return the documents taken, sorted by set and language."""
        return tuple(notes for _, (_, notes) in sorted(self._taken.items()))
