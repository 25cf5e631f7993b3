// The page for a table: a reader pastes a deck list, and reads all rulings of its cards.

import { fill, of, pluralForm } from "../common.js"
import { elsewhereLink, newButton, newElement } from "../view/elements.js"
import { folded } from "../words/folding.js"
import { readCard } from "./card-page.js"
import { corrected, deckList, isBasicLand, listText, spellings } from "./deck-list.js"
import { showLarge } from "./large-ruling.js"
import { isListAddress, listAddress, listInAddress } from "./list-address.js"
import { freeName, removeList, storedLists, storeList } from "./stored-lists.js"

/** @import { NamedHit } from "../view/messages.d.ts" */
/** @import { Card } from "./card-page.js" */
/** @import { StoredList } from "./stored-lists.js" */

/**
 * @typedef {(name: string) => Promise<NamedHit[]>} Find returns the cards that have just this
 *   name, or one that is near
 */
/**
 * @typedef {{ name: string, meant?: string, address?: string, card?: Card, lost?: boolean }} Line a
 *   card of a list, as it was found; `meant` is what a misspelt name means
 * @typedef {{ card: Card, names: string[] }} Named a card, and the names that the list has for it
 */

const AT_ONCE = 4 // requests at a time
const FEW = 3 // the rulings of so few cards are shown at once

/**
 * Start the part of the page. Its attributes have its words.
 * @param {HTMLElement} part
 * @param {Find} find
 */
export const start = (part, find) => new Table(part, find).start()

class Table {
  #stop = new AbortController() // ends the reading of the list before
  #hash = ""
  #isSearchLost = false // without a network, each search would start a worker that fails
  /** @type {StoredList | undefined} the list that is shown */
  #list

  /**
   * @param {HTMLElement} part
   * @param {Find} find
   */
  constructor(part, find) {
    this.part = part
    this.find = find
    this.site = new URL("../../", location.href).href
    this.form = /** @type {HTMLFormElement} */ (this.of("form"))
    this.text = /** @type {HTMLTextAreaElement} */ (this.of("textarea"))
    this.named = /** @type {HTMLInputElement} */ (this.of("input"))
    this.sought = /** @type {HTMLInputElement} */ (this.of("[type=search]"))
    this.fold = /** @type {HTMLDetailsElement} */ (this.of(".rb-list"))
    this.progress = /** @type {HTMLProgressElement} */ (this.of("progress"))
  }

  /** @param {string} selector */
  of = (selector) => of(this.part, selector)

  /** @param {string} word */
  said = (word) => this.part.dataset[word] ?? ""

  /**
   * @param {string} word
   * @param {{ [place: string]: number }} values
   */
  tell(word, values = {}) {
    this.of("[role=status]").textContent = fill(this.said(word), values)
  }

  async start() {
    /** @type {{ [name: string]: () => void }} */
    const actions = {
      copy: () => this.copy(),
      keep: () => this.keep(),
      remove: () => this.remove(),
      unfold: () => this.unfold(this.of("[name=unfold]").ariaPressed !== "true"),
      again: () => this.#list && this.show(this.#list),
    }
    this.part.addEventListener(
      "click",
      ({ target }) => target instanceof HTMLButtonElement && actions[target.name]?.(),
    )
    this.sought.addEventListener("input", () => this.seek())
    this.form.addEventListener("submit", (event) => this.submit(event))
    addEventListener("hashchange", () => location.hash !== this.#hash && this.open())
    for (const button of this.form.querySelectorAll("button")) button.disabled = false
    if (await this.open()) return
    // the reader was faster than this script
    if (this.text.value || this.named.value) return this.offer()
    const isDamaged = isListAddress(location.hash)
    this.choose(isDamaged ? [] : storedLists())
    if (isDamaged) this.tell("damaged")
  }

  /**
   * Show the list in the address, if there is one. Only a reader stores it: links would push out
   * other lists.
   */
  async open() {
    const linked = await listInAddress(location.hash)
    const cards = listText(deckList(linked?.text ?? ""))
    if (!linked || !cards) return false
    const same = storedLists().find(
      ({ name, text }) => name === linked.name && listText(deckList(text)) === cards,
    )
    this.show(same ?? { name: freeName(linked.name || this.said("unnamed")), text: linked.text })
    return true
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault()
    const text = this.text.value
    const list = deckList(text)
    if (!listText(list)) return this.tell("empty")
    const old = this.#list?.name
    const wanted = this.named.value.trim() || list.name || old || this.said("unnamed")
    const kept = { name: wanted === old ? old : freeName(wanted), text, pages: this.#list?.pages }
    storeList(kept, old)
    this.show(kept)
    this.of("summary").focus() // the button is folded away
  }

  /**
   * Show the first of the lists, or an empty form.
   * @param {StoredList[]} lists
   */
  choose([list] = storedLists()) {
    if (list) this.show(list)
    else this.blank()
  }

  blank() {
    this.#stop.abort()
    this.#list = undefined
    this.fillForm({ name: "", text: "" })
    this.fold.open = true
    this.of(".rb-laid").hidden = true
    this.progress.hidden = true
    this.tell("")
    this.address("")
    this.offer()
  }

  /** @param {StoredList} list */
  fillForm({ name, text }) {
    this.text.value = text
    this.named.value = name
    this.of("summary").hidden = !text
    this.of("[name=remove]").hidden = !isStored(name)
    this.of("[name=keep]").hidden = isStored(name)
  }

  /** List what this device keeps, with a button for each list and one for a new list. */
  offer() {
    const lists = storedLists()
    const buttons = lists.map((list) => {
      const button = newButton(list.name, () => this.show(list))
      if (list.name === this.#list?.name) button.setAttribute("aria-current", "true")
      return button
    })
    const another = newButton(this.said("new"), () => {
      this.blank()
      this.text.focus()
    })
    const items = [...buttons, another].map((button) => newElement("li", {}, button))
    this.of(".rb-lists").replaceChildren(...(lists.length ? items : []))
  }

  /**
   * Show the rulings of a list. One that is stored becomes the newest.
   * @param {StoredList} list
   */
  async show(list) {
    this.#stop.abort()
    const { signal } = (this.#stop = new AbortController())
    const { cards, sideboard } = deckList(list.text)
    this.#list = list
    if (isStored(list.name)) storeList(list)
    this.fillForm(list)
    this.offer()
    this.fold.open = false
    const hash = await listAddress({ name: list.name, cards, sideboard })
    if (signal.aborted) return
    this.address(hash)
    const isWatched = Boolean(navigator.serviceWorker?.controller)
    const lines = await this.read([...cards, ...sideboard], list.pages ?? {}, signal)
    if (signal.aborted) return
    // The worker may have begun to watch after this script was loaded.
    remember(isWatched ? [] : lines)
    const found = lines.flatMap(({ name, address }) =>
      address ? [[name, address.slice(this.site.length)]] : [],
    )
    this.#list = { ...list, pages: Object.fromEntries(found) }
    if (isStored(list.name)) storeList(this.#list)
    this.lay(lines, cards.length)
  }

  /**
   * Put a list into the address of the page, without another step back.
   * @param {string} hash
   */
  address(hash) {
    this.#hash = hash
    this.of("[name=copy]").hidden = !hash
    if (location.hash !== hash) location.replace(hash || "#")
  }

  /**
   * Find the cards of a list and read their pages, some at a time.
   * @param {string[]} cards
   * @param {{ [card: string]: string }} pages
   * @param {AbortSignal} signal
   */
  async read(cards, pages, signal) {
    this.tell("reading")
    Object.assign(this.progress, { hidden: false, max: cards.length, value: 0 })
    const places = cards.keys()
    /** @type {Line[]} */
    const lines = []
    this.#isSearchLost = false
    const reading = async () => {
      for (const place of places) {
        if (signal.aborted) return
        lines[place] = await this.line(cards[place], pages, signal)
        if (!signal.aborted) this.progress.value++
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, reading))
    return lines
  }

  /**
   * @param {string} name
   * @param {{ [card: string]: string }} pages
   * @param {AbortSignal} signal
   * @returns {Promise<Line>}
   */
  async line(name, pages, signal) {
    const stored = pages[name] && this.site + pages[name]
    const { address = stored, meant } = await this.page(name)
    if (!address) return { name, meant, lost: address === undefined }
    try {
      return { name, address, card: await readCard(address, signal) }
    } catch {
      return { name, address, lost: true }
    }
  }

  /**
   * Return the address of a card's page; empty if the site does not have the card, and then the
   * name that may be meant. Return neither if the search cannot be asked.
   * @param {string} name
   * @returns {Promise<{ address?: string, meant?: string }>}
   */
  async page(name) {
    if (this.#isSearchLost) return {}
    let meant
    try {
      for (const spelling of spellings(name)) {
        const [card] = await this.find(spelling)
        if (card && !card.near) return { address: card.url }
        meant ??= card?.title
      }
    } catch {
      this.#isSearchLost = true
      return {}
    }
    return { address: "", meant }
  }

  /**
   * Show the cards of a list, of which the first `main` are in the deck.
   * @param {Line[]} lines
   * @param {number} main
   */
  lay(lines, main) {
    const deck = cardsOf(lines.slice(0, main))
    const sideboard = cardsOf(lines.slice(main))
    for (const address of deck.keys()) sideboard.delete(address)
    const size = deck.size + sideboard.size
    const others = lines.filter(({ name, card }) => !card?.rulings && !isBasicLand(name))
    const misspelt = others.flatMap(({ name, meant }) =>
      meant ? [newElement("li", {}, `${name} → `, this.correction(name, meant))] : [],
    )
    const absent = others.filter(({ lost, meant }) => !lost && !meant)
    const lost = others.filter((line) => line.lost)
    this.of(".rb-meant").replaceChildren(...misspelt)
    this.of(".rb-deck").replaceChildren(...this.drawn(deck))
    this.of(".rb-sideboard div").replaceChildren(...this.drawn(sideboard))
    this.unfold(size <= FEW)
    this.of("[name=unfold]").hidden = !size
    this.sought.value = ""
    this.of(".rb-seek").hidden = size <= FEW
    const links = absent.map(({ name }) => newElement("li", {}, elsewhereLink(name, name)))
    this.of(".rb-without ul").replaceChildren(...links)
    const unread = lost.map(({ name }) => newElement("li", {}, name))
    this.of(".rb-lost ul").replaceChildren(...unread)
    this.progress.hidden = true
    this.of(".rb-laid").hidden = false
    this.of(".rb-laid").dispatchEvent(new CustomEvent("rb-cite", { bubbles: true }))
    this.tell("done", { having: size, lacking: absent.length + misspelt.length })
  }

  /**
   * Return a button that corrects a misspelt name in the list.
   * @param {string} name
   * @param {string} meant
   */
  correction(name, meant) {
    return newButton(`${meant}?`, () => {
      this.text.value = corrected(this.text.value, name, meant)
      this.form.requestSubmit()
    })
  }

  /** @param {Map<string, Named>} cards */
  drawn = (cards) => [...cards.values()].map((named) => this.row(named))

  /** Show only the cards that have what is typed in their names. */
  seek() {
    const typed = folded(this.sought.value)
    for (const card of this.cards()) card.hidden = !card.dataset.names?.includes(typed)
  }

  cards() {
    return /** @type {NodeListOf<HTMLElement>} */ (this.part.querySelectorAll(".rb-card"))
  }

  /** @param {Named} named */
  row({ card, names }) {
    const { name, lang, address, rulings, cost, band, parts } = card
    const title = newElement("h2", { lang }, name)
    const many = this.said(pluralForm(rulings, document.documentElement.lang))
    const count = newElement("span", { className: "quiet" }, fill(many, { count: rulings }))
    const page = newElement(
      "p",
      {},
      newElement("a", { href: address, textContent: this.said("page") }),
    )
    const body = newElement("div", { lang }, ...parts)
    for (const ruling of body.querySelectorAll("li.ruling")) {
      const show = () => showLarge(this.of("dialog"), name, ruling)
      const button = newButton(`⤢ ${this.said("large")}`, show, "rb-enlarge")
      const number = ruling.querySelector(".ruling-number")?.textContent ?? ""
      button.title = fill(this.said("enlarge"), { number })
      button.setAttribute("aria-label", button.title)
      ruling.append(button)
    }
    const summary = newElement("summary", {}, title, newElement("span", {}, ...cost), count)
    const row = newElement("details", { className: `rb-card ${band}` }, summary, body, page)
    row.dataset.names = folded([name, ...names].join(" / "))
    return row
  }

  /** @param {boolean} isOpen */
  unfold(isOpen) {
    this.of("[name=unfold]").ariaPressed = String(isOpen)
    for (const card of this.cards()) card.toggleAttribute("open", isOpen)
  }

  async copy() {
    const address = location.href.split("#")[0] + this.#hash
    try {
      await navigator.clipboard.writeText(address)
      this.tell("copied")
    } catch {
      this.of("[role=status]").textContent = address
    }
  }

  keep() {
    if (!this.#list) return
    storeList(this.#list)
    this.fillForm(this.#list)
    this.offer()
    this.of("summary").focus() // the button is gone
  }

  remove() {
    if (this.#list) removeList(this.#list.name)
    this.choose()
    this.of(this.#list ? "summary" : "textarea").focus()
  }
}

/**
 * Let the worker of the site remember this script and the pages of cards, which it did not see.
 * @param {Line[]} lines
 */
async function remember(lines) {
  const { active } = (await navigator.serviceWorker?.ready) ?? {}
  active?.postMessage({
    read: [location.href, import.meta.url, ...lines.flatMap(({ card }) => card?.address ?? [])],
  })
}

/** @param {string} name */
const isStored = (name) => storedLists().some((list) => list.name === name)

/**
 * Return the cards that have rulings, by their addresses: two names may be of one card.
 * @param {Line[]} lines
 */
function cardsOf(lines) {
  /** @type {Map<string, Named>} */
  const cards = new Map()
  for (const { name, card } of lines) {
    if (!card?.rulings) continue
    const { names = [] } = cards.get(card.address) ?? {}
    cards.set(card.address, { card, names: [...names, name] })
  }
  return cards
}
