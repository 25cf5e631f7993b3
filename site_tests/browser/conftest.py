"""A site in a real browser: built once, served under a sub-path, every page under watch."""

from __future__ import annotations

import functools
import shutil
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from generator import site
from generator.catalogue import SetFacts
from generator.joining import join
from generator.languages import Languages
from generator.library import Library
from site_tests import builders

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip
SUB_PATH = "/sub/"
PHONE = {"width": 360, "height": 740}

Open = Callable[..., Page]


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_args: Any) -> None:
        """Quietly."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_args: Any) -> None:
        """Quietly: a browser that leaves a page breaks its connections."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"no browser here: none of {', '.join(NAMES)} is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def folder(languages: Languages, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    out = tmp_path_factory.mktemp("served") / SUB_PATH.strip("/")
    assert site.build(browsed_library(languages), languages, out) == []
    return out


@pytest.fixture(scope="session")
def served(folder: Path) -> Iterator[str]:
    """The address of the built site, under a sub-path of its host."""
    handler = functools.partial(_Handler, directory=str(folder.parent))
    with _Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{SUB_PATH}"
        server.shutdown()


@pytest.fixture
def visit(browser: Browser, served: str) -> Iterator[Open]:
    """Opens a page of the site, with the options of a browser context; the test fails on anything amiss there."""
    amiss: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(path: str = "", **options: Any) -> Page:
        context = browser.new_context(**{"viewport": PHONE, "locale": "en-US", **options})
        contexts.append(context)
        page = context.new_page()
        _watch(page, served, amiss)
        page.goto(served + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert amiss == []


def _watch(page: Page, served: str, amiss: list[str]) -> None:
    host = served.removesuffix(SUB_PATH)
    page.on("console", lambda message: amiss.append(f"console: {message.text}") if message.type == "error" else None)
    page.on("pageerror", lambda failure: amiss.append(f"script: {failure}"))
    page.on("response", lambda response: amiss.append(f"{response.status}: {response.url}") if response.status >= 400 else None)
    page.on("request", lambda request: None if _own(request.url, host) else amiss.append(f"another host: {request.url}"))


def _own(url: str, host: str) -> bool:
    return url.startswith((f"{host}/", "data:", "blob:"))


def browsed_library(languages: Languages) -> Library:
    """The invented set with a hostile card, a long one whose rulings fill a screen, one full of marks, and two told the same."""
    documents = builders.example_documents()
    catalogue = builders.example_catalogue()
    facts = SetFacts("vex", {"en": "Vexing <b>Set</b>"}, "2032-01-01")
    hostile = builders.entry(
        builders.card(builders.face("<img src=x onerror=boo()> {{ 7-7 }}", "Artifact", "<script>boo()</script>")),
        "A ruling with <script>boo()</script> & <b onclick='boo()'>marks</b>.",
    )
    long = builders.entry(
        builders.card(
            builders.face("Anthracite" * 4, "Creature — " + "Elemental" * 9, "Flying " * 30, mana_cost="{W}{U/R}{10}" * 6)
        ),
        *(f"The {count}. of many rulings, each of them long enough to fill more than one line." for count in range(1, 31)),
    )
    marked = builders.entry(
        "Quoted Totem",
        builders.ruling(
            "1. Pay {2}{W}: [b]old[/b] < new & *only* then.\nA second_line^2, | or `none`.", "Tap it: {T}.", "- Or don't."
        ),
    )
    alike = [builders.entry(name, "It is heavy.", f"{name} stays where it is.") for name in ("Vexing Anvil", "Vexing Bellows")]
    extended = builders.catalogue(*catalogue.mechanics.values(), sets=[facts], names=catalogue.card_names)
    library, _ = join([*documents, builders.notes(hostile, long, marked, *alike, set_code="vex")], extended, languages)
    return library
