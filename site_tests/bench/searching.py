"""Measures the time of searching the real documents."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from playwright.sync_api import Browser

from site_tests.bench.served import questions, real_site, started
from site_tests.bench.setting import table
from site_tests.bench.typists import Answer, Typist
from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.serving import Line, serve

TIMED = 4
"""One question in this number is asked by a fresh browser, and typed key by key."""
LANG = "en"
"""The language of the questions whose time counts."""
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
        slow = Line(wait=WAIT, rate=RATE)
        with started() as browser, serve(folder, SUB_PATH, slow) as address:
            figures = _slow(browser, f"{address}{LANG}/about/")
        with serve(folder, SUB_PATH) as address, started() as browser:
            figures |= _usual(browser, f"{address}{LANG}/about/")
    rows = [
        (name, str(len(numbers)), *(f"{number:.0f}" for number in _spread(numbers)))
        for name, numbers in figures.items()
    ]
    table(
        "Searching, ms from a key to the first result",
        ("when", "asked", "median", "p90", "max"),
        rows,
    )


def ask_cold(browser: Browser, address: str, query: str) -> Answer | None:
    """Ask in a browser with an empty cache."""
    typist = Typist(browser, address)
    answer = typist.ask(query)
    typist.close()
    return answer


def ask_warm(browser: Browser, address: str, asked: Sequence[str]) -> list[Answer]:
    """Ask one question after another. The first is not measured."""
    typist = Typist(browser, address)
    answers = [typist.ask(query) for query in asked]
    typist.close()
    return [answer for answer in answers[1:] if answer]


def type_warm(
    browser: Browser, address: str, asked: Sequence[str], slower: float = 1
) -> list[Answer]:
    """Type one question after another, with a processor that is so many times ``slower``.

    The first is not measured.
    """
    typist = Typist(browser, address, slower=slower)
    typist.ask(asked[0])
    answers = [typist.type(query) for query in asked[1:]]
    typist.close()
    return [answer for answer in answers if answer]


def _slow(browser: Browser, address: str) -> dict[str, list[float]]:
    """Type questions on a slow phone, key by key."""
    asked = [question.query for question in questions() if question.lang == LANG]
    answers = type_warm(browser, address, asked[::TIMED], SLOWER)
    return {
        "a slow phone, warm, from the last key to the whole list": [
            answer.milliseconds for answer in answers
        ],
        "a slow phone, warm, without a result after the third key": [
            answer.blank for answer in answers
        ],
    }


def _usual(browser: Browser, address: str) -> dict[str, list[float]]:
    """Ask questions on this machine."""
    asked = [question.query for question in questions() if question.lang == LANG]
    cold = [answer for query in asked[::TIMED] if (answer := ask_cold(browser, address, query))]
    typed = type_warm(browser, address, asked[::TIMED])
    return {
        "cold, since the page was opened": [answer.opened for answer in cold],
        "cold": [answer.milliseconds for answer in cold],
        "warm": [answer.milliseconds for answer in ask_warm(browser, address, asked)],
        "warm, from the last key to the whole list": [answer.milliseconds for answer in typed],
    }


def _spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the 90th percentile and the maximum."""
    return statistics.median(numbers), statistics.quantiles(numbers, n=10)[-1], max(numbers)
