import assert from "node:assert/strict"
import { test } from "node:test"
import { Names } from "../../search/index/names.js"
import { Phrases } from "../../search/index/phrases.js"

const { mechanics } = new Names({
  mechanic: {
    "": [
      ["", "en:Glimmer", "en:shimmer", "es:Destellar", "fr:Rage"],
      ["dig", "en:dig", "fr:Creuser"],
    ],
  },
})
const phrases = new Phrases(
  "en",
  {
    same: [],
    abroad: [],
    asked: [],
    players: [],
    vectors: ["rage sun", "?A?C", "moon"],
  },
  new Set(),
  mechanics,
)
const abroad = (/** @type {string} */ word) =>
  phrases.abroad.get(word)?.map(({ lang, phrase }) => `${lang} ${phrase}`)

test("words for a mechanic mean the same in all languages, unless they are everyday words", () => {
  assert.deepEqual([...(phrases.same.get("destellar") ?? [])], ["glimmer", "shimmer", "destellar"])
  assert.equal(phrases.same.has("rage"), false)
  assert.deepEqual([...(phrases.same.get("creuser") ?? [])], ["dig", "creuser"])
  assert.deepEqual(abroad("shimmer"), ["es destellar", "fr rage"])
  assert.equal(abroad("rage"), undefined)
})

test("everyday words are known with and without a vector", () => {
  assert.deepEqual(
    [...phrases.vectors],
    [
      ["rage", "?A"],
      ["sun", "?C"],
      ["moon", ""],
    ],
  )
  assert.deepEqual(
    ["moon", "sun", "quorbix"].map((word) => phrases.isEveryday(word)),
    [true, true, false],
  )
})
