// In a whole document: shows where the reader is, and leads to letters and sections.
import { of } from "../search/common.js"

const PARTS = ".entry, main :is(h2, h3)[id]" // the names of cards have no id
const LINKS = ".rb-toc a, main .jump a"
const ROOM = 48 // px below the bar: a part that begins there is being read
const FRAMES = 12 // what comes into sight has its real height after a few

/** @param {Element} part */
const named = (part) =>
  (part.matches(".entry") ? part.querySelector("h3") : part)?.firstChild?.textContent ?? ""

/**
 * Stay at the part that the address names while what is above it gets its real height
 * (styles/page/set/document.css).
 */
function settle(frames = FRAMES) {
  document.getElementById(location.hash.slice(1))?.scrollIntoView()
  if (frames) requestAnimationFrame(() => settle(frames - 1))
}

/** @param {HTMLElement} nav */
function begin(nav) {
  const here = /** @type {HTMLAnchorElement} */ (nav.querySelector("p a"))
  const count = of(nav, "p span")
  const parts = [...document.querySelectorAll(PARTS)]
  const entries = parts.filter((part) => part.matches(".entry"))
  let current = parts[0]

  // Parts follow each other, so the reader is in the last one that begins above a line below the
  // bar. Only a few are measured, because phones are slow.
  function find() {
    const line = nav.getBoundingClientRect().bottom + ROOM
    let [low, high] = [0, parts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (parts[middle].getBoundingClientRect().top <= line) low = middle
      else high = middle - 1
    }
    const part = parts[low]
    if (part === current) return
    current = part
    const at = entries.indexOf(part)
    here.textContent = named(part)
    here.hash = part.id
    count.textContent = at < 0 ? "" : `${at + 1}/${entries.length}`
  }

  prepare(/** @type {HTMLDetailsElement} */ (nav.querySelector("details")))
  addEventListener("scroll", find, { passive: true })
  find()
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType("navigation")
  )
  if (visit?.type === "navigate") settle() // otherwise the browser returns to where the reader was
  addEventListener("hashchange", () => settle())
}

/**
 * The links are those of the page, so that the panel is filled only if somebody opens it.
 * @param {HTMLDetailsElement} jump
 */
function prepare(jump) {
  const links = () => [...document.querySelectorAll(LINKS)].map((link) => link.cloneNode(true))
  jump.addEventListener("toggle", () => of(jump, ".jump").append(...links()), { once: true })
  jump.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) jump.open = false
  })
  jump.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !jump.open) return
    jump.open = false
    of(jump, "summary").focus()
  })
}

/** @type {HTMLElement | null} */
const bar = document.querySelector(".place")
if (bar) begin(bar)
