// Filters the lines of a list while somebody types. Without scripts the whole list is shown, and no
// filter: an inline script inserts that of a table (templates/inline/inserting.js), and this one
// that of a mechanic's cards.
import { fill, of } from "../search/common.js"

const PAUSE = 250 // ms after the last key until the number of lines is announced
const LINES = ":is(table[class] tbody tr, .lines > li)"
const GROUPS = `main :is(details, .kind):has(${LINES})`

/** @typedef {{ row: HTMLElement, text: string }} Line */

/** @param {string} text */
function fold(text) {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain.replaceAll("æ", "ae").replaceAll("œ", "oe")
}

/**
 * Return a line. Its text is the name, and the type of a card.
 * @param {HTMLElement} row
 * @returns {Line}
 */
function line(row) {
  const cells = row instanceof HTMLTableRowElement && [...row.cells]
  const type = cells && row.closest("table.cards") ? cells[2].textContent : ""
  const text = cells ? `${cells[0].textContent} ${type}` : (row.textContent ?? "")
  return { row, text: fold(text) }
}

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * Return a test for the lines and their places. A choice has the steps from each of its lines to
 * the next; see `FilterChoice` in pages/parts/lists.py. What is typed are words that the text must
 * have.
 * @param {Field} field
 * @returns {(line: Line, place: number) => boolean}
 */
function wanted(field) {
  if (!field.value) return () => true
  if (field instanceof HTMLSelectElement) {
    let last = 0
    const steps = field.selectedOptions[0].dataset.steps?.split(" ") ?? []
    const places = new Set(steps.map((step) => (last += Number(step))))
    return (_, place) => places.has(place)
  }
  const words = fold(field.value).split(/\s+/)
  return ({ text }) => words.every((word) => text.includes(word))
}

/**
 * Keep the choices in the address, so that they are still there when the reader comes back from a
 * card.
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

/** @param {Field[]} fields */
function recall(fields) {
  const choices = new URLSearchParams(location.search)
  for (const field of fields) field.value = choices.get(field.name) ?? field.value
}

/**
 * The groups of lines: letters, kinds. While a filter is used, groups with lines are open and
 * others hidden.
 * @returns {(filtering: boolean) => void}
 */
function grouped() {
  const groups = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(GROUPS)])
  /** @type {Set<Element> | null} */
  let unfolded = null // the groups that were open before
  return (filtering) => {
    unfolded ??= new Set(groups.filter((group) => group.hasAttribute("open")))
    for (const group of groups) {
      const empty = !group.querySelector(`${LINES}:not([hidden])`)
      group.hidden = filtering && empty
      if (group instanceof HTMLDetailsElement) {
        group.open = filtering ? !empty : unfolded.has(group)
      }
    }
    if (!filtering) unfolded = null
  }
}

/**
 * Let a form filter rows, and announce how many are shown. Return its fields.
 * @param {HTMLFormElement} form
 * @param {Iterable<Element>} rows
 */
function attach(form, rows) {
  const lines = /** @type {HTMLElement[]} */ ([...rows]).map(line)
  const fields = /** @type {Field[]} */ ([...form.elements]).filter(({ name }) => name)
  const status = of(form, "[role=status]")
  let soon = 0
  form.addEventListener("input", () => {
    const tests = fields.map(wanted)
    lines.forEach((each, place) => (each.row.hidden = !tests.every((test) => test(each, place))))
    const shown = lines.filter(({ row }) => !row.hidden).length
    const have = shown.toLocaleString(document.documentElement.lang)
    const said = shown === lines.length ? "" : fill(status.dataset.said, { have })
    clearTimeout(soon)
    soon = window.setTimeout(() => (status.textContent = said), PAUSE)
    form.classList.toggle("filtering", Boolean(said))
  })
  form.addEventListener("submit", (event) => event.preventDefault())
  return fields
}

/**
 * Attach the form of a page, whose address keeps the choices.
 * @param {HTMLFormElement} form
 */
function begin(form) {
  const fields = attach(form, document.querySelectorAll(`main ${LINES}`))
  const showGroups = grouped()
  const change = () => form.dispatchEvent(new Event("input"))
  form.addEventListener("input", () => {
    showGroups(fields.some(({ value }) => value))
    remember(fields)
  })
  form.addEventListener("reset", () => window.setTimeout(change))
  recall(fields)
  if (fields.some(({ value }) => value)) change()
}

/**
 * Put a field above the cards of a mechanic. A page may have two such lists, so that the address
 * has no place for it.
 * @param {HTMLTemplateElement} template
 */
function narrow(template) {
  const form = /** @type {HTMLFormElement} */ (of(template.content, "form"))
  const list = of(/** @type {HTMLElement} */ (template.parentElement), ".members")
  attach(form, list.children)
  list.before(form)
}

/** @type {HTMLFormElement | null} */
const found = document.querySelector("form.filter")
if (found) begin(found)
for (const template of /** @type {NodeListOf<HTMLTemplateElement>} */ (
  document.querySelectorAll(".listed > template")
)) {
  narrow(template)
}
