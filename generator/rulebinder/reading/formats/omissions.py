"""Texts of a file that are no part of the document are left out, and said in one problem a kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...problems import Place, Problem, review

_SHOWN, _MOST_SHOWN = 40, 5
"""How many characters of a text that is left out are shown, and of how many such texts."""


def said(path: str, kind: str, texts: Mapping[str, int]) -> Iterator[Problem]:
    """Yield one problem that counts the texts left out and shows the commonest; none if there are
    none.
    """
    if not texts:
        return
    ranked = sorted(texts.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = ", ".join(
        f"{text[:_SHOWN]!r}{f' ({count} times)' if count > 1 else ''}"
        for text, count in ranked[:_MOST_SHOWN]
    )
    more = f" and {len(ranked) - _MOST_SHOWN} more" if len(ranked) > _MOST_SHOWN else ""
    message = f"{sum(texts.values())} {kind} are left out: {shown}{more}"
    yield review(Place(path), message, "check that none of them belongs to the document")
