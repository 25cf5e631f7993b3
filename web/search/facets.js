// Filters and counts hits by their values. generator/search/facets.py writes the values and the table of filters. The
// values are read only if a query needs them.

import { folded } from "./folding.js"

/** @import { Counts, FacetTable, FilterRow, Filters } from "./types.d.ts" */

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

/** @typedef {{ lang: string, number: number }} Numbered a record, by its number in an index */

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
   * Return the `hits` that have one of the chosen values of each filter.
   * @template {Numbered} Hit
   * @param {Hit[]} hits
   * @param {Filters} filters
   */
  kept(hits, filters) {
    const allowed = new Map([...this.tables].map(([lang, table]) => [lang, this.#wanted(table, filters)]))
    return hits.filter(({ lang, number }) => {
      const row = this.#table(lang).rows[number]
      return allowed.get(lang)?.every(({ column, places }) => row[column].some((place) => places.has(place)))
    })
  }

  /**
   * Count the hits with each value: `{lang: {en: 30, …}, set: {fut: 12, …}, …}`.
   * @param {Numbered[]} hits
   */
  counts(hits) {
    /** @type {Counts} */
    const counts = Object.fromEntries(this.filters.map(({ name }) => [name, {}]))
    for (const { lang, number } of hits) {
      count(counts.lang, lang) // the language is the same for the whole index, so it has no column
      const { columns, values, rows } = this.#table(lang)
      for (const [column, name] of columns.entries()) {
        for (const place of rows[number][column]) count(counts[name], values[name][place])
      }
    }
    return counts
  }

  /**
   * For each filter with a column, return the column and the positions of the wanted values.
   * @param {FacetTable} table
   * @param {Filters} filters
   */
  #wanted({ columns, values }, filters) {
    const asked = this.filters.filter(({ name }) => Object.hasOwn(filters, name) && columns.includes(name))
    return asked.map(({ name, years }) => {
      const fits = years ? inYears : same
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
 * @param {{ [value: string]: number }} counts
 * @param {string} value
 */
function count(counts, value) {
  counts[value] = (counts[value] ?? 0) + 1
}

/**
 * @param {string} value
 * @param {string} choice
 */
const same = (value, choice) => folded(value) === folded(choice)

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
