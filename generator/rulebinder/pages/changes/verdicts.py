"""Whether a ruling is still true: what people decided, and why; else which of its rules have
changed since.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...facts.catalogue import in_language
from ...joining.phrases import few
from ...library import Note
from ...notes import Introduction, Rule, Unread
from ..edition import Edition, Phrase, Reference
from ..parts.official_rules import rule_link
from ..symbols import PREVIEW, cut, preview
from ..words import Words

_FEW = 3
"""The most numbers of rules that a sentence names."""


@dataclass(frozen=True)
class VerdictView:
    """What a page says of a ruling: a sentence, and the rule that decides, which follows it in
    brackets. As a string, it is both.
    """

    sentence: str
    rule: Reference | None = None

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule.phrase.text})" if self.rule else self.sentence


def verdict(edition: Edition, here: str, block: object) -> VerdictView | None:
    """Return our verdict on a ruling, with its reason, for the page ``here``. If there is none, say
    which rules changed since; None if none did, or if ``block`` is not a ruling.
    """
    if not isinstance(block, Note):
        return None
    words, decided = edition.words, block.verdict
    if decided is None:
        numbers = edition.library.amended.get(block.id, ())
        if not numbers:
            return None
        return VerdictView(words.count("verdict_changed", len(numbers), rules=few(numbers, _FEW)))
    reason = in_language(decided.reason, words.lang)
    text = words.say(
        "verdict_gone" if decided.is_gone else "verdict_correct",
        by=words.say("verdict_by", date=words.date(decided.edition)) if decided.edition else "",
        reason=f"{reason[:1].upper()}{reason[1:]}",
    )
    number = Phrase(words.say("verdict_rule", number=decided.rule))
    return VerdictView(text, Reference(rule_link(edition.library, here, decided.rule), number))


def mark(words: Words, block: object) -> str:
    """Return the words that mark a ruling that is wrong today; nothing for anything else."""
    is_gone = isinstance(block, Note) and block.verdict and block.verdict.is_gone
    return words["search_gone"] if is_gone else ""


def beginning(words: Words, block: Introduction | Rule | Note | Unread) -> str:
    """Return the start of a block for the preview of a link. If it is a ruling that is wrong today,
    the first words say so.
    """
    items = block.items if isinstance(block, Note) else ()
    start = preview(words, (block.text, *items))
    return cut(". ".join(filter(None, (mark(words, block), start))), PREVIEW)
