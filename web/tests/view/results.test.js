import assert from "node:assert/strict"
import { test } from "node:test"
import { Results } from "../../search/view/results.js"
import { hit, NOTHING } from "../fixtures.js"

/** @import { Words } from "../../search/index/format.d.ts" */
/** @import { Answer } from "../../search/view/messages.d.ts" */

const WORDS = /** @type {Words} */ (
  /** @type {unknown} */ ({
    search_missing: "No rulings for {name}.",
    search_none: "Nothing for {query}.",
    search_near: "Only names:",
    search_partial: "No other languages.",
    search_corrected: "{word}, not {typed}.",
    search_unknown: "No {value} under {filter}.",
    search_strange: "{key} is no filter.",
    filter_type: "Type",
    search_meant: "Try:",
  })
)
const NAMED = { kind: "card", id: "fox", title: "Fox", url: "", score: 1, words: 1 }

/** @param {Partial<Answer>} answer */
const said = (answer) =>
  new Results({ lang: "en", base: "" })
    .said("foks", { ...NOTHING, words: WORDS, ...answer })
    .join("")

test("that only names match is said, and what no record has, but no correction", () => {
  assert.equal(said({ names: [NAMED] }), "Only names:")
  const unknown = [{ name: "type", value: "elf", near: [] }]
  assert.equal(
    said({ names: [NAMED], corrected: [["foks", "fox"]], unknown }),
    "No elf under Type. Only names:",
  )
})

test("hits speak for themselves, and a correction is said", () => {
  assert.equal(said({ hits: [hit({})], names: [NAMED] }), "")
  assert.equal(said({ hits: [hit({})], corrected: [["foks", "fox"]] }), "fox, not foks.")
})

test("nothing is said to be found if there are neither names nor hits", () => {
  assert.equal(said({}), "Nothing for foks.")
  assert.equal(said({ strange: ["power>="] }), "Nothing for foks. power>= is no filter.")
})

test("other languages that could not be read are said if they were wanted, or without hits", () => {
  assert.equal(said({ partial: true }), "Nothing for foks. No other languages.")
  assert.equal(said({ partial: true, hits: [hit({})] }), "")
  assert.equal(said({ partial: true, hits: [hit({})], others: true }), "No other languages.")
})

test("a value that no record has explains itself, with values like it", () => {
  assert.equal(said({ unknown: [{ name: "type", value: "elf", near: [] }] }), "No elf under Type.")
  const unknown = [{ name: "type", value: "ef", near: ["elf", "efreet"] }]
  assert.equal(said({ unknown }), "No ef under Type. Try: type:elf, type:efreet")
})

test("an explained mechanic without rulings has no link to a card elsewhere", () => {
  const mechanic = { ...hit({ title: "Glimmer" }), rule: "" }
  assert.equal(said({ missing: ["Glimmer"], answered: { mechanic } }), "No rulings for Glimmer.")
})
