import assert from "node:assert/strict"
import { test } from "node:test"
import { recordRanges } from "../../search/index/entries.js"
import { anchors } from "../../search/query/names.js"
import { concept } from "../fixtures.js"

/** @import { Concept } from "../../search/query/values.d.ts" */

const NAMES = [
  "card/ember-fox/en 1 4,es 2 3/Ember Fox",
  "card/ember-fox/en 1 4,es 2 3/Zorro de ascuas",
  "card/mireth/es 9 5/Mireth, Keeper of the Fen",
  "card/still-water/es 20 2/Still Water",
  "card/rusty-owl/es 30 2/Rusty Owl",
  "card/frosty-owl/es 40 2/Frosty Owl",
  "card/sooty-owl/es 50 2/Sooty Owl",
  "card/mossy-owl/es 60 2/Mossy Owl",
  "mechanic/glimmer/en 70 3/Glimmer",
  "set/emb//Ember Fields",
]
const LANGUAGE = {
  ignored: new Set(["does", "the"]),
  articles: ["the"],
  query: "",
  records: 1000,
  lang: "en",
}
const RARE = 7 // the weight of a word that hardly any record has

/**
 * Return the targets that a query names. Words in capitals are rare, and the others are in many
 * texts.
 * @param {(string | Concept)[]} words
 */
const targets = (...words) =>
  anchors(
    words.map((word) =>
      typeof word === "string" ? concept(word, { count: 100, weight: 2 }) : word,
    ),
    NAMES,
    LANGUAGE,
  ).map(({ target }) => target)

/**
 * Return a word that only names have.
 * @param {string} term
 */
const named = (term) => concept(term, { named: true, weight: RARE })

test("a name is recognized anywhere in a question, in any language and in any order", () => {
  assert.deepEqual(targets("does", named("ember"), "fox", "die"), ["ember-fox"])
  assert.deepEqual(targets("when", named("zorro"), "de", named("ascuas"), "dies"), ["ember-fox"])
})

test("a short name is enough", () => {
  assert.deepEqual(targets(named("mireth"), "attacks"), ["mireth"])
})

test("a word that only one name has is enough, but not one that texts or several names have", () => {
  assert.deepEqual(targets(named("rusty"), "attacks"), ["rusty-owl"])
  assert.deepEqual(targets("rusty", "attacks"), [])
  assert.deepEqual(targets(named("rusty-owl"), named("owls")), [])
})

test("common words are a name only if the whole name is there, next to each other", () => {
  assert.deepEqual(targets("water", "attacks"), [])
  const still = concept("still", { count: 20, weight: 4 })
  assert.deepEqual(targets(still, "water", "attacks"), ["still-water"])
  assert.deepEqual(targets(still, "a", "b", "c", "d", "water"), [])
})

test("a word that no text has may be misspelt", () => {
  assert.deepEqual(targets(concept("mirreth", { unknown: "mirreth", weight: RARE }), "attacks"), [
    "mireth",
  ])
  assert.deepEqual(targets(concept("mirreth", { weight: RARE }), "attacks"), [])
  assert.deepEqual(
    targets(concept("mirreth", { unknown: "mirreth", foreign: true, weight: RARE }), "attacks"),
    [],
  )
})

test("a mechanic is recognized only by its whole name", () => {
  assert.deepEqual(targets("glimmer", "twice"), ["glimmer"])
})

test("a name that leads to no records is left out", () => {
  assert.deepEqual(targets(named("fields"), "attacks"), [])
})

test("the records of a name are runs of numbers in each language", () => {
  assert.deepEqual(recordRanges("en 1 4,es 2 3"), [
    { lang: "en", first: 1, count: 4 },
    { lang: "es", first: 2, count: 3 },
  ])
})

test("a common noun is no card: an article stands before it, and it has no capital", () => {
  const asked = (/** @type {string} */ query) =>
    anchors(
      query
        .toLowerCase()
        .split(" ")
        .map((term) => (term === "rusty" ? named(term) : concept(term, { count: 100, weight: 2 }))),
      NAMES,
      { ...LANGUAGE, query },
    ).map(({ target }) => target)
  assert.deepEqual(asked("the rusty attacks"), [])
  assert.deepEqual(asked("the Rusty attacks"), ["rusty-owl"])
  assert.deepEqual(asked("the rusty owl attacks"), ["rusty-owl"])
})
