import assert from "node:assert/strict"
import { test } from "node:test"
import { absentNames, withoutParts } from "../../search/query/absent-names.js"
import { anchor, queryWord } from "../fixtures.js"

/** @import { Anchor } from "../../search/query/values.d.ts" */

const ABSENT = new Map([
  ["moss", ["Moss Owl", "Moss Owl of the Fen"]],
  ["glimmer", ["Glimmer"]],
])

/**
 * Return the names that a query has and the site lacks. Some words are question words, those with a
 * `y` are in no record, and nothing knows those with two.
 * @param {string} text
 * @param {Partial<Anchor>[]} [meant]
 * @param {Map<string, string[]>} [absent]
 */
function absentIn(text, meant = [], absent = new Map()) {
  const words = text.split(" ").map((term) =>
    queryWord(term.toLowerCase(), {
      typed: term.toLowerCase().replace("'", ""),
      count: term.includes("y") ? 0 : 90,
      quiet: /^(?:does|i|can|is|the|of)$/i.test(term),
      isStrange: term.includes("yy"),
    }),
  )
  const named = meant.map(anchor)
  return absentNames({ text, words, named }, absent, ["of"]).map((name) => name.text)
}
const listed = (/** @type {string} */ text, /** @type {Partial<Anchor>[]} */ meant = []) =>
  absentIn(text, meant, ABSENT)

test("a name on the list is recognized in a question if all of it is there", () => {
  assert.deepEqual(listed("does moss owl die"), ["Moss Owl"])
  assert.deepEqual(listed("does the owl of moss die"), [])
})

test("the longest name comes first", () => {
  assert.deepEqual(listed("moss owl of the fen"), ["Moss Owl of the Fen", "Moss Owl"])
})

test("a single word is a name only alone, with a capital, or if nothing else knows it", () => {
  assert.deepEqual(listed("glimmer"), ["Glimmer"])
  assert.deepEqual(listed("can i glimmer twice"), [])
  assert.deepEqual(listed("Glimmer twice"), [])
  assert.deepEqual(listed("can I copy Glimmer"), ["Glimmer"])
  assert.deepEqual(absentIn("can i copy glyymer", [], new Map([["glyymer", ["Glyymer"]]])), [
    "Glyymer",
  ])
})

test("a name on the list is none if a card of the site has all of it", () => {
  assert.deepEqual(listed("moss owl dies", [{ complete: true, covered: [0, 1] }]), [])
  assert.deepEqual(listed("moss owl dies", [{ complete: true, covered: [1] }]), ["Moss Owl"])
})

/**
 * What is so, and by its text the names that a query has and the site lacks.
 * @type {{ [fact: string]: { [text: string]: string[] } }}
 */
const TOLD = {
  "two words with capitals are a name, with the small words between them": {
    "Does Iron Gate open": ["Iron Gate"],
    "Gate of Iron opens": ["Gate of Iron"],
    "Gate opens Iron": [],
  },
  "capitals say nothing if question words have them too, or all letters": {
    "IRON GATE OPENS": [],
    "When Does Iron Gate Open": [],
  },
  "a short query is not a name because its words are rare: it may be jargon": { "rusty gate": [] },
  "a word that nothing knows is a name with its rare neighbors, and alone if it is all": {
    "is iron rustyy mossy gate strong": ["rustyy mossy"],
    "is rustyy's gate strong": ["rustyy's gate"],
    "is rustyy strong": [],
    "is rustyy": ["rustyy"],
  },
}
for (const [fact, queries] of Object.entries(TOLD)) {
  test(fact, () => {
    for (const [text, names] of Object.entries(queries)) assert.deepEqual(absentIn(text), names)
  })
}

test("what a known name covers is no other name, unless capitals show more of it", () => {
  assert.deepEqual(absentIn("rustyy gate", [{ complete: false, covered: [0] }]), [])
  const big = (/** @type {boolean} */ complete, /** @type {number[]} */ ...covered) =>
    absentIn("Is Iron Gate big", [{ complete, covered }])
  assert.deepEqual([big(false, 1), big(true, 1), big(false, 1, 2)], [["Iron Gate"], [], []])
})

test("a card is not meant by a part of a name that the site lacks", () => {
  const part = anchor({ covered: [0], complete: false })
  const longer = anchor({ covered: [0, 1, 2], complete: true })
  const absent = { text: "Rusty Gate", places: [0, 1], isListed: true }
  assert.deepEqual(withoutParts([part, longer], [absent]), [longer])
  assert.deepEqual(withoutParts([part, longer], [{ ...absent, isListed: false }]), [longer])
  assert.deepEqual(withoutParts([part], []), [part])
})
