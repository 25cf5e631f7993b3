// The filters of the search page: how many hits each value has, and which values are chosen.

import { newElement } from "./elements.js"

/** @import { FilterRow, Words } from "../index/format.d.ts" */
/** @import { Answer } from "./messages.d.ts" */
/** @import { Search } from "./ui.js" */
/** @typedef {Pick<Answer, "counts" | "others"> & { words: Words }} Offered */

const OTHERS = new Set(["q", "others"]) // parameters of the address that are not filters
const SHOWN = 12 // the most values shown for a filter
const DAY = /^\d{4}-/ // a day of published rulings counts as a set, but there are thousands; its year is listed

export class Filters {
  /** @type {Map<string, Set<string>>} the chosen values, by the name of their filter */
  picked = new Map()
  /** @type {boolean | undefined} whether to search other languages; undefined if nobody chose */
  elsewhere
  /** @type {Offered | undefined} the newest answer whose values are offered */
  #answer

  /**
   * @param {HTMLFormElement} form
   * @param {Search} search
   * @param {() => void} changed is called when a choice changes
   */
  constructor(form, search, changed) {
    this.search = search
    this.changed = changed
    this.place = /** @type {HTMLElement} */ (form.parentElement?.querySelector(".rb-filters"))
    // closed on a phone, because there it comes before the hits
    this.all = /** @type {HTMLDetailsElement} */ (this.place.firstElementChild)
    this.all.open = matchMedia("(min-width: 45em)").matches
    this.place.addEventListener("change", ({ target }) =>
      this.#toggle(/** @type {HTMLInputElement} */ (target)),
    )
  }

  /**
   * Take over the choices of an address.
   * @param {URLSearchParams} asked
   */
  choose(asked) {
    this.picked = new Map()
    for (const [name, value] of asked) if (value && !OTHERS.has(name)) this.#values(name).add(value)
    if (this.picked.size) this.all.open = true
    this.elsewhere = asked.has("others") ? asked.get("others") !== "0" : undefined
  }

  /** Return pairs of `[name, value]` for the address. */
  chosen() {
    const pairs = [...this.picked].flatMap(([name, values]) =>
      [...values].map((value) => [name, value]),
    )
    return this.elsewhere === undefined ? pairs : [...pairs, ["others", this.elsewhere ? "1" : "0"]]
  }

  /**
   * Return the choices for the engine. Unknown filters are left out, because an address may contain
   * anything.
   */
  async values() {
    const chosen = [...this.picked].filter(([, values]) => values.size)
    if (!chosen.length) return {}
    const { filters } = await this.search.client.words()
    const known = chosen.filter(([name]) => filters.some((filter) => filter.name === name))
    return Object.fromEntries(known.map(([name, values]) => [name, [...values]]))
  }

  /**
   * Return the chosen values of a filter, as a set that may be changed.
   * @param {string} name
   */
  #values(name) {
    const values = this.picked.get(name) ?? new Set()
    this.picked.set(name, values)
    return values
  }

  /** @param {HTMLInputElement} box */
  #toggle({ name, value, checked }) {
    if (name === "others") this.elsewhere = checked
    else if (checked) this.#values(name).add(value)
    else this.#values(name).delete(value)
    this.changed()
  }

  /**
   * Show the values to choose from. `answer` is undefined if there was no query.
   * @param {Offered} [answer]
   */
  async offer(answer) {
    this.#answer = answer
    if (!answer) {
      this.place.hidden = true
      return
    }
    // without names, the slugs are shown
    const mechanics = await this.search.client.mechanics().catch(() => ({}))
    if (this.#answer !== answer) return
    // only now it has a height of its own, so that the results do not move
    this.place.hidden = false
    const held = document.activeElement?.closest(".rb-filters") && document.activeElement.id
    const groups = answer.words.filters.map((filter) => this.#group(filter, answer, mechanics))
    const [summary] = this.all.children
    this.all.replaceChildren(
      summary,
      box("others", "1", answer.words.search_others, answer.others),
      ...groups.filter((group) => group !== undefined),
    )
    if (held) document.getElementById(held)?.focus()
  }

  /**
   * Return the group of a filter, or undefined if there is nothing to choose.
   * @param {FilterRow} filter
   * @param {Offered} answer
   * @param {{ [slug: string]: string }} mechanics
   */
  #group(filter, { counts, words }, mechanics) {
    const { name } = filter
    if (!filter.offered) return undefined
    const picked = this.picked.get(name) ?? new Set()
    const values = offered(filter, counts?.[name] ?? {}, picked, words)
    if (values.length < 2 && !picked.size) return undefined
    const isOpen = this.place.querySelector(`details[data-name="${name}"][open]`) !== null
    const group = newElement(
      "details",
      { open: isOpen || picked.size > 0 },
      newElement("summary", { textContent: words[`filter_${name}`] }),
    )
    group.dataset.name = name
    for (const [value, count] of values
      .sort(filter.compared === "day" ? newest : commonest)
      .slice(0, SHOWN)) {
      const text = `${label(filter, value, words, mechanics)} (${count.toLocaleString(this.search.lang)})`
      group.append(box(name, value, text, picked.has(value)))
    }
    return group
  }
}

/** @typedef {[value: string, count: number]} Counted */

/**
 * Return the values to choose from: those that hits have, then the chosen ones that no hit has. A
 * filter whose values have words lists no others.
 * @param {FilterRow} filter
 * @param {{ [value: string]: number }} counts
 * @param {Set<string>} picked
 * @param {Words} words
 * @returns {Counted[]}
 */
export function offered(filter, counts, picked, words) {
  const isListed = (/** @type {string} */ value) =>
    !filter.prefix || valueWord(filter, value, words) !== undefined
  const found = Object.entries(counts).filter(
    ([value]) => picked.has(value) || (!DAY.test(value) && isListed(value)),
  )
  const none = [...picked].filter((value) => !Object.hasOwn(counts, value))
  return [...found, ...none.map((value) => /** @type {Counted} */ ([value, 0]))]
}

/**
 * @param {Counted} one
 * @param {Counted} other
 */
const newest = ([one], [other]) => (one < other ? 1 : -1)

/**
 * @param {Counted} one
 * @param {Counted} other
 */
const commonest = ([one, few], [other, many]) => many - few || (one < other ? -1 : 1)

/**
 * @param {string} name
 * @param {string} value
 * @param {string} text
 * @param {boolean} checked
 */
function box(name, value, text, checked) {
  const id = `rb-filter-${name}-${value}`
  const facts = { type: "checkbox", name, value, checked, id }
  const input = Object.assign(document.createElement("input"), facts)
  return newElement("label", {}, input, ` ${text}`)
}

/**
 * Return the name of a filter's value.
 * @param {FilterRow} filter
 * @param {string} value
 * @param {Words} words
 * @param {{ [slug: string]: string }} mechanics
 */
export function label(filter, value, words, mechanics) {
  const { table, codes } = filter
  /** @type {{ [table: string]: { [value: string]: string } }} */
  const tables = { sets: words.sets, languages: words.languages, mechanics }
  const named = table ? tables[table][value] : valueWord(filter, value, words)
  return named ?? (codes ? value.toUpperCase() : value)
}

/**
 * Return the interface word of a filter's value, if it has one.
 * @param {FilterRow} filter
 * @param {string} value
 * @param {Words} words
 */
const valueWord = ({ prefix }, value, words) => words[`${prefix}_${value.toLowerCase()}`]
