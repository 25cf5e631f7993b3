// Nobody can tap paper: each ruling is printed with its short address, taken from where the page stands for good.
addEventListener("beforeprint", () => {
  /** @type {HTMLLinkElement | null} */
  const canonical = document.querySelector("link[rel=canonical]")
  const base = canonical?.href ?? location.href
  if (!base.startsWith("http")) return
  for (const ruling of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-short]"))) {
    const { host, pathname } = new URL(ruling.dataset.short ?? "", base)
    ruling.dataset.address = host + pathname
  }
})
