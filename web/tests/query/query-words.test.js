import assert from "node:assert/strict"
import { test } from "node:test"
import { nearestWord } from "../../search/query/query-words.js"
import { engineOf } from "../tiny-site.js"

test("the nearest word has the fewest errors, and rather sounds the same", () => {
  const words = ["lantern", "lanthorn", "fornix", "fenix", "bolt"]
  assert.equal(nearestWord("lantren", words), "lantern")
  assert.equal(nearestWord("foenix", words), "fenix")
  assert.equal(nearestWord("lamtarm", words), undefined)
})

test("a short word is corrected only if it sounds the same, or if two letters are swapped", () => {
  assert.equal(nearestWord("blot", ["bolt"]), "bolt")
  assert.equal(nearestWord("wolt", ["bolt"]), "bolt")
  assert.equal(nearestWord("belt", ["bolt"]), undefined)
})

test("in a query of a language that nothing knows, only names are corrected", async () => {
  const rows = ["The lantern glows.", { title: "Gorblex", text: "It melts." }]
  const { engine } = engineOf({ texts: { en: [rows] } })
  const corrected = async (/** @type {string} */ query) => (await engine.search(query)).corrected
  assert.deepEqual(await corrected("lantarn melts glows"), [["lantarn", "lantern"]])
  assert.deepEqual(await corrected("lantarn quuxo zibble gorblax fnord"), [["gorblax", "gorblex"]])
})
