import assert from "node:assert/strict"
import { test } from "node:test"
import { records } from "../../search/index/records.js"

/** @import { Index } from "../../search/index/index.js" */

const KINDS = ["ruling", "note", "rule", "card"]
const SPANISH = /** @type {Index} */ ({ lang: "es" })

test("records have their kind, their page, and the key of the same record in an earlier language", () => {
  const found = records({ places: "Da3Db", kinds: KINDS, twins: "1 en 40 2,5 de 9" }, SPANISH)
  assert.deepEqual(
    found.map(({ kind, holder, key }) => `${kind}, ${holder}, ${key}`),
    [
      "card, es 0, es 0",
      "ruling, es 0, en 40",
      "ruling, es 0, en 41",
      "ruling, es 0, es 3",
      "card, es 1, es 4",
      "note, es 1, de 9",
    ],
  )
})

test("records of one language alone have keys of their own", () => {
  assert.deepEqual(
    records({ places: "A2", kinds: KINDS, twins: "" }, SPANISH).map(({ key }) => key),
    ["es 0", "es 1"],
  )
})
