// Show only the language in the address, or the one that is chosen. If there is none, show all languages. Offer to search
// for what the address names: "black lotus" for `/en/cards/black-lotus/`.
const path = location.pathname.slice(document.currentScript.dataset.base.length)
const sections = [...document.querySelectorAll("section")]
const show = () => {
  const section = sections.find(({ lang }) => lang === (location.hash.slice(1) || path.split("/")[0]))
  if (!section) return
  for (const each of sections) each.hidden = each !== section
  for (const link of document.querySelectorAll("header [lang]")) link.ariaCurrent = link.lang === section.lang || null
  document.documentElement.lang = section.lang
  document.querySelector("summary span").textContent = section.lang.toUpperCase()
  document.title = `${section.querySelector("h1").textContent} - ${document.querySelector(".rb-brand").textContent}`
}
show()
addEventListener("hashchange", show)
try {
  const parts = decodeURIComponent(path).replace(/(\/index)?\.\w+$/, "").split("/")
  const named = parts.findLast((part) => /\D/.test(part))
  for (const field of document.querySelectorAll("input")) field.value = named.replace(/[-_+]+/g, " ").trim()
} catch {} // an address may name nothing
// Switch between light and dark, as web/scripts/color-scheme.js does on other pages.
const button = document.querySelector(".rb-scheme")
const [toDark, systemIsDark] = [button.title, matchMedia("(prefers-color-scheme: dark)").matches]
const isDark = () => (dataset.mdColorScheme || (systemIsDark ? "slate" : "default")) === "slate"
const name = () => { button.title = isDark() ? button.dataset.light : toDark }
name()
button.addEventListener("click", () => {
  const dark = !isDark()
  dataset.mdColorScheme = dark === systemIsDark ? "" : dark ? "slate" : "default"
  name()
  try { localStorage.setItem("rulebinder.scheme", dataset.mdColorScheme) } catch {}
})
