// The filters of the search page: the number of hits of each value, and the chosen values.

/** @import { Answer, FilterRow, Words } from "./types.d.ts" */
/** @import { Search } from "./ui.js" */
/** @typedef {Pick<Answer, "counts" | "others"> & { words: Words }} Offered */

const OTHERS = new Set(["q", "others"]) // what an address has beside filters
const SHOWN = 12 // values of a filter

export class Filters {
  /** @type {Map<string, Set<string>>} the values that are chosen, by the name of their filter */
  picked = new Map()
  /** @type {boolean | undefined} whether other languages are wanted, if that was chosen */
  elsewhere

  /**
   * @param {HTMLFormElement} form
   * @param {Search} search
   * @param {() => void} changed is called when something was chosen
   */
  constructor(form, search, changed) {
    this.search = search
    this.changed = changed
    this.place = /** @type {HTMLElement} */ (form.parentElement?.querySelector(".rb-filters"))
    this.place.addEventListener("change", ({ target }) => this.#toggle(/** @type {HTMLInputElement} */ (target)))
  }

  /**
   * As the address says.
   * @param {URLSearchParams} asked
   */
  choose(asked) {
    this.picked = new Map()
    for (const [name, value] of asked) if (value && !OTHERS.has(name)) this.#values(name).add(value)
    this.elsewhere = asked.has("others") ? asked.get("others") !== "0" : undefined
  }

  /** `[name, value]` for the address. */
  chosen() {
    const pairs = [...this.picked].flatMap(([name, values]) => [...values].map((value) => [name, value]))
    return this.elsewhere === undefined ? pairs : [...pairs, ["others", this.elsewhere ? "1" : "0"]]
  }

  /** For the engine: the values of the filters that there are, since an address may have anything. */
  async values() {
    const chosen = [...this.picked].filter(([, values]) => values.size)
    if (!chosen.length) return {}
    const { filters } = await this.search.client.words()
    const known = chosen.filter(([name]) => filters.some((filter) => filter.name === name))
    return Object.fromEntries(known.map(([name, values]) => [name, [...values]]))
  }

  /**
   * The values of a filter that are chosen, to change.
   * @param {string} name
   */
  #values(name) {
    const values = this.picked.get(name) ?? new Set()
    this.picked.set(name, values)
    return values
  }

  others() {
    return this.elsewhere
  }

  /** @param {HTMLInputElement} box */
  #toggle({ name, value, checked }) {
    if (name === "others") this.elsewhere = checked
    else if (checked) this.#values(name).add(value)
    else this.#values(name).delete(value)
    this.changed()
  }

  /**
   * Show the values to choose from; `answer` is undefined if nothing was asked.
   * @param {Offered} [answer]
   */
  async offer(answer) {
    this.place.hidden = !answer
    if (!answer) return
    const mechanics = await this.search.client.mechanics().catch(() => ({})) // they have a slug too
    const held = document.activeElement?.closest(".rb-filters") && document.activeElement.id
    const groups = answer.words.filters.map((filter) =>
      this.#group(filter, answer, mechanics, this.#isOpen(filter.name)),
    )
    const all = this.place.querySelector(".rb-filters-all") ?? this.#frame(answer)
    const kept = /** @type {Element} */ (all.firstElementChild) // its summary
    all.replaceChildren(kept, this.#others(answer), ...groups.filter((group) => group !== undefined))
    if (held) document.getElementById(held)?.focus()
  }

  /**
   * Whether a group was opened by hand.
   * @param {string} name
   */
  #isOpen(name) {
    return Boolean(this.place.querySelector(`details[data-name="${name}"][open]`))
  }

  /**
   * Closed on a phone, because it comes before the hits there.
   * @param {Offered} answer
   */
  #frame({ words }) {
    const all = this.place.appendChild(document.createElement("details"))
    all.className = "rb-filters-all"
    all.open = matchMedia("(min-width: 45em)").matches || [...this.picked.values()].some(({ size }) => size)
    all.appendChild(document.createElement("summary")).textContent = words.search_filters
    return all
  }

  /** @param {Offered} answer */
  #others({ others, words }) {
    return box("others", "1", words.search_others, others)
  }

  /**
   * The values of a filter; undefined if there is nothing to choose.
   * @param {FilterRow} filter
   * @param {Offered} answer
   * @param {{ [slug: string]: string }} mechanics
   * @param {boolean} opened
   */
  #group(filter, { counts, words }, mechanics, opened) {
    const { name, years } = filter
    const picked = this.picked.get(name) ?? new Set()
    const values = offered(counts?.[name] ?? {}, picked)
    if (values.length < 2 && !picked.size) return undefined
    const group = document.createElement("details")
    group.dataset.name = name
    group.open = opened || picked.size > 0
    group.appendChild(document.createElement("summary")).textContent = words[`filter_${name}`]
    for (const [value, count] of values.sort(years ? newest : commonest).slice(0, SHOWN)) {
      const text = `${label(filter, value, words, mechanics)} (${count.toLocaleString(this.search.lang)})`
      group.append(box(name, value, text, picked.has(value)))
    }
    return group
  }
}

/** @typedef {[value: string, count: number]} Counted */

/**
 * The values that hits have, and those that are chosen though none has them.
 * @param {{ [value: string]: number }} counts
 * @param {Set<string>} picked
 * @returns {Counted[]}
 */
function offered(counts, picked) {
  const none = [...picked].filter((value) => !Object.hasOwn(counts, value))
  return [...Object.entries(counts), ...none.map((value) => /** @type {Counted} */ ([value, 0]))]
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
  const line = document.createElement("label")
  const id = `rb-filter-${name}-${value}`
  const input = Object.assign(document.createElement("input"), { type: "checkbox", name, value, checked, id })
  line.append(input, ` ${text}`)
  return line
}

/**
 * The name of a value of a filter.
 * @param {FilterRow} filter
 * @param {string} value
 * @param {Words} words
 * @param {{ [slug: string]: string }} mechanics
 */
export function label({ prefix, table, codes }, value, words, mechanics) {
  /** @type {{ [table: string]: { [value: string]: string } }} */
  const tables = { sets: words.sets, languages: words.languages, mechanics }
  const named = table ? tables[table][value] : words[`${prefix}_${value.toLowerCase()}`]
  return named ?? (codes ? value.toUpperCase() : value)
}
