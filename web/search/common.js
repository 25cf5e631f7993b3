// What the scripts of the site share.

/**
 * Return an element that the pages always have.
 * @param {ParentNode} whole
 * @param {string} selector
 */
export const of = (whole, selector) => /** @type {HTMLElement} */ (whole.querySelector(selector))

/**
 * Take out of a part of a page what only its own page needs: the ids, and the rank of a title.
 * Return the part.
 * @template {Element} Part
 * @param {Part} part
 */
export function portable(part) {
  for (const element of [part, ...part.querySelectorAll("[id]")]) element.removeAttribute("id")
  for (const title of part.querySelectorAll("h1")) title.replaceWith(paragraph(title))
  return part
}

/**
 * Return a paragraph with the content of an element, in its language. It is in the same class
 * unless another one is named.
 * @param {Element} element
 */
export function paragraph(element, className = element.className) {
  const copy = element.ownerDocument.createElement("p")
  copy.className = className
  const lang = element.getAttribute("lang")
  if (lang) copy.lang = lang
  copy.append(...element.childNodes)
  return copy
}

const MARGIN = 8 // pixels between what is beside something and the edge of the window
const GAP = 4 // pixels between both

/**
 * Return where in the window a box is below another one, or above it if there is room only there.
 * @param {HTMLElement} box
 * @param {DOMRect} other
 */
export function beside(box, other, least = MARGIN) {
  const above = other.top - box.offsetHeight - GAP
  const isBelow = other.bottom + box.offsetHeight + MARGIN <= innerHeight || above < least
  const room = document.documentElement.clientWidth - box.offsetWidth - MARGIN
  return {
    top: isBelow ? other.bottom + GAP : above,
    left: Math.max(MARGIN, Math.min(other.left, room)),
  }
}

/**
 * Return whether keys type text into an element.
 * @param {EventTarget | null} target
 */
export const takesText = (target) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null

/**
 * Return a sentence with values in the places that name them: `{count} rulings`.
 * @param {string | undefined} sentence
 * @param {{ [place: string]: string | number }} values
 */
export const fill = (sentence = "", values) =>
  sentence.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place))

/**
 * Return which form of a word goes with a number.
 * @param {number} count
 * @param {string} lang
 */
export const pluralForm = (count, lang) =>
  new Intl.PluralRules(lang).select(count) === "one" ? "one" : "many"

/**
 * Return what this device remembers under a name; empty if that is nothing, or if storage is
 * forbidden.
 * @param {string} name
 */
export function recall(name) {
  try {
    return localStorage.getItem(`rulebinder.${name}`) ?? ""
  } catch {
    return ""
  }
}

/**
 * Remember a value on this device, or forget it if it is empty. If storage is forbidden or full,
 * nothing happens.
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    if (value) localStorage.setItem(`rulebinder.${name}`, value)
    else localStorage.removeItem(`rulebinder.${name}`)
  } catch {
    // What was shown stays until the page is left.
  }
}

/**
 * Return the list that this device remembers under a name. What another script stored there is
 * ignored.
 * @param {string} name
 * @param {(item: any) => boolean} isItem
 * @returns {any[]}
 */
export function keptList(name, isItem) {
  try {
    const kept = JSON.parse(recall(name) || "[]")
    return Array.isArray(kept) ? kept.filter(isItem) : []
  } catch {
    return [] // it is damaged
  }
}

/**
 * Remember a list on this device, or forget it if it is empty.
 * @param {string} name
 * @param {unknown[]} items
 */
export const keepList = (name, items) => remember(name, items.length ? JSON.stringify(items) : "")
