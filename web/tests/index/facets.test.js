import assert from "node:assert/strict"
import { test } from "node:test"
import { Facets } from "../../search/index/facets.js"
import { label } from "../../search/view/filters.js"
import { filter } from "../fixtures.js"

/** @import { FacetTable, Words } from "../../search/index/format.d.ts" */

const FILTERS = [
  filter("lang", { table: "languages" }),
  filter("kind", { prefix: "hit" }),
  filter("set", { table: "sets", codes: true }),
  filter("mechanic", { table: "mechanics" }),
  filter("type", { prefix: "type" }),
  filter("colour", { prefix: "colour" }),
  filter("year", { years: true }),
]
/** @type {FacetTable} */
const TABLE = {
  columns: ["set", "kind", "year", "type", "colour", "mechanic"],
  values: {
    set: ["emb", "fro"],
    kind: ["card", "ruling"],
    year: ["2007", "2013", "2020"],
    type: ["artifact", "creature"],
    colour: ["u", "w"],
    mechanic: ["Énergie"],
  },
  rows: [
    [[0], [0], [0], [1], [0, 1], []],
    [[0], [1], [1], [], [], [0]],
    [[1], [1], [2], [], [], []],
  ],
}
const TABLES = { sets: { emb: "Ember Fields" }, languages: { es: "Spanish" }, filters: FILTERS }
const HITS = [0, 1, 2].map((number) => ({ lang: "en", number, key: `en ${number}` }))

async function facets() {
  const made = new Facets(FILTERS)
  await made.load([{ lang: "en", facets: async () => TABLE }])
  return made
}

/** @param {{ [name: string]: string[] }} filters */
const kept = async (filters) => (await facets()).kept(HITS, filters).map(({ number }) => number)

test("a hit has one of the chosen values of each filter", async () => {
  assert.deepEqual(await kept({ set: ["EMB"] }), [0, 1])
  assert.deepEqual(await kept({ set: ["emb", "fro"], kind: ["ruling"] }), [1, 2])
  assert.deepEqual(await kept({ mechanic: ["energie"] }), [1])
  assert.deepEqual(await kept({ colour: ["w"] }), [0])
  assert.deepEqual(await kept({ set: ["other"] }), [])
  assert.deepEqual(await kept({ set: [] }), [])
})

test("languages and unknown columns filter nothing", async () => {
  assert.deepEqual(await kept({ lang: ["es"], constructor: ["x"] }), [0, 1, 2])
})

test("years can be before, after, between or equal", async () => {
  const asked = {
    2013: [1],
    "<2013": [0],
    "<=2013": [0, 1],
    ">2013": [2],
    ">=2013": [1, 2],
    "2007-2013": [0, 1],
    "2007..2012": [0],
    someday: [],
    "=2013": [],
  }
  for (const [year, numbers] of Object.entries(asked)) assert.deepEqual(await kept({ year: [year] }), numbers, year)
})

test("hits are counted for each of their values", async () => {
  assert.deepEqual((await facets()).counts(HITS), {
    lang: { en: 3 },
    set: { emb: 2, fro: 1 },
    kind: { card: 1, ruling: 2 },
    year: { 2007: 1, 2013: 1, 2020: 1 },
    type: { creature: 1 },
    colour: { u: 1, w: 1 },
    mechanic: { Énergie: 1 },
  })
})

test("a record in two languages counts once, and each filter leaves as many as it counts", async () => {
  const made = await facets()
  await made.load([{ lang: "es", facets: async () => ({ ...TABLE, rows: [TABLE.rows[2], TABLE.rows[0]] }) }])
  const hits = [...HITS, { lang: "es", number: 0, key: "en 2" }, { lang: "es", number: 1, key: "es 1" }]
  const { lang, ...counts } = made.counts(hits)
  assert.deepEqual(
    [lang, counts.set, counts.kind],
    [
      { en: 3, es: 2 },
      { emb: 3, fro: 1 },
      { card: 2, ruling: 2 },
    ],
  )
  for (const [name, values] of Object.entries(counts)) {
    for (const [value, count] of Object.entries(values)) {
      const left = made.kept(hits, { [name]: [value] })
      assert.equal(new Set(left.map(({ key }) => key)).size, count, `${name} ${value}`)
    }
  }
})

test("a new row of the table becomes a filter with its own values and names", async () => {
  const made = new Facets([...FILTERS, filter("size", { prefix: "size" })])
  const sized = {
    columns: [...TABLE.columns, "size"],
    values: { ...TABLE.values, size: ["large", "small"] },
    rows: TABLE.rows.map((row, number) => [...row, [number % 2]]),
  }
  await made.load([{ lang: "en", facets: async () => sized }])
  assert.deepEqual(
    made.kept(HITS, { size: ["LARGE"], kind: ["ruling"] }).map(({ number }) => number),
    [2],
  )
  assert.deepEqual(made.counts(HITS).size, { large: 2, small: 1 })
  const words = Object.assign(/** @type {{ [key: string]: string }} */ ({ size_large: "Large" }), TABLES)
  assert.equal(label(filter("size", { prefix: "size" }), "large", words, {}), "Large")
})

test("a value without a name is shown as it is", () => {
  /** @type {Words} */
  const words = Object.assign(
    /** @type {{ [key: string]: string }} */ ({ hit_ruling: "Ruling", type_artifact: "Artifact" }),
    TABLES,
  )
  const said = [
    ["set", "emb", "Ember Fields"],
    ["set", "fro", "FRO"],
    ["mechanic", "dig", "Dig"],
    ["mechanic", "sing", "sing"],
    ["lang", "es", "Spanish"],
    ["lang", "tlh", "tlh"],
    ["kind", "ruling", "Ruling"],
    ["type", "Artifact", "Artifact"],
    ["year", "2007", "2007"],
  ]
  for (const [name, value, expected] of said) {
    const row = FILTERS.find((each) => each.name === name)
    assert.equal(row && label(row, value, words, { dig: "Dig" }), expected)
  }
})

test("values may be left out", async () => {
  const made = await facets()
  assert.deepEqual(
    made.kept(HITS, {}, { type: ["creature"], set: ["fro"] }).map(({ number }) => number),
    [1],
  )
})

test("a chosen value that no record has is unknown, and values like it are named", async () => {
  const made = await facets()
  assert.deepEqual(made.unknown({ set: ["EMB"], year: ["1999"], type: ["creature"] }), [])
  assert.deepEqual(made.unknown({ set: ["enb", "xyzzy"], type: ["creat"] }), [
    { name: "set", value: "enb", near: ["emb"] },
    { name: "set", value: "xyzzy", near: [] },
    { name: "type", value: "creat", near: ["creature"] },
  ])
})
