// Filters and counts hits by their values. generator/rulebinder/search/facets.py writes the values
// and the table of filters.

import { folded } from "../words/folding.js"
import { editDistance } from "../words/spelling.js"
import { fitting } from "./fitting.js"

/** @import { Condition, SearchRecord } from "../query/values.d.ts" */
/** @import { FilterRow, Head, ValueNames } from "./format.d.ts" */

const ERRORS = 2 // the most errors of a value that is like another
const SHORT = 4 // a value of so few letters may have only one
const BEGUN = 3
const NEAR = 5 // the most values that are named in place of an unknown one
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
    this.columns = filters.filter(({ same }) => !same)
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
      some.flatMap((condition) => this.#test(condition) ?? []),
    )
    return ({ values }) =>
      wanted.every((fits) => fits(values)) && !barred.some((fits) => fits(values))
  }

  /**
   * Return the choices that no record fits, each with the values that are like it.
   * @param {Condition[]} conditions
   * @param {SearchRecord[]} records
   */
  unknown(conditions, records) {
    const cells = new Set(records.map(({ values }) => values))
    return conditions.flatMap(({ name, values }) => {
      const columns = this.#columns(name)
      const held = columns.map((column) => {
        const at = this.columns.indexOf(column)
        return { column, all: [...new Set([...cells].flatMap((cell) => cell[at]))] }
      })
      const isKnown = (/** @type {string} */ value) =>
        !columns.length || held.some(({ column, all }) => this.#isKnown(column, all, value))
      const missing = values.filter((value) => !isKnown(value))
      const listed = held.flatMap(({ column: { compared }, all }) =>
        compared === "same" || compared === "words" ? all : [],
      )
      return missing.map((value) => ({ name, value, near: likeValues(value, listed) }))
    })
  }

  /**
   * Count the records with each value: `{lang: {en: 30, …}, set: {fut: 12, …}, …}`. A record in
   * several languages counts once for each value.
   * @param {SearchRecord[]} records
   */
  counts(records) {
    /** @type {{ [filter: string]: { [value: string]: Set<string> } }} */
    const keys = Object.fromEntries(this.filters.map(({ name }) => [name, {}]))
    /**
     * @param {string} name
     * @param {string} value
     * @param {string} key
     */
    const add = (name, value, key) => (keys[name][value] ??= new Set()).add(key)
    for (const { lang, kind, id, values } of records) {
      const key = `${kind} ${id}`
      add("lang", lang, key) // the language is the same for the whole file, so it has no column
      for (const [column, { name, compared }] of this.columns.entries()) {
        for (const value of values[column]) {
          add(name, compared === "day" ? value.slice(0, YEAR) : value, key)
        }
      }
    }
    return mapped(keys, (byValue) => mapped(byValue, ({ size }) => size))
  }

  /**
   * Return the filters whose values a condition is compared with. The language has none.
   * @param {string} name
   */
  #columns(name) {
    const row = this.filters.find((filter) => filter.name === name)
    const named = row ? [name, ...row.also] : []
    return this.columns.filter((column) => named.includes(column.name))
  }

  /**
   * Return what decides whether values fit a condition, or undefined if none are compared with it.
   * Equal cells are compared once.
   * @param {Condition} condition
   */
  #test({ name, values }) {
    const tests = this.#columns(name).map((column) => {
      const wanted = values.flatMap(
        (choice) => fitting(column.compared, this.#meant(column.name, choice)) ?? [],
      )
      const at = this.columns.indexOf(column)
      return (/** @type {string[][]} */ cells) => wanted.some((fits) => fits(cells[at]))
    })
    return tests.length
      ? remembered((/** @type {string[][]} */ cells) => tests.some((fits) => fits(cells)))
      : undefined
  }

  /**
   * Return the value that a choice names: `red` or `rojo` is R.
   * @param {string} name
   * @param {string} choice
   */
  #meant(name, choice) {
    const known = new Map(Object.entries(this.names[name] ?? {}))
    return choice.replace(
      /[^<>=]+$/,
      (said) => (name === "set" ? this.#code(said) : known.get(folded(said))) ?? said,
    )
  }

  /**
   * Return the code of a set that has this name.
   * @param {string} said
   */
  #code(said) {
    return Object.keys(this.sets).find((code) => folded(this.sets[code][0]) === folded(said))
  }

  /**
   * @param {FilterRow} column
   * @param {string[]} all the values that records have
   * @param {string} choice
   */
  #isKnown({ name, compared }, all, choice) {
    const fits = fitting(compared, this.#meant(name, choice))
    if (fits && compared === "letters") return true
    return fits && (compared === "words" ? fits(all) : all.some((value) => fits([value])))
  }
}

/**
 * Return an object with the same keys and other values.
 * @template Old
 * @template New
 * @param {{ [key: string]: Old }} table
 * @param {(value: Old) => New} make
 */
const mapped = (table, make) =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, make(value)]))

/**
 * Return the known values that are most like one: with few errors, or with the same beginning.
 * @param {string} value
 * @param {string[]} known
 */
function likeValues(value, known) {
  const typed = folded(value)
  const most = typed.length > SHORT ? ERRORS : 1
  const rated = known.map((each) => ({ each, wrong: editDistance(typed, folded(each), most) }))
  const begun = rated.filter(
    ({ each, wrong }) => wrong <= most || folded(each).startsWith(typed.slice(0, BEGUN)),
  )
  return begun
    .sort((one, other) => one.wrong - other.wrong)
    .slice(0, NEAR)
    .map(({ each }) => each)
}

/**
 * Return the same function, which remembers what it said of the same cells.
 * @param {(cells: string[][]) => boolean} decide
 */
function remembered(decide) {
  /** @type {Map<string[][], boolean>} */
  const decided = new Map()
  return (/** @type {string[][]} */ cells) => {
    const before = decided.get(cells) ?? decide(cells)
    decided.set(cells, before)
    return before
  }
}
