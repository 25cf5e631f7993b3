// Switches between light and dark with one button. The head of each page applies the stored choice.
import { remember } from "./common.js"

const root = document.documentElement
const button = /** @type {HTMLElement} */ (document.querySelector(".rb-scheme"))
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
if (location.protocol === "file:") openIndexes()

function openIndexes() {
  for (const link of document.links) nameIndex(link)
  for (const type of ["click", "auxclick"]) {
    document.addEventListener(type, ({ target }) => nameIndex(linkOf(target)), true)
  }
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (
    document.querySelectorAll("form[action$='/']")
  )) {
    form.action += "index.html"
  }
}

/** @param {EventTarget | null} target */
const linkOf = (target) =>
  target instanceof Element ? target.closest(/** @type {"a"} */ ("a[href]")) : null

/** @param {HTMLAnchorElement | HTMLAreaElement | null} link */
function nameIndex(link) {
  if (link?.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html"
}
