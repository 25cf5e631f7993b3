// In a whole document: shows where the reader is, leads to letters and sections, and offers the
// place of the last visit.
import { fill, of, recall, remember } from "./common.js"

const PARTS = ".entry, main :is(h2, h3)[id]" // the names of cards have no id
const LINKS = ".rb-toc a, main .jump a"
const ROOM = 48 // px below the bar: a part that begins there is being read
const STILL = 6 // frames without a movement

/** @param {Element} part */
const named = (part) =>
  (part.matches(".entry") ? part.querySelector("h3") : part)?.firstChild?.textContent ?? ""

/** The name under which the place in this document is kept, the same in every language: `mh3`. */
const key = () => `place.${location.pathname.match(/\/sets\/([^/]+)\/document\//)?.[1] ?? ""}`

/**
 * Stay at the part that the address names while what is above it gets its real height
 * (styles/page/set/document.css).
 */
function settle() {
  const target = document.getElementById(location.hash.slice(1))
  if (!target) return
  let [still, top] = [0, NaN]
  const again = () => {
    target.scrollIntoView()
    const now = target.getBoundingClientRect().top
    still = now === top ? still + 1 : 0
    top = now
    if (still < STILL) requestAnimationFrame(again)
  }
  requestAnimationFrame(again)
}

/** @param {HTMLElement} nav */
function begin(nav) {
  const here = /** @type {HTMLAnchorElement} */ (nav.querySelector("p a"))
  const count = of(nav, "p span")
  const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(PARTS)])
  const entries = parts.filter((part) => part.matches(".entry"))
  const before = location.hash ? null : document.getElementById(recall(key()))
  let current = parts[0]

  /** @param {HTMLElement} part */
  function show(part) {
    current = part
    const at = entries.indexOf(part)
    here.textContent = named(part)
    here.hash = part.id
    count.textContent = at < 0 ? "" : `${at + 1}/${entries.length}`
    remember(key(), part.id)
  }

  // Parts follow each other, so the reader is in the last one that begins above a line below the
  // bar.
  function find() {
    const line = nav.getBoundingClientRect().bottom + ROOM
    let [low, high] = [0, parts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (parts[middle].getBoundingClientRect().top <= line) low = middle + 1
      else high = middle
    }
    const part = parts[Math.max(low - 1, 0)]
    if (part && part !== current) show(part)
  }

  let waiting = false
  function later() {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      find()
    })
  }

  if (before && before !== parts[0]) {
    here.textContent = fill(nav.dataset.resume, { name: named(before) })
    here.hash = before.id
  }
  prepare(/** @type {HTMLDetailsElement} */ (nav.querySelector("details")))
  addEventListener("scroll", later, { passive: true })
  if (scrollY > 0 || location.hash) later()
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType("navigation")
  )
  if (visit?.type === "navigate") settle() // otherwise the browser returns to where the reader was
  addEventListener("hashchange", settle)
}

/**
 * The links are those of the page, so that the panel is filled only if somebody opens it.
 * @param {HTMLDetailsElement} jump
 */
function prepare(jump) {
  const list = of(jump, "ul")
  jump.addEventListener("toggle", () => {
    if (!jump.open || list.children.length) return
    for (const link of document.querySelectorAll(LINKS)) {
      const item = document.createElement("li")
      item.append(link.cloneNode(true))
      list.append(item)
    }
  })
  jump.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("li a")) jump.open = false
  })
  jump.addEventListener("keydown", ({ key: pressed }) => {
    if (pressed !== "Escape" || !jump.open) return
    jump.open = false
    jump.querySelector("summary")?.focus()
  })
}

/** @type {HTMLElement | null} */
const bar = document.querySelector(".place")
if (bar) begin(bar)
