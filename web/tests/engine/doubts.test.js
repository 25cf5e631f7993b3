import assert from "node:assert/strict"
import { test } from "node:test"
import { isDoubtful, unansweredName, withoutOthers } from "../../search/engine/doubts.js"
import { Hit } from "../../search/ranking/hits.js"
import { concept, place } from "../fixtures.js"

/** @import { Anchor, Page } from "../../search/query/values.d.ts" */

/**
 * @param {string} text
 * @param {Partial<Hit>} more
 */
function hit(text, more = {}) {
  const page = /** @type {Page} */ ({ title: "", names: "", text, lang: "en" })
  return Object.assign(new Hit(place(0)), { page }, more)
}

const WORDS = [concept("rusty"), concept("gate")]

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
  const part = /** @type {Anchor} */ ({ target: "lamp", covered: [0], complete: false })
  const longer = /** @type {Anchor} */ ({ target: "gatehouse", covered: [0, 1, 2], complete: true })
  const absent = [{ text: "Rusty Gate", places: [0, 1] }]
  assert.deepEqual(withoutOthers([part, longer], absent, undefined), [longer])
  assert.deepEqual(withoutOthers([part, longer], [], absent[0]), [longer])
  assert.deepEqual(withoutOthers([part], [], undefined), [part])
})
