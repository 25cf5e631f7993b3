"""Types into a search field as a person does, and measures the time until the first result and the fetched bytes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, TimeoutError

from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.serving import squeezed

PATIENCE = 60_000
"""The longest wait for a result, in milliseconds."""
_QUIET = 150
"""After this number of milliseconds without a request, everything counts as fetched."""
PACE = 100
"""The milliseconds between two keys of a quick typist."""
SETTLED = 600
"""After this number of milliseconds without a change, a list counts as complete."""

_WATCH = """(shown) => {
  const timed = (window.__timed = { clear() { this.first = this.last = this.shown = this.changed = undefined } })
  addEventListener("keydown", ({ timeStamp }) => {
    timed.first ??= timeStamp
    timed.last = timeStamp
  }, true)
  new MutationObserver(() => {
    if (timed.first === undefined || !document.querySelector(shown)) return
    timed.changed = performance.now()
    timed.shown ??= timed.changed
  }).observe(document, { childList: true, subtree: true })
}"""
_CLEAR = """([field, shown]) => {
  const input = document.querySelector(field)
  input.value = ""
  for (const name of ["input", "keyup"]) input.dispatchEvent(new Event(name, { bubbles: true }))
}"""
_GONE = "(shown) => !document.querySelector(shown)"
_SHOWN = "() => window.__timed.shown !== undefined"


@dataclass(frozen=True)
class Search:
    """A search that opens with /, with the selectors of its field and its results."""

    field: str
    shown: str


OURS = Search(".rb-find input", ".rb-find .rb-found > *")
MATERIALS = Search("[data-md-component=search-query]", ".md-search-result__item")


@dataclass(frozen=True)
class Answer:
    """The cost of a question."""

    milliseconds: float
    opened: float
    """Milliseconds since the page was opened."""
    fetched: int
    """Bytes. In a fresh browser, this includes the search files that the page fetched earlier."""


class Typist:
    """Asks one question after another in a page of its own. Only the first one starts with an empty cache."""

    def __init__(self, browser: Browser, address: str, folder: Path, search: Search) -> None:
        self._folder, self._search = folder, search
        self._asked: list[Request] = []
        self._under_way: set[Request] = set()
        self._context = browser.new_context()
        self._page: Page = self._context.new_page()
        self._page.on("request", self._note)
        self._page.on("requestfinished", self._end)
        self._page.on("requestfailed", self._end)
        self._page.goto(address, wait_until="load")
        self._page.evaluate(_WATCH, search.shown)
        self._cold = True

    def ask(self, query: str) -> Answer | None:
        """Type a question and wait for a result. Return None if there is none.

        The time starts at the last key, or in a fresh browser at the key that opens the field.
        """
        if self._cold:
            self._page.keyboard.press("/")
        else:
            self._empty()
        self._page.locator(self._search.field).evaluate("(field, query) => { field.value = query }", query)
        self._page.keyboard.press("Space")
        try:
            self._page.wait_for_function(_SHOWN, timeout=PATIENCE)
        except TimeoutError:
            return None
        start = "first" if self._cold else "last"
        self._cold = False
        shown, pressed = self._page.evaluate(f"[window.__timed.shown, window.__timed.{start}]")
        return Answer(shown - pressed, shown, self._fetched())

    def type(self, query: str) -> Answer | None:
        """Type a question key by key. Return None if there is no result.

        The time starts at the last key and ends when the shown results no longer change.
        """
        self._empty()
        for letter in query:
            self._page.wait_for_timeout(PACE)
            self._page.keyboard.type(letter)
        before, changed = -1.0, 0.0
        while changed != before:
            self._page.wait_for_timeout(SETTLED)
            before, changed = changed, self._page.evaluate("window.__timed.changed ?? 0")
        pressed: float = self._page.evaluate("window.__timed.last")
        fetched = self._fetched()
        return Answer(changed - pressed, changed, fetched) if changed > pressed else None

    def _empty(self) -> None:
        self._asked.clear()
        self._page.evaluate(_CLEAR, [self._search.field, self._search.shown])
        self._page.wait_for_function(_GONE, arg=self._search.shown)
        self._page.evaluate("window.__timed.clear()")

    def close(self) -> None:
        """Close the page and drop its cache."""
        self._context.close()

    def _note(self, request: Request) -> None:
        if "/search/" in urlsplit(request.url).path:
            self._asked.append(request)
            self._under_way.add(request)

    def _end(self, request: Request) -> None:
        self._under_way.discard(request)

    def _fetched(self) -> int:
        """Wait for all requests, and return their bytes."""
        counted = -1
        while self._under_way or counted != len(self._asked):
            counted = len(self._asked)
            self._page.wait_for_timeout(_QUIET)
        return sum(map(self._size, self._asked))

    def _size(self, request: Request) -> int:
        """Return the size of a worker's own script from its file, because the browser does not report it."""
        file = self._folder / urlsplit(request.url).path.removeprefix(SUB_PATH)
        return request.sizes()["responseBodySize"] or len(squeezed(file))
