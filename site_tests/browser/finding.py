"""What the tests of the search share: asking from any page, and what is shown of the answer."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, Route, expect


def ask(page: Page, query: str) -> Locator:
    """Open the search by its key and type; returns the dialog."""
    page.keyboard.press("/")
    dialog = page.locator(".rb-find")
    expect(dialog.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type(query)
    return dialog


def answered(dialog: Locator) -> None:
    """Wait until what is shown answers all that was typed."""
    expect(hits(dialog).or_(names(dialog)).first).to_be_visible()
    expect(dialog.locator(".rb-found[aria-busy]")).to_have_count(0)


def hits(part: Page | Locator) -> Locator:
    """The links of the hits."""
    return part.locator(".rb-hits a")


def names(part: Page | Locator) -> Locator:
    """The links of what is found by its name."""
    return part.locator(".rb-names a")


def addresses(links: Locator) -> list[str]:
    """Where links lead."""
    found: list[str] = links.evaluate_all("(links) => links.map((link) => link.href)")
    return found


def hold(page: Page, pattern: str) -> list[Route]:
    """Keep the requests of these addresses waiting, until each that is returned is let go on."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(pattern, keep)
    return held


def let_go(page: Page, held: list[Route]) -> None:
    """Let the requests go on that are kept waiting, and those that follow them within half a second."""
    for _ in range(5):
        while held:
            held.pop(0).continue_()
        page.wait_for_timeout(100)
