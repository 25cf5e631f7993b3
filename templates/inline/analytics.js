// Google Analytics, if the owner of the site wants it (extra.analytics). The property is in an attribute.
const id = document.currentScript.dataset.property
const script = document.createElement("script")
script.async = true
script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
window.dataLayer = window.dataLayer || []
window.gtag = function () {
  window.dataLayer.push(arguments)
}
window.gtag("js", new Date())
window.gtag("config", id)
document.head.append(script)
