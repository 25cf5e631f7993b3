// Usual questions: a query asks one if it has enough of the words in which people ask it.

import assert from "node:assert/strict"
import { test } from "node:test"
import { usualAnswers, usualQuestions } from "../../search/query/usual-questions.js"
import { setEndings } from "../../search/words/forms.js"
import { concept, cues, place } from "../fixtures.js"

/** @import { Index } from "../../search/index/index.js" */

const LANG = "en-usual" // of this file alone, because all test files share the forms of words
setEndings(LANG, ["s", "es", "ed", "ing"])
const ROWS = [
  "discount order tax|en 2 3|es 40",
  "copy fork storm|en 7",
  "fork order priority|es 1 1",
]
const known = cues(LANG, ROWS)
const own = { lexicon: known, usual: async () => known.answers }

/** @param {string} query */
const asked = (query) =>
  usualQuestions(
    [...query.split(" ")].map((word) => concept(word)),
    known,
  )

/**
 * @param {string} lang
 * @returns {Index}
 */
const index = (lang) =>
  /** @type {Index} */ ({
    lang,
    records: Array.from({ length: 50 }, (_, number) => place(number, { lang })),
  })

test("two words make a question, and one does only if no other question has it", async () => {
  const places = async (/** @type {string} */ query) =>
    (await asked(query)).map((each) => each.places)
  assert.deepEqual(await places("two taxes and a discount"), [[1, 4]])
  assert.deepEqual(await places("fork"), [])
  assert.deepEqual(await places("fork fork fork"), [])
  assert.deepEqual(await places("tax tax"), [[0]])
})

test("an unknown word is a cue as it was typed, and a short one only as it is", async () => {
  const typed = [
    concept("taxi", { unknown: "taxes" }),
    concept("dis"),
    concept("disc", { unknown: "discount" }),
  ]
  assert.deepEqual(await usualQuestions(typed, known), [
    { number: 0, places: [0, 2], sure: 0.5 / 0.6 },
  ])
})

test("words that several questions have say less", async () => {
  const [sure, less] = await asked("discount tax fork order")
  assert.deepEqual([sure.number, less.number], [0, 2])
  assert.equal(sure.sure, 1)
  assert.ok(less.sure < 0.6)
})

test("a question that few words show is less sure", async () => {
  assert.ok((await asked("copy storm"))[0].sure < (await asked("copy storm fork"))[0].sure)
})

test("a query asks only a few questions", async () => {
  const rows = Array.from({ length: 9 }, (_, number) => `ember lantern river${number}|en ${number}`)
  const words = ["ember", "lantern", ...Array.from({ length: 9 }, (_, number) => `river${number}`)]
  const found = await usualQuestions(
    words.map((word) => concept(word)),
    cues("en", rows),
  )
  assert.equal(found.length, 4)
})

test("the words of a question count for the records that answer it", async () => {
  const words = ["discount", "tax", "goblin"].map((word) => concept(word))
  const opened = index("en")
  const found = await usualAnswers(words, own, [opened], () => false)
  assert.deepEqual(
    found.map(({ place: at, matches }) => [at, matches.map(({ record }) => record.number)]),
    [
      [0, [2, 5]],
      [1, [2, 5]],
    ],
  )
  assert.ok(words[0].usual?.[0].records.has(opened.records[5]))
  assert.equal(words[2].usual, undefined)
})

test("the answers are read only if a question is asked", async () => {
  const unread = { lexicon: known, usual: () => assert.fail("the answers are read") }
  assert.deepEqual(
    await usualAnswers([concept("fork"), concept("goblin")], unread, [index("en")], () => false),
    [],
  )
})

test("another language is opened only if the opened ones do not answer", async () => {
  /** @type {string[]} */
  const opened = []
  const further = async (/** @type {string} */ lang) => {
    opened.push(lang)
    return index(lang)
  }
  const open = [index("en")]
  await usualAnswers([concept("discount"), concept("tax")], own, open, further)
  assert.deepEqual(opened, [])
  const [lookup] = await usualAnswers([concept("fork"), concept("priority")], own, open, further)
  assert.deepEqual(opened, ["es"])
  assert.deepEqual(
    lookup.matches.map(({ record }) => [record.lang, record.number]),
    [
      ["es", 1],
      ["es", 2],
    ],
  )
})
