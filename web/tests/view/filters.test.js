import assert from "node:assert/strict"
import { test } from "node:test"
import { offered } from "../../search/view/filters.js"
import { filter } from "../fixtures.js"

/** @import { Words } from "../../search/index/format.d.ts" */

const WORDS = /** @type {Words} */ (/** @type {unknown} */ ({ type_creature: "Creature" }))

test("days of published rulings are not listed as sets, unless they are chosen", () => {
  const counts = { fut: 3, "2017-04-18": 9, "2018-01-02": 1 }
  const row = filter("set", { table: "sets", codes: true })
  assert.deepEqual(offered(row, counts, [], WORDS), ["fut"])
  assert.deepEqual(offered(row, counts, ["2018-01-02"], WORDS), ["fut", "2018-01-02"])
})

test("of a type line, only the card types are listed, and what is chosen", () => {
  const counts = { creature: 3, goblin: 2, legendary: 1 }
  const row = filter("type", { prefix: "type", compared: "words" })
  const values = offered(row, counts, ["goblin", "elf"], WORDS)
  assert.deepEqual(values, ["creature", "goblin", "elf"])
})

test("the commonest values come first, and the newest years", () => {
  const counts = { 2007: 1, 2021: 1, 2024: 3 }
  assert.deepEqual(offered(filter("set"), counts, [], WORDS), ["2024", "2007", "2021"])
  const years = filter("year", { compared: "day" })
  assert.deepEqual(offered(years, counts, [], WORDS), ["2024", "2021", "2007"])
})
