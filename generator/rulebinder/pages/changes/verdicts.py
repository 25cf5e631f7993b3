"""What people decided of a ruling: whether it is still true, and why."""

from __future__ import annotations

from ...facts.catalogue import in_language
from ...library import Note, Paragraph
from ..words import Words


def verdict(words: Words, note: Note | Paragraph) -> str | None:
    """Return the verdict on a ruling in ``words``, with its reason and its rule; None if there is none."""
    found = note.verdict if isinstance(note, Note) else None
    if found is None:
        return None
    reason = in_language(found.reason, words.lang)
    if found.is_gone:
        return words.say("verdict_gone", reason=reason, rule=found.rule)
    return words.say("verdict_correct", reason=reason, rule=found.rule)
