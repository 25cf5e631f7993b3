// The filters of the search page, and which of their values are chosen.

import { of } from "../common.js"
import { newElement } from "./elements.js"

/** @import { FilterRow, Words } from "../index/format.d.ts" */
/** @import { Answer } from "./messages.d.ts" */
/** @import { Search } from "./ui.js" */
/** @typedef {Pick<Answer, "counts" | "others" | "missing"> & { words: Words }} Offered */

const OTHERS = "others" // whether to search other languages
const FIRST = "set" // is always in sight; the other filters are folded
const SEPARATOR = "\n" // between several values that an address chooses
const DAY = /^\d{4}-/ // a day of published rulings counts as a set, but there are thousands; its year is listed

export class Filters {
  /** @type {Map<string, Set<string>>} the chosen values, by the name of their filter */
  picked = new Map()
  /** @type {boolean | undefined} whether to search other languages; undefined if nobody chose */
  elsewhere
  /** @type {Offered | undefined} the newest answer whose values are offered */
  #answer

  /**
   * @param {HTMLElement} page
   * @param {Search} search
   * @param {() => void} changed is called when a choice changes
   */
  constructor(page, search, changed) {
    this.search = search
    this.place = of(page, ".rb-filters")
    this.place.addEventListener("change", ({ target }) => {
      const { name, value, checked } = /** @type {HTMLInputElement} */ (target)
      if (name === OTHERS) this.elsewhere = checked
      else this.#pick(name, value ? value.split(SEPARATOR) : [])
      changed()
    })
  }

  /**
   * @param {string} name
   * @param {string[]} values
   */
  #pick(name, values) {
    if (values.length) this.picked.set(name, new Set(values))
    else this.picked.delete(name)
  }

  /**
   * Take over the choices of an address.
   * @param {URLSearchParams} asked
   */
  choose(asked) {
    this.picked = new Map()
    for (const name of asked.keys()) {
      if (name !== "q" && name !== OTHERS) this.#pick(name, asked.getAll(name).filter(Boolean))
    }
    this.elsewhere = asked.has(OTHERS) ? asked.get(OTHERS) !== "0" : undefined
  }

  /** Return pairs of `[name, value]` for the address. */
  chosen() {
    const pairs = [...this.picked].flatMap(([name, values]) =>
      [...values].map((value) => [name, value]),
    )
    return this.elsewhere === undefined ? pairs : [...pairs, [OTHERS, this.elsewhere ? "1" : "0"]]
  }

  /**
   * Return the choices for the engine. Unknown filters are left out, because an address may contain
   * anything.
   */
  async values() {
    if (!this.picked.size) return {}
    const { filters } = await this.search.words()
    const chosen = filters.flatMap(({ name }) => {
      const values = this.picked.get(name)
      return values ? [[name, [...values]]] : []
    })
    return Object.fromEntries(chosen)
  }

  /**
   * Show the values to choose from. Nothing can be chosen for a card that the site lacks.
   * @param {Offered} answer
   */
  async offer(answer) {
    const { words, others, missing } = answer
    this.#answer = answer
    this.place.hidden = missing.length > 0 && !this.picked.size
    // without names, the slugs are shown
    const mechanics = await this.search.mechanics().catch(() => ({}))
    if (this.#answer !== answer) return
    const focused = document.activeElement?.id
    const fold = /** @type {HTMLDetailsElement} */ (of(this.place, "details"))
    const further = of(fold, "div")
    const facts = { type: "checkbox", name: OTHERS, checked: others, id: `rb-filter-${OTHERS}` }
    const input = Object.assign(document.createElement("input"), facts)
    const fields = words.filters.flatMap((filter) => this.#field(filter, answer, mechanics) ?? [])
    const isFirst = (/** @type {Element} */ field) => field.matches(`:has([name=${FIRST}])`)
    further.replaceChildren(...fields.filter((field) => !isFirst(field)))
    fold.hidden = !further.children.length
    fold.open ||= words.filters.some(({ name }) => name !== FIRST && this.picked.has(name))
    this.place.replaceChildren(
      ...fields.filter(isFirst),
      newElement("label", {}, input, ` ${words.search_others}`),
      fold,
    )
    if (focused) document.getElementById(focused)?.focus()
  }

  /**
   * Return the field of a filter, or undefined if there is nothing to choose.
   * @param {FilterRow} filter
   * @param {Offered} answer
   * @param {{ [slug: string]: string }} mechanics
   */
  #field(filter, { counts, words }, mechanics) {
    const { name } = filter
    const picked = [...(this.picked.get(name) ?? [])]
    const values = offered(filter, counts?.[name] ?? {}, picked, words)
    if (!filter.offered || (values.length < 2 && !picked.length)) return undefined
    const text = (/** @type {string} */ value) => label(filter, value, words, mechanics)
    const facts = { id: `rb-filter-${name}`, name }
    const select = Object.assign(document.createElement("select"), facts)
    const several = picked.length > 1 ? [picked.join(SEPARATOR)] : []
    select.append(
      new Option(words.filter_all, ""),
      ...several.map((value) => new Option(picked.map(text).join(", "), value)),
      ...values.map((value) => new Option(text(value), value)),
    )
    select.value = picked.join(SEPARATOR)
    return newElement("label", {}, words[`filter_${name}`], " ", select)
  }
}

/**
 * Return the values to choose from, the commonest or the newest first: those that hits have, and
 * the chosen ones that no hit has. A filter whose values have words lists no others.
 * @param {FilterRow} filter
 * @param {{ [value: string]: number }} counts
 * @param {string[]} picked
 * @param {Words} words
 */
export function offered(filter, counts, picked, words) {
  const isListed = (/** @type {string} */ value) =>
    !DAY.test(value) && (!filter.prefix || valueWord(filter, value, words) !== undefined)
  const values = [...new Set([...Object.keys(counts).filter(isListed), ...picked])].sort()
  return filter.compared === "day"
    ? values.reverse()
    : values.sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0))
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
