// Filters the cards of a set while somebody types. Without scripts the whole table is shown, and no filter.
const PAUSE = 250 // ms after the last key until the number of cards is announced

/** @type {HTMLTemplateElement | null} */
const made = document.querySelector("#rb-filter")
if (made) begin(made)

/**
 * A row, and the values by which it is filtered.
 * @typedef {{ row: HTMLElement, text: string, colours: string, types: string[], mechanics: string[] }} Card
 */

/**
 * Return a test for the colours of a row. The choice is a colour, "none", "many", or "" for all rows.
 * @param {string} choice
 * @returns {(colours: string) => boolean}
 */
function coloured(choice) {
  if (choice === "") return () => true
  if (choice === "none") return (colours) => !colours
  if (choice === "many") return (colours) => colours.length > 1
  return (colours) => colours.includes(choice)
}

/** @param {string} text */
function fold(text) {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain.replaceAll("æ", "ae").replaceAll("œ", "oe")
}

/**
 * @param {HTMLTableRowElement} row
 * @returns {Card}
 */
function card(row) {
  const { c: colours = "", t: types, m: mechanics } = row.dataset
  const text = fold(`${row.cells[0].textContent} ${row.cells[2].textContent}`)
  return { row, text, colours, types: types?.split(" ") ?? [], mechanics: mechanics?.split(" ") ?? [] }
}

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * Keep the choices in the address, so that they are still there when the reader comes back from a card.
 * @param {Field[]} fields
 */
function remember(fields) {
  const address = new URL(location.href)
  for (const { name, value } of fields) {
    if (value) address.searchParams.set(name, value)
    else address.searchParams.delete(name)
  }
  try {
    history.replaceState(null, "", address)
  } catch {
    // A browser may forbid this for files, or if it happens too often. The filter works without it.
  }
}

/** @param {HTMLTemplateElement} template */
function begin(template) {
  const table = /** @type {HTMLTableElement} */ (document.querySelector("table.cards"))
  const parts = document.importNode(template.content, true)
  const form = /** @type {HTMLFormElement} */ (parts.querySelector("form"))
  const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"))
  const cards = [...table.tBodies[0].rows].map(card)
  const fields = /** @type {Field[]} */ ([...form.elements]).filter(({ name }) => name)
  let soon = 0

  /** @param {string} name */
  const value = (name) => fields.find((field) => field.name === name)?.value ?? ""

  function filter() {
    const words = fold(value("q")).split(/\s+/)
    const [isColour, type, mechanic] = [coloured(value("c")), value("t"), value("m")]
    let shown = 0
    for (const { row, text, colours, types, mechanics } of cards) {
      const isType = !type || types.includes(type)
      const isMechanic = !mechanic || mechanics.includes(mechanic)
      row.hidden = !(isType && isMechanic && isColour(colours) && words.every((word) => text.includes(word)))
      if (!row.hidden) shown++
    }
    tell(shown)
  }

  /** @param {number} shown */
  function tell(shown) {
    clearTimeout(soon)
    const count = shown.toLocaleString(document.documentElement.lang)
    const said = shown === cards.length ? "" : (status.dataset.said ?? "").replace("{have}", count)
    soon = window.setTimeout(() => (status.textContent = said), PAUSE)
    form.classList.toggle("filtering", Boolean(said))
  }

  function recall() {
    for (const [name, chosen] of new URLSearchParams(location.search)) {
      const field = fields.find((each) => each.name === name)
      if (field) field.value = chosen
    }
  }

  function change() {
    filter()
    remember(fields)
  }

  form.addEventListener("input", change)
  form.addEventListener("submit", (event) => event.preventDefault())
  form.addEventListener("reset", () => window.setTimeout(change))
  table.before(form)
  recall()
  filter()
}
