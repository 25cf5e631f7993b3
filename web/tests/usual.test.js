// Usual questions: a query asks one if it has enough of the words in which people ask it.

import assert from "node:assert/strict"
import { test } from "node:test"
import { answering, questions, usual } from "../search/usual.js"
import { inflect } from "../search/words.js"
import { concept, place } from "./making.js"

/** @import { Index } from "../search/index.js" */

const LANG = "en-usual" // of this file alone, because all test files share the forms of words
inflect(LANG, ["s", "es", "ed", "ing"])
const ROWS = ["discount order tax|en 2 3|es 40", "copy fork storm|en 7", "fork order priority|es 1 1"]
const known = questions(ROWS)

/** @param {string} query */
const asked = (query) =>
  usual(
    [...query.split(" ")].map((word) => concept(word)),
    known,
    LANG,
  )

/**
 * @param {string} lang
 * @returns {Index}
 */
const index = (lang) =>
  /** @type {Index} */ ({
    lang,
    records: Array.from({ length: 50 }, (_, number) => place(number, { lang })),
    usual: async () => known,
  })

test("the records of a question are read from the distances between them", () => {
  assert.deepEqual(known.answers[0], { en: [2, 5], es: [40] })
})

test("two words make a question, and one does only if no other question has it", () => {
  assert.deepEqual(
    asked("two taxes and a discount").map(({ places }) => places),
    [[1, 4]],
  )
  assert.deepEqual(asked("fork"), [])
  assert.deepEqual(asked("fork fork fork"), [])
  assert.deepEqual(
    asked("tax tax").map(({ places }) => places),
    [[0]],
  )
})

test("words that several questions have say less", () => {
  const [sure, less] = asked("discount tax fork order")
  assert.deepEqual(sure.answers, known.answers[0])
  assert.deepEqual(less.answers, known.answers[2])
  assert.equal(sure.sure, 1)
  assert.ok(less.sure < 0.6)
})

test("a question that few words show is less sure", () => {
  assert.ok(asked("copy storm")[0].sure < asked("copy storm fork")[0].sure)
})

test("a query asks only a few questions", () => {
  const many = questions(Array.from({ length: 9 }, (_, number) => `ember lantern river${number}|en ${number}`))
  const words = ["ember", "lantern", ...Array.from({ length: 9 }, (_, number) => `river${number}`)]
  const found = usual(
    words.map((word) => concept(word)),
    many,
    "en",
  )
  assert.equal(found.length, 4)
})

test("the words of a question count for the records that answer it", async () => {
  const words = ["discount", "tax", "goblin"].map((word) => concept(word))
  const own = index("en")
  const looks = await answering(words, own, [own], () => false)
  assert.deepEqual(
    looks.map(({ place: at, matches }) => [at, matches.map(({ record }) => record.number)]),
    [
      [0, [2, 5]],
      [1, [2, 5]],
    ],
  )
  assert.ok(words[0].usual?.[0].records.has(own.records[5]))
  assert.equal(words[2].usual, undefined)
})

test("another language is opened only if the opened ones do not answer", async () => {
  /** @type {string[]} */
  const opened = []
  const further = async (/** @type {string} */ lang) => {
    opened.push(lang)
    return index(lang)
  }
  const own = index("en")
  await answering([concept("discount"), concept("tax")], own, [own], further)
  assert.deepEqual(opened, [])
  const [look] = await answering([concept("fork"), concept("priority")], own, [own], further)
  assert.deepEqual(opened, ["es"])
  assert.deepEqual(
    look.matches.map(({ record }) => [record.lang, record.number]),
    [
      ["es", 1],
      ["es", 2],
    ],
  )
})
