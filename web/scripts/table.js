// Filters the lines of a list while somebody types. Without scripts the whole list is shown, and no filter: an inline
// script inserts it (templates/inline/inserting.js).
const PAUSE = 250 // ms after the last key until the number of lines is announced
const GROUPS = "main :is(details, section):has(table[class])"

/**
 * A line, its text, and the values of its `data-` attributes by the names of the fields.
 * @typedef {{ row: HTMLElement, text: string, values: DOMStringMap }} Line
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
 * Return a line. Its text is the name, and the type of a card.
 * @param {HTMLTableRowElement} row
 * @returns {Line}
 */
function line(row) {
  const type = row.closest("table.cards") ? row.cells[2].textContent : ""
  return { row, text: fold(`${row.cells[0].textContent} ${type}`), values: row.dataset }
}

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** @param {Field} field */
const isOff = (field) => field instanceof HTMLInputElement && field.type === "checkbox" && !field.checked

/** @param {Field} field */
const chosen = (field) => (isOff(field) ? "" : field.value)

/**
 * Return a test for the lines: what the reader chose in the field must be among their values.
 * @param {Field} field
 * @returns {(line: Line) => boolean}
 */
function wanted(field) {
  const { name } = field
  const value = chosen(field)
  if (name === "q") {
    const words = fold(value).split(/\s+/)
    return ({ text }) => words.every((word) => text.includes(word))
  }
  const isColour = coloured(value)
  if (name === "c") return ({ values }) => isColour(values.c ?? "")
  return ({ values }) => !value || (values[name] ?? "").split(" ").includes(value)
}

/**
 * Keep the choices in the address, so that they are still there when the reader comes back from a card.
 * @param {Field[]} fields
 */
function remember(fields) {
  const address = new URL(location.href)
  for (const field of fields) {
    const value = chosen(field)
    if (value) address.searchParams.set(field.name, value)
    else address.searchParams.delete(field.name)
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
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === field.value
    else if (field) field.value = value
  }
}

/**
 * The groups of lines: letters, kinds. While a filter is used, groups with lines are open and others hidden.
 * @returns {(filtering: boolean) => void}
 */
function grouped() {
  const groups = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(GROUPS)])
  /** @type {Set<Element> | null} */
  let unfolded = null // the groups that were open before
  return (filtering) => {
    if (filtering) unfolded ??= new Set(groups.filter((group) => group.hasAttribute("open")))
    for (const group of groups) {
      const empty = !group.querySelector("tbody tr:not([hidden])")
      group.hidden = filtering && empty
      if (group instanceof HTMLDetailsElement && unfolded) group.open = filtering ? !empty : unfolded.has(group)
    }
    if (!filtering) unfolded = null
  }
}

/** @param {HTMLFormElement} form */
function begin(form) {
  const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"))
  const rows = /** @type {NodeListOf<HTMLTableRowElement>} */ (document.querySelectorAll("main table[class] tbody tr"))
  const lines = [...rows].map(line)
  const fields = /** @type {Field[]} */ ([...form.elements]).filter(({ name }) => name)
  const showGroups = grouped()
  let soon = 0

  function filter() {
    const tests = fields.map(wanted)
    let shown = 0
    for (const each of lines) {
      each.row.hidden = !tests.every((test) => test(each))
      if (!each.row.hidden) shown++
    }
    showGroups(fields.some((field) => chosen(field)))
    tell(shown)
  }

  /** @param {number} shown */
  function tell(shown) {
    clearTimeout(soon)
    const count = shown.toLocaleString(document.documentElement.lang)
    const said = shown === lines.length ? "" : (status.dataset.said ?? "").replace("{have}", count)
    soon = window.setTimeout(() => (status.textContent = said), PAUSE)
    form.classList.toggle("filtering", Boolean(said))
  }

  function change() {
    filter()
    remember(fields)
  }

  form.addEventListener("input", change)
  form.addEventListener("submit", (event) => event.preventDefault())
  form.addEventListener("reset", () => window.setTimeout(change))
  recall(fields)
  if (fields.some((field) => chosen(field))) filter()
}

/** @type {HTMLFormElement | null} */
const found = document.querySelector("form.filter")
if (found) begin(found)
