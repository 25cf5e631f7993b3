// Shows a preview of the card or mechanic that a link leads to: under the pointer, on keyboard
// focus, or after a long press. It fetches the page of the link, which has the card or the
// explanation. Without scripts, links are links.
import { beside, of, paragraph, portable } from "../search/common.js"

const SHOW = 250 // milliseconds that a pointer must rest on a link
const HIDE = 250 // milliseconds to move from the link to the preview before it closes
const PRESS = 450

/** The pages that have previews. */
const SUBJECT = /\/(?:cards|mechanics)\/[^/]+\/$/
/** Links that are read one by one, not within a text. */
const LISTS = "table, .references, .ruling-foot, .members, .neighbours, .jump"

/**
 * The preview of each address, as soon as it was asked for. @type {Map<string, Promise<Node |
 * null>>}
 */
const known = new Map()
const box = document.createElement("div")
/** @type {HTMLAnchorElement | null} the link whose preview is shown, or being fetched */
let current = null
let waiting = 0
box.id = "rb-preview"
box.className = "rb-preview md-typeset"
box.setAttribute("role", "tooltip")
box.hidden = true
document.querySelector("main")?.append(box)
followPointer()
followKeyboard()
followFinger()

/** @param {EventTarget | null} target */
function linkOf(target) {
  const link =
    target instanceof Element ? target.closest(/** @type {"a"} */ ("article a[href]")) : null
  const leads =
    link &&
    link.origin === location.origin &&
    SUBJECT.test(link.pathname) &&
    link.pathname !== location.pathname
  return leads && !link.closest(LISTS) ? link : null
}

/**
 * Return the card or the explanation that a page shows; null if it has none, or cannot be loaded.
 * @param {string} address
 */
async function fetched(address) {
  try {
    const text = await (await fetch(address)).text()
    const page = new DOMParser().parseFromString(text, "text/html")
    const preview = page.querySelector(".entity > .card") ?? explanationOf(page)
    for (const link of preview?.querySelectorAll("a") ?? []) link.replaceWith(...link.childNodes)
    return preview && portable(preview)
  } catch {
    return null
  }
}

/**
 * Return the explanation of a mechanic in our words, with its name and kind. @param {Document} page
 */
function explanationOf(page) {
  const ours = page.querySelector(".ours > div")
  if (!ours) return null
  const [name, kind] = [of(page, "h1"), of(page, ".entity > .facts-line > :first-child")]
  name.querySelector(".headerlink")?.remove()
  const whole = page.createElement("div")
  whole.append(paragraph(name, "preview-name"), paragraph(kind, "preview-kind"), ours)
  return whole
}

/** @param {HTMLAnchorElement} link */
function place(link) {
  const header = document.querySelector("header")?.getBoundingClientRect().bottom
  const { top, left } = beside(box, link.getBoundingClientRect(), header)
  const origin = box.offsetParent?.getBoundingClientRect() ?? { left: 0, top: 0 }
  box.style.left = `${left - origin.left}px`
  box.style.top = `${top - origin.top}px`
}

/** @param {HTMLAnchorElement} link */
async function show(link) {
  clearTimeout(waiting)
  if (current === link) return
  hide()
  current = link
  const address = link.pathname
  const asked = known.get(address) ?? fetched(address)
  known.set(address, asked)
  const preview = await asked
  if (current !== link || !preview) return
  box.replaceChildren(preview)
  box.hidden = false
  place(link)
  link.setAttribute("aria-describedby", box.id)
}

function hide() {
  clearTimeout(waiting)
  current?.removeAttribute("aria-describedby")
  current = null
  box.hidden = true
}

/**
 * @param {() => void} act
 * @param {number} time
 */
function later(act, time) {
  clearTimeout(waiting)
  waiting = window.setTimeout(act, time)
}

/** For a pointer that hovers. It may move into the preview. */
function followPointer() {
  const focused = () => current?.matches(":focus-visible")
  document.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType === "touch") return
    const link = linkOf(target)
    if (link) later(() => show(link), SHOW)
    else if (box.contains(/** @type {Node} */ (target))) clearTimeout(waiting)
    else if (box.hidden) hide()
    else if (!focused()) later(hide, HIDE)
  })
  document.documentElement.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch" && !focused()) later(hide, HIDE)
  })
}

function followKeyboard() {
  document.addEventListener("focusin", ({ target }) => {
    const link = linkOf(target)
    if (link?.matches(":focus-visible")) show(link)
  })
  document.addEventListener("focusout", ({ target }) => target === current && hide())
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide())
}

/**
 * For a finger: a tap follows the link, a long press shows the preview, and a touch anywhere else
 * closes it.
 */
function followFinger() {
  /** @type {HTMLAnchorElement | null} the link that was touched last */
  let touched = null
  /** @param {Event} event */
  const isTouched = ({ target }) => touched && linkOf(target) === touched

  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    if (!box.contains(/** @type {Node} */ (target))) hide()
    const link = pointerType === "touch" ? linkOf(target) : null
    touched = link
    if (link) later(() => show(link), PRESS)
  })
  for (const type of ["pointerup", "pointercancel"]) {
    document.addEventListener(type, () => current !== touched && clearTimeout(waiting))
  }
  // A long press also opens the browser's own menu, and sends a click afterwards.
  document.addEventListener("contextmenu", (event) => isTouched(event) && event.preventDefault())
  const stop = (/** @type {Event} */ event) => {
    if (isTouched(event) && current === touched) event.preventDefault()
    touched = null
  }
  document.addEventListener("click", stop, true)
}
