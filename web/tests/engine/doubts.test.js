import assert from "node:assert/strict"
import { test } from "node:test"
import { isDoubtful, unansweredName, withoutOthers } from "../../search/engine/doubts.js"
import { anchor, queryWord, record } from "../fixtures.js"

/** @import { Hit } from "../../search/query/values.d.ts" */

/**
 * @param {string} text
 * @param {Partial<Hit>} more
 */
function hit(text, more = {}) {
  const facts = { said: [], share: 0, anchor: 0, covered: new Set([0]), score: 1 }
  return { record: record({ text }), ...facts, ...more }
}

const WORDS = [queryWord("rusty"), queryWord("gate")]

test("an answer is doubtful if its best hit says little of the query and of no named card", () => {
  assert.equal(isDoubtful([hit("", { share: 0.2 })], WORDS), true)
  assert.equal(isDoubtful([hit("", { share: 0.8 })], WORDS), false)
  assert.equal(isDoubtful([hit("", { share: 0.2, anchor: 0.9 })], WORDS), false)
  assert.equal(isDoubtful([], WORDS), false)
})

test("a name is unanswered unless the best hit has all its words", () => {
  const name = { text: "Rusty Gate", places: [0, 1] }
  assert.deepEqual(unansweredName(name, [hit("A rusty lamp.")]), [name])
  assert.deepEqual(unansweredName(name, [hit("A gate, rusty as ever.")]), [])
  assert.deepEqual(unansweredName(name, []), [name])
  assert.deepEqual(unansweredName(undefined, []), [])
})

test("a card is not meant by a part of a name that the site lacks", () => {
  const part = anchor({ covered: [0], complete: false })
  const longer = anchor({ covered: [0, 1, 2], complete: true })
  const absent = [{ text: "Rusty Gate", places: [0, 1] }]
  assert.deepEqual(withoutOthers([part, longer], absent, undefined), [longer])
  assert.deepEqual(withoutOthers([part, longer], [], absent[0]), [longer])
  assert.deepEqual(withoutOthers([part], [], undefined), [part])
})
