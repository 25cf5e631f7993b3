"""Measures how often the first hits of the search answer a question.

People chose the right answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.serving import serve

from .served import HALVES, Question, questions, real_site, started
from .setting import table

FIRST = (1, 3, 5)
"""A question counts as answered if one of this many first hits answers it."""
_SEARCH = "([query, limit]) => rulebinder.search(query, { limit })"

Answered = tuple[Question, int | None]
"""A question, and the position (from 1) of the first hit that answers it.

The position is None if no early hit does.
"""
HEADS = ("questions", "number", *(f"at {first}" for first in FIRST), "MRR")


def run() -> None:
    """Print the success of the first questions, of both halves of the later ones, and by language.

    Print the questions that fail, except those of the final half: nobody should tune by them.
    """
    with real_site() as folder:
        if folder is None:
            print("\nRelevance: the real documents are not here")
            return
        with serve(folder, SUB_PATH) as address:
            asked = {name or "first": list(ask(address, questions(name))) for name in ("", *HALVES)}
    everything = [answered for group in asked.values() for answered in group]
    for lang in sorted({question.lang for question, _ in everything}):
        asked[lang] = [answered for answered in everything if answered[0].lang == lang]
    asked["all"] = everything
    rows = [summary(name, answered) for name, answered in asked.items()]
    table("Questions that are answered, in per cent", HEADS, rows)
    for question, place in (*asked["first"], *asked["tuning"]):
        if place != 1:
            print(f"{place or '-'}  {question.lang} {question.kind}: {question.query}")


def ask(address: str, asked: Sequence[Question]) -> Iterator[Answered]:
    """Send each question to the site at ``address``, from a page of its language."""
    with started() as browser:
        for lang in sorted({question.lang for question in asked}):
            page = browser.new_page()
            page.goto(f"{address}{lang}/about/")
            for question in (each for each in asked if each.lang == lang):
                yield (
                    question,
                    _place(page.evaluate(_SEARCH, [question.query, FIRST[-1]]), question),
                )
            page.close()


def summary(name: str, answered: Sequence[Answered]) -> tuple[str, ...]:
    """Return a row of the table: how many questions, the shares that are answered in per cent, the
    mean reciprocal rank.
    """
    ranks = sum(1 / place for _, place in answered if place) / len(answered)
    return (name, str(len(answered)), *(_share(answered, first) for first in FIRST), f"{ranks:.3f}")


def _place(hits: Iterable[dict[str, Any]], question: Question) -> int | None:
    return next(
        (
            place
            for place, hit in enumerate(hits, 1)
            if _answers(hit["kind"], hit["id"], question.ids)
        ),
        None,
    )


def _answers(kind: str, hit_id: str, ids: frozenset[str]) -> bool:
    """Return whether a hit is one of ``ids``, or is in such a section."""
    if kind in {"card", "mechanic", "set"}:
        return f"{kind}:{hit_id}" in ids
    return hit_id in ids or hit_id.rpartition("/")[0] in ids


def _share(answered: Sequence[Answered], first: int) -> str:
    hits = sum(place is not None and place <= first for _, place in answered)
    return f"{100 * hits / len(answered):.1f}"
