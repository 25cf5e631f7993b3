// Keeps the #anchor when the language is switched, and remembers the choice for the front page.
import { remember } from "./common.js"

/** @type {HTMLAnchorElement[]} */
const switcher = [...document.querySelectorAll(/** @type {"a"} */ ("a[data-language]"))]

function keepAnchor() {
  for (const link of switcher) link.hash = location.hash
}

keepAnchor()
addEventListener("hashchange", keepAnchor)

for (const link of switcher) {
  link.addEventListener("click", () => remember("language", link.dataset.language ?? ""))
}

// Close the open list of languages when somebody taps beside it.
/** @type {HTMLDetailsElement | null} */
const languages = document.querySelector(".rb-languages")
document.addEventListener("click", ({ target }) => {
  if (languages?.open && !languages.contains(/** @type {Node} */ (target))) languages.open = false
})
