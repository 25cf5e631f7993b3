import assert from "node:assert/strict"
import { test } from "node:test"
import { Facets } from "../../search/index/facets.js"
import { label } from "../../search/view/filters.js"
import { filter, record } from "../fixtures.js"

/** @import { Words } from "../../search/index/format.d.ts" */

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
/** The values of three records, for each filter but the language. */
const CELLS = [
  [
    ["card"],
    ["emb"],
    [],
    ["creature", "goblin", "legendary"],
    ["U", "W"],
    ["2007-05-04"],
    ["2"],
    [],
  ],
  [["ruling"], ["emb"], ["Énergie"], ["creature"], ["U"], ["2013-05-03"], ["10"], ["dfc", "mdfc"]],
  [["ruling"], ["fro"], [], ["artifact"], ["C"], ["2020-06-19"], [], []],
]
const TABLES = { sets: { emb: "Ember Fields" }, languages: { es: "Spanish" }, filters: FILTERS }
const RECORDS = CELLS.map((values, number) =>
  record({ id: `emb/fox/${number}`, kind: values[0][0], values, number }),
)

/** @param {{ [name: string]: string[] }} choices */
const conditions = (choices) => Object.entries(choices).map(([name, values]) => ({ name, values }))

/**
 * Return the numbers of the records that fit.
 * @param {{ [name: string]: string[] }} choices
 * @param {{ [name: string]: string[] }} without
 */
function kept(choices, without = {}, facets = new Facets(FILTERS)) {
  const fits = facets.test(conditions(choices), conditions(without))
  return RECORDS.filter(fits).map(({ number }) => number)
}

/**
 * Check which records each choice of a filter keeps.
 * @param {string} name
 * @param {{ [choice: string]: number[] }} expected
 */
function checkChoices(name, expected) {
  for (const [choice, numbers] of Object.entries(expected)) {
    assert.deepEqual(kept({ [name]: [choice] }), numbers, choice)
  }
}

test("a hit has one of the chosen values of each filter", () => {
  assert.deepEqual(kept({ set: ["EMB"] }), [0, 1])
  assert.deepEqual(kept({ set: ["emb", "fro"], kind: ["ruling"] }), [1, 2])
  assert.deepEqual(kept({ mechanic: ["energie"] }), [1])
  assert.deepEqual(kept({ colour: ["w"] }), [0])
  assert.deepEqual(kept({ set: ["other"] }), [])
})

test("two conditions of one filter must both be met", () => {
  const years = [">=2013", "<=2013"].map((choice) => ({ name: "year", values: [choice] }))
  assert.deepEqual(RECORDS.filter(new Facets(FILTERS).test(years, [])), [RECORDS[1]])
})

test("languages and unknown columns filter nothing", () => {
  assert.deepEqual(kept({ lang: ["es"], constructor: ["x"] }), [0, 1, 2])
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

test("words of the page's language name values, with any sign before them, and sets have names", () => {
  const facets = new Facets(FILTERS, { colour: { azul: "u" } }, { fro: ["Frozen Fields", null] })
  assert.deepEqual(kept({ colour: ["AZUL"] }, {}, facets), [0, 1])
  assert.deepEqual(kept({ colour: ["=azul"] }, {}, facets), [1])
  assert.deepEqual(kept({ set: ["frozen fields"] }, {}, facets), [2])
  const choices = conditions({ colour: ["azul", "bleu"], set: ["Frozen Fields"] })
  assert.deepEqual(facets.unknown(choices, RECORDS), [{ name: "colour", value: "bleu", near: [] }])
})

test("hits are counted for each of their values", () => {
  assert.deepEqual(new Facets(FILTERS).counts(RECORDS), {
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

test("a record in two languages counts once", () => {
  const both = [...RECORDS, { ...RECORDS[2], lang: "es" }]
  const { lang, set } = new Facets(FILTERS).counts(both)
  assert.deepEqual(
    [lang, set],
    [
      { en: 3, es: 1 },
      { emb: 2, fro: 1 },
    ],
  )
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

test("values may be left out", () => {
  assert.deepEqual(kept({}, { type: ["goblin"], set: ["fro"] }), [1])
})

test("a chosen value that no record has is unknown, and values like it are named", () => {
  /** @param {{ [name: string]: string[] }} choices */
  const unknown = (choices) => new Facets(FILTERS).unknown(conditions(choices), RECORDS)
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
