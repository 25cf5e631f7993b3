// Opens what is folded around the part of the page that a link on it names. Newer browsers do so by
// themselves. An inline script does it for the address of the page.
function unfold() {
  document.querySelector(".linked")?.classList.remove("linked")
  const target = document.getElementById(location.hash.slice(1))
  let folded = target?.closest("details:not([open])")
  if (!folded) return
  for (; folded; folded = folded.parentElement?.closest("details:not([open])")) {
    folded.setAttribute("open", "")
  }
  target?.scrollIntoView()
}

addEventListener("hashchange", unfold)
