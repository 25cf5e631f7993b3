// What hits are filtered by, as generator/search/index.py writes it: read only where something is filtered or counted.

import { folded } from "./folding.js"

/** @import { Counts, FacetTable, Filters } from "./types.d.ts" */

/** @type {{ [filter: string]: string }} */
const COLUMNS = { set: "sets", kind: "kinds", year: "years", type: "types", colour: "colours", mechanic: "mechanics" }
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

/** @typedef {{ lang: string, number: number }} Numbered a record of an index, by its number */

export class Facets {
  /** @type {Map<string, FacetTable>} */
  tables = new Map()

  /** @param {{ lang: string, facets: () => Promise<FacetTable> }[]} indexes */
  async load(indexes) {
    await Promise.all(indexes.map(async (index) => this.tables.set(index.lang, await index.facets())))
  }

  /**
   * Those of the `hits` that have one of the values of each filter.
   * @template {Numbered} Hit
   * @param {Hit[]} hits
   * @param {Filters} filters
   */
  kept(hits, filters) {
    const allowed = new Map([...this.tables].map(([lang, table]) => [lang, wanted(table, filters)]))
    return hits.filter(({ lang, number }) => {
      const row = this.#table(lang).rows[number]
      return allowed.get(lang)?.every(({ column, places }) => row[column].some((place) => places.has(place)))
    })
  }

  /**
   * How many of the hits have each value: `{lang: {en: 30, …}, set: {fut: 12, …}, …}`.
   * @param {Numbered[]} hits
   */
  counts(hits) {
    /** @type {Counts} */
    const counts = Object.fromEntries(["lang", ...Object.keys(COLUMNS)].map((name) => [name, {}]))
    for (const { lang, number } of hits) {
      count(counts.lang, lang)
      const { columns, values, rows } = this.#table(lang)
      for (const [name, column] of Object.entries(COLUMNS)) {
        for (const place of rows[number][columns.indexOf(column)]) count(counts[name], values[column][place])
      }
    }
    return counts
  }

  /** @param {string} lang */
  #table(lang) {
    return /** @type {FacetTable} */ (this.tables.get(lang)) // it was loaded
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
 * Of each filter, its column in the table and the places of its values there.
 * @param {FacetTable} table
 * @param {Filters} filters
 */
function wanted({ columns, values }, filters) {
  const asked = Object.entries(filters).filter(([name]) => Object.hasOwn(COLUMNS, name))
  return asked.map(([name, choices]) => {
    const column = COLUMNS[name]
    const fits = name === "year" ? inYears : same
    const places = values[column].flatMap((value, place) => (choices.some((each) => fits(value, each)) ? [place] : []))
    return { column: columns.indexOf(column), places: new Set(places) }
  })
}

/**
 * @param {string} value
 * @param {string} choice
 */
const same = (value, choice) => folded(value) === folded(choice)

/**
 * `2007`, `<2010`, `>=2015`, `2010-2020`.
 * @param {string} year
 * @param {string} choice
 */
function inYears(year, choice) {
  const range = RANGE.exec(choice)
  if (range) return year >= range[1] && year <= range[2]
  const [, sign, bound] = BOUND.exec(choice) ?? []
  return bound !== undefined && COMPARED[sign](year, bound)
}
