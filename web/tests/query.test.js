import assert from "node:assert/strict"
import { test } from "node:test"
import { parse as parsed } from "../search/query.js"

const KEYS = {
  set: "set",
  color: "colour",
  year: "year",
  type: "type",
  edicion: "set",
  couleur: "colour",
  oeuvre: "set",
}

/** @param {string} query */
const parse = (query) => parsed(query, KEYS)

test("words, symbols, power and toughness, and rules", () => {
  const { terms } = parse("Copy a double-faced {2}{W} token +1/−1, rule 702.62A. don't")
  assert.deepEqual(terms, ["copy", "a", "double", "faced", "{2}", "{w}", "token", "+1/-1", "rule", "702.62a", "don't"])
})

test("phrases in any quotes, the last without an end", () => {
  assert.deepEqual(parse('"first strike" “last gasp” « coup double » "open').phrases, [
    "first strike",
    "last gasp",
    "coup double",
    "open",
  ])
  assert.deepEqual(parse('""').phrases, [])
})

test("what has a minus is excluded, but no number", () => {
  const { excluded, terms } = parse('-token -"first strike" -{T} -1/-1')
  assert.deepEqual(excluded, ["token", "first strike", "{T}"])
  assert.deepEqual(terms, ["-1/-1"])
})

test("filters in any of the languages, with several values", () => {
  const { filters, terms } = parse('set:fut,dgm edición:TSR color:u couleur:r year:<2010 type:"artifact" nobody:knows')
  assert.deepEqual(filters, {
    set: ["fut", "dgm", "TSR"],
    colour: ["u", "r"],
    year: ["<2010"],
    type: ["artifact"],
  })
  assert.deepEqual(terms, ["nobody", "knows"])
})

test("a key is typed with or without its accents and ligatures", () => {
  for (const key of ["edicion", "Edición", "ŒUVRE", "oeuvre"]) {
    assert.deepEqual(parse(`${key}:x`).filters, { set: ["x"] }, key)
  }
})

test("a filter without a value asks for nothing, and what every object has is none", () => {
  assert.deepEqual(parse("set:").terms, ["set"])
  assert.deepEqual(parse('set:""').filters, { set: [] })
  assert.deepEqual(parse("constructor:x").filters, {})
  assert.deepEqual(parse("constructor:x").terms, ["constructor", "x"])
})

test("a name is what no symbol is beside", () => {
  assert.deepEqual([parse("lightning bolt").named, parse("lightning bolt").beyond], ["lightning bolt", false])
  assert.deepEqual([parse("bolt {R}").named, parse("bolt {R}").beyond], ["bolt", true])
  assert.ok(parse('bolt "deals damage"').beyond)
})
