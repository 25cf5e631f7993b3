// Shows one ruling in large type, to be turned towards an opponent.

// the size of a letter if one fills the window, in hundredths of its width and height together
const FULL = 42
const [LEAST, MOST] = [1.3, 4] // the smallest and the largest size

export class LargeRuling {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog
    this.turn = /** @type {HTMLButtonElement} */ (dialog.querySelector("[aria-pressed]"))
    this.turn.addEventListener("click", () =>
      this.#turned(this.turn.getAttribute("aria-pressed") !== "true"),
    )
  }

  /** @param {boolean} isTurned */
  #turned(isTurned) {
    this.turn.setAttribute("aria-pressed", String(isTurned))
    this.dialog.classList.toggle("turned", isTurned)
  }

  /**
   * Show a ruling of a card. Long ones are smaller.
   * @param {string} name
   * @param {Element} ruling
   */
  show(name, ruling) {
    const [title, words] = /** @type {NodeListOf<HTMLElement>} */ (
      this.dialog.querySelectorAll("h2, .rb-large-text")
    )
    const text = /** @type {HTMLElement} */ (ruling.querySelector(".ruling-text")?.cloneNode(true))
    const aside = ".ruling-foot > :not(.verdict), details, .rb-cite"
    for (const element of text.querySelectorAll(aside)) element.remove()
    title.textContent = `${name} · ${ruling.querySelector(".ruling-number")?.textContent ?? ""}`
    words.lang = /** @type {HTMLElement | null} */ (ruling.closest("[lang]"))?.lang ?? ""
    words.replaceChildren(...text.childNodes)
    words.style.setProperty("--size", String(sizeOf(words.textContent?.length ?? 0)))
    this.#turned(false)
    this.dialog.showModal()
    words.scrollTop = 0
  }
}

/**
 * Return how large the letters of a text are so that it fills a window, in hundredths of its width
 * and height together.
 * @param {number} letters
 */
export const sizeOf = (letters) =>
  Math.min(MOST, Math.max(LEAST, FULL / Math.sqrt(Math.max(letters, 1))))
