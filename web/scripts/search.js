// Opens the search from any page: from the field in the header, with / or with Ctrl-K. Its code is
// loaded only then.

import { of, takesText } from "../search/common.js"

/** @import { Search } from "../search/view/ui.js" */
/** @import { Parts, Started } from "../search/view/messages.d.ts" */

const KEPT = "rulebinder.query" // where the history of a page keeps what was asked there
/** @type {string} */
const kept = history.state?.[KEPT] ?? ""
const FIELD = "[data-rb-search]"
/** @type {HTMLAnchorElement | null} */
const opener = document.querySelector(".rb-search-open")
// The dialog and what it says. Another script has put them into the page
// (generator/rulebinder/outputs/front.py).
const template = /** @type {HTMLTemplateElement} */ (document.getElementById("rb-searching"))
const words = template.dataset
// The version in this script's address, which the search's files have too. `currentScript` is set
// only while this runs.
const { search: version } = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src)

/** @param {HTMLAnchorElement} link */
function start(link) {
  const site = new URL("../../", link.href)
  const load = once(() => searchOf(link.href, site))
  window.rulebinder = { search: async (...asked) => (await load()).list(...asked) }
  const open = document.querySelector(".rb-search-page") ? focusing : dialog(link, load)
  link.addEventListener(
    "click",
    (event) => event.ctrlKey || event.metaKey || event.shiftKey || open(event),
  )
  addEventListener("keydown", (event) => {
    if (opens(event)) open(event)
  })
  attachField(load)
  lay(load, site)
  mark(site)
  addEventListener("hashchange", () => mark(site)) // a hit may be on this page
}

/**
 * Move to the field of the search page, which needs no other.
 * @param {Event} event
 */
function focusing(event) {
  event.preventDefault()
  of(document, FIELD).focus()
}

/**
 * Return whether a key opens the search.
 * @param {KeyboardEvent} event
 */
function opens({ key, target, ctrlKey, metaKey, altKey }) {
  if (key === "k") return ctrlKey || metaKey
  if (key !== "/" || ctrlKey || metaKey || altKey) return false
  return !takesText(target) && !document.querySelector("dialog[open]")
}

/**
 * Return a function that makes something once. If that fails, the next call tries again.
 * @template Thing
 * @param {() => Promise<Thing>} make
 */
function once(make) {
  /** @type {Promise<Thing> | undefined} */
  let thing
  return () => {
    thing ??= make()
    thing.catch(() => (thing = undefined))
    return thing
  }
}

/**
 * Fetch the engine and the interface at the same time.
 * @param {string} home the address of the search page
 * @param {URL} site
 */
async function searchOf(home, site) {
  const lang = new URL(home).pathname.split("/").at(-3) ?? ""
  /** @type {Started} */
  const worker = new Worker(new URL(`search/worker.js${version}`, site), { type: "module" })
  worker.addEventListener("error", (event) => {
    event.preventDefault()
    worker.broken = true
  })
  worker.postMessage({ base: site.href, lang })
  try {
    /** @type {typeof import("../search/view/ui.js")} */
    const ui = await import(new URL(`search/ui.js${version}`, site).href)
    return new ui.Search(site.href, lang, home, worker)
  } catch (failure) {
    worker.terminate()
    throw failure
  }
}

/**
 * Create the dialog at once, without waiting for the network. Its list is filled by the code that
 * is loaded. Return the function that opens it.
 * @param {HTMLAnchorElement} link
 * @param {() => Promise<Search>} load
 */
function dialog(link, load) {
  const frame = /** @type {HTMLDialogElement} */ (of(template.content, "dialog"))
  document.body.append(frame)
  const [form, status, found] = /** @type {[HTMLFormElement, HTMLElement, HTMLElement]} */ ([
    ...frame.children,
  ])
  const field = /** @type {HTMLTextAreaElement} */ (form.elements[0])
  form.action = link.href
  of(form, "button").addEventListener("click", () => frame.close())
  // the field of a closed dialog keeps the focus for a moment, and would receive the next key
  field.addEventListener("keydown", ({ key }) => key === "Escape" && field.blur())
  frame.addEventListener("click", ({ target }) => target === frame && frame.close())
  frame.addEventListener("close", () => keep(""))
  attach({ form, field, status, found }, load)
  const open = (/** @type {Event} */ event) => {
    event.preventDefault()
    if (!frame.open) frame.showModal()
    field.focus()
    field.select()
  }
  if (kept && !document.querySelector(FIELD)) {
    field.value = kept
    open(new Event("popstate"))
  }
  return open
}

/**
 * Connect a field with the search as soon as it is used. If that fails, the next letter tries
 * again. Who comes back from a hit to a page whose address lacks the query finds it again.
 * @param {Parts} parts
 * @param {() => Promise<Search>} load
 */
function attach(parts, load) {
  const { field, status, found, whole } = parts
  field.addEventListener("keydown", searching)
  found.addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest("a")
    if (whole || !link) return
    if (link.hash && link.pathname === location.pathname) found.closest("dialog")?.close()
    else keep(field.value)
  })
  const connect = once(async () => {
    status.textContent = words.loading ?? ""
    const search = await load()
    status.textContent = ""
    search.attach(parts)
  })
  const begin = () => connect().catch(() => (status.textContent = words.offline ?? ""))
  for (const used of ["focus", "input"]) field.addEventListener(used, begin)
  if (whole || field.value) begin()
}

/**
 * Keep a query for when the reader comes back to this page.
 * @param {string} query
 */
const keep = (query) => history.replaceState({ ...history.state, [KEPT]: query }, "")

/**
 * Connect the field in a page. The home page answers while somebody types; on the search page the
 * answer fills the page.
 * @param {() => Promise<Search>} load
 */
function attachField(load) {
  /** @type {HTMLTextAreaElement | null} */
  const field = document.querySelector(FIELD)
  if (!field) return
  const form = /** @type {HTMLFormElement} */ (field.form)
  const page = /** @type {HTMLElement} */ (form.parentElement)
  const [status, found] = [of(page, ".rb-find-status"), of(page, ".rb-found")]
  const whole = found.hasAttribute("data-whole")
  if (whole && !location.search) page.classList.add("unasked") // later view/ui.js does
  field.value ||= queryInAddress() || (whole ? "" : kept)
  attach({ form, field, status, found, whole }, load)
  field.addEventListener("focus", () => {
    if (matchMedia("(width < 45em) and (pointer: coarse)").matches) field.scrollIntoView()
  })
}

/** Return the query that the address of the page has: `?q=nadu` or `#q=nadu`. */
function queryInAddress() {
  const { search, hash } = location
  const queries = [search, hash].map((part) => new URLSearchParams(part.slice(1)).get("q"))
  return queries.find(Boolean) ?? ""
}

/**
 * Load what fills the page for a table.
 * @param {() => Promise<Search>} load
 * @param {URL} site
 */
async function lay(load, site) {
  /** @type {HTMLElement | null} */
  const part = document.querySelector(".rb-table")
  if (!part) return
  try {
    /** @type {typeof import("../search/table/table.js")} */
    const table = await import(new URL(`search/table.js${version}`, site).href)
    table.start(part, async (name) => (await load()).cards(name))
  } catch {
    of(part, "[role=status]").textContent = words.offline ?? ""
  }
}

/**
 * Search with Enter, as in a field with a single line.
 * @param {KeyboardEvent} event
 */
function searching(event) {
  if (event.key !== "Enter" || event.isComposing) return
  event.preventDefault()
  ;/** @type {HTMLTextAreaElement} */ (event.target).form?.requestSubmit()
}

/**
 * Mark the searched words on the page that a hit led to.
 * @param {URL} site
 */
async function mark(site) {
  const key = "rulebinder.found"
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? "null")
    sessionStorage.removeItem(key)
    if (found?.href !== location.href) return
    /** @type {typeof import("../search/view/marks.js")} */
    const marks = await import(new URL(`search/marks.js${version}`, site).href)
    marks.markIn(document, found.words)
  } catch {
    // Storage may be forbidden, or the script may be missing. Then nothing is marked.
  }
}

// Pages opened as files may not load modules. There the field leads to the page that explains this.
if (opener && location.protocol !== "file:") start(opener)
