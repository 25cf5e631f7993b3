"""Measures the time of searching the real documents."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.serving import Line, serve

from .served import questions, real_site, started
from .setting import table
from .typists import Answer, Typist

TIMED = 4
"""One question in this number is asked by a fresh browser, and typed key by key."""
LANG = "en"
"""The language of the questions whose time counts."""
START = f"{LANG}/about/"
"""The page from which all questions are asked."""
SLOWER = 4
"""How many times slower the processor of a slow phone is."""
WAIT, RATE = 0.15, 1_638_400 / 8
"""The network of a slow phone
(https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md): seconds, bytes a second.
"""


def run() -> None:
    """Print the times, on this machine and on a slow phone."""
    with real_site() as folder:
        if folder is None:
            print("\nSearching: the real documents are not here")
            return
        asked = [question.query for question in questions() if question.lang == LANG]
        slow = Line(wait=WAIT, rate=RATE)
        with started() as browser, serve(folder, SUB_PATH, slow) as site:
            phone = warm(Typist(browser, f"{site}{START}", SLOWER), asked[::TIMED], Typist.type)
        with started() as browser, serve(folder, SUB_PATH) as site:
            cold = []
            for query in asked[::TIMED]:
                typist = Typist(browser, f"{site}{START}")
                cold += [answer for answer in [typist.ask(query)] if answer]
                typist.close()
            whole = warm(Typist(browser, f"{site}{START}"), asked, Typist.ask)
            typed = warm(Typist(browser, f"{site}{START}"), asked[::TIMED], Typist.type)
    figures = {
        "a slow phone, warm, from the last key to the whole list": _times(phone),
        "a slow phone, warm, without a result after the third key": [
            answer.blank for answer in phone
        ],
        "cold, since the page was opened": [answer.opened for answer in cold],
        "cold": _times(cold),
        "warm": _times(whole),
        "warm, from the last key to the whole list": _times(typed),
    }
    rows = [
        (name, str(len(numbers)), *(f"{number:.0f}" for number in _spread(numbers)))
        for name, numbers in figures.items()
    ]
    heads = ("when", "asked", "median", "p90", "max")
    table("Searching, ms from a key to the first result", heads, rows)


def warm(
    typist: Typist, asked: Sequence[str], way: Callable[[Typist, str], Answer | None]
) -> list[Answer]:
    """Ask the first question, which reads the files, then the others in a ``way``, and close the
    page. Return the answers to the others.
    """
    typist.ask(asked[0])
    answers = [way(typist, query) for query in asked[1:]]
    typist.close()
    return [answer for answer in answers if answer]


def _times(answers: Sequence[Answer]) -> list[float]:
    return [answer.milliseconds for answer in answers]


def _spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the 90th percentile and the maximum."""
    return statistics.median(numbers), statistics.quantiles(numbers, n=10)[-1], max(numbers)
