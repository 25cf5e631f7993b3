"""Measures a page in a browser: its weight, the accessibility rules it breaks, and small
targets.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request

from site_tests.browser.starting import context

WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
"""The rules of WCAG 2.2, levels A and AA, by axe's names."""

_AXE = Axe()

_SHIFTS = """
addEventListener("error", (event) => {
  window.__failed = `${window.__failed ?? ""}${event.message}`
})
window.__shift = 0
new PerformanceObserver((list) => list.getEntries().forEach((each) => {
  window.__shift += each.value
})).observe({ type: "layout-shift", buffered: true })
"""
_SETTLED = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>"
    " setTimeout(done, 100))))"
)

#  WCAG 2.5.8: a target is at least 24 by 24 px, or in a line of text, or a circle of 24 px around
# its centre touches no other target and no other such circle.
_SMALL = """() => {
  const SEEN = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const TARGETS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']"
  // What an element that scrolls hides now is not where its box says.
  const hidden = ({ element, box }) => {
    for (
      let each = element.parentElement;
      each && each !== document.body;
      each = each.parentElement
    ) {
      if (getComputedStyle(each).overflowY === "visible") continue
      const { top, bottom } = each.getBoundingClientRect()
      if (box.top >= bottom || box.bottom <= top) return true
    }
    return false
  }
  const targets = [...document.querySelectorAll(TARGETS)]
    .filter((each) => each.checkVisibility(SEEN))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1
      && box.bottom + scrollY > 0 && box.right + scrollX > 0)
    .filter((one) => !hidden(one))
  const inLine = (element) => {
    if (!getComputedStyle(element).display.startsWith("inline")) return false
    let block = element.parentElement
    while (getComputedStyle(block).display === "inline") block = block.parentElement
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode
      if (/[\\p{L}\\p{N}]/u.test(data) && !parentElement.closest(TARGETS)
        && parentElement.checkVisibility(SEEN)) return true
    }
    return false
  }
  const small = ({ box }) => box.width < 23.99 || box.height < 23.99
  const middle = ({ box }) => [box.x + box.width / 2, box.y + box.height / 2]
  const far = (one, other) => {
    const [x, y] = middle(one)
    if (small(other)) return Math.hypot(x - middle(other)[0], y - middle(other)[1]) >= 23.99
    const { left, right, top, bottom } = other.box
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) >= 11.99
  }
  const nested = (one, other) =>
    one.element.contains(other.element) || other.element.contains(one.element)
  return targets.filter((one) => small(one) && !inLine(one.element))
    .filter((one) =>
      !targets.every((other) => other === one || nested(one, other) || far(one, other)))
    .map(({ element, box }) =>
      `${element.outerHTML.slice(0, 120)} ${box.width.toFixed(0)}x${box.height.toFixed(0)}`)
}"""


#  Every card and face must be whole: a box that clips has no more inside than it shows, and each
# face is inside all boxes that clip it.
CUT = """() => {
  const clips = (each) => getComputedStyle(each).overflowY !== "visible"
  const around = (each) => {
    const boxes = []
    for (; each && each !== document.body; each = each.parentElement)
      if (clips(each)) boxes.push(each)
    return boxes
  }
  const inside = (one, other) => one.top >= other.top - 1 && one.bottom <= other.bottom + 1
    && one.left >= other.left - 1 && one.right <= other.right + 1
  const isWhole = (face) =>
    face.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && face.scrollHeight <= face.clientHeight + 1 && face.scrollWidth <= face.clientWidth + 1
    && around(face.parentElement).every((box) =>
      inside(face.getBoundingClientRect(), box.getBoundingClientRect())
      && box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1)
  return [...document.querySelectorAll(".card .face, .sheet-card")]
    .filter((each) => !each.closest("details:not([open])") && !isWhole(each))
    .map((each) => each.innerText)
}"""


#  A ruling is in sight if its first line is. Controls are what the keyboard or a finger reaches
# before it, whether scrolling shows it or not.
_FIRST = """() => {
  const ruling = [...document.querySelectorAll(".ruling")].find((each) => each.checkVisibility())
  const line = document.createRange()
  line.selectNode(document.createTreeWalker(
    ruling.querySelector(".ruling-text > p:not(.notice)"), NodeFilter.SHOW_TEXT
  ).nextNode())
  const before = (each) => each.compareDocumentPosition(ruling) & Node.DOCUMENT_POSITION_FOLLOWING
  const controls = [...document.querySelectorAll("a[href], button, summary, input, [tabindex]")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true })
      && !each.matches(".md-skip") && before(each))
  return [line.getClientRects()[0].bottom <= innerHeight, controls.length]
}"""


def first_view(page: Page) -> tuple[bool, int]:
    """Return whether the window shows the first line of a card's first ruling before anybody
    scrolls, and the number of controls before that ruling, without the link that skips them.
    """
    is_seen, controls = page.evaluate(_FIRST)
    return is_seen, controls


@dataclass(frozen=True)
class Load:
    """The cost of loading a page without a cache."""

    requests: int
    foreign: tuple[str, ...]
    transferred: int
    shift: float
    failures: tuple[str, ...]


def load(browser: Browser, address: str, **options: Any) -> Load:
    """Load the page at ``address`` in a context of its own."""
    requests: list[Request] = []
    failures: list[str] = []

    with context(browser, **options) as visit:
        visit.add_init_script(_SHIFTS)
        page = visit.new_page()
        page.on("request", lambda request: requests.append(request))  # noqa: PLW0108
        page.on("pageerror", lambda failure: failures.append(str(failure)))
        page.goto(address, wait_until="networkidle")
        page.evaluate(_SETTLED)
        shift = page.evaluate("window.__shift")
        asked = [each for each in requests if each.url.startswith("http")]
        sizes = [each.sizes() for each in asked]
    transferred = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    foreign = tuple(
        each.url for each in asked if urlsplit(each.url).netloc != urlsplit(address).netloc
    )
    return Load(len(asked), foreign, transferred, shift, tuple(failures))


_OPEN = """() => {
  const rendered = new CSSStyleSheet()
  rendered.replaceSync("* { content-visibility: visible !important }")
  document.adoptedStyleSheets = [rendered]
  document.querySelectorAll("main details").forEach((each) => { each.open = true })
}"""

_THIN = """() => {
  const own = ({ localName, className }) => `${localName}.${className}`
  const kind = (each) => [each, ...each.children].map(own).join()
  for (const parent of document.querySelectorAll("main :not(tr, dl)")) {
    const alike = Map.groupBy([...parent.children], kind)
    for (const each of alike.values()) for (const further of each.slice(2, -2)) further.remove()
  }
}"""


def thin(page: Page) -> None:
    """Leave only the first and the last two of many elements of a list that are built alike."""
    page.evaluate(_THIN)


def violations(page: Page, part: str | None = None, *, colors: bool = True) -> list[str]:
    """Return the rules of WCAG that a page or a part of it breaks, each with the elements that
    break it.

    Without ``colors``, contrast is left out, which takes more time than all other rules.
    """
    options = {
        "runOnly": WCAG,
        "resultTypes": ["violations"],
        "rules": {"color-contrast": {"enabled": colors}},
    }
    found = _AXE.run(page, part, options=options).response["violations"]
    return [
        f"{each['id']}: {page.url}: {' '.join(map(str, node['target']))}:"
        f" {node['failureSummary'].splitlines()[-1].strip()}"
        for each in found
        for node in each["nodes"]
    ]


def scheme_violations(page: Page, part: str | None = None) -> list[str]:
    """Return the rules that a page or a part of it breaks with light or dark colors."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        found += violations(page, part)
    return found


def small_targets(page: Page) -> list[str]:
    """Return the targets on a page that are too small and too close to others."""
    found: list[str] = page.evaluate(_SMALL)
    return found


def open_all(page: Page) -> None:
    """Open every part of the content that opens without a script, and render what is out of sight.

    The panel of a document's bar stays closed, because it would cover others.
    """
    page.evaluate(_OPEN)
