"""Tools for the tests of the search: ask from any page, and read the results."""

import time

from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from site_tests.browser.starting import PATIENCE


def ask(page: Page, query: str, *, letters: bool = False) -> Locator:
    """Open the search by its key, and paste the question or type its ``letters``, each of which is
    a question.

    Return the dialog.
    """
    page.keyboard.press("/")
    dialog = page.locator(".rb-find")
    expect(dialog.get_by_role("textbox")).to_be_focused()
    (page.keyboard.type if letters else page.keyboard.insert_text)(query)
    return dialog


def answered(part: Page | Locator) -> None:
    """Wait until the results belong to the whole query.

    Before that, the first of them may be shown.
    """
    expect(hits(part).or_(names(part)).first).to_be_visible()
    expect(part.locator(".rb-found[aria-busy]")).to_have_count(0)


def hits(part: Page | Locator) -> Locator:
    """Return the links of the hits."""
    return part.locator(".rb-hits a:has(.rb-hit-text)")


def names(part: Page | Locator) -> Locator:
    """Return the links to pages that were found by name.

    A mechanic that is explained is named there.
    """
    return part.locator(".rb-names a, .rb-answer-head a")


def clipboard(page: Page) -> str:
    """Return the text on the clipboard."""
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def box_of(part: Locator) -> FloatRect:
    """Return the box of an element, which has one."""
    box = part.bounding_box()
    assert box
    return box


def requested(page: Page) -> list[str]:
    """Return a list to which the addresses are added that ``page`` asks for from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


class Held:
    """Delays the requests of some addresses until the test releases them."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.routes: list[Route] = []
        self._page, self._pattern, self._gone = page, pattern, False
        page.route(pattern, self._keep)

    def arrive(self, count: int) -> None:
        """Wait until there are this many requests."""
        end = time.monotonic() + PATIENCE
        while len(self.routes) < count:
            assert time.monotonic() < end, (
                f"{self._pattern}: {len(self.routes)} requests came, not {count}"
            )
            self._page.wait_for_timeout(20)

    def let_go(self, count: int | None = None) -> None:
        """Release the first ``count`` requests in order, or all of them and all later ones."""
        self._gone = count is None
        for _ in range(len(self.routes) if count is None else count):
            self.routes.pop(0).continue_()

    def _keep(self, route: Route) -> None:
        if self._gone:
            route.continue_()
        else:
            self.routes.append(route)
