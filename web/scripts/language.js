// The language switcher keeps the #anchor, and the choice is remembered for the front page.
const switcher = [...document.querySelectorAll("a[data-language]")]

function keepAnchor() {
  for (const link of switcher) link.hash = location.hash
}

keepAnchor()
addEventListener("hashchange", keepAnchor)

for (const link of switcher) {
  link.addEventListener("click", () => {
    try {
      localStorage.setItem("rulebinder.language", link.dataset.language)
    } catch {
      // Storage may be forbidden; the link works all the same.
    }
  })
}

// A tap beside the open list of languages closes it.
const languages = document.querySelector(".rb-languages")
document.addEventListener("click", (event) => {
  if (languages?.open && !languages.contains(event.target)) languages.open = false
})
