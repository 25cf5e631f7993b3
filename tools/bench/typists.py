"""Types into a search field as a person does, and measures the time until the first result."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Browser, Page, TimeoutError

PATIENCE = 60_000
"""The longest wait for a result, in milliseconds."""
PACE = 100
"""The milliseconds between two keys of a quick typist."""
SETTLED = 600
"""After this number of milliseconds without a change, a list counts as complete."""

_WATCH = """(shown) => {
  const timed = (window.__timed = {
    clear() {
      this.first = this.last = this.shown = this.changed = this.empty = undefined
      this.keys = this.blank = 0
    },
  })
  timed.clear()
  const fill = (now) => {
    if (timed.empty !== undefined) timed.blank = Math.max(timed.blank, now - timed.empty)
    timed.empty = undefined
  }
  addEventListener("keydown", ({ timeStamp }) => {
    timed.first ??= timeStamp
    timed.last = timeStamp
    timed.keys += 1
    if (timed.keys >= 3 && !document.querySelector(shown)) timed.empty ??= timeStamp
  }, true)
  new MutationObserver(() => {
    if (timed.first === undefined) return
    if (!document.querySelector(shown)) {
      if (timed.keys >= 3) timed.empty ??= performance.now()
      return
    }
    fill(performance.now())
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


_FIELD, _RESULTS = ".rb-find textarea", ".rb-find .rb-found > *"
"""The selectors of the search's field and of its results."""


@dataclass(frozen=True)
class Answer:
    """The cost of a question."""

    milliseconds: float
    opened: float
    """Milliseconds since the page was opened."""
    blank: float = 0.0
    """The most milliseconds without a result after the third key."""


class Typist:
    """Asks one question after another in a page of its own.

    Only the first one starts with an empty cache.
    """

    def __init__(self, browser: Browser, address: str, slower: float = 1) -> None:
        """Open the page at ``address``, with a processor that is so many times ``slower``."""
        self._context = browser.new_context()
        self._page: Page = self._context.new_page()
        if slower != 1:
            self._context.new_cdp_session(self._page).send(
                "Emulation.setCPUThrottlingRate", {"rate": slower}
            )
        self._page.goto(address, wait_until="load")
        self._page.evaluate(_WATCH, _RESULTS)
        self._cold = True

    def ask(self, query: str) -> Answer | None:
        """Type a question and wait for a result. Return None if there is none.

        The time starts at the last key, or in a fresh browser at the key that opens the field.
        """
        if self._cold:
            self._page.keyboard.press("/")
        else:
            self._empty()
        self._page.locator(_FIELD).evaluate("(field, query) => { field.value = query }", query)
        self._page.keyboard.press("Space")
        try:
            self._page.wait_for_function(_SHOWN, timeout=PATIENCE)
        except TimeoutError:
            return None
        start = "first" if self._cold else "last"
        self._cold = False
        shown, pressed = self._page.evaluate(f"[window.__timed.shown, window.__timed.{start}]")
        return Answer(shown - pressed, shown)

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
        pressed, blank = self._page.evaluate("[window.__timed.last, window.__timed.blank]")
        return Answer(changed - pressed, changed, blank) if changed > pressed else None

    def _empty(self) -> None:
        self._page.evaluate(_CLEAR, [_FIELD, _RESULTS])
        self._page.wait_for_function(_GONE, arg=_RESULTS)
        self._page.evaluate("window.__timed.clear()")

    def close(self) -> None:
        """Close the page and drop its cache."""
        self._context.close()
