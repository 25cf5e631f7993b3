// On a narrow screen, once the title has scrolled away, a bar below the header names the ruling in
// view: its card, its set and its number. It shares the ruling, and shows the card. Another script
// has put the markup into the page (generator/rulebinder/outputs/front.py).
import { nameButton, share } from "./copy-menu.js"
import { fill, of, portable } from "../search/common.js"

const CITED = ".notes[data-code] :is(.ruling, .paragraph)"
// pixels below the bar that belong to the ruling above, so that a linked ruling counts at once
const SLACK = 16
const READ = 0.4 // the upper part of the window, in which a ruling counts as being read
const SCROLLING = ["wheel", "touchmove", "keydown"]

/** @type {HTMLTemplateElement | null} */
const template = document.querySelector("#rb-context")
/** @type {HTMLElement | null} */
const title = document.querySelector("#top")
const rulings = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(CITED)])

/**
 * @returns {HTMLElement | null} the ruling that the address names; it may have several addresses
 */
const linked = () => document.querySelector(":target")?.closest(/** @type {"p"} */ (CITED)) ?? null

/**
 * Show the bar while the title is out of sight, and the ruling in view in it.
 * @param {HTMLElement} bar
 * @param {HTMLElement} heading
 */
function begin(bar, heading) {
  const header = of(document, ".md-header")
  const height = header.offsetHeight
  header.after(bar)
  name(bar, heading)
  let named = linked() // it counts as long as the reader does not scroll away from it
  let current = named ?? rulings[0]
  /** @param {HTMLElement} ruling */
  const isRead = (ruling) => {
    const { top, bottom } = ruling.getBoundingClientRect()
    return bottom > 2 * height + SLACK && top < READ * innerHeight
  }
  const follow = () => {
    bar.hidden = heading.getBoundingClientRect().top >= height
    const { top = -1 } = named?.getBoundingClientRect() ?? {}
    const isNamed = named && top >= height && top < innerHeight
    current = (isNamed ? named : rulings.find(isRead)) ?? current
    show(bar, current)
  }
  follow()
  for (const type of ["scroll", "resize"]) addEventListener(type, follow, { passive: true })
  of(bar, ".rb-context-copy").addEventListener("click", () => share(current))
  addEventListener("hashchange", () => {
    named = linked()
    follow()
  })
  for (const type of SCROLLING) addEventListener(type, () => (named = null), { passive: true })
}

/**
 * Show the name, which leads to the top of the page. The name of a card shows the card instead,
 * above the ruling.
 * @param {HTMLElement} bar
 * @param {HTMLElement} heading
 */
function name(bar, heading) {
  const [link, button, panel] = ["a", ".rb-context-name", "[popover]"].map((part) => of(bar, part))
  const card = heading.closest(".card")
  const text = /** @type {HTMLElement} */ (heading.cloneNode(true))
  text.querySelector(".headerlink")?.remove()
  ;(card ? link : button).remove()
  ;(card ? button : link).textContent = text.textContent
  if (!card) return
  const copy = /** @type {Element} */ (card.cloneNode(true))
  panel.addEventListener("beforetoggle", () => panel.append(portable(copy)), { once: true })
}

/**
 * @param {HTMLElement} bar
 * @param {HTMLElement} ruling
 */
function show(bar, ruling) {
  const notes = /** @type {HTMLElement} */ (ruling.closest(".notes"))
  const { code = "", of: highest = "" } = notes.dataset
  const number = of(bar, ".rb-context-number")
  const have = of(ruling, ".ruling-number").textContent ?? ""
  of(bar, ".plate").textContent = code
  number.textContent = ruling.matches(".paragraph")
    ? have
    : fill(number.dataset.said, { have, of: highest })
  nameButton(of(bar, ".rb-context-copy"), ruling)
}

if (template && title && rulings.length && document.querySelector("[data-bar]")) {
  begin(of(template.content, ".rb-context"), title)
}
