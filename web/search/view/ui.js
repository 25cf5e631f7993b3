// The search as readers see it: one list, on the home page, in the dialog and on the search page.
import { aboveHits } from "./answer-card.js"
import { Client } from "./client.js"
import { newButton, newElement } from "./elements.js"
import { arrowStep, fit, hasTextBehindCursor, putQuery, queryIn } from "./field.js"
import { Filters } from "./filters.js"
import { recentList, rememberSearch } from "./recent-searches.js"
import { Results } from "./results.js"
import { onExample, setAddress, showExamples } from "./search-page.js"

/** @import { Words } from "../index/format.d.ts" */
/** @import { Answer, Asking, Parts, Started } from "./messages.d.ts" */

/** @typedef {Answer & { words: Words }} Worded */

const SLOW = 400 // ms after which the status says that something is loading
const SPOKEN = 3 // of a shorter query it is too early to say that nothing was found
const FIRST = 8
const PAGE = 20
/** @type {"details"} */
const FOLD = /** @type {any} */ ("details.rb-fold")
const ELSEWHERE = "select, input" // arrow keys have their own meaning here

export class Search {
  /**
   * @param {string} base the address of the site's root
   * @param {string} lang
   * @param {string} page the address of the search page
   * @param {Started} worker
   */
  constructor(base, lang, page, worker) {
    this.client = new Client(base, lang, worker)
    this.lang = lang
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
  /**
   * @type {AbortController[]} the current question, last, and the one before it if it is still
   *   being answered
   */
  #asking = []

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
    this.results = new Results(search.lang, search.client.base)
    if (whole) this.#filters = new Filters(form, search, () => this.changed())
  }

  begin() {
    this.field.addEventListener("input", (event) => {
      fit(this.field)
      this.typed(isTyping(/** @type {InputEvent} */ (event)))
    })
    this.form.addEventListener("submit", (event) => this.submit(event))
    this.form.parentElement?.addEventListener("keydown", (event) => this.key(event))
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
    onExample(this.form.parentElement, (address) => {
      history.pushState(null, "", address)
      this.fromAddress()
    })
    this.#filters?.choose(new URL(location.href).searchParams)
    if (this.field.value) this.typed(true)
    else this.fromAddress()
  }

  /** Search for the new text. After a `key`, more text may follow. */
  typed(key = false) {
    this.#limit = this.whole ? PAGE : FIRST
    if (this.whole) setAddress(this.address())
    this.show(key)
  }

  /**
   * Search with the new choice of filters. It gets an address of its own, so that Back returns to
   * the previous choice.
   */
  changed() {
    this.#limit = PAGE
    history.pushState(null, "", this.address())
    this.show()
  }

  /** @param {Event} event */
  submit(event) {
    rememberSearch(queryIn(this.field))
    if (!this.whole) return
    event.preventDefault()
    if (this.address() !== location.href) history.pushState(null, "", this.address())
    this.show()
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
    putQuery(this.field, asked.get("q") ?? "")
    this.#filters?.choose(asked)
    this.#limit = PAGE
    this.show()
  }

  /**
   * Search, and show the answer unless a newer question was asked in the meantime. After a `key`,
   * more text may follow.
   */
  async show(key = false) {
    const control = this.#begun()
    const { signal } = control
    const query = queryIn(this.field)
    if (!query && !this.#filters?.picked.size) return this.clear()
    this.found.setAttribute("aria-busy", "true")
    const slow = setTimeout(() => {
      if (this.#isCurrent(control)) this.status.textContent = pageWords().loading ?? ""
    }, SLOW)
    const early = this.#early(signal)
    try {
      const answer = await this.#ask(query, { early: early.put, signal })
      if (signal.aborted) return
      this.#settle(control)
      if (!answer) this.clear()
      else if (this.#isCurrent(control)) this.answered(query, answer, key)
      // a newer question has followed already
      else if (answer.names.length || answer.hits.length) this.put(this.#lists(answer))
    } catch {
      if (this.#isCurrent(control)) this.failed()
    } finally {
      early.end()
      clearTimeout(slow)
    }
  }

  /**
   * Send a query to the worker. Return undefined if the address has neither a query nor a known
   * filter.
   * @param {string} query
   * @param {Asking & { signal: AbortSignal }} asking
   */
  async #ask(query, asking) {
    const filters = (await this.#filters?.values()) ?? {}
    asking.signal.throwIfAborted()
    if (!query && !Object.keys(filters).length) return undefined
    const limits = {
      filters,
      others: this.#filters?.elsewhere,
      limit: this.#limit,
      facets: this.whole,
    }
    return this.search.client.ask(query, { ...limits, ...asking })
  }

  /**
   * Show early results until the answer is complete. Older results stay, because replacing them
   * twice would flicker.
   * @param {AbortSignal} signal
   */
  #early(signal) {
    let done = signal.aborted || this.#isShown()
    let begun = false
    /** @param {Worded} answer */
    const put = (answer) => {
      if (done || signal.aborted || (!begun && this.#isShown())) return
      begun = true
      this.put(this.#found(answer))
    }
    return { put: done ? undefined : put, end: () => void (done = true) }
  }

  #isShown() {
    return this.found.querySelector(".rb-hits, .rb-names") !== null
  }

  /**
   * Begin a question. The one before it goes on until this one has its answer, because each key
   * asks anew: on a slow phone nothing would be shown before the last key. Older ones are canceled.
   */
  #begun() {
    if (this.whole) showExamples(this.form.parentElement, false)
    const control = new AbortController()
    for (const older of this.#asking.slice(0, -1)) older.abort()
    this.#asking = [...this.#asking.slice(-1), control]
    return control
  }

  /** @param {AbortController} control */
  #isCurrent(control) {
    return this.#asking.at(-1) === control
  }

  /**
   * Cancel the questions before one that has its answer.
   * @param {AbortController} [control]
   */
  #settle(control) {
    const place = control ? this.#asking.indexOf(control) : this.#asking.length
    for (const older of this.#asking.slice(0, place)) older.abort()
    this.#asking = this.#asking.slice(place)
  }

  /**
   * @param {string} query
   * @param {Worded} answer
   * @param {boolean} key
   */
  answered(query, answer, key) {
    const nothing = !answer.hits.length && !answer.names.length
    this.found.removeAttribute("aria-busy")
    const begun = nothing && key && [...query].length < SPOKEN
    this.#filters?.offer(answer)
    this.put(begun ? [] : this.#lists(answer))
    this.status.textContent = begun ? "" : this.results.said(query, answer)
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

  /** Return all links and buttons in the list that can be seen, without those that cite a hit. */
  #links() {
    const all = /** @type {NodeListOf<HTMLElement>} */ (
      this.found.querySelectorAll("a, button:not(.rb-cite *), summary")
    )
    return [...all].filter((each) => !each.closest("details:not([open]) > :not(summary)"))
  }

  clear() {
    this.#settle()
    this.found.replaceChildren()
    this.found.removeAttribute("aria-busy")
    this.status.textContent = ""
    this.#filters?.offer(undefined)
    if (this.whole) showExamples(this.form.parentElement, true)
    if (this.whole || this.form.closest("dialog")) this.#remind()
  }

  /**
   * Show the last searches in an empty dialog and on the search page. On other pages they would
   * move what is below.
   */
  async #remind() {
    const words = await this.search.client.words().catch(() => undefined)
    if (!words || queryIn(this.field)) return
    const follow = (/** @type {string} */ query) => this.#follow(query)
    this.put(recentList(words, { follow, changed: () => this.#remind() }))
  }

  /**
   * Offer to try again. A list that is shown stays: it is better than nothing without a network.
   */
  failed() {
    const again = newButton(pageWords().again, () => this.show(), "rb-again")
    for (const old of this.found.querySelectorAll(".rb-again")) old.remove()
    if (this.#isShown()) this.found.prepend(again)
    else this.put([again])
    this.status.textContent = pageWords().offline ?? ""
    this.found.removeAttribute("aria-busy")
  }

  /** @param {Worded} answer */
  *#lists(answer) {
    const { names, hits, words, more, missing } = answer
    yield* this.#found(answer)
    if (!names.length && !hits.length) {
      yield* this.results.nothing(answer, (suggestion) => this.#follow(suggestion))
    }
    if (missing.length) return
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
    putQuery(this.field, suggestion)
    this.typed()
    this.field.focus()
  }

  /**
   * Return the link or button that leads to further hits.
   * @param {Words} words
   */
  #more(words) {
    if (!this.whole) {
      return newElement(
        "p",
        { className: "rb-all" },
        newElement("a", { href: this.address(), textContent: words.search_all }),
      )
    }
    return newElement(
      "p",
      {},
      newButton(words.search_more, () => this.#showMore(), "rb-more"),
    )
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
    const step = arrowStep(event.key)
    const target = /** @type {Element} */ (event.target)
    if (!step || target.closest(ELSEWHERE)) return
    if (target === this.field && hasTextBehindCursor(this.field)) return
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

/**
 * Return whether a single letter was typed or deleted, or a phone's keyboard is composing a word.
 * More text will follow then.
 * @param {Partial<InputEvent>} event
 */
const isTyping = ({ data, inputType = "" }) =>
  data?.length === 1 || /^(?:delete|insertComp)/.test(inputType)

/** @param {Element | null} link */
const addressOf = (link) => (link instanceof HTMLAnchorElement ? link.href : undefined)
