import assert from "node:assert/strict"
import { test } from "node:test"
import { absentNames, likelyName } from "../../search/query/absent-names.js"
import { anchor, owner, queryWord } from "../fixtures.js"

/** @import { Anchor } from "../../search/query/values.d.ts" */

const NAMES = new Map([
  ["moss", ["Moss Owl", "Moss Owl of the Fen"]],
  ["glimmer", ["Glimmer"]],
])
const texts = (/** @type {string} */ query) =>
  absentNames(query.toLowerCase().split(" "), NAMES, query).map(({ text }) => text)

test("a name that the site lacks is recognized in a question if all of it is there", () => {
  assert.deepEqual(texts("does moss owl die"), ["Moss Owl"])
  assert.deepEqual(texts("does the owl of moss die"), [])
})

test("the longest name counts", () => {
  assert.deepEqual(texts("moss owl of the fen"), ["Moss Owl of the Fen"])
})

test("a single word is a name only alone or with a capital", () => {
  assert.deepEqual(texts("glimmer"), ["Glimmer"])
  assert.deepEqual(texts("can i glimmer twice"), [])
  assert.deepEqual(texts("can I copy Glimmer"), ["Glimmer"])
})

/**
 * Return the text that looks like a name. Words of one letter are question words, and those with a
 * `y` are in no record.
 * @param {string} query
 * @param {Partial<Anchor>[]} [meant]
 */
function likely(query, meant = []) {
  const words = query.split(" ").map((term) =>
    queryWord(term.toLowerCase(), {
      count: term.includes("y") ? 0 : 90,
      quiet: /^(?:does|i|of)$/i.test(term),
      isUnknown: term.includes("yy"),
    }),
  )
  return likelyName(query, words, meant.map(anchor), { links: ["of"], lang: "en" })?.text
}

test("two words with capitals are a name, with the small words between them", () => {
  assert.equal(likely("Does Rusty Gate open"), "Rusty Gate")
  assert.equal(likely("Gate of Rust opens"), "Gate of Rust")
  assert.equal(likely("Gate opens Rust"), undefined)
  assert.equal(likely("RUSTY GATE OPENS"), undefined)
})

test("a short query is a name if hardly any record has one of its words", () => {
  assert.equal(likely("rusty gate"), "rusty gate")
  assert.equal(likely("iron gate"), undefined)
  assert.equal(likely("does rusty gate"), undefined)
  assert.equal(likely("rusty gate opens at noon"), undefined)
})

test("what a known name covers is no other name, unless capitals show more of it", () => {
  assert.equal(likely("rusty gate", [{ complete: false, covered: [0] }]), undefined)
  assert.equal(likely("Rusty Gate", [{ complete: false, covered: [0] }]), "Rusty Gate")
  assert.equal(likely("Rusty Gate", [{ complete: true, covered: [0] }]), undefined)
  assert.equal(likely("Rusty Gate", [{ complete: false, covered: [0, 1] }]), undefined)
})

test("part of a name is no answer to an unknown word, or if only other languages have the card", () => {
  assert.equal(likely("rustyy gate", [{ complete: false, covered: [1] }]), "rustyy gate")
  assert.equal(likely("rustyy gate", [{ complete: false, covered: [0] }]), undefined)
  const abroad = owner({ files: { es: [0] } })
  const named = { covered: [0], owner: abroad }
  assert.equal(likely("rusty gate", [{ complete: false, ...named }]), "rusty gate")
  assert.equal(likely("rusty gate", [{ complete: true, ...named }]), undefined)
})
