import assert from "node:assert/strict"
import { test } from "node:test"
import { sensed } from "../../search/query/senses.js"

/** @import { Ambiguous } from "../../search/index/format.d.ts" */

/** @type {Ambiguous[]} */
const AMBIGUOUS = [
  [["bark", "barks"], { "tree skin": ["tree", "oak"], howl: ["dog", "loud"] }],
  [["casts off"], { leaves: [] }],
]
const reading = (/** @type {string} */ query) =>
  sensed(query.toLowerCase().split(" "), AMBIGUOUS, query)

test("a word has the sense that fits the words beside it", () => {
  assert.deepEqual(reading("dog barks twice").terms, ["dog", "howl", "twice"])
  assert.deepEqual(reading("bark of the oak").terms, ["tree", "skin", "of", "the", "oak"])
})

test("a word stays if its sense is unsure, and each sense is offered", () => {
  const { terms, readings } = reading("bark twice")
  assert.deepEqual(terms, ["bark", "twice"])
  assert.deepEqual(readings, [
    { phrase: "tree skin", query: "tree skin twice" },
    { phrase: "howl", query: "howl twice" },
  ])
})

test("a reading keeps what else was typed", () => {
  const typed = 'Bark twice set:fut -dog "loud noise"'
  assert.deepEqual(
    sensed(["bark", "twice"], AMBIGUOUS, typed).readings.map(({ query }) => query),
    ['tree skin twice set:fut -dog "loud noise"', 'howl twice set:fut -dog "loud noise"'],
  )
  assert.deepEqual(sensed(["bark", "twice"], AMBIGUOUS, "b.ark twice").readings, [])
})

test("a phrase with a single sense always has it", () => {
  assert.deepEqual(reading("it casts off now").terms, ["it", "leaves", "now"])
})

test("other words stay", () => {
  assert.deepEqual(reading("no such word"), { terms: ["no", "such", "word"], readings: [] })
})
