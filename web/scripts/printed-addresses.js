// Prints each ruling with its short address, because paper has no links. The address comes from the
// page's canonical link.
addEventListener("beforeprint", () => {
  /** @type {HTMLLinkElement | null} */
  const canonical = document.querySelector("link[rel=canonical]")
  const base = canonical?.href ?? location.href
  if (!base.startsWith("http")) return
  for (const ruling of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-short]")
  )) {
    const { host, pathname, hash } = new URL(ruling.dataset.short ?? "", base)
    ruling.dataset.address = host + pathname + hash
  }
})
