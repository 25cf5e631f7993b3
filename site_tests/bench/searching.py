"""Measures the bytes and the time of searching the real documents, compared with Material's search
of the same pages.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.sync_api import Browser

from site_tests.bench import plain
from site_tests.bench.served import Question, questions, real_library, real_site, started
from site_tests.bench.setting import table
from site_tests.bench.typists import MATERIALS, OURS, Answer, Search, Typist
from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.serving import Line, serve

COLD = 8
"""One question in this number is also asked by a fresh browser."""
COMPARED = 4
"""The same for the comparison with Material's search, and for typing key by key."""
SLOWER = 4
"""How many times slower the processor of a slow phone is."""
WAIT, RATE = 0.15, 1_638_400 / 8
"""The network of a slow phone
(https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md): seconds, bytes a second.
"""

Place = tuple[str, Line, Search]
"""A page's address, what its site comes through, and its search."""


def run() -> None:
    """Print all tables."""
    with real_site() as folder:
        if folder is None:
            print("\nSearching: the real documents are not here")
            return
        line, slow, their = Line(), Line(wait=WAIT, rate=RATE), Line()
        with started() as browser, serve(folder, SUB_PATH, slow) as address:
            _print_slow(browser, (f"{address}{plain.LANG}/about/", slow, OURS))
        with (
            serve(folder, SUB_PATH, line) as address,
            started() as browser,
            tempfile.TemporaryDirectory() as name,
        ):
            _print_bytes(browser, address, line)
            other = plain.build(real_library(), Path(name))
            with serve(other, SUB_PATH, their) as plain_address:
                ours, theirs = (
                    (f"{address}{plain.LANG}/about/", line, OURS),
                    (plain_address, their, MATERIALS),
                )
                _print_times(browser, {"Rulebinder": ours, "Material": theirs})


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
    asked = [question.query for question in questions() if question.lang == plain.LANG]
    answers = type_warm(browser, place, asked[::COMPARED], SLOWER)
    figures = {
        "from the last key to the whole list": [answer.milliseconds for answer in answers],
        "longest time without a result after the third key": [answer.blank for answer in answers],
    }
    rows = [
        (name, str(len(found)), *(f"{number:.0f}" for number in _spread(found)))
        for name, found in figures.items()
    ]
    table(
        "Searching on a slow phone, warm, key by key: ms",
        ("figure", "answered", "median", "p90", "max"),
        rows,
    )


def _print_bytes(browser: Browser, address: str, line: Line) -> None:
    """Measure every question in turn, and some in a fresh browser."""
    cold, warm = [], []
    for lang, asked in _by_language(questions()):
        place = (f"{address}{lang}/about/", line, OURS)
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


def _print_times(browser: Browser, places: Mapping[str, Place]) -> None:
    """Measure from a key to the first result.

    The searches take turns, so that other work of the machine disturbs both.
    """
    asked = [question.query for question in questions() if question.lang == plain.LANG]
    cold = {name: [ask_cold(browser, place, asked[0])] for name, place in places.items()}
    for query in asked[COMPARED::COMPARED]:
        for name, place in places.items():
            cold[name].append(ask_cold(browser, place, query))
    warm = {name: ask_warm(browser, place, asked) for name, place in places.items()}
    typed = {name: type_warm(browser, place, asked[::COMPARED]) for name, place in places.items()}
    rows = []
    for name in places:
        first = [answer for answer in cold[name] if answer]
        for how, taken in (
            ("from cold, since the page was opened", [each.opened for each in first]),
            ("from cold", [each.milliseconds for each in first]),
            ("warm", [each.milliseconds for each in warm[name]]),
            ("warm, key by key, to the whole list", [each.milliseconds for each in typed[name]]),
        ):
            rows.append(
                (f"{name}, {how}", str(len(taken)), *(f"{number:.0f}" for number in _spread(taken)))
            )
    table(
        "Searching: ms from a key to the first result",
        ("search", "answered", "median", "p90", "max"),
        rows,
    )


def _by_language(found: Sequence[Question]) -> list[tuple[str, list[str]]]:
    langs = sorted({question.lang for question in found})
    return [
        (lang, [question.query for question in found if question.lang == lang]) for lang in langs
    ]


def _spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the 90th percentile and the maximum."""
    return statistics.median(numbers), statistics.quantiles(numbers, n=10)[-1], max(numbers)
