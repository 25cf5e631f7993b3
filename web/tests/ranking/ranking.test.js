import assert from "node:assert/strict"
import { test } from "node:test"
import { Hit } from "../../search/ranking/hits.js"
import { bestFirst, kindWeight, ranked, withoutTwins } from "../../search/ranking/ranking.js"
import { WEIGHTS } from "../../search/weights.js"
import { place } from "../fixtures.js"

/** @import { IndexRecord } from "../../search/query/values.d.ts" */

/**
 * Return a lookup at a position of the query that found records equally well.
 * @param {number} at
 * @param {IndexRecord[]} records
 */
const lookup = (at, records, { worth = 1, weight = 1 } = {}) => ({
  place: at,
  worth,
  weight,
  matches: records.map((record) => ({ record, score: 1 })),
})

/** @param {Hit[]} hits */
const numbers = (hits) => hits.map(({ number }) => number)

const [one, two, three] = [place(1), place(2), place(3)]

test("a hit with more words of the query, or rarer ones, comes first", () => {
  const found = [lookup(0, [one, two], { weight: 2 }), lookup(1, [two, three])]
  const hits = ranked({ found, phrases: [], excluded: [] })
  assert.deepEqual(numbers(hits), [2, 1, 3])
  assert.deepEqual(
    hits.map(({ share }) => share),
    [1, 2 / 3, 1 / 3],
  )
})

test("a hit with a better score in the index comes first", () => {
  const matches = [
    { record: one, score: 1 },
    { record: two, score: 4 },
  ]
  assert.deepEqual(
    numbers(ranked({ found: [{ ...lookup(0, []), matches }], phrases: [], excluded: [] })),
    [2, 1],
  )
})

test("the best of several lookups for one word counts", () => {
  const [first] = ranked({
    found: [lookup(0, [one], { worth: 0.5 }), lookup(0, [one])],
    phrases: [],
    excluded: [],
  })
  assert.deepEqual([first.values, first.worths], [[1], [1]])
})

test("phrases are required, and excluded words are not allowed", () => {
  const [phrase, excluded] = [lookup(0, [one, two]).matches, lookup(0, [two]).matches]
  assert.deepEqual(
    numbers(
      ranked({ found: [lookup(0, [one, two, three])], phrases: [phrase], excluded: [excluded] }),
    ),
    [1],
  )
  assert.deepEqual(numbers(ranked({ found: [], phrases: [phrase], excluded: [] })), [1, 2])
})

test("a ruling need not repeat a word of its card", () => {
  const card = place(4, { kind: "card", holder: "en bolt" })
  const ruling = place(5, { holder: "en bolt" })
  const hits = ranked({
    found: [lookup(0, [card]), lookup(1, [ruling, one])],
    phrases: [],
    excluded: [],
  })
  assert.deepEqual(numbers(hits), [5, 1, 4])
  assert.deepEqual(hits[0].inherited, [0.4])
})

test("only the first weak hits are kept", () => {
  const weak = Array.from({ length: 2 * WEIGHTS.WEAK }, (_, number) => place(number + 10))
  const found = [lookup(0, weak), lookup(1, [one], { weight: 9 })]
  const hits = ranked({ found, phrases: [], excluded: [] })
  assert.deepEqual(
    hits.map((hit) => hit.weak),
    [false, ...Array(WEIGHTS.WEAK - 1).fill(true)],
  )
  assert.deepEqual(numbers(hits).slice(0, 3), [1, 10, 11])
})

test("hits are sorted by the language of the pages, then by score, then in the order of the index", () => {
  const hits = [
    new Hit(place(1, { lang: "es" }), 3),
    new Hit(two, 1),
    new Hit(one, 1),
    new Hit(three, 2),
  ]
  assert.deepEqual(numbers(bestFirst([...hits], "en")), [3, 1, 2, 1])
  assert.deepEqual(
    bestFirst([...hits]).map(({ lang }) => lang),
    ["es", "en", "en", "en"],
  )
})

test("a hit in the language of the pages comes after others that answer much more", () => {
  const [foreign, weak, good] = [
    new Hit(place(1, { lang: "es" }), 1),
    new Hit(one, 0.8),
    new Hit(two, 0.5),
  ]
  Object.assign(foreign, { share: 1 })
  Object.assign(weak, { share: 0.3 })
  Object.assign(good, { share: 0.6 })
  assert.deepEqual(bestFirst([weak, foreign, good], "en"), [good, foreign, weak])
})

test("a record in two languages is listed once, in the language that comes first", () => {
  const hits = [place(7, { lang: "es", key: "en 1" }), one, two].map((record) => new Hit(record))
  assert.deepEqual(
    withoutTwins(hits).map(({ lang, number }) => `${lang} ${number}`),
    ["es 7", "en 2"],
  )
})

test("questions prefer rulings to cards", () => {
  assert.equal(kindWeight("ruling", true), 1)
  assert.ok(kindWeight("card", true) < kindWeight("card"))
  assert.ok(kindWeight("set") < kindWeight("card"))
})
