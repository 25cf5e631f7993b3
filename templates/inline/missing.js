// Show only the language in the address, or the one that is chosen, with its lists in the menu of a phone. If there is none, show all
// languages. Offer to search for what the address names: "black lotus" for `/en/cards/black-lotus/`.
const path = location.pathname.slice(document.currentScript.dataset.base.length)
const sections = [...document.querySelectorAll("section")]
const [languages, scheme, menu] = ["summary", ".rb-scheme", ".rb-menu"].map((part) => document.querySelector(part))
let words = sections[0].dataset
const show = () => {
  const section = sections.find(({ lang }) => lang === (location.hash.slice(1) || path.split("/")[0]))
  if (!section) return
  for (const each of sections) each.hidden = each !== section
  for (const link of document.querySelectorAll("header [lang]")) link.ariaCurrent = link.lang === section.lang || null
  words = section.dataset
  document.documentElement.lang = section.lang
  languages.ariaLabel = words.languages
  languages.firstElementChild.textContent = section.lang.toUpperCase()
  const lists = section.querySelector("nav")
  lists.popover = "auto"
  menu.popoverTargetElement = lists
  menu.title = words.search_jump
  name()
  document.title = `${section.querySelector("h1").textContent} - ${document.querySelector(".rb-brand").textContent}`
}
// Switch between light and dark, as web/scripts/color-scheme.js does on other pages.
const systemIsDark = matchMedia("(prefers-color-scheme: dark)").matches
const isDark = () => (dataset.mdColorScheme || (systemIsDark ? "slate" : "default")) === "slate"
const name = () => { scheme.title = isDark() ? words.to_light : words.to_dark }
scheme.addEventListener("click", () => {
  const dark = !isDark()
  dataset.mdColorScheme = dark === systemIsDark ? "" : dark ? "slate" : "default"
  name()
  try { localStorage.setItem("rulebinder.scheme", dataset.mdColorScheme) } catch {}
})
name()
show()
addEventListener("hashchange", show)
try {
  const parts = decodeURIComponent(path).replace(/(\/index)?\.\w+$/, "").split("/")
  const named = parts.findLast((part) => /\D/.test(part))
  for (const field of document.querySelectorAll("input")) field.value = named.replace(/[-_+]+/g, " ").trim()
} catch {} // an address may name nothing
