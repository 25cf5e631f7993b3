// On a narrow screen, once the title has scrolled away, a bar below the header names the ruling in
// view: its card, its set and its number. It leads to the rulings before and after it, shares
// it, and shows the card. Another script has put the markup into the page
// (generator/rulebinder/outputs/copy_menu.py).
import { nameButton, share } from "./copy-menu.js"
import { fill, of, portable } from "../search/common.js"

const CITED = ".notes[data-code] :is(.ruling, .paragraph)"
// pixels below the bar that belong to the ruling above, so that a linked ruling counts at once
const SLACK = 16
// the lower part of the window, in percent, in which a ruling does not count as being read
const READ = 60
const SCROLLING = ["wheel", "touchmove", "keydown"]

/** @type {HTMLTemplateElement | null} */
const made = document.querySelector("#rb-context")
/** @type {HTMLElement | null} */
const title = document.querySelector("#top")
const rulings = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(CITED)])

/**
 * @returns {HTMLElement | null} the ruling that the address names; it may have several addresses
 */
function linked() {
  return document.querySelector(":target")?.closest(/** @type {"p"} */ (CITED)) ?? null
}

class Bar {
  /** @param {HTMLTemplateElement} template */
  constructor(template) {
    this.bar = of(template.content, ".rb-context")
    this.number = of(this.bar, ".rb-context-number")
    this.copy = of(this.bar, ".rb-context-copy")
    this.steps = /** @type {NodeListOf<HTMLElement>} */ (this.bar.querySelectorAll("[data-by]"))
    this.header = of(document, ".md-header").offsetHeight
    /** @type {Set<Element>} the rulings in the upper part of the window */
    this.read = new Set()
    this.named = linked() // it counts as long as the reader does not scroll away from it
    this.current = this.named ?? rulings[0]
    /** @type {HTMLElement | null} the button that keeps the focus */
    this.stay = null
    of(document, ".md-header").after(this.bar)
    this.show(this.current)
    for (const button of this.steps) {
      button.addEventListener("click", () => this.step(Number(button.dataset.by)))
    }
    this.copy.addEventListener("click", () => share(this.current))
    addEventListener("hashchange", () => this.link(linked()))
    const leave = () => {
      this.named = this.stay = null
    }
    for (const type of SCROLLING) addEventListener(type, leave, { passive: true })
  }

  /** @param {HTMLElement} heading */
  observe(heading) {
    const name = /** @type {HTMLElement} */ (heading.cloneNode(true))
    name.querySelector(".headerlink")?.remove()
    this.name(name.textContent ?? "", heading.closest(/** @type {"div"} */ (".card")))
    const top = -2 * this.header - SLACK
    const inView = new IntersectionObserver((changes) => this.follow(changes), {
      rootMargin: `${top}px 0px -${READ}%`,
    })
    for (const ruling of rulings) inView.observe(ruling)
    const away = () => heading.getBoundingClientRect().top < this.header
    const titles = new IntersectionObserver(() => (this.bar.hidden = !away()), {
      rootMargin: `-${this.header}px 0px 0px`,
      threshold: [0, 1],
    })
    titles.observe(heading)
  }

  /**
   * Show the name, which leads to the top of the page. The name of a card shows the card instead,
   * above the ruling.
   * @param {string} text
   * @param {HTMLElement | null} card
   */
  name(text, card) {
    const [link, button] = [of(this.bar, "a"), of(this.bar, ".rb-context-name")]
    const panel = of(this.bar, "[popover]")
    ;(card ? link : button).remove()
    const named = card ? button : link
    named.textContent = text
    if (card) {
      const copy = /** @type {Element} */ (card.cloneNode(true))
      panel.addEventListener("beforetoggle", () => panel.append(portable(copy)), { once: true })
    }
  }

  /** @param {IntersectionObserverEntry[]} changes */
  follow(changes) {
    for (const { target, isIntersecting } of changes) {
      this.read[isIntersecting ? "add" : "delete"](target)
    }
    const { top = -1 } = this.named?.getBoundingClientRect() ?? {}
    const isNamed = this.named && top >= this.header && top < innerHeight
    const found = isNamed ? this.named : rulings.find((each) => this.read.has(each))
    if (found) this.show(found)
  }

  /** @param {HTMLElement} ruling */
  show(ruling) {
    this.current = ruling
    const { code = "", of: highest = "" } = /** @type {HTMLElement} */ (ruling.closest(".notes"))
      .dataset
    const have = of(ruling, ".ruling-number").textContent ?? ""
    of(this.bar, ".plate").textContent = code
    this.number.textContent = ruling.matches(".paragraph")
      ? have
      : fill(this.number.dataset.said, { have, of: highest })
    nameButton(this.copy, ruling)
    for (const button of this.steps) {
      button.setAttribute("aria-disabled", String(!this.neighbour(Number(button.dataset.by))))
    }
  }

  /** @param {number} by */
  neighbour(by) {
    const shown = rulings.filter(
      (each) => each === this.current || !each.closest("details:not([open])"),
    )
    return shown[shown.indexOf(this.current) + by]
  }

  /** @param {number} by */
  step(by) {
    const next = this.neighbour(by)
    if (!next) return
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)
    // a browser takes the focus to the ruling
    this.stay = this.bar.contains(focused) ? focused : null
    location.replace(`#${next.id}`) // marks it without adding to the history
    this.link(next)
  }

  /** @param {HTMLElement | null} ruling */
  link(ruling) {
    this.named = ruling
    this.follow([])
    this.stay?.focus({ preventScroll: true })
  }
}

if (made && title && rulings.length && document.querySelector("[data-bar]")) {
  new Bar(made).observe(title)
}
