// Light, dark, or as the system: one button goes round. The head of each page applies what is remembered.
const root = document.documentElement
const button = document.querySelector(".rb-scheme")
const NEXT = { "": "default", default: "slate", slate: "" }
const chosen = () => root.dataset.mdColorScheme || ""
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
    // Where storage is forbidden the choice holds for this page.
  }
})
name()

// Opened as files, a folder does not show its index by itself.
if (location.protocol === "file:") {
  const mend = (link) => {
    if (link.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html"
  }
  for (const link of document.links) mend(link)
  for (const type of ["click", "auxclick"]) {
    document.addEventListener(type, ({ target }) => target.closest?.("a[href]") && mend(target.closest("a[href]")), true)
  }
  for (const form of document.querySelectorAll("form[action$='/']")) form.action += "index.html"
}
