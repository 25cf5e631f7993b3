"""Whether a ruling is still true: what people decided, and why; else which of its rules have
changed since.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...facts.catalogue import in_language
from ...library import Library, Note, Paragraph
from ..words import Words

_FEW = 3
"""The most numbers of rules that a sentence names."""


def verdict(library: Library, words: Words, note: Note | Paragraph) -> str | None:
    """Return the verdict on a ruling in ``words``, with its reason and its rule. If there is none,
    say which rules changed since; None if none did.
    """
    found = note.verdict if isinstance(note, Note) else None
    if found is None:
        return _amended(words, library.amended.get(note.id, ()))
    reason = in_language(found.reason, words.lang)
    if found.is_gone:
        return words.say("verdict_gone", reason=reason, rule=found.rule)
    return words.say("verdict_correct", reason=reason, rule=found.rule)


def mark(words: Words, note: Note | Paragraph) -> str:
    """Return the words that mark a ruling that is wrong today; nothing for others."""
    is_gone = isinstance(note, Note) and note.verdict and note.verdict.is_gone
    return words["search_gone"] if is_gone else ""


def _amended(words: Words, numbers: Sequence[str]) -> str | None:
    if not numbers:
        return None
    named = ", ".join(numbers[:_FEW]) + (", …" if len(numbers) > _FEW else "")
    return words.count("verdict_changed", len(numbers), rules=named)
