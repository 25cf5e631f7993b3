// Show only the language in the address. If there is none, show all languages.
const lang = location.pathname.slice(document.currentScript.dataset.base.length).split("/")[0]
const section = [...document.querySelectorAll("section")].find((each) => each.lang === lang)
if (section) {
  document.documentElement.lang = section.lang
  document.title = `${section.querySelector("p").textContent} - ${document.querySelector("h1").textContent}`
  section.parentElement.replaceChildren(section)
}
