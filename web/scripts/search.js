// The search opens from any page: by its field in the header, by / and by Ctrl-K. What it is made of is loaded then.
const opener = document.querySelector(".rb-search-open")
const { search: version } = new URL(document.currentScript.src) // that of the page's scripts is that of the search's

function start() {
  const home = new URL(opener.getAttribute("href"), location)
  const site = new URL("../../", home)
  const lang = home.pathname.split("/").at(-3)
  const words = opener.dataset
  let loading

  const load = () => {
    loading ??= made()
    loading.catch(() => (loading = undefined))
    return loading
  }

  /** The engine and what is seen of it are fetched side by side. */
  async function made() {
    const worker = new Worker(new URL(`search/worker.js${version}`, site), { type: "module" })
    worker.addEventListener("error", (event) => {
      event.preventDefault()
      worker.broken = true
    })
    worker.postMessage({ base: site.href, lang })
    try {
      const ui = await import(new URL(`search/ui.js${version}`, site))
      return new ui.Search(site.href, lang, home.href, worker)
    } catch (failure) {
      worker.terminate()
      throw failure
    }
  }

  window.rulebinder = { search: async (query, options) => (await load()).list(query, options) }

  // The dialog is there at once, whatever the network does; its list is made by what is loaded.
  const dialog = document.body.appendChild(document.createElement("dialog"))
  dialog.className = "rb-find"
  dialog.setAttribute("aria-label", opener.title)
  dialog.innerHTML = `<form role="search" method="get"><input type="search" name="q" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"><button type="button" class="rb-find-close">×</button></form><p class="rb-find-status" role="status"></p><div class="rb-found"></div>`
  const [form, status, found] = dialog.children
  const [field, close] = form.elements
  form.action = home
  field.placeholder = opener.title
  field.setAttribute("aria-label", opener.title)
  close.setAttribute("aria-label", words.close)
  close.addEventListener("click", () => dialog.close())
  // Escape would empty the field first.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    event.preventDefault()
    dialog.close()
    field.blur() // a closed dialog's field keeps the focus for a moment, and would take the next key
  })
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close())

  /** Brings a field to life, once; what fails is tried again. */
  function attaching(parts) {
    let attached
    return () => (attached ??= attach(parts).catch(() => {
      attached = undefined
      parts.status.textContent = words.offline
    }))
  }

  async function attach(parts) {
    parts.status.textContent = words.loading
    const search = await load()
    parts.status.textContent = ""
    search.attach(parts)
  }

  const begin = attaching({ form, field, status, found })
  function open(event) {
    event.preventDefault()
    if (!dialog.open) dialog.showModal()
    field.focus()
    field.select()
    begin()
  }

  opener.addEventListener("click", (event) => event.ctrlKey || event.metaKey || event.shiftKey || open(event))
  addEventListener("keydown", (event) => {
    const written = event.target.closest?.("input, textarea, select, [contenteditable]")
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !written
    if ((slash && !document.querySelector("dialog[open]")) || (event.key === "k" && (event.ctrlKey || event.metaKey))) open(event)
  })

  // Fields of the pages: the home page's answers as one types, the search page's fills the page.
  for (const input of document.querySelectorAll("[data-rb-search]")) {
    const parts = { form: input.form, field: input, status: input.form.parentElement.querySelector(".rb-find-status"), found: input.form.parentElement.querySelector(".rb-found") }
    if (!parts.found) continue
    const whole = parts.found.hasAttribute("data-whole")
    const begin = attaching({ ...parts, whole })
    if (whole) begin()
    for (const used of ["focus", "input"]) input.addEventListener(used, begin)
  }

  mark(site)
}

/** After a jump the words that were searched are marked in what was found. */
async function mark(site) {
  const key = "rulebinder.found"
  try {
    const found = JSON.parse(sessionStorage.getItem(key))
    sessionStorage.removeItem(key)
    if (found?.href === location.href) (await import(new URL(`search/marks.js${version}`, site))).markIn(document, found.words)
  } catch {
    // Storage may be forbidden, or the script be lost: nothing is marked then.
  }
}

// Opened as files, pages may not load modules: the field leads to the page that says so.
if (opener && location.protocol !== "file:") start()
