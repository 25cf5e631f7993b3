// Only in the site that `rulebinder serve` shows: reloads the page when a build has changed it, and
// shows the errors of the last build.
const address = location.href.replace(/#.*/, "")
const mark = `data-page="${document.currentScript?.dataset.page}"` // the page as it was when it was opened
const events = new EventSource("/.rulebinder/events")
/** @type {number | undefined} */
let shown
const overlay = document.createElement("section")
overlay.id = "rulebinder-live"
overlay.lang = "en"
overlay.setAttribute("role", "alert")
const sheet = new CSSStyleSheet() // the policy of the pages forbids inline styles, but not this
sheet.replaceSync(`#rulebinder-live {
  position: fixed;
  inset: auto 0 0;
  z-index: 99;
  max-height: 50vh;
  overflow: auto;
  padding: 1em;
  background: #fff;
  color: #8c1d18;
  border-top: 4px solid;
  font: 14px/1.5 ui-monospace, monospace;
  overflow-wrap: anywhere;
  white-space: pre-line;
}`)
document.adoptedStyleSheets.push(sheet)

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
  overlay.remove()
  if (!errors.length) return
  const heading = document.createElement("strong")
  heading.textContent = title
  overlay.replaceChildren(heading, ...errors.map((error) => `\n• ${error}`))
  document.body.append(overlay)
}
