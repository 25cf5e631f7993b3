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
  filter("type", { prefix: "type", compared: "words" }),
  filter("colour", { prefix: "colour", compared: "letters" }),
  filter("year", { compared: "day" }),
  filter("mv", { compared: "number", offered: false }),
  filter("is", { also: ["mechanic", "type"], offered: false }),
]
/** @type {FacetTable} */
const TABLE = {
  columns: ["set", "kind", "year", "type", "colour", "mechanic", "mv", "is"],
  values: {
    set: ["emb", "fro"],
    kind: ["card", "ruling"],
    year: ["2007-05-04", "2013-05-03", "2020-06-19"],
    type: ["artifact", "creature", "goblin", "legendary"],
    colour: ["C", "U", "W"],
    mechanic: ["Énergie"],
    mv: ["2", "10"],
    is: ["dfc", "mdfc"],
  },
  rows: [
    [[0], [0], [0], [1, 2, 3], [1, 2], [], [0], []],
    [[0], [1], [1], [1], [1], [0], [1], [0, 1]],
    [[1], [1], [2], [0], [0], [], [], []],
  ],
}
const TABLES = { sets: { emb: "Ember Fields" }, languages: { es: "Spanish" }, filters: FILTERS }
const HITS = [0, 1, 2].map((number) => ({ lang: "en", number, key: `en ${number}` }))

async function facets() {
  const made = new Facets(FILTERS)
  await made.load([{ lang: "en", facets: async () => TABLE }])
  return made
}

/** @param {{ [name: string]: string[] }} values */
const conditions = (values) =>
  Object.entries(values).map(([name, each]) => ({ name, values: each }))

/** @param {{ [name: string]: string[] }} values */
const kept = async (values) =>
  (await facets()).kept(HITS, conditions(values)).map(({ number }) => number)

/**
 * Check which records each choice of a filter keeps.
 * @param {string} name
 * @param {{ [choice: string]: number[] }} expected
 */
async function checkChoices(name, expected) {
  for (const [choice, numbers] of Object.entries(expected)) {
    assert.deepEqual(await kept({ [name]: [choice] }), numbers, choice)
  }
}

test("a hit has one of the chosen values of each filter", async () => {
  assert.deepEqual(await kept({ set: ["EMB"] }), [0, 1])
  assert.deepEqual(await kept({ set: ["emb", "fro"], kind: ["ruling"] }), [1, 2])
  assert.deepEqual(await kept({ mechanic: ["energie"] }), [1])
  assert.deepEqual(await kept({ colour: ["w"] }), [0])
  assert.deepEqual(await kept({ set: ["other"] }), [])
})

test("two conditions of one filter must both be met", async () => {
  const made = await facets()
  const years = [">=2013", "<=2013"].map((choice) => ({ name: "year", values: [choice] }))
  assert.deepEqual(
    made.kept(HITS, years).map(({ number }) => number),
    [1],
  )
})

test("languages and unknown columns filter nothing", async () => {
  assert.deepEqual(await kept({ lang: ["es"], constructor: ["x"] }), [0, 1, 2])
})

test("years, months and days can be before, after, between or equal", () =>
  checkChoices("year", {
    2013: [1],
    "<2013": [0],
    "<=2013": [0, 1],
    ">2013": [2],
    ">=2013": [1, 2],
    "=2013": [1],
    "2007-2013": [0, 1],
    "2007..2012": [0],
    "2013-05": [1],
    ">=2013-05-04": [2],
    "<2013-05-04": [0, 1],
    someday: [],
  }))

test("numbers are compared as numbers", () =>
  checkChoices("mv", { 2: [0], "=2": [0], "<10": [0], ">2": [1], ">=2": [0, 1], many: [] }))

test("a card has all colors that were typed, only these, or no others", () =>
  checkChoices("colour", {
    u: [0, 1],
    WU: [0],
    ">=wu": [0],
    "=u": [1],
    "<=u": [1, 2],
    "<wu": [1, 2],
    ">u": [0],
    c: [2],
    m: [0],
    multicolored: [0],
    blue: [],
  }))

test("each word of a choice must be in the type line", () =>
  checkChoices("type", {
    goblin: [0],
    "Legendary Creature": [0],
    "goblin artifact": [],
    creature: [0, 1],
  }))

test("a filter may have the values of others too", () =>
  checkChoices("is", { mdfc: [1], legendary: [0], energie: [1], emb: [] }))

test("words of the page's language name values, with any sign before them, and sets have names", async () => {
  const made = new Facets(FILTERS, { colour: { azul: "u" } }, { fro: ["Frozen Fields", null] })
  await made.load([{ lang: "en", facets: async () => TABLE }])
  /** @param {{ [name: string]: string[] }} values */
  const numbers = (values) => made.kept(HITS, conditions(values)).map(({ number }) => number)
  assert.deepEqual(numbers({ colour: ["AZUL"] }), [0, 1])
  assert.deepEqual(numbers({ colour: ["=azul"] }), [1])
  assert.deepEqual(numbers({ set: ["frozen fields"] }), [2])
  assert.deepEqual(made.unknown(conditions({ colour: ["azul", "bleu"], set: ["Frozen Fields"] })), [
    { name: "colour", value: "bleu", near: [] },
  ])
})

test("hits are counted for each of their values", async () => {
  assert.deepEqual((await facets()).counts(HITS), {
    lang: { en: 3 },
    set: { emb: 2, fro: 1 },
    kind: { card: 1, ruling: 2 },
    year: { 2007: 1, 2013: 1, 2020: 1 },
    type: { artifact: 1, creature: 2, goblin: 1, legendary: 1 },
    colour: { C: 1, U: 2, W: 1 },
    mechanic: { Énergie: 1 },
    mv: { 2: 1, 10: 1 },
    is: { dfc: 1, mdfc: 1 },
  })
})

test("a record in two languages counts once, and each filter leaves as many as it counts", async () => {
  const made = await facets()
  await made.load([
    { lang: "es", facets: async () => ({ ...TABLE, rows: [TABLE.rows[2], TABLE.rows[0]] }) },
  ])
  const hits = [
    ...HITS,
    { lang: "es", number: 0, key: "en 2" },
    { lang: "es", number: 1, key: "es 1" },
  ]
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
      const left = made.kept(hits, [{ name, values: [value] }])
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
    made.kept(HITS, conditions({ size: ["LARGE"], kind: ["ruling"] })).map(({ number }) => number),
    [2],
  )
  assert.deepEqual(made.counts(HITS).size, { large: 2, small: 1 })
  const words = Object.assign(
    /** @type {{ [key: string]: string }} */ ({ size_large: "Large" }),
    TABLES,
  )
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
    made.kept(HITS, [], conditions({ type: ["goblin"], set: ["fro"] })).map(({ number }) => number),
    [1],
  )
})

test("a chosen value that no record has is unknown, and values like it are named", async () => {
  const made = await facets()
  /** @param {{ [name: string]: string[] }} values */
  const unknown = (values) => made.unknown(conditions(values))
  assert.deepEqual(
    unknown({
      set: ["EMB"],
      year: [">2007"],
      type: ["creature"],
      is: ["legendary"],
      colour: ["wubrg"],
    }),
    [],
  )
  assert.deepEqual(unknown({ set: ["enb", "xyzzy"], type: ["creat"] }), [
    { name: "set", value: "enb", near: ["emb"] },
    { name: "set", value: "xyzzy", near: [] },
    { name: "type", value: "creat", near: ["creature"] },
  ])
  assert.deepEqual(unknown({ year: ["1999"], mv: ["x"], is: ["legend"] }), [
    { name: "year", value: "1999", near: [] },
    { name: "mv", value: "x", near: [] },
    { name: "is", value: "legend", near: ["legendary"] },
  ])
})
