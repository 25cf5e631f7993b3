// What hits are filtered by, as generator/search/index.py writes it: read only where something is filtered or counted.

import { folded } from "./folding.js"

const COLUMNS = { set: "sets", kind: "kinds", year: "years", type: "types", colour: "colours", mechanic: "mechanics" }

export class Facets {
  tables = new Map()

  async load(indexes) {
    await Promise.all(indexes.map(async (index) => this.tables.set(index.lang, await index.facets())))
  }

  /** The values that a record has under a filter. */
  #values({ lang, number }, name) {
    const table = this.tables.get(lang)
    const column = table.columns.indexOf(COLUMNS[name])
    return table.rows[number][column].map((place) => table.values[COLUMNS[name]][place])
  }

  /** Whether a record has one of the values of each filter. */
  allow(record, filters) {
    return Object.entries(filters).every(([name, wanted]) => {
      if (!(name in COLUMNS)) return true
      const values = this.#values(record, name)
      return wanted.some((each) => values.some((value) => (name === "year" ? inYears(value, each) : same(value, each))))
    })
  }

  /** How many of the hits have each value: `{set: {fut: 12, …}, …}`. */
  counts(hits) {
    const counts = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, {}]))
    for (const hit of hits) {
      for (const name of Object.keys(COLUMNS)) {
        for (const value of this.#values(hit, name)) counts[name][value] = (counts[name][value] ?? 0) + 1
      }
    }
    return counts
  }
}

const same = (value, wanted) => folded(value) === folded(wanted)

/** `2007`, `<2010`, `>=2015`, `2010-2020`. */
function inYears(year, wanted) {
  const range = /^(\d{4})(?:-|\.\.)(\d{4})$/.exec(wanted)
  if (range) return year >= range[1] && year <= range[2]
  const [, sign, bound] = /^([<>]=?|)(\d{4})$/.exec(wanted) ?? []
  if (!bound) return false
  if (sign.startsWith("<")) return sign.endsWith("=") ? year <= bound : year < bound
  if (sign.startsWith(">")) return sign.endsWith("=") ? year >= bound : year > bound
  return year === bound
}
