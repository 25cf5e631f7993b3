import assert from "node:assert/strict"
import { test } from "node:test"
import { offered } from "../../search/view/filters.js"
import { filter } from "../fixtures.js"

/** @import { Words } from "../../search/index/format.d.ts" */

const WORDS = /** @type {Words} */ (/** @type {unknown} */ ({ type_creature: "Creature" }))

test("days of published rulings are not listed as sets, unless they are chosen", () => {
  const counts = { fut: 3, "2017-04-18": 9, "2018-01-02": 1 }
  const row = filter("set", { table: "sets", codes: true })
  assert.deepEqual(offered(row, counts, new Set(), WORDS), [["fut", 3]])
  assert.deepEqual(offered(row, counts, new Set(["2018-01-02"]), WORDS), [
    ["fut", 3],
    ["2018-01-02", 1],
  ])
})

test("of a type line, only the card types are listed, and what is chosen", () => {
  const counts = { creature: 3, goblin: 2, legendary: 1 }
  const row = filter("type", { prefix: "type", compared: "words" })
  assert.deepEqual(offered(row, counts, new Set(["goblin", "elf"]), WORDS), [
    ["creature", 3],
    ["goblin", 2],
    ["elf", 0],
  ])
})
