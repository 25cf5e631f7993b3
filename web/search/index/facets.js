// Filters and counts hits by their values. generator/search/facets.py writes the values and the table of filters. The
// values are read only if a query needs them.

import { folded } from "../words/folding.js"
import { editDistance } from "../words/spelling.js"

/** @import { Filters } from "../query/values.d.ts" */
/** @import { FacetTable, FilterRow } from "./format.d.ts" */

const ERRORS = 2 // a value with more errors is another one
const BEGUN = 3
const NEAR = 5 // the most values that are named in place of an unknown one
const RANGE = /^(\d{4})(?:-|\.\.)(\d{4})$/
const BOUND = /^([<>]=?|)(\d{4})$/
/** @type {{ [sign: string]: (year: string, bound: string) => boolean }} */
const COMPARED = {
  "": (year, bound) => year === bound,
  "<": (year, bound) => year < bound,
  "<=": (year, bound) => year <= bound,
  ">": (year, bound) => year > bound,
  ">=": (year, bound) => year >= bound,
}

/**
 * A record, by its number in an index. The `key` is the same for a record in several languages.
 * @typedef {{ lang: string, number: number, key: string }} Numbered
 */

export class Facets {
  /** @type {Map<string, FacetTable>} */
  tables = new Map()

  /** @param {FilterRow[]} filters */
  constructor(filters) {
    this.filters = filters
  }

  /** @param {{ lang: string, facets: () => Promise<FacetTable> }[]} indexes */
  async load(indexes) {
    await Promise.all(indexes.map(async (index) => this.tables.set(index.lang, await index.facets())))
  }

  /**
   * Return the `hits` that have one of the chosen values of each filter, and none of those in `without`.
   * @template {Numbered} Hit
   * @param {Hit[]} hits
   * @param {Filters} filters
   */
  kept(hits, filters, without = /** @type {Filters} */ ({})) {
    const allowed = new Map([...this.tables].map(([lang, table]) => [lang, this.#wanted(table, filters)]))
    const excluded = new Map([...this.tables].map(([lang, table]) => [lang, this.#wanted(table, without)]))
    return hits.filter(({ lang, number }) => {
      const row = this.#table(lang).rows[number]
      /** @param {{ column: number, places: Set<number> }} wanted */
      const has = ({ column, places }) => row[column].some((place) => places.has(place))
      return allowed.get(lang)?.every(has) && !excluded.get(lang)?.some(has)
    })
  }

  /**
   * Return the chosen values that no record has, each with the values that are like it. Years are never unknown.
   * @param {Filters} filters
   */
  unknown(filters) {
    return this.filters.flatMap(({ name, years }) => {
      const known = [...new Set([...this.tables.values()].flatMap(({ values }) => values[name] ?? []))]
      const chosen = years || !known.length ? [] : (filters[name] ?? [])
      const missing = chosen.filter((value) => !known.some((each) => isSameValue(each, value)))
      return missing.map((value) => ({ name, value, near: likeValues(value, known) }))
    })
  }

  /**
   * Count the hits with each value: `{lang: {en: 30, …}, set: {fut: 12, …}, …}`. A record in several languages counts
   * once for each value.
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
    for (const { lang, number, key } of hits) {
      add("lang", lang, key) // the language is the same for the whole index, so it has no column
      const { columns, values, rows } = this.#table(lang)
      for (const [column, name] of columns.entries()) {
        for (const place of rows[number][column]) add(name, values[name][place], key)
      }
    }
    return mapped(found, (values) => mapped(values, ({ size }) => size))
  }

  /**
   * For each filter with a column, return the column and the positions of the wanted values.
   * @param {FacetTable} table
   * @param {Filters} filters
   */
  #wanted({ columns, values }, filters) {
    const asked = this.filters.filter(({ name }) => Object.hasOwn(filters, name) && columns.includes(name))
    return asked.map(({ name, years }) => {
      const fits = years ? inYears : isSameValue
      const places = values[name].flatMap((value, place) =>
        filters[name].some((choice) => fits(value, choice)) ? [place] : [],
      )
      return { column: columns.indexOf(name), places: new Set(places) }
    })
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
const mapped = (table, make) => Object.fromEntries(Object.entries(table).map(([key, value]) => [key, make(value)]))

/**
 * Return the known values that are most like one: with few errors, or with the same beginning.
 * @param {string} value
 * @param {string[]} known
 */
function likeValues(value, known) {
  const typed = folded(value)
  const rated = known.map((each) => ({ each, wrong: editDistance(typed, folded(each), ERRORS) }))
  const begun = rated.filter(({ each, wrong }) => wrong <= ERRORS || folded(each).startsWith(typed.slice(0, BEGUN)))
  return begun
    .sort((one, other) => one.wrong - other.wrong)
    .slice(0, NEAR)
    .map(({ each }) => each)
}

/**
 * @param {string} value
 * @param {string} choice
 */
const isSameValue = (value, choice) => folded(value) === folded(choice)

/**
 * Return whether a year fits a choice: `2007`, `<2010`, `>=2015` or `2010-2020`.
 * @param {string} year
 * @param {string} choice
 */
function inYears(year, choice) {
  const range = RANGE.exec(choice)
  if (range) return year >= range[1] && year <= range[2]
  const [, sign, bound] = BOUND.exec(choice) ?? []
  return bound !== undefined && COMPARED[sign](year, bound)
}
