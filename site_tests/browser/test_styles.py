"""Each page has the styles that it needs: it looks the same as with all style sheets of the theme
and all of ours.
"""

from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from rulebinder.system import shipped
from rulebinder.theme import assets
from site_tests.browser.conftest import PHONE, WIDE
from site_tests.sites import UNSCRIPTED

LOOKS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "color_scheme": "light"},
    "desktop": {"viewport": WIDE, "color_scheme": "dark"},
    "paper": {"viewport": {"width": 794, "height": 1123}, "color_scheme": "light"},
}

#  Elements of one kind look alike, so the first and the last of each kind are enough: a table has
# hundreds of rows.
SEEN = """(() => {
  const kinds = new Map()
  const kind = (each) => each === document.body
    ? "" : `${kind(each.parentElement)} ${each.localName}.${each.className}`
  for (const each of document.querySelectorAll("body, body *:not(link, script, template)")) {
    const name = kind(each)
    kinds.set(name, [...(kinds.get(name) ?? []), each])
  }
  return [...new Set([...kinds.values()].flatMap((alike) => [alike[0], alike.at(-1)]))]
})()"""

#  Elements that are not shown have no look. Custom properties do not count. Outlines of focused
# elements do.
LOOK = """() => {
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith("--"))
  const look = (element, part) => {
    const style = getComputedStyle(element, part)
    if (style.display === "none" || (part && /^(none|normal)$/.test(style.content))) return ""
    return names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join(";\\n")
  }
  return seen.flatMap((element) => ["", "::before", "::after"].map((part) => look(element, part)))
}"""
#  A panel may be filled once it is open. What is out of sight has no exact size unless it is
# rendered too.
OPEN = """() => {
  const rendered = new CSSStyleSheet()
  rendered.replaceSync("* { content-visibility: visible !important }")
  document.adoptedStyleSheets = [rendered]
  return Promise.all([...document.querySelectorAll("details:not([open])")].map((each) =>
    new Promise((done) => {
      each.addEventListener("toggle", done, { once: true })
      each.open = true
    })))
}"""
# Chromium may compute automatic margins of 0 px for what it laid out in parts.
WITH_ALL = """(href) => new Promise((done, failed) => {
  document.body.style.display = "none"
  document.body.offsetTop
  document.body.style.display = ""
  document.querySelector("main a")?.focus()
  const seen = SEEN
  const before = (LOOK)()
  const all = Object.assign(
    document.createElement("link"), { rel: "stylesheet", href, onerror: failed })
  all.onload = () => {
    document.querySelectorAll("link[rel=stylesheet]")
      .forEach((each) => each === all || each.remove())
    const after = (LOOK)()
    const different = after.flatMap((look, place) => look === before[place] ? [] : [place])
    done([seen.length, different.flatMap((place) => {
      const old = new Set(before[place].split(";\\n"))
      const where = `${seen[Math.floor(place / 3)].outerHTML.slice(0, 80)} ${
        ["", "::before", "::after"][place % 3]}`
      const without = (each) =>
        [...old].find((one) => one.startsWith(each.slice(0, each.indexOf(":") + 1)))
      return after[place].split(";\\n").filter((each) => !old.has(each))
        .map((each) => `${where} with all: ${each}, not ${without(each)}`)
    })])
  }
  document.head.append(all)
})""".replace("LOOK", LOOK).replace("SEEN", SEEN)


def everything() -> str:
    """Return the theme's whole style sheet, followed by all of ours."""
    sheets = assets.read_sheets(shipped.WEB / assets.STYLES)
    printed = "\n".join(sheets.pop(assets.PRINTED).values())
    order = [assets.COMMON, "entries.css", *sheets]  # rules for more pages are weaker
    ours = "\n".join(dict(part for name in order for part in sheets[name].items()).values())
    theme = assets.read_theme_sheet()
    return f"@layer {assets.LAYER} {{ {theme} }}\n{ours}\n@media print {{ {printed} }}"


def differences(
    page: Page, address: str, ready: Literal["load", "networkidle"]
) -> tuple[int, list[str]]:
    page.goto(address, wait_until=ready)
    page.evaluate(OPEN)
    count, found = page.evaluate(WITH_ALL, "/sub/assets/everything.css")
    return count, found


@pytest.mark.parametrize("look", LOOKS)
def test_a_page_looks_the_same_as_with_all_style_sheets(visit_whole, whole, whole_served, look):
    page = visit_whole("en/", caught=True, reduced_motion="reduce", **LOOKS[look])
    page.emulate_media(media="print" if look == "paper" else "screen")
    text = everything()
    page.route("**/everything.css", lambda route: route.fulfill(body=text, content_type="text/css"))
    kinds = {
        kind: path for kind, path in whole.kinds("en").items() if kind not in {*UNSCRIPTED, "404"}
    }
    for kind, path in kinds.items():
        # Their scripts add a field or a button after they have loaded its words or size.
        count, found = differences(
            page,
            whole_served + path,
            "networkidle" if kind in ("search", "set", "table") else "load",
        )
        assert count > 50, kind
        assert not found, f"{kind}: " + "\n".join(found[:20])
