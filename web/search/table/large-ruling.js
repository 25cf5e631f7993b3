// Shows one ruling in large type, for an opponent across the table.

import { of } from "../common.js"

// the size of a letter if one fills the window, in hundredths of its width and height together
const FULL = 42
const [LEAST, MOST] = [1.3, 4] // the smallest and the largest size

/**
 * Show a ruling of a card. Long ones are smaller.
 * @param {HTMLElement} dialog
 * @param {string} name
 * @param {Element} ruling
 */
export function showLarge(dialog, name, ruling) {
  const words = of(dialog, ".rb-large-text")
  const text = /** @type {HTMLElement} */ (of(ruling, ".ruling-text").cloneNode(true))
  const aside = ".ruling-foot > :not(.verdict), details, .rb-cite"
  for (const element of text.querySelectorAll(aside)) element.remove()
  of(dialog, "h2").textContent = `${name} · ${of(ruling, ".ruling-number").textContent}`
  words.lang = /** @type {HTMLElement} */ (ruling.closest("[lang]")).lang
  words.replaceChildren(...text.childNodes)
  words.style.setProperty("--size", String(sizeOf(words.textContent?.length ?? 0)))
  ;/** @type {HTMLDialogElement} */ (dialog).showModal()
  words.scrollTop = 0
}

/**
 * Return how large the letters of a text are so that it fills a window, in hundredths of its width
 * and height together.
 * @param {number} letters
 */
export const sizeOf = (letters) =>
  Math.min(MOST, Math.max(LEAST, FULL / Math.sqrt(Math.max(letters, 1))))
