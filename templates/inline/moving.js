// Move on to `data-to`, a page of this site. `{lang}` is replaced by the reader's best language of `data-langs`.
// With `data-keep`, keep the query and the anchor of this page.
const { to, langs, keep } = document.currentScript.dataset
const best = (offered) => {
  let chosen = null
  try { chosen = localStorage.getItem("rulebinder.language") } catch {}
  const near = (lang) => offered.find((each) => each.toLowerCase() === lang.toLowerCase())
    ?? offered.find((each) => each.split("-")[0] === lang.toLowerCase().split("-")[0])
  return [chosen, ...navigator.languages].filter(Boolean).map(near).find(Boolean) ?? document.documentElement.lang
}
const page = new URL(langs ? to.replace("{lang}", best(langs.split(" "))) : to, location)
if (location.protocol === "file:") page.pathname += "index.html"
if (keep !== undefined) [page.search, page.hash] = [location.search, location.hash]
if (page.protocol === location.protocol && page.host === location.host) location.replace(page)
