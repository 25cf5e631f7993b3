"""Rules text that lost its line breaks, cut into abilities again."""

from __future__ import annotations

import re

from .words import Words

_ACTIVATED = re.compile(r"(?:\{[^{}]+\}[^.:()]{0,80}|[A-ZÀ-Ý][^.:(){}]{3,70}):\s(?=[A-ZÀ-Ý\"“])")
_ABILITY_WORD = re.compile(r"[A-ZÀ-Ý][\w'’ ]{2,30}\s--\s")
_AFTER_SENTENCE = re.compile(r"[.!?][\"”»]?$|\)$")
_REMINDED = re.compile(r"[.!?][\"”»]?\)$")
_OF_ITSELF = re.compile(r"\s\w+\s\w+\.")


def abilities(text: str, name: str, words: Words) -> list[str]:
    """The abilities that ``text`` runs together, in order; no character but spaces is lost.

    An ability begins after a sentence where a trigger word, a cost with a colon, an ability word
    or a keyword stands; after a line of keywords, which has no full stop; after a reminder; and
    after the short sentence in which a card says what it is (``… is white.``).
    """
    starts = [0]
    for match in re.finditer(r"(?<=\S)\s+(?=\S)", text):
        own = text.startswith(name, starts[-1])
        before = "" if own and match.end() < starts[-1] + len(name) else text[starts[-1] : match.start()]
        whole = own and _OF_ITSELF.fullmatch(before, len(name)) is not None
        if before and _depth(text, match.start()) == 0 and (whole or _begins(before, text[match.end() :][:160], own, words)):
            starts.append(match.end())
    parts = [text[start:end].strip() for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return [part for part in parts if part]


def _begins(before: str, rest: str, own: bool, words: Words) -> bool:
    """Whether an ability begins with ``rest``, after ``before``; ``own`` says that this opens with the card's name."""
    if not own and _is_keyword_line(before, words):
        return (rest[0].isupper() and not _is_subtype(rest, words)) or bool(_ACTIVATED.match(rest))
    if not _AFTER_SENTENCE.search(before):
        return False
    if _REMINDED.search(before) and rest[0].isupper():
        return True
    return bool(_ACTIVATED.match(rest) or _ABILITY_WORD.match(rest)) or _opens(rest, words)


def _opens(rest: str, words: Words) -> bool:
    """Whether a trigger word or a capitalised keyword stands here."""
    if any(re.match(rf"{re.escape(word)}\b", rest) for word in words.language.reading.trigger_words):
        return True
    return rest[0].isupper() and bool(words.keyword_prefix(rest))


def _is_keyword_line(text: str, words: Words) -> bool:
    """Whether the text is keywords and their parameters so far: no sentence has ended in it."""
    bare = re.sub(r"\([^()]*\)", "", text).strip()
    return bool(words.keyword_prefix(bare)) and not re.search(r"[.:]$|[.:]\s|--\s", bare)


def _is_subtype(rest: str, words: Words) -> bool:
    first = re.split(r"[\s.,;]", rest, maxsplit=1)[0].casefold()
    return first in {subtype.casefold() for subtype in words.language.reading.closed_subtypes}


def _depth(text: str, at: int) -> int:
    return text.count("(", 0, at) - text.count(")", 0, at)
