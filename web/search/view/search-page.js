// The search page around its list: its address and its examples.

const UNASKED = "unasked"

/**
 * Show the examples, or hide them.
 * @param {HTMLElement | null} page
 * @param {boolean} shown
 */
export function showExamples(page, shown) {
  page?.classList.toggle(UNASKED, shown)
}

/**
 * Call `follow` with the address of an example that is followed, so that the page need not load
 * anew.
 * @param {HTMLElement | null} page
 * @param {(address: string) => void} follow
 */
export function onExample(page, follow) {
  page?.addEventListener("click", (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link =
      target instanceof Element && target.closest(".rb-begin :is(.questions, .rb-examples) a")
    if (!(link instanceof HTMLAnchorElement) || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    follow(link.href)
  })
}

/** @param {string} address */
export function setAddress(address) {
  try {
    history.replaceState(null, "", address)
  } catch {
    // Some browsers limit how often this may be called. A later key sets the address.
  }
}
