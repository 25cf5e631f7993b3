// What hits are filtered by, as generator/search/index.py writes it: read only where something is filtered or counted.

import { folded } from "./folding.js"

const COLUMNS = { set: "sets", kind: "kinds", year: "years", type: "types", colour: "colours", mechanic: "mechanics" }

export class Facets {
  tables = new Map()

  async load(indexes) {
    await Promise.all(indexes.map(async (index) => this.tables.set(index.lang, await index.facets())))
  }

  /** Those of the `hits` that have one of the values of each filter. */
  kept(hits, filters) {
    const allowed = new Map([...this.tables].map(([lang, table]) => [lang, wanted(table, filters)]))
    return hits.filter(({ lang, number }) => {
      const row = this.tables.get(lang).rows[number]
      return allowed.get(lang).every(([column, places]) => row[column].some((place) => places.has(place)))
    })
  }

  /** How many of the hits have each value: `{lang: {en: 30, …}, set: {fut: 12, …}, …}`. */
  counts(hits) {
    const counts = Object.fromEntries(["lang", ...Object.keys(COLUMNS)].map((name) => [name, {}]))
    for (const { lang, number } of hits) {
      counts.lang[lang] = (counts.lang[lang] ?? 0) + 1
      const { columns, values, rows } = this.tables.get(lang)
      for (const [name, column] of Object.entries(COLUMNS)) {
        for (const place of rows[number][columns.indexOf(column)]) {
          const value = values[column][place]
          counts[name][value] = (counts[name][value] ?? 0) + 1
        }
      }
    }
    return counts
  }
}

/** Of each filter, its column in the table and the places of its values there. */
function wanted({ columns, values }, filters) {
  return Object.entries(filters).filter(([name]) => name in COLUMNS).map(([name, asked]) => {
    const column = COLUMNS[name]
    const fits = (value) => asked.some((each) => (name === "year" ? inYears(value, each) : same(value, each)))
    return [columns.indexOf(column), new Set(values[column].flatMap((value, place) => (fits(value) ? [place] : [])))]
  })
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
