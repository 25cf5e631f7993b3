// Keeps the #anchor when the language is switched, and remembers the choice for the front page.
/** @type {HTMLAnchorElement[]} */
const switcher = [...document.querySelectorAll(/** @type {"a"} */ ("a[data-language]"))]

function keepAnchor() {
  for (const link of switcher) link.hash = location.hash
}

keepAnchor()
addEventListener("hashchange", keepAnchor)

for (const link of switcher) {
  link.addEventListener("click", () => {
    try {
      localStorage.setItem("rulebinder.language", link.dataset.language ?? "")
    } catch {
      // Storage may be forbidden. The link works without it.
    }
  })
}

// Close the open list of languages when somebody taps beside it.
/** @type {HTMLDetailsElement | null} */
const languages = document.querySelector(".rb-languages")
document.addEventListener("click", ({ target }) => {
  if (languages?.open && !languages.contains(/** @type {Node} */ (target))) languages.open = false
})
