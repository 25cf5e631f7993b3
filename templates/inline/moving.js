// Move on to `data-to`, a page of this site. `{lang}` is replaced by the reader's best language of `data-langs`.
const { to, langs } = document.currentScript.dataset
const offered = langs.split(" ")
const main = (lang) => lang.toLowerCase().split("-")[0]
const near = (lang) => offered.find((each) => each.toLowerCase() === lang.toLowerCase())
  ?? offered.find((each) => main(each) === main(lang))
let best
try { best = near(localStorage.getItem("rulebinder.language")) } catch {}
best ??= navigator.languages.map(near).find(Boolean) ?? document.documentElement.lang
const page = new URL(to.replace("{lang}", best), location)
if (location.protocol === "file:") page.pathname += "index.html"
if (page.origin === location.origin) location.replace(page)
