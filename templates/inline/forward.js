// Move on to `data-to`, a page of this site. With `data-keep`, keep the query and the anchor of this page.
const { to, keep } = document.currentScript.dataset
const page = new URL(to, location)
if (location.protocol === "file:") page.pathname += "index.html"
if (keep !== undefined) [page.search, page.hash] = [location.search, location.hash]
if (page.origin === location.origin) location.replace(page)
