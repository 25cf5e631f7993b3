"""Where words begin and end, in scripts with and without spaces between words.

Patterns of words are made of this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

UNSPACED = re.compile(r"(?-i:[\u3040-\u30ff\u3400-\u9fff])")
"""A letter of a script that puts no spaces between words: kana and Han. They have no cases, and to
look for them takes ``re`` milliseconds in each pattern.
"""
_SYLLABLE = re.compile(r"(?-i:[\uac00-\ud7a3])")
"""A Korean syllable: spaces part the words, but particles are joined to the end of a word."""
UNCASED = re.compile(r"(?-i:[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])")
"""Either of them: a letter of a script without cases, which may be joined to other words."""
CAPITALS = r"A-ZÀ-ÝА-ЯЁ\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
"""Characters that may begin a sentence, for a class of a pattern: capitals, and letters of scripts
that have none.
"""
_START = rf"(?:(?<!\w)|(?<={UNSPACED.pattern})"
_END = rf"(?:(?!\w)|(?={UNSPACED.pattern})"
_FIRST_WORD = re.compile(rf"(?:(?!{UNSPACED.pattern})\w)+")


def whole(words: Iterable[str]) -> str:
    """Return a pattern for any of the words as a whole word; in a script without spaces,
    anywhere.
    """
    known = list(words)
    begins = rf"|(?={UNSPACED.pattern})" if any(UNSPACED.match(word) for word in known) else ""
    return rf"{_START}{begins}){ended(known)}"


def ended(words: Iterable[str]) -> str:
    """Return a pattern for any of the words, with its end as :func:`whole` means it."""
    known = list(words)
    last = {word[-1:] for word in known}
    ends = "".join(
        rf"|(?<={script.pattern})"
        for script in (UNSPACED, _SYLLABLE)
        if any(map(script.match, last))
    )
    return rf"(?:{any_of(known)}){_END}{ends})"


def beginnings(text: str) -> tuple[str, ...]:
    """Return the first word of ``text`` and its first letter, folded.

    If no space parts its words, return only the letter.
    """
    first = text[:1]
    word = _FIRST_WORD.match(text) if not UNCASED.match(first) else None
    return (word[0].casefold(), first.casefold()) if word else (first.casefold(),)


def any_of(words: Iterable[str]) -> str:
    """An alternation of the words, longest first, any spaces between their parts, and each
    apostrophe as ``'`` and as ``’``; one that never matches if there are none.
    """
    return (
        "|".join(
            re.escape(word).replace(r"\ ", r"\s+").replace("’", "'").replace("'", "['’]")
            for word in sorted(words, key=len, reverse=True)
        )
        or "(?!)"
    )
