"""Builds a site once, serves it under a sub-path, and watches every page that tests open in a real
browser.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request

from rulebinder.facts.catalogue import SetFacts
from rulebinder.joining.events import find_revisions
from rulebinder.ledger.history import EarlierWords
from rulebinder.library import Library
from site_tests import builders
from site_tests.browser.serving import serve
from site_tests.browser.starting import NoBrowserError, catching, chromium, context
from site_tests.builders import (
    card,
    entry,
    example_catalogue,
    example_documents,
    face,
    library_of,
    mechanic,
    notes,
    released,
    ruling,
)
from site_tests.conftest import lacking
from site_tests.outputs import built
from site_tests.sites import NOWHERE

SUB_PATH = "/sub/"
LEFT = "net::ERR_ABORTED"
"""The error of a request that the browser cancelled because it went to another page."""
UNSCRIPTED = "csp"
"""The error of a script that is asked for early while scripts are off."""
PHONE = {"width": 360, "height": 740}
COPYING = ["clipboard-read", "clipboard-write"]
"""What a page needs to copy, and a test to read what it copied."""
with_or_without_scripts = pytest.mark.parametrize(
    "scripts", [True, False], ids=["scripts", "no scripts"]
)
WIDE: Any = {"width": 1280, "height": 800}
_FORBIDDEN = """
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
  console.error(`forbidden by ${effectiveDirective}: ${blockedURI}`)
})"""

Open = Callable[..., Page]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that open a browser."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser():
    try:
        with chromium() as started:
            yield started
    except NoBrowserError as failure:
        lacking(str(failure))


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Return the built site."""
    return built(browsed_library(), tmp_path_factory, "served", site_url=None)


@pytest.fixture(scope="session")
def served(folder):
    """Return the address of the built site, under a sub-path of its host."""
    with serve(folder, SUB_PATH) as address:
        yield address


@pytest.fixture(scope="session")
def whole_served(whole):
    """Return the address of the site whose pages are tested kind by kind."""
    with serve(whole.folder, SUB_PATH) as address:
        yield address


@pytest.fixture
def visit(browser, served):
    """Return a function that opens a page of the site with the options of a browser context. The
    test fails on any error in the page.
    """
    with watched(browser, served) as opened:
        yield opened


@pytest.fixture
def visit_whole(browser, whole_served):
    """Return the same as ``visit``, for the site whose pages are tested kind by kind."""
    with watched(browser, whole_served) as opened:
        yield opened


@contextlib.contextmanager
def watched(browser: Browser, served: str) -> Iterator[Open]:
    """Open pages of a site.

    At the end, fail if one of them had an error. Tests add routes only to pages that are
    ``caught``.
    """
    amiss: list[str] = []
    with contextlib.ExitStack() as visits:

        def open_page(path: str = "", *, caught: bool = False, **options: Any) -> Page:
            visit = visits.enter_context(
                context(
                    browser,
                    **{"viewport": PHONE, "locale": "en-US", "permissions": COPYING, **options},
                )
            )
            page = catching(visit.new_page()) if caught else visit.new_page()
            watch(page, served.removesuffix(SUB_PATH), amiss)
            page.goto(served + path)
            return page

        yield open_page
    assert amiss == []


def watch(page: Page, host: str, amiss: list[str]) -> None:
    """Add errors of the page, violations of its policy, and requests to other hosts to
    ``amiss``.
    """

    def note(wrong: bool, url: str, text: str) -> None:
        if wrong and not url.endswith(f"/{NOWHERE}"):
            amiss.append(text)

    def requested(request: Request) -> None:
        is_own = request.url.startswith((f"{host}/", "data:", "blob:"))
        note(not is_own, request.url, f"another host: {request.url}")

    def failed(request: Request) -> None:
        note(not _is_expected(request), request.url, f"{request.failure}: {request.url}")

    page.add_init_script(_FORBIDDEN)
    page.on(
        "console",
        lambda line: note(line.type == "error", line.location["url"], f"console: {line.text}"),
    )
    page.on("pageerror", lambda failure: amiss.append(f"script: {failure}"))
    page.on(
        "response",
        lambda answer: note(answer.status >= 400, answer.url, f"{answer.status}: {answer.url}"),
    )
    page.on("requestfailed", failed)
    page.on("request", requested)


def _is_expected(request: Request) -> bool:
    """Return whether a request fails because the browser left the page, or because scripts are off,
    so that none is preloaded.
    """
    return request.failure == LEFT or (
        request.failure == UNSCRIPTED and request.resource_type == "script"
    )


def browsed_library() -> Library:
    """Return the invented set with a hostile card, a card with a screen of rulings, a card full of
    marks, two cards with the same ruling, a revision of the one full of marks, a card with an old
    set in English and a new one in Spanish, and a mechanic that forty cards have.
    """
    known = example_catalogue()
    facts = SetFacts(code="vex", names={"en": "Vexing <b>Set</b>"}, released="2032-01-01")
    hostile = entry(
        card(face("<img src=x onerror=boo()> {{ 7-7 }}", "Artifact", "<script>boo()</script>")),
        "A ruling with <script>boo()</script> & <b onclick='boo()'>marks</b>.",
    )
    long_face = face(
        "Anthracite" * 4,
        "Creature — " + "Elemental" * 9,
        "Flying " * 30,
        mana_cost="{W}{U/R}{10}" * 6,
    )
    rulings = (
        f"The {count}. of many rulings, each of them long enough to fill more than one line."
        for count in range(1, 31)
    )
    marked = entry(
        "Quoted Totem",
        ruling(
            "1. Pay {2}{W}: [b]old[/b] < new & *only* then.\nA second_line^2, | or `none`.",
            "Tap it: {T}.",
            "- Or don't.",
        ),
    )
    alike = [
        entry(name, "It is heavy.", f"{name} stays where it is.")
        for name in ("Vexing Anvil", "Vexing Bellows")
    ]
    lamps = [face(f"Lamp {number}", "Artifact", "Hover") for number in range(1, 40)]
    lamps.append(face("Éclair", "Artifact", "Hover", "Swim"))
    library = library_of(
        *example_documents(),
        notes(hostile, entry(card(long_face), *rulings), marked, *alike, set_code="vex"),
        notes(entry("Old Elm", "It is old.", "It is tall."), set_code="old"),
        notes(entry("Olmo viejo", "Es viejo.", "Es alto.", "Es verde."), set_code="new", lang="es"),
        notes(*(entry(card(lamp), "It is lit.") for lamp in lamps), set_code="lit"),
        facts=builders.catalogue(
            *known.mechanics.values(),
            mechanic("hover"),
            mechanic("swim"),
            sets=[facts, *released(old="2011-01-01", new="2031-01-01", lit="2031-01-01")],
            names=[*known.card_names, {"en": "Old Elm", "es": "Olmo viejo"}],
        ),
    )
    before = EarlierWords(
        lang="en",
        words=("1. Pay {2}{B}: <b>old</b> & *only* now.", "Untap it."),
        since="2032-01-01",
        until="2032-02-03",
    )
    library = replace(library, earlier={"vex/quoted-totem/1": (before,)})
    return replace(library, revisions=find_revisions(library))
