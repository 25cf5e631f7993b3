// Filters and counts hits by their values. generator/rulebinder/search/listing.py writes the values
// and the table of filters.

import { folded } from "../words/folding.js"
import { editDistance } from "../words/spelling.js"
import { fitting } from "./fitting.js"

/** @import { Condition, SearchRecord } from "../query/values.d.ts" */
/** @import { FilterRow, Head, ValueNames } from "./format.d.ts" */

const NEAR = 5 // the most values that are named in place of an unknown one
const BEGUN = 3 // a value is like another one that begins with the same letters
const YEAR = 4 // the digits of a day by which days are counted

export class Facets {
  /**
   * @param {FilterRow[]} filters
   * @param {ValueNames} names the values that words of the pages' language name, by filter
   * @param {Head["sets"]} sets
   */
  constructor(filters, names = {}, sets = {}) {
    this.filters = filters
    this.names = names
    this.sets = sets
    this.columns = filters.filter(({ same }) => !same).map((row, at) => ({ ...row, at }))
  }

  /**
   * Return what decides whether a record fits each of the `conditions`, and none of those in
   * `without`.
   * @param {Condition[]} conditions
   * @param {Condition[]} without
   * @returns {(record: SearchRecord) => boolean}
   */
  test(conditions, without) {
    const [wanted, barred] = [conditions, without].map((some) =>
      some
        .filter(({ name }) => this.#columns(name).length)
        .map(({ name, values }) => values.flatMap((value) => this.#tests(name, value))),
    )
    return ({ values }) => {
      const fits = (/** @type {typeof wanted[0]} */ tests) => tests.some((test) => test(values))
      return wanted.every(fits) && !barred.some(fits)
    }
  }

  /**
   * Return the choices that no record fits, each with the values that are like it.
   * @param {Condition[]} conditions
   * @param {SearchRecord[]} records
   */
  unknown(conditions, records) {
    const cells = [...new Set(records.map(({ values }) => values))]
    return conditions.flatMap(({ name, values }) => {
      const columns = this.#columns(name)
      const listed = columns.filter(({ compared }) => compared === "same" || compared === "words")
      const isLetters = columns.some(({ compared }) => compared === "letters")
      return values.flatMap((value) => {
        const tests = this.#tests(name, value)
        const isKnown = tests.some((fits) => isLetters || cells.some(fits))
        if (isKnown || !columns.length) return []
        const others = new Set(listed.flatMap(({ at }) => cells.flatMap((cell) => cell[at])))
        return [{ name, value, near: likeValues(value, others) }]
      })
    })
  }

  /**
   * Count the records with each value: `{lang: {en: 30, …}, set: {fut: 12, …}, …}`. A record in
   * several languages counts once for each value.
   * @param {SearchRecord[]} records
   */
  counts(records) {
    /** @type {{ [filter: string]: { [value: string]: number } }} */
    const counts = Object.fromEntries(this.filters.map(({ name }) => [name, {}]))
    /**
     * @param {string} name
     * @param {string} value
     */
    const add = (name, value) => (counts[name][value] = (counts[name][value] ?? 0) + 1)
    for (const { lang } of records) add("lang", lang) // the same for a whole file: it has no column
    const unique = new Map(records.map((record) => [`${record.kind} ${record.id}`, record]))
    for (const { values } of unique.values()) {
      for (const { name, compared, at } of this.columns) {
        const length = compared === "day" ? YEAR : undefined
        for (const value of new Set(values[at].map((whole) => whole.slice(0, length)))) {
          add(name, value)
        }
      }
    }
    return counts
  }

  /**
   * Return the filters whose values a condition is compared with. The language has none.
   * @param {string} name
   */
  #columns(name) {
    const row = this.filters.find((filter) => filter.name === name)
    return row ? this.columns.filter((column) => [name, ...row.also].includes(column.name)) : []
  }

  /**
   * Return what decides whether the values of a record fit a choice of a filter, for each column
   * that it is compared with.
   * @param {string} name
   * @param {string} choice
   */
  #tests(name, choice) {
    return this.#columns(name).flatMap((column) => {
      const fits = fitting(column.compared, this.#meant(column.name, choice))
      return fits ? [(/** @type {string[][]} */ cells) => fits(cells[column.at])] : []
    })
  }

  /**
   * Return the value that a choice names: `red` or `rojo` is R, the name of a set is its code.
   * @param {string} name
   * @param {string} choice
   */
  #meant(name, choice) {
    const values = new Map(Object.entries(this.names[name] ?? {}))
    for (const [code, [title]] of name === "set" ? Object.entries(this.sets) : []) {
      values.set(folded(title), code)
    }
    return choice.replace(/[^<>=]+$/, (text) => values.get(folded(text)) ?? text)
  }
}

/**
 * Return the known values that are like one: with few errors, or with the same beginning.
 * @param {string} value
 * @param {Set<string>} known
 */
function likeValues(value, known) {
  const typed = folded(value)
  const most = Math.min(2, Math.ceil(typed.length / 4))
  const isLike = (/** @type {string} */ other) =>
    editDistance(typed, other, most) <= most || other.startsWith(typed.slice(0, BEGUN))
  return [...known].filter((other) => isLike(folded(other))).slice(0, NEAR)
}
