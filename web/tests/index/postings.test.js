import assert from "node:assert/strict"
import { test } from "node:test"
import {
  consecutive,
  indexedWords,
  postingList,
  ratedRecords,
  relativeLengths,
} from "../../search/index/postings.js"

const ALIKE = [1, 1, 1, 1, 1]

test("a list of records counts each number from the one before", () => {
  assert.deepEqual(postingList("2,3,5 4,-2,1"), [
    { number: 2, places: [3, 8] },
    { number: 6, places: [-2, -1] },
  ])
})

test("a record with a word often or in few words is rated higher", () => {
  /** @param {string} runs */
  const scores = (runs, lengths = ALIKE) =>
    ratedRecords([{ postings: postingList(runs), value: 1 }], lengths).map(({ score }) => score)
  const [once, often] = scores("0,4 1,4,1,1")
  assert.ok(often > once)
  const [short, long] = scores("0,4 1,4", [0.5, 2])
  assert.ok(short > long)
})

test("another form of a word adds to the word itself", () => {
  const forms = [
    { postings: postingList("0,1 1,1"), value: 1 },
    { postings: postingList("1,5 1,5"), value: 0.5 },
  ]
  const [word, both, other] = ratedRecords(forms, ALIKE).map(({ score }) => score)
  assert.ok(both > word && word > other)
})

test("a phrase is found if its words follow each other", () => {
  const words = ["0,3 1,3 1,-2", "0,5 1,4 1,0", "0,9"].map(postingList)
  assert.deepEqual(
    consecutive(words.slice(0, 2)).map(({ number }) => number),
    [1],
  )
  assert.deepEqual(
    consecutive(words).map(({ number }) => number),
    [],
  )
  assert.deepEqual(consecutive([]), [])
})

test("each letter of a language without spaces is a word", () => {
  assert.deepEqual(indexedWords(["呪文x", "fox"]), ["呪", "文", "x", "fox"])
})

test("a letter stands for a length, and the next one for twice as much", () => {
  assert.deepEqual(relativeLengths("abb"), [0.6, 1.2, 1.2])
})
