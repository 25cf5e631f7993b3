// Opens what is folded around the part of the page that the address names. Newer browsers do so by
// themselves.
function unfold() {
  // while the page loads, it need not be ":target" yet
  const target = document.getElementById(location.hash.slice(1))
  let folded = target?.closest("details:not([open])")
  if (!folded) return
  for (; folded; folded = folded.parentElement?.closest("details:not([open])")) {
    folded.setAttribute("open", "")
  }
  target?.scrollIntoView()
}

unfold()
addEventListener("hashchange", unfold)
