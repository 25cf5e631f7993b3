"""Measures how often the first hit of the search, or one of the first five, answers a question. People chose the right
answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from site_tests.bench.served import Question, questions, real_site, started
from site_tests.bench.setting import table
from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.serving import serve

FIRST = 5
_SEARCH = "([query, limit]) => rulebinder.search(query, { limit })"

Answered = tuple[Question, int | None]
"""A question, and the position (from 1) of the first hit that answers it. The position is None if no early hit does."""


def run() -> None:
    """Print success at 1 and at 5: in total, by kind and by language. Print the questions that fail."""
    with real_site() as folder:
        if folder is None:
            print("\nRelevance: the real documents are not here")
            return
        with serve(folder, SUB_PATH) as address:
            answered = list(ask(address, questions()))
    groups = [("all", answered)]
    groups += [
        (kind, [each for each in answered if each[0].kind == kind]) for kind in sorted({each.kind for each, _ in answered})
    ]
    groups += [
        (lang, [each for each in answered if each[0].lang == lang]) for lang in sorted({each.lang for each, _ in answered})
    ]
    rows = [(name, str(len(found)), _share(found, 1), _share(found, FIRST)) for name, found in groups]
    table("Relevance: per cent of the questions that are answered", ("questions", "number", "at 1", f"at {FIRST}"), rows)
    for question, place in answered:
        if place != 1:
            print(f"{place or '-'}  {question.lang} {question.kind}: {question.query}")


def ask(address: str, asked: Sequence[Question]) -> Iterator[Answered]:
    """Send each question to the site at ``address``, from a page of its language."""
    with started() as browser:
        for lang in sorted({question.lang for question in asked}):
            page = browser.new_page()
            page.goto(f"{address}{lang}/about/")
            for question in (each for each in asked if each.lang == lang):
                yield question, _place(page.evaluate(_SEARCH, [question.query, FIRST]), question)
            page.close()


def _place(hits: Iterable[dict[str, Any]], question: Question) -> int | None:
    return next((place for place, hit in enumerate(hits, 1) if _answers(hit["kind"], hit["id"], question.ids)), None)


def _answers(kind: str, hit_id: str, ids: frozenset[str]) -> bool:
    """Return whether a hit is one of ``ids``, or is in such a section."""
    if kind in {"card", "mechanic", "set"}:
        return f"{kind}:{hit_id}" in ids
    return hit_id in ids or hit_id.rpartition("/")[0] in ids


def _share(answered: Sequence[Answered], first: int) -> str:
    return f"{100 * sum(place is not None and place <= first for _, place in answered) / len(answered):.1f}"
