"""Measures the bytes and the time of searching the real documents."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from playwright.sync_api import Browser

from site_tests.bench.served import Question, questions, real_site, started
from site_tests.bench.setting import table
from site_tests.bench.typists import Answer, Typist
from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.serving import Line, serve

COLD = 8
"""One question in this number is also asked by a fresh browser."""
TIMED = 4
"""The same where the time counts, and for typing key by key."""
LANG = "en"
"""The language of the questions whose time counts."""
SLOWER = 4
"""How many times slower the processor of a slow phone is."""
WAIT, RATE = 0.15, 1_638_400 / 8
"""The network of a slow phone
(https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md): seconds, bytes a second.
"""

Place = tuple[str, Line]
"""A page's address, and what its site comes through."""


def run() -> None:
    """Print all tables."""
    with real_site() as folder:
        if folder is None:
            print("\nSearching: the real documents are not here")
            return
        line, slow = Line(), Line(wait=WAIT, rate=RATE)
        with started() as browser, serve(folder, SUB_PATH, slow) as address:
            _print_slow(browser, (f"{address}{LANG}/about/", slow))
        with serve(folder, SUB_PATH, line) as address, started() as browser:
            _print_bytes(browser, address, line)
            _print_times(browser, (f"{address}{LANG}/about/", line))


def ask_cold(browser: Browser, place: Place, query: str) -> Answer | None:
    """Ask in a browser with an empty cache."""
    typist = Typist(browser, *place)
    answer = typist.ask(query)
    typist.close()
    return answer


def ask_warm(browser: Browser, place: Place, asked: Sequence[str]) -> list[Answer]:
    """Ask one question after another. The first is not measured."""
    typist = Typist(browser, *place)
    answers = [typist.ask(query) for query in asked]
    typist.close()
    return [answer for answer in answers[1:] if answer]


def type_warm(
    browser: Browser, place: Place, asked: Sequence[str], slower: float = 1
) -> list[Answer]:
    """Type one question after another, with a processor that is so many times ``slower``.

    The first is not measured.
    """
    typist = Typist(browser, *place, slower=slower)
    typist.ask(asked[0])
    answers = [typist.type(query) for query in asked[1:]]
    typist.close()
    return [answer for answer in answers if answer]


def _print_slow(browser: Browser, place: Place) -> None:
    """Type questions on a slow phone, key by key."""
    asked = [question.query for question in questions() if question.lang == LANG]
    answers = type_warm(browser, place, asked[::TIMED], SLOWER)
    figures = {
        "from the last key to the whole list": [answer.milliseconds for answer in answers],
        "longest time without a result after the third key": [answer.blank for answer in answers],
    }
    _print_spreads("Searching on a slow phone, warm, key by key: ms", figures)


def _print_bytes(browser: Browser, address: str, line: Line) -> None:
    """Measure every question in turn, and some in a fresh browser."""
    cold, warm = [], []
    for lang, asked in _by_language(questions()):
        place = (f"{address}{lang}/about/", line)
        cold += [ask_cold(browser, place, query) for query in asked[::COLD]]
        warm += ask_warm(browser, place, asked)
    rows = [
        (
            name,
            str(len(answers)),
            *(f"{number / 1000:.1f}" for number in _spread([each.fetched for each in answers])),
        )
        for name, answers in (("first", [answer for answer in cold if answer]), ("further", warm))
    ]
    table(
        "Searching: kB fetched for a question", ("question", "number", "median", "p90", "max"), rows
    )


def _print_times(browser: Browser, place: Place) -> None:
    """Measure from a key to the first result."""
    asked = [question.query for question in questions() if question.lang == LANG]
    cold = [answer for query in asked[::TIMED] if (answer := ask_cold(browser, place, query))]
    typed = type_warm(browser, place, asked[::TIMED])
    figures = {
        "from cold, since the page was opened": [answer.opened for answer in cold],
        "from cold": [answer.milliseconds for answer in cold],
        "warm": [answer.milliseconds for answer in ask_warm(browser, place, asked)],
        "warm, key by key, to the whole list": [answer.milliseconds for answer in typed],
    }
    _print_spreads("Searching: ms from a key to the first result", figures)


def _print_spreads(title: str, figures: Mapping[str, Sequence[float]]) -> None:
    rows = [
        (name, str(len(numbers)), *(f"{number:.0f}" for number in _spread(numbers)))
        for name, numbers in figures.items()
    ]
    table(title, ("figure", "answered", "median", "p90", "max"), rows)


def _by_language(found: Sequence[Question]) -> list[tuple[str, list[str]]]:
    langs = sorted({question.lang for question in found})
    return [
        (lang, [question.query for question in found if question.lang == lang]) for lang in langs
    ]


def _spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the 90th percentile and the maximum."""
    return statistics.median(numbers), statistics.quantiles(numbers, n=10)[-1], max(numbers)
