// Set the reader's choice of light or dark before anything is painted.
const { classList, dataset } = document.documentElement
classList.replace("no-js", "js")
try { dataset.mdColorScheme = localStorage.getItem("rulebinder.scheme") ?? "" } catch {}
