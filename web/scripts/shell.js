// Switches between light, dark and the system's choice with one button. The head of each page applies the stored
// choice.
const root = document.documentElement
const button = /** @type {HTMLElement} */ (document.querySelector(".rb-scheme"))
/** @type {{ [scheme: string]: string }} */
const NEXT = { "": "default", default: "slate", slate: "" }
const chosen = () => root.dataset.mdColorScheme ?? ""
const toLight = button.title

function name() {
  button.title = button.dataset[chosen()] || toLight
}

button.addEventListener("click", () => {
  root.dataset.mdColorScheme = NEXT[chosen()] ?? ""
  name()
  try {
    localStorage.setItem("rulebinder.scheme", chosen())
  } catch {
    // If storage is forbidden, the choice lasts for this page only.
  }
})
name()

// In pages opened as files, a link to a folder does not open its index page, so such links get the file's name.
if (location.protocol === "file:") openIndexes()

function openIndexes() {
  for (const link of document.links) nameIndex(link)
  for (const type of ["click", "auxclick"]) {
    document.addEventListener(type, ({ target }) => nameIndex(linkOf(target)), true)
  }
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[action$='/']"))) {
    form.action += "index.html"
  }
}

/** @param {EventTarget | null} target */
const linkOf = (target) => (target instanceof Element ? target.closest(/** @type {"a"} */ ("a[href]")) : null)

/** @param {HTMLAnchorElement | HTMLAreaElement | null} link */
function nameIndex(link) {
  if (link?.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html"
}
