// What a reader sees of the search: one list, on the home page, in the dialog and on the search page.
import { Client } from "./client.js"
import { Filters } from "./filters.js"
import { excerpt, marked } from "./marks.js"

const PAUSE = 250 // ms after the last key until what may be half a word is looked for in other languages
const SLOW = 400 // ms after which it is said that something is being loaded
const FIRST = 8
const PAGE = 20

export class Search {
  constructor(base, lang, page, worker) {
    this.client = new Client(base, lang, worker)
    this.lang = lang
    this.page = page
  }

  /** `rulebinder.search`: a list, best first. */
  list(query, options) {
    return this.client.list(query, options)
  }

  /** Bring a field to life: `{form, field, status, found, whole}`. */
  attach(parts) {
    new View(this, parts)
  }
}

class View {
  constructor(search, { form, field, status, found, whole = false }) {
    Object.assign(this, { search, form, field, status, found, whole, limit: whole ? PAGE : FIRST })
    if (whole) this.filters = new Filters(form, search, () => this.changed())
    field.addEventListener("input", (event) => this.typed(keyed(event)))
    form.addEventListener("submit", (event) => this.submit(event))
    form.parentElement.addEventListener("keydown", (event) => this.key(event))
    if (whole) {
      addEventListener("popstate", () => this.fromAddress())
      this.filters.choose(new URL(location).searchParams)
      if (field.value) this.typed(true) // meanwhile
      else this.fromAddress()
    } else if (field.value) this.show(true)
  }

  /** Something else is asked, by a `key` or at once. */
  typed(key = false) {
    this.limit = this.whole ? PAGE : FIRST
    if (this.whole) noted(this.address())
    this.show(key)
  }

  /** A filter was chosen: an address of its own, to go back from. */
  changed() {
    this.limit = PAGE
    history.pushState(null, "", this.address())
    this.show()
  }

  submit(event) {
    if (!this.whole) return
    event.preventDefault()
    if (this.address() !== location.href) history.pushState(null, "", this.address())
    this.show()
  }

  address() {
    const address = new URL(this.search.page)
    if (this.field.value.trim()) address.searchParams.set("q", this.field.value.trim())
    for (const [name, value] of this.filters?.chosen() ?? []) address.searchParams.append(name, value)
    return address.href
  }

  fromAddress() {
    const asked = new URL(location).searchParams
    this.field.value = asked.get("q") ?? ""
    this.filters.choose(asked)
    this.limit = PAGE
    this.show()
  }

  /** Ask, and show the answer unless something newer was asked meanwhile; after a `key` more may follow. */
  async show(key = false) {
    const signal = this.stopped()
    const query = this.field.value.trim()
    const filters = this.filters?.values() ?? {}
    if (!query && !Object.keys(filters).length) return this.clear()
    this.found.setAttribute("aria-busy", "true")
    const slow = setTimeout(() => signal.aborted || (this.status.textContent = opener().dataset.loading), SLOW)
    const empty = !this.found.querySelector(".rb-hits, .rb-names") // older results stay until there are new ones
    let done = false
    const early = empty && ((found) => done || signal.aborted || this.put(this.first(found)))
    const options = { filters, others: this.filters?.others(), limit: this.limit, facets: this.whole }
    try {
      const answer = await this.search.client.ask(query, { ...options, hasty: key, early, signal })
      if (!signal.aborted) this.answered(query, answer, key)
    } catch {
      if (!signal.aborted) this.failed()
    }
    done = true
    clearTimeout(slow)
  }

  /** Nobody waits any more for what was asked before; returns the signal of what is asked now. */
  stopped() {
    clearTimeout(this.later)
    this.asking?.abort()
    this.asking = new AbortController()
    return this.asking.signal
  }

  answered(query, answer, key) {
    const nothing = !answer.hits.length && !answer.names.length
    if (answer.further) this.later = setTimeout(() => this.show(), PAUSE)
    if (answer.further && nothing) return
    const begun = nothing && key && [...query].length === 1 // no fault to be found yet
    this.filters?.offer(answer)
    this.put(begun ? [] : this.lists(query, answer))
    this.status.textContent = begun ? "" : this.said(query, answer)
    this.found.removeAttribute("aria-busy")
  }

  /** Put a list where the one before was; who stands in that goes on in this, at the same link where it has that. */
  put(list) {
    const { activeElement } = document
    const inside = this.found.contains(activeElement)
    this.found.replaceChildren(...list)
    if (!inside) return
    const links = [...this.found.querySelectorAll("a, button")]
    const same = links.find(({ href }) => href && href === activeElement.href)
    ;(same ?? links[0] ?? this.field).focus()
  }

  clear() {
    this.found.replaceChildren()
    this.found.removeAttribute("aria-busy")
    this.status.textContent = ""
    this.filters?.offer(undefined)
  }

  failed() {
    const again = make("button", { type: "button", className: "rb-again", textContent: opener().dataset.again })
    again.addEventListener("click", () => this.show())
    this.put([again])
    this.status.textContent = opener().dataset.offline
    this.found.removeAttribute("aria-busy")
  }

  said(query, { total, names, words, corrected, hits }) {
    if (!hits.length && !names.length) return words.search_none.replace("{query}", () => query)
    const count = new Intl.PluralRules(this.search.lang).select(total) === "one" ? words.search_count_one : words.search_count_many
    const instead = corrected.map(([typed, word]) => words.search_corrected.replace("{word}", () => word).replace("{typed}", () => typed))
    return [count.replace("{count}", total.toLocaleString(this.search.lang)), ...instead].join(" ")
  }

  *first({ names, hits, words }) {
    if (names.length) yield this.names(names, words)
    if (hits.length) yield this.groups(hits, words)
  }

  *lists(query, answer) {
    const { names, hits, words, more, suggestions } = answer
    yield* this.first(answer)
    if (!names.length && !hits.length) yield* this.nothing(query, suggestions, words)
    if (this.whole ? more : hits.length) yield this.more(words)
  }

  names(names, words) {
    const list = make("ul", { className: "rb-names" })
    list.setAttribute("aria-label", words.search_jump)
    for (const { url, title, kind } of names) {
      const link = make("a", { href: url, textContent: title })
      list.append(make("li", {}, link, " ", make("small", { textContent: words[`hit_${kind}`] })))
    }
    return list
  }

  /** Hits on the same card stand together, where the best of them stands. */
  groups(hits, words) {
    const groups = new Map()
    for (const hit of hits) {
      const page = `${hit.lang} ${hit.url.split("#")[0]} ${hit.title}`
      groups.set(page, [...(groups.get(page) ?? []), hit])
    }
    const list = make("ol", { className: "rb-hits" })
    for (const group of groups.values()) list.append(this.group(group, words))
    return list
  }

  group(group, words) {
    const [{ title, lang }] = group
    const item = make("li", {}, make("p", { className: "rb-hit-title", textContent: title }))
    if (lang !== this.search.lang) item.lang = lang
    for (const hit of group) item.append(this.hit(hit, words))
    return item
  }

  hit(hit, words) {
    const text = make("span", { className: "rb-hit-text" }, marked(excerpt(hit.text, hit.words), hit.words))
    const date = hit.released && new Date(`${hit.released}T00:00`).toLocaleDateString(this.search.lang, { year: "numeric", month: "long", day: "numeric" })
    const number = /^(ruling|note|release)$/.test(hit.kind) ? ` ${hit.id.split("/").at(-1)}` : ""
    const facts = [words[`hit_${hit.kind}`] + number, hit.setName, date].filter(Boolean).join(" · ")
    const link = make("a", { href: hit.url }, text, make("span", { className: "rb-hit-facts", lang: this.search.lang, textContent: facts }))
    if (hit.lang !== this.search.lang) link.lastChild.append(" ", make("span", { className: "rb-hit-lang", textContent: words.languages[hit.lang] ?? hit.lang }))
    link.addEventListener("click", () => remember(link.href, hit.words))
    return link
  }

  *nothing(query, suggestions, words) {
    for (const suggestion of suggestions) {
      const button = make("button", { type: "button", className: "rb-suggestion", textContent: suggestion })
      button.addEventListener("click", () => {
        this.field.value = suggestion
        this.typed()
        this.field.focus()
      })
      yield make("p", {}, `${words.search_meant} `, button)
    }
    yield make("p", { className: "quiet", textContent: words.search_tips })
  }

  more(words) {
    if (!this.whole) return make("p", { className: "rb-all" }, make("a", { href: this.address(), textContent: words.search_all }))
    const button = make("button", { type: "button", className: "rb-more", textContent: words.search_more })
    button.addEventListener("click", async () => {
      const before = this.found.querySelectorAll(".rb-hits a").length
      this.limit += PAGE
      await this.show()
      this.found.querySelectorAll(".rb-hits a")[before]?.focus()
    })
    return make("p", {}, button)
  }

  /** Down and up lead from the field through the list and back; a letter goes on typing. */
  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || event.target.closest("select, textarea, input:not([type=search])")) return
    const links = [this.field, ...this.found.querySelectorAll("a, button")]
    const place = links.indexOf(document.activeElement)
    if (place < 0) return
    event.preventDefault()
    links[Math.min(Math.max(place + step, 0), links.length - 1)].focus()
  }
}

/** The words of the page, which are there before anything is loaded. */
const opener = () => document.querySelector(".rb-search-open")

/** Whether a single letter came or went, or part of a word that a phone's keyboard composes: more will follow. */
const keyed = ({ data, inputType = "" }) => data?.length === 1 || /^(?:delete|insertComp)/.test(inputType)

function noted(address) {
  try {
    history.replaceState(null, "", address)
  } catch {
    // A browser may allow only so many in a time: a later key will do.
  }
}

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

function remember(href, words) {
  try {
    sessionStorage.setItem("rulebinder.found", JSON.stringify({ href, words }))
  } catch {
    // Where storage is forbidden, nothing is marked on the page.
  }
}
