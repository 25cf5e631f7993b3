// Only in the site that `rulebinder serve` shows: reloads the page when a build has changed it, and
// shows the errors of the last build.
const address = location.href.replace(/#.*/, "")
const mark = `data-page="${document.currentScript?.dataset.page}"` // the page as it was when it was opened
const events = new EventSource("/.rulebinder/events")
/** @type {number | undefined} */
let shown
/** @type {HTMLElement | undefined} */
let overlay

events.addEventListener("message", ({ data }) => {
  const { version, errors, title } = JSON.parse(data)
  if (version !== shown) void reload()
  shown = version
  report(title, errors)
})

/** Reload the page if the server has another one now. */
async function reload() {
  const response = await fetch(address)
  if ((await response.text()).includes(mark)) return
  events.close()
  location.reload()
}

/**
 * @param {string} title
 * @param {string[]} errors
 */
function report(title, errors) {
  overlay?.remove()
  overlay = undefined
  if (!errors.length) return
  overlay = document.createElement("section")
  overlay.id = "rulebinder-live"
  overlay.lang = "en"
  overlay.setAttribute("role", "alert")
  style(overlay, {
    position: "fixed",
    inset: "auto 0 0",
    "z-index": "99",
    "max-height": "50vh",
    overflow: "auto",
    padding: "1em",
    background: "#fff",
    color: "#8c1d18",
    "border-top": "4px solid",
    font: "14px/1.5 ui-monospace, monospace",
    "overflow-wrap": "anywhere",
  })
  overlay.append(heading(title), list(errors))
  document.body.append(overlay)
}

/** @param {string} title */
function heading(title) {
  const line = document.createElement("p")
  style(line, { margin: "0", "font-weight": "bold" })
  line.textContent = title
  return line
}

/** @param {string[]} errors */
function list(errors) {
  const items = document.createElement("ul")
  style(items, { margin: ".5em 0 0", "padding-inline-start": "1.5em" })
  for (const error of errors) {
    const item = document.createElement("li")
    item.textContent = error
    items.append(item)
  }
  return items
}

/**
 * The policy of the pages forbids `style` attributes, but not this.
 *
 * @param {HTMLElement} element
 * @param {{ [property: string]: string }} values
 */
function style(element, values) {
  for (const [property, value] of Object.entries(values)) element.style.setProperty(property, value)
}
