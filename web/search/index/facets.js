// Filters and counts hits by their values. generator/rulebinder/search/facets.py writes the values
// and the table of filters. The values are read only if a query needs them.

import { folded } from "../words/folding.js"
import { editDistance } from "../words/spelling.js"
import { fitting } from "./fitting.js"

/** @import { Condition } from "../query/values.d.ts" */
/** @import { FacetTable, FilterRow, Speech, ValueNames } from "./format.d.ts" */

const ERRORS = 2 // the most errors of a value that is like another
const SHORT = 4 // a value of so few letters may have only one
const BEGUN = 3
const NEAR = 5 // the most values that are named in place of an unknown one
const YEAR = 4 // the digits of a day by which days are counted

/**
 * A record, by its number in an index. The `key` is the same for a record in several languages.
 * @typedef {{ lang: string, number: number, key: string }} Numbered
 */

export class Facets {
  /** @type {Map<string, FacetTable>} */
  tables = new Map()

  /**
   * @param {FilterRow[]} filters
   * @param {ValueNames} names the values that words of the pages' language name, by filter
   * @param {Speech["sets"]} sets
   */
  constructor(filters, names = {}, sets = {}) {
    this.filters = filters
    this.names = names
    this.sets = sets
  }

  /** @param {{ lang: string, facets: () => Promise<FacetTable> }[]} indexes */
  async load(indexes) {
    await Promise.all(
      indexes.map(async (index) => this.tables.set(index.lang, await index.facets())),
    )
  }

  /**
   * Return the `hits` that fit each of the `conditions`, and none of those in `without`.
   * @template {Numbered} Hit
   * @param {Hit[]} hits
   * @param {Condition[]} conditions
   */
  kept(hits, conditions, without = /** @type {Condition[]} */ ([])) {
    /** @param {Condition[]} some */
    const testing = (some) =>
      new Map([...this.tables].map(([lang, table]) => [lang, this.#tests(table, some)]))
    const [wanted, barred] = [testing(conditions), testing(without)]
    return hits.filter(({ lang, number }) => {
      const row = this.#table(lang).rows[number]
      /** @param {(row: number[][]) => boolean} fits */
      const has = (fits) => fits(row)
      return wanted.get(lang)?.every(has) && !barred.get(lang)?.some(has)
    })
  }

  /**
   * Return the choices that no record fits, each with the values that are like it.
   * @param {Condition[]} conditions
   */
  unknown(conditions) {
    if (!this.tables.size) return []
    return conditions.flatMap(({ name, values }) => {
      const missing = this.#columns(name).length
        ? values.filter((value) => !this.#isKnown(name, value))
        : []
      return missing.map((value) => ({ name, value, near: this.#like(name, value) }))
    })
  }

  /**
   * Count the hits with each value: `{lang: {en: 30, …}, set: {fut: 12, …}, …}`. A record in
   * several languages counts once for each value.
   * @param {Numbered[]} hits
   */
  counts(hits) {
    /** @type {{ [filter: string]: { [value: string]: Set<string> } }} */
    const found = Object.fromEntries(this.filters.map(({ name }) => [name, {}]))
    /**
     * @param {string} name
     * @param {string} value
     * @param {string} key
     */
    const add = (name, value, key) => (found[name][value] ??= new Set()).add(key)
    const days = new Set(
      this.filters.flatMap(({ name, compared }) => (compared === "day" ? [name] : [])),
    )
    for (const { lang, number, key } of hits) {
      add("lang", lang, key) // the language is the same for the whole index, so it has no column
      const { columns, values, rows } = this.#table(lang)
      for (const [column, name] of columns.entries()) {
        for (const place of rows[number][column]) {
          const value = values[name][place]
          add(name, days.has(name) ? value.slice(0, YEAR) : value, key)
        }
      }
    }
    return mapped(found, (values) => mapped(values, ({ size }) => size))
  }

  /**
   * Return the filters whose values a condition is compared with. The language has none.
   * @param {string} name
   */
  #columns(name) {
    const row = this.filters.find((each) => each.name === name)
    const named = row ? [name, ...row.also] : []
    const columns = new Set([...this.tables.values()].flatMap((table) => table.columns))
    return this.filters.filter((each) => named.includes(each.name) && columns.has(each.name))
  }

  /**
   * For each condition, return what decides whether a row fits it. Equal cells are compared once.
   * @param {FacetTable} table
   * @param {Condition[]} conditions
   */
  #tests({ columns, values }, conditions) {
    return conditions.flatMap((condition) => {
      const tests = this.#columns(condition.name).map(({ name, compared }) => {
        const wanted = condition.values.flatMap(
          (choice) => fitting(compared, this.#meant(name, choice)) ?? [],
        )
        const fits = remembered((/** @type {number[]} */ cell) => {
          const held = cell.map((place) => values[name][place])
          return wanted.some((each) => each(held))
        })
        return (/** @type {number[][]} */ row) => fits(row[columns.indexOf(name)])
      })
      return tests.length
        ? [(/** @type {number[][]} */ row) => tests.some((fits) => fits(row))]
        : []
    })
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
   * @param {string} name
   * @param {string} choice
   */
  #isKnown(name, choice) {
    return this.#columns(name).some((each) => {
      const fits = fitting(each.compared, this.#meant(each.name, choice))
      if (fits && each.compared === "letters") return true
      const held = this.#values(each.name)
      return fits && (each.compared === "words" ? fits(held) : held.some((value) => fits([value])))
    })
  }

  /**
   * Return the known values that are most like a choice. Days and numbers are like no other.
   * @param {string} name
   * @param {string} choice
   */
  #like(name, choice) {
    const columns = this.#columns(name).filter(
      ({ compared }) => compared === "same" || compared === "words",
    )
    return likeValues(choice, [...new Set(columns.flatMap((each) => this.#values(each.name)))])
  }

  /** @param {string} name */
  #values(name) {
    return [...new Set([...this.tables.values()].flatMap(({ values }) => values[name] ?? []))]
  }

  /** @param {string} lang */
  #table(lang) {
    return /** @type {FacetTable} */ (this.tables.get(lang)) // `load` was called before
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
 * Return the same function, which remembers what it said of equal cells.
 * @param {(cell: number[]) => boolean} decide
 */
function remembered(decide) {
  /** @type {Map<string, boolean>} */
  const known = new Map()
  return (/** @type {number[]} */ cell) => {
    const key = cell.join()
    const said = known.get(key) ?? decide(cell)
    known.set(key, said)
    return said
  }
}
