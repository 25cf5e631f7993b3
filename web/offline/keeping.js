// The parts of pages about what this device keeps: the button of a set, and the list of everything.
import { fill, of } from "../search/common.js"
import { newButton, newElement } from "../search/view/elements.js"
import { COMMON, Store } from "./store.js"

/** @import { Bundle, Place } from "./store.js" */

const MEGABYTE = 1_000_000
const NEWEST = 50 // how many of the pages that were read are listed

/**
 * Start the part of a page. Its attributes have its words.
 * @param {HTMLElement} part
 * @param {string} site the address of the site's root
 */
export async function start(part, site) {
  const store = new Store(site)
  const [lang, ...rest] = location.href.slice(site.length).split(/[?#]/)[0].split("/")
  try {
    if (part.matches(".rb-keep")) {
      await new Keeper(part, store, { lang, name: rest.slice(0, 2).join("/") }).start()
    } else await list(part, store)
  } catch {
    of(part, "[role=status]").textContent = part.dataset.forbidden ?? ""
  }
}

/**
 * Return the name of a language; empty if it is that of this page.
 * @param {string} code
 */
function foreign(code) {
  const { lang } = document.documentElement
  return code === lang ? "" : (new Intl.DisplayNames(lang, { type: "language" }).of(code) ?? code)
}

/** @param {number} bytes */
function megabytes(bytes) {
  const { lang } = document.documentElement
  const form = {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: bytes < 10 * MEGABYTE ? 1 : 0,
  }
  return new Intl.NumberFormat(lang, /** @type {Intl.NumberFormatOptions} */ (form)).format(
    bytes / MEGABYTE,
  )
}

/** The button of a set. It keeps the set, stops that, goes on with it, or removes the set. */
class Keeper {
  /** @type {AbortController | undefined} while the set is fetched */
  #running
  #bytes = 0

  /**
   * @param {HTMLElement} part
   * @param {Store} store
   * @param {Place} place
   */
  constructor(part, store, place) {
    this.part = part
    this.store = store
    this.place = place
    this.button = /** @type {HTMLButtonElement} */ (of(part, "button"))
    this.progress = /** @type {HTMLProgressElement} */ (of(part, "progress"))
    this.status = of(part, "[role=status]")
  }

  async start() {
    await this.#rest()
    this.button.addEventListener("click", () => this.#pressed())
    this.button.disabled = false
  }

  /** Return the set on this device, or the part of it. */
  async #bundle() {
    const { lang, name } = this.place
    const found = (await this.store.bundles()).filter(
      (each) => each.lang === lang && each.name === name,
    )
    return found.find(({ whole }) => whole) ?? found[0]
  }

  /** Show the state in which nothing is fetched. */
  async #rest() {
    const bundle = await this.#bundle()
    this.part.dataset.state = bundle?.whole ? "kept" : "away"
    this.progress.hidden = true
    if (bundle?.whole) {
      this.#label("remove")
      this.status.textContent = this.part.dataset.kept ?? ""
    } else this.#label(bundle ? "again" : "keep", await this.#size())
  }

  /**
   * Label the button with one of the words, and with a size.
   * @param {"keep" | "again" | "stop" | "remove"} word
   */
  #label(word, size = "") {
    this.button.textContent = `${this.part.dataset[word]}${size && ` (${size})`}`
  }

  /** Return what the set and the search need on this device; empty if that is not known. */
  async #size() {
    try {
      const { lang, name } = this.place
      const offered = await this.store.offered(lang)
      const bundles = await this.store.bundles()
      const isCommon = bundles.some(
        (each) => each.lang === lang && each.name === COMMON && each.whole,
      )
      this.#bytes = offered[name].bytes + (isCommon ? 0 : offered[COMMON].bytes)
      return megabytes(this.#bytes)
    } catch {
      return ""
    }
  }

  async #pressed() {
    if (this.#running) this.#running.abort()
    else if (this.part.dataset.state === "kept") await this.#remove()
    else await this.#keep()
  }

  async #remove() {
    await this.store.remove(this.place)
    this.status.textContent = this.part.dataset.removed ?? ""
    await this.#rest()
  }

  async #keep() {
    this.#running = new AbortController()
    this.#label("stop")
    this.progress.hidden = false
    this.part.dataset.state = "running"
    try {
      await navigator.storage.persist() // browsers empty other storage when they run out of room
      await this.#fetch(this.#running.signal)
    } catch (failure) {
      await this.#failed(/** @type {Error} */ (failure))
    }
    this.#running = undefined
    await this.#rest()
  }

  /** @param {AbortSignal} signal */
  async #fetch(signal) {
    const whole = this.#bytes
    let [done, said] = [0, -1]
    /** @param {number} bytes */
    const progress = (bytes) => {
      done = Math.min(done + bytes, whole || Infinity)
      this.progress.max = whole || done
      this.progress.value = done
      const tenths = Math.floor(10 * this.progress.position)
      if (tenths === said) return // not for each file, because it is read aloud
      said = tenths
      const sizes = { have: megabytes(done), of: megabytes(this.progress.max) }
      this.status.textContent = fill(this.part.dataset.done, sizes)
    }
    await this.store.keep({ ...this.place, name: COMMON }, { signal, progress })
    await this.store.keep(this.place, { signal, progress })
  }

  /** @param {Error} failure */
  async #failed({ name }) {
    const { full, lost, forbidden } = this.part.dataset
    this.status.textContent =
      { QuotaExceededError: full, AbortError: "", TypeError: lost }[name] ?? forbidden ?? ""
    if (name === "QuotaExceededError") await this.store.remove(this.place) // a part would only take room
  }
}

/**
 * List the sets that are kept, and the pages that were read.
 * @param {HTMLElement} part
 * @param {Store} store
 */
async function list(part, store) {
  const path = new URLSearchParams(location.search).get("page")
  if (path !== null) miss(part, new URL(path, store.site), store.site)
  await fillSets(part, store)
  const pages = await pageItems(store)
  of(part, ".rb-kept-pages ul").replaceChildren(...pages)
  of(part, ".rb-kept-pages button").onclick = async () => {
    await forget(store)
    await removed(part, store)
  }
}

/**
 * Say that something was removed, and list what is left.
 * @param {HTMLElement} part
 * @param {Store} store
 */
async function removed(part, store) {
  const status = of(part, "[role=status]")
  status.textContent = part.dataset.removed ?? ""
  status.focus() // the focused button is gone
  await list(part, store)
}

/**
 * Remove the pages that were read.
 * @param {Store} store
 */
async function forget(store) {
  for (const name of await store.caches("read")) {
    const cache = await caches.open(name)
    const pages = (await cache.keys()).filter(({ url }) => isPage(url))
    await Promise.all(pages.map((page) => cache.delete(page)))
  }
}

/**
 * Return whether an address is that of a page that was read. The page of what is kept is needed
 * without being read.
 * @param {string} url
 */
const isPage = (url) => url.endsWith("/") && !url.endsWith("/offline/")

/**
 * Say that a page is missing, and go there as soon as there is a network.
 * @param {HTMLElement} part
 * @param {URL} page
 * @param {string} site
 */
function miss(part, page, site) {
  if (!page.href.startsWith(site)) return // the address of this page may come from anywhere
  const notice = of(part, ".rb-missing")
  of(notice, "a").setAttribute("href", page.href)
  notice.hidden = false
  addEventListener("online", () => comeBack(page))
}

/**
 * Go to a page if it can be reached. Browsers say "online" for any network, also for one that leads
 * nowhere.
 * @param {URL} page
 */
async function comeBack(page) {
  const response = await fetch(page).catch(() => undefined)
  if (response?.ok) location.replace(page)
}

/**
 * List the sets that are kept and what they share, with the size of each, and of all of them as the
 * button of a set counts it.
 * @param {HTMLElement} part
 * @param {Store} store
 */
async function fillSets(part, store) {
  const whole = (await store.bundles()).filter((bundle) => bundle.whole)
  const sets = whole.filter(({ name }) => name !== COMMON)
  const shared = whole.filter(
    ({ name, lang }) => name === COMMON && sets.some((each) => each.lang === lang),
  )
  let all = 0
  const items = [...sets, ...shared].map(async (bundle) => {
    const { title, files } = await store.list(bundle)
    const bytes = files.reduce((sum, [, size]) => sum + size, 0)
    all += bytes
    return bundleItem(part, store, { ...bundle, title, size: megabytes(bytes) })
  })
  of(part, ".rb-kept-sets ul").replaceChildren(...(await Promise.all(items)))
  of(part, ".rb-kept-sets h2 small").textContent = sets.length ? megabytes(all) : ""
}

/**
 * @param {HTMLElement} part
 * @param {Store} store
 * @param {Bundle & { title: string, size: string }} bundle
 */
function bundleItem(part, store, { title, size, ...place }) {
  const { lang, name } = place
  const language = foreign(lang)
  const facts = ` (${[language, size].filter(Boolean).join(", ")}) `
  if (name === COMMON) return newElement("li", {}, part.dataset.shared ?? "", facts)
  const button = newButton(part.dataset.remove, async () => {
    await store.remove(place)
    await removed(part, store)
  })
  const named = language ? `${title} (${language})` : title
  button.setAttribute("aria-label", `${button.textContent}: ${named}`)
  const item = linked(`${store.site}${lang}/${name}/`, title, lang, facts)
  item.append(button)
  return item
}

/**
 * @param {string} href
 * @param {string} title
 * @param {string} lang
 */
const linked = (href, title, lang, after = "") =>
  newElement("li", {}, newElement("a", { href, textContent: title, lang }), after)

/**
 * Return links to the pages that were read, last ones first.
 * @param {Store} store
 */
async function pageItems(store) {
  /** @type {Map<string, HTMLElement>} */
  const found = new Map()
  for (const name of (await store.caches("read")).reverse()) {
    const cache = await caches.open(name)
    for (const { url } of (await cache.keys()).filter((each) => isPage(each.url)).reverse()) {
      if (found.size >= NEWEST) return [...found.values()]
      const title = found.has(url) ? undefined : await titled(await cache.match(url))
      if (!title) continue
      const isHome = /^[^/]+\/$/.test(url.slice(store.site.length)) // its title is a slogan
      const [text, language] = [isHome ? title.site : title.text, foreign(title.lang)]
      found.set(url, linked(url, text, title.lang, language && ` (${language})`))
    }
  }
  return [...found.values()]
}

/**
 * Return the title of a page that was read; undefined if the page only leads to another.
 * @param {Response | undefined} response
 */
async function titled(response) {
  const page = new DOMParser().parseFromString((await response?.text()) ?? "", "text/html")
  const title = page.querySelector("main h1")?.firstChild?.textContent?.trim()
  const site = page.querySelector('[property="og:site_name"]')?.getAttribute("content") ?? ""
  return title ? { text: title, site, lang: page.documentElement.lang } : undefined
}
