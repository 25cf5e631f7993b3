// Nobody can tap paper: each ruling is printed with its short address, taken from where the page stands for good.
addEventListener("beforeprint", () => {
  const base = document.querySelector("link[rel=canonical]")?.href ?? location.href
  if (!base.startsWith("http")) return
  for (const ruling of document.querySelectorAll("[data-short]")) {
    const { host, pathname } = new URL(ruling.dataset.short, base)
    ruling.dataset.address = host + pathname
  }
})
