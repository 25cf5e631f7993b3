// The search as readers see it: one list, on the home page, in the dialog and on the search page.
import { aboveHits } from "./answer-card.js"
import { Client } from "./client.js"
import { newButton, newElement } from "./elements.js"
import { Filters } from "./filters.js"
import { recentList, rememberSearch } from "./recent-searches.js"
import { Results } from "./results.js"

/** @import { Words } from "../index/format.d.ts" */
/** @import { Answer, Parts, Started } from "./messages.d.ts" */

/** @typedef {Answer & { words: Words }} Worded */

const SLOW = 400 // ms after which the status says that something is loading
const SPOKEN = 3 // of a shorter query it is too early to say that nothing was found
const FIRST = 8
const PAGE = 20
/** @type {"details"} */
const FOLD = /** @type {any} */ ("details.rb-fold")
const ELSEWHERE = "select, input" // arrow keys have their own meaning here
/** @type {{ [key: string]: number }} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 }
const EXAMPLE = ".rb-begin :is(.questions, .rb-examples) a"

export class Search extends Client {
  /**
   * @param {string} base the address of the site's root
   * @param {string} lang
   * @param {string} page the address of the search page
   * @param {Started} worker
   */
  constructor(base, lang, page, worker) {
    super(base, lang, worker)
    this.page = page
  }

  /**
   * Connect a field with its list.
   * @param {Parts} parts
   */
  attach(parts) {
    new View(this, parts).begin()
  }
}

class View {
  /** @type {Filters | undefined} */
  #filters
  #limit = FIRST
  #asking = new AbortController() // the current question

  /**
   * @param {Search} search
   * @param {Parts} parts
   */
  constructor(search, { form, field, status, found, whole = false }) {
    this.search = search
    this.form = form
    this.field = field
    this.status = status
    this.found = found
    this.whole = whole
    this.place = /** @type {HTMLElement} */ (form.parentElement)
    this.results = new Results(search)
    if (whole) this.#filters = new Filters(this.place, search, () => this.visit())
  }

  begin() {
    this.field.addEventListener("input", () => this.typed(true))
    this.form.addEventListener("submit", (event) => this.submit(event))
    this.place.addEventListener("keydown", (event) => this.key(event))
    this.found.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("a")) rememberSearch(queryIn(this.field))
    })
    if (this.whole) this.#fill()
    else if (this.field.value) this.show(true)
    else this.clear()
  }

  /** Show the results for the address of the search page, unless somebody is typing already. */
  #fill() {
    addEventListener("popstate", () => this.fromAddress())
    this.place.addEventListener("click", (event) => this.#followExample(event))
    this.#filters?.choose(new URL(location.href).searchParams)
    if (this.field.value) this.typed(true)
    else this.fromAddress()
  }

  /**
   * Follow an example without loading the page anew.
   * @param {MouseEvent} event
   */
  #followExample(event) {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element && target.closest(EXAMPLE)
    if (!(link instanceof HTMLAnchorElement) || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    history.pushState(null, "", link.href)
    this.fromAddress()
  }

  /** Search for the new text. If somebody `isTyping`, more of it may follow. */
  typed(isTyping = false) {
    this.#limit = this.whole ? PAGE : FIRST
    if (this.whole) {
      try {
        history.replaceState(null, "", this.address())
      } catch {
        // Some browsers limit how often this may be called. A later key sets the address.
      }
    }
    this.show(isTyping)
  }

  /** Search, with an address of its own, so that Back returns to the previous question. */
  visit() {
    this.#limit = PAGE
    if (this.address() !== location.href) history.pushState(null, "", this.address())
    this.show()
  }

  /** @param {Event} event */
  submit(event) {
    rememberSearch(queryIn(this.field))
    if (!this.whole) return
    event.preventDefault()
    this.visit()
  }

  address() {
    const address = new URL(this.search.page)
    if (queryIn(this.field)) address.searchParams.set("q", queryIn(this.field))
    for (const [name, value] of this.#filters?.chosen() ?? []) {
      address.searchParams.append(name, value)
    }
    return address.href
  }

  fromAddress() {
    const asked = new URL(location.href).searchParams
    this.field.value = asked.get("q") ?? ""
    this.#filters?.choose(asked)
    this.#limit = PAGE
    this.show()
  }

  /** Search, and show the answer unless a newer question was asked in the meantime. */
  async show(isTyping = false) {
    this.#asking.abort()
    const { signal } = (this.#asking = new AbortController())
    const query = queryIn(this.field)
    if (!query && !this.#filters?.picked.size) return this.clear()
    this.place.classList.remove("unasked")
    this.found.setAttribute("aria-busy", "true")
    const slow = setTimeout(() => signal.aborted || this.say(pageWords().loading), SLOW)
    try {
      const answer = await this.#ask(query, signal)
      if (signal.aborted) return
      if (answer) this.answered(query, answer, isTyping)
      else this.clear()
    } catch {
      if (!signal.aborted) this.failed()
    } finally {
      clearTimeout(slow)
    }
  }

  /**
   * Send a query to the worker. Return undefined if the address has neither a query nor a known
   * filter. A first answer is shown while files are still being read.
   * @param {string} query
   * @param {AbortSignal} signal
   */
  async #ask(query, signal) {
    const filters = (await this.#filters?.values()) ?? {}
    signal.throwIfAborted()
    if (!query && !Object.keys(filters).length) return undefined
    /** @param {Worded} answer */
    const early = (answer) => {
      if (signal.aborted) return
      this.put(this.#found(answer))
      this.say(pageWords().loading)
    }
    const others = this.#filters?.elsewhere
    const asking = { filters, others, limit: this.#limit, facets: this.whole, early, signal }
    return this.search.ask(query, asking)
  }

  /**
   * @param {string} query
   * @param {Worded} answer
   * @param {boolean} isTyping
   */
  answered(query, answer, isTyping) {
    const isNothing = !answer.hits.length && !answer.names.length
    const isBegun = isNothing && isTyping && [...query].length < SPOKEN
    this.found.removeAttribute("aria-busy")
    this.#filters?.offer(answer)
    this.put(isBegun ? [] : this.#lists(answer))
    this.say(...(isBegun ? [] : this.results.said(query, answer)))
  }

  /** @param {(string | Node | undefined)[]} sentences */
  say(...sentences) {
    this.status.replaceChildren(...sentences.map((sentence) => sentence ?? ""))
  }

  /**
   * Replace the list. If the focus was in the old list, move it to the same link in the new one, or
   * else to the first link.
   * @param {Iterable<Node>} list
   */
  put(list) {
    const { activeElement } = document
    const inside = this.found.contains(activeElement)
    const unfolded = [...this.found.querySelectorAll(FOLD)]
      .filter(({ open }) => open)
      .map(({ dataset }) => dataset.page)
    this.found.replaceChildren(...list)
    this.found.dispatchEvent(new CustomEvent("rb-cite", { bubbles: true }))
    for (const fold of this.found.querySelectorAll(FOLD)) {
      fold.open = unfolded.includes(fold.dataset.page)
    }
    if (!inside) return
    const links = this.#links()
    const address = addressOf(activeElement)
    const same = address && links.find((link) => addressOf(link) === address)
    ;(same || links[0] || this.field).focus()
  }

  /** Return all links and buttons that can be seen, without those that cite a hit. */
  #links() {
    const all = /** @type {HTMLElement[]} */ (
      [this.status, this.found].flatMap((part) => [
        ...part.querySelectorAll("a, button:not(.rb-cite *), summary"),
      ])
    )
    return all.filter((link) => !link.closest("details:not([open]) > :not(summary)"))
  }

  clear() {
    this.#asking.abort()
    this.found.replaceChildren()
    this.found.removeAttribute("aria-busy")
    this.say()
    this.place.classList.toggle("unasked", this.whole)
    if (this.whole || this.form.closest("dialog")) this.#remind()
  }

  /**
   * Show the last searches in an empty dialog and on the search page. On other pages they would
   * move what is below.
   */
  async #remind() {
    const words = await this.search.words().catch(() => undefined)
    if (!words || queryIn(this.field)) return
    this.put(recentList(words, (query) => this.#follow(query)))
  }

  /**
   * Offer to try again. A list that is shown stays: it is better than nothing without a network.
   */
  failed() {
    if (!this.found.querySelector(".rb-again")) {
      this.found.prepend(newButton(pageWords().again, () => this.show(), "rb-again"))
    }
    this.say(pageWords().offline)
    this.found.removeAttribute("aria-busy")
  }

  /** @param {Worded} answer */
  *#lists(answer) {
    const { names, hits, words, more, missing } = answer
    yield* this.#found(answer)
    if (missing.length) return
    if (!names.length && !hits.length) {
      yield* this.results.nothing(answer, (suggestion) => this.#follow(suggestion))
    }
    if (this.whole ? more : hits.length) yield this.#more(words)
  }

  /**
   * Yield what is shown above the hits, then the names and the hits.
   * @param {Worded} answer
   */
  *#found(answer) {
    yield* aboveHits(answer, (query) => this.#follow(query))
    const mechanic = answer.answered?.mechanic
    const others = answer.names.filter(
      ({ kind, id }) => kind !== mechanic?.kind || id !== mechanic.id,
    )
    yield* this.results.first({ ...answer, names: others })
  }

  /** @param {string} suggestion */
  #follow(suggestion) {
    this.field.value = suggestion
    this.typed()
    this.field.focus()
  }

  /**
   * Return the link or button that leads to further hits.
   * @param {Words} words
   */
  #more(words) {
    const further = this.whole
      ? newButton(words.search_more, () => this.#showMore(), "rb-more")
      : newElement("a", { href: this.address(), textContent: words.search_all })
    return newElement("p", { className: "rb-all" }, further)
  }

  async #showMore() {
    const before = new Set(this.#links().map(addressOf))
    this.#limit += PAGE
    await this.show()
    this.#links()
      .find((link) => link.matches(".rb-hits a") && !before.has(addressOf(link)))
      ?.focus()
  }

  /**
   * Move through the field and the list with the arrow keys.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const step = STEPS[event.key]
    const target = /** @type {Element} */ (event.target)
    if (!step || target.closest(ELSEWHERE)) return
    const { selectionEnd, value } = this.field
    if (target === this.field && selectionEnd < value.length) return // it moves within the text
    const links = [this.field, ...this.#links()]
    const place = links.findIndex((link) => link === document.activeElement)
    if (place < 0) return
    event.preventDefault()
    links[Math.min(Math.max(place + step, 0), links.length - 1)].focus()
  }
}

/**
 * The words that are needed before anything is loaded. The page has them
 * (templates/share/citing.html.j2).
 */
const pageWords = () => document.getElementById("rb-searching")?.dataset ?? {}

/** @param {Element | null} link */
const addressOf = (link) => (link instanceof HTMLAnchorElement ? link.href : undefined)

/**
 * Return the query in a field, in which lines may have been pasted.
 * @param {HTMLTextAreaElement} field
 */
const queryIn = (field) => field.value.replace(/\s+/g, " ").trim()
