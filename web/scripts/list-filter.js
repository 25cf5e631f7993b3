// Filters the lines of a list while somebody types. Without scripts the whole list is shown, and no
// filter: an inline script inserts that of a table (templates/inline/inserting.js), and this one
// that of a mechanic's cards.
import { fill, of } from "./common.js"

const PAUSE = 250 // ms after the last key until the number of lines is announced
const LINES = ":is(table[class] tbody tr, .lines > li)"
const GROUPS = `main :is(details, .kind):has(${LINES})`

/**
 * A line, its text, and the values of its `data-` attributes by the names of the fields.
 * @typedef {{ row: HTMLElement, text: string, values: DOMStringMap }} Line
 */

/**
 * Return a test for the colours of a row. The choice is a colour, "none", "many", or "" for all
 * rows.
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
 * Return a line. Its text is the name, and the type of a card.
 * @param {HTMLElement} row
 * @returns {Line}
 */
function line(row) {
  const cells = row instanceof HTMLTableRowElement && [...row.cells]
  const type = cells && row.closest("table.cards") ? cells[2].textContent : ""
  const text = cells ? `${cells[0].textContent} ${type}` : (row.textContent ?? "")
  return { row, text: fold(text), values: row.dataset }
}

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * Return a test for the lines: what the reader chose in the field must be among their values.
 * @param {Field} field
 * @returns {(line: Line) => boolean}
 */
function wanted(field) {
  const { name, value } = field
  if (name === "q") {
    const has = having(value)
    return ({ text }) => has(text)
  }
  const isColour = coloured(value)
  if (name === "c") return ({ values }) => isColour(values.c ?? "")
  return ({ values }) => !value || (values[name] ?? "").split(" ").includes(value)
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
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = fields.find((each) => each.name === name)
    if (field) field.value = value
  }
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
    if (filtering) unfolded ??= new Set(groups.filter((group) => group.hasAttribute("open")))
    for (const group of groups) {
      const empty = !group.querySelector(`${LINES}:not([hidden])`)
      group.hidden = filtering && empty
      if (group instanceof HTMLDetailsElement && unfolded) {
        group.open = filtering ? !empty : unfolded.has(group)
      }
    }
    if (!filtering) unfolded = null
  }
}

/**
 * Return a test for texts: whether they have all words of what is typed.
 * @param {string} typed
 * @returns {(text: string) => boolean}
 */
function having(typed) {
  const words = fold(typed).split(/\s+/)
  return (text) => words.every((word) => text.includes(word))
}

/**
 * Return a function that announces how many lines are shown, and returns whether they are not all.
 * @param {HTMLFormElement} form
 * @param {number} all
 */
function announcing(form, all) {
  const status = of(form, "[role=status]")
  let soon = 0
  return (/** @type {number} */ shown) => {
    clearTimeout(soon)
    const have = shown.toLocaleString(document.documentElement.lang)
    const said = shown === all ? "" : fill(status.dataset.said, { have })
    soon = window.setTimeout(() => (status.textContent = said), PAUSE)
    return Boolean(said)
  }
}

/** @param {HTMLFormElement} form */
function begin(form) {
  const rows = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`main ${LINES}`))
  const lines = [...rows].map(line)
  const fields = /** @type {Field[]} */ ([...form.elements]).filter(({ name }) => name)
  const showGroups = grouped()
  const tell = announcing(form, lines.length)

  function filter() {
    const tests = fields.map(wanted)
    let shown = 0
    for (const each of lines) {
      each.row.hidden = !tests.every((test) => test(each))
      if (!each.row.hidden) shown++
    }
    showGroups(fields.some(({ value }) => value))
    form.classList.toggle("filtering", tell(shown))
  }

  function change() {
    filter()
    remember(fields)
  }

  form.addEventListener("input", change)
  form.addEventListener("submit", (event) => event.preventDefault())
  form.addEventListener("reset", () => window.setTimeout(change))
  recall(fields)
  if (fields.some(({ value }) => value)) filter()
}

/**
 * Put a field above the cards of a mechanic. A page may have two such lists, so that the address
 * has no place for it.
 * @param {HTMLTemplateElement} template
 */
function narrow(template) {
  const form = /** @type {HTMLFormElement} */ (
    document.importNode(template.content, true).querySelector("form")
  )
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"))
  const list = /** @type {HTMLElement} */ (template.parentElement?.querySelector(".members"))
  const cards = /** @type {HTMLElement[]} */ ([...list.children])
  const texts = cards.map((each) => fold(each.textContent ?? ""))
  const tell = announcing(form, cards.length)

  function filter() {
    const has = having(field.value)
    for (const [at, card] of cards.entries()) card.hidden = !has(texts[at])
    tell(cards.filter((each) => !each.hidden).length)
  }

  field.addEventListener("input", filter)
  form.addEventListener("submit", (event) => event.preventDefault())
  list.before(form)
  filter()
}

/** @type {HTMLFormElement | null} */
const found = document.querySelector("form.filter")
if (found) begin(found)
const templates = /** @type {NodeListOf<HTMLTemplateElement>} */ (
  document.querySelectorAll(".listed > template")
)
for (const template of templates) narrow(template)
