// Narrows a long list of cards while somebody types. Without scripts the whole list is shown, and no field.
const PAUSE = 250 // ms after the last key until the number of cards is announced

/** @param {string | null} text */
const plain = (text) => (text ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

/** @param {HTMLTemplateElement} template */
function begin(template) {
  const parts = document.importNode(template.content, true)
  const form = /** @type {HTMLFormElement} */ (parts.querySelector("form"))
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"))
  const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"))
  const list = /** @type {HTMLElement} */ (template.parentElement?.querySelector(".members"))
  const cards = /** @type {HTMLElement[]} */ ([...list.children])
  const texts = cards.map((each) => plain(each.textContent))
  let soon = 0

  function narrow() {
    const words = plain(field.value).split(/\s+/)
    for (const [at, card] of cards.entries()) card.hidden = !words.every((word) => texts[at].includes(word))
    clearTimeout(soon)
    soon = window.setTimeout(tell, PAUSE)
  }

  function tell() {
    const shown = cards.filter((each) => !each.hidden).length
    const count = shown.toLocaleString(document.documentElement.lang)
    status.textContent = shown === cards.length ? "" : (status.dataset.said ?? "").replace("{have}", count)
  }

  field.addEventListener("input", narrow)
  form.addEventListener("submit", (event) => event.preventDefault())
  list.before(form)
  narrow()
}

const templates = /** @type {NodeListOf<HTMLTemplateElement>} */ (document.querySelectorAll(".listed > template"))
for (const template of templates) begin(template)
