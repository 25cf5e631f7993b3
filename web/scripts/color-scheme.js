// Switches between light and dark with one button. The head of each page applies the stored choice.
import { of, remember } from "../search/common.js"

const root = document.documentElement
const button = of(document, ".rb-scheme")
const toDark = button.title
const system = matchMedia("(prefers-color-scheme: dark)")
const systems = () => (system.matches ? "slate" : "default")
const shown = () => root.dataset.mdColorScheme || systems()

function name() {
  button.title = (shown() === "slate" && button.dataset.light) || toDark
}

button.addEventListener("click", () => {
  const next = shown() === "slate" ? "default" : "slate"
  // Who chooses what the system has follows the system again.
  root.dataset.mdColorScheme = next === systems() ? "" : next
  name()
  remember("scheme", root.dataset.mdColorScheme)
})
system.addEventListener("change", name)
name()

// In pages opened as files, a link to a folder does not open its index page, so such links get the
// file's name.
if (location.protocol === "file:") {
  for (const link of document.links) {
    if (link.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html"
  }
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (
    document.querySelectorAll("form[action$='/']")
  )) {
    form.action += "index.html"
  }
}
