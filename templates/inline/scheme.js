// Set the reader's choice of light or dark before anything is painted.
const { classList, dataset } = document.documentElement
classList.replace("no-js", "js")
if (navigator.serviceWorker) classList.add("keeps") // the browser can keep pages
try { dataset.mdColorScheme = localStorage.getItem("rulebinder.scheme") ?? "" } catch {}
