import assert from "node:assert/strict"
import { test } from "node:test"
import { parse as parsed } from "../../search/query/parser.js"
import { setElisions } from "../../search/words/folding.js"

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

test("words, symbols, power and toughness, and rules are parsed", () => {
  const { terms } = parse("Copy a double-faced {2}{W} token +1/−1, rule 702.62A. don't")
  assert.deepEqual(terms, [
    "copy",
    "a",
    "double",
    "faced",
    "{2}",
    "{w}",
    "token",
    "+1/-1",
    "rule",
    "702.62a",
    "don't",
  ])
})

test("an elision is a word of its own, in words, phrases and what is excluded", () => {
  setElisions(["l", "d", "qu"])
  const { terms, phrases, excluded } = parse(
    "marqueurs d’énergie \"l'étape de fin\" -l’effet qu'un dryad's",
  )
  assert.deepEqual(terms, ["marqueurs", "d", "énergie", "qu'un", "dryad's"])
  assert.deepEqual(phrases, ["l étape de fin"])
  assert.deepEqual(excluded, ["effet"])
  setElisions([])
})

test("phrases may have any quotes, and the last one may be open", () => {
  assert.deepEqual(parse('"first strike" “last gasp” « coup double » "open').phrases, [
    "first strike",
    "last gasp",
    "coup double",
    "open",
  ])
  assert.deepEqual(parse('"" "!"').phrases, [])
})

test("a minus excludes words, but not numbers", () => {
  const { excluded, terms } = parse('-token -"first strike" -{T} -1/-1')
  assert.deepEqual(excluded, ["token", "first strike", "{T}"])
  assert.deepEqual(terms, ["-1/-1"])
  assert.deepEqual(parse('-"!" -{ -"').excluded, [])
})

test("filters work in every language, with several values, and each key is a condition of its own", () => {
  const { filters, terms } = parse(
    'set:fut,dgm edición:TSR color:u couleur:rw year:<2010 type:"artifact creature"',
  )
  assert.deepEqual(filters, [
    { name: "set", values: ["fut", "dgm"] },
    { name: "set", values: ["TSR"] },
    { name: "colour", values: ["u"] },
    { name: "colour", values: ["rw"] },
    { name: "year", values: ["<2010"] },
    { name: "type", values: ["artifact creature"] },
  ])
  assert.deepEqual(terms, [])
})

test("a sign may follow the key", () => {
  const { filters, without } = parse("year>=2018 year<2020 color=wu type=goblin set!=fut")
  assert.deepEqual(filters, [
    { name: "year", values: [">=2018"] },
    { name: "year", values: ["<2020"] },
    { name: "colour", values: ["=wu"] },
    { name: "type", values: ["=goblin"] },
  ])
  assert.deepEqual(without, [{ name: "set", values: ["fut"] }])
})

test("a key that names no filter is told, and its words are searched", () => {
  const { strange, terms } = parse(
    'nobody:knows power>=4 foo:"two words" relic: https://rules.example what:',
  )
  assert.deepEqual(strange, ["nobody:", "power>=", "foo:"])
  assert.deepEqual(terms.slice(0, 6), ["nobody", "knows", "power", "4", "foo", "two"])
})

test("a key may be typed with or without accents and ligatures", () => {
  for (const key of ["edicion", "Edición", "ŒUVRE", "oeuvre"]) {
    assert.deepEqual(parse(`${key}:x`).filters, [{ name: "set", values: ["x"] }], key)
  }
})

test("a filter without a value does nothing, and properties of every object are no filters", () => {
  assert.deepEqual(parse("set:").terms, ["set"])
  assert.deepEqual(parse('set:""').filters, [])
  assert.deepEqual(parse("constructor:x").filters, [])
  assert.deepEqual(parse("constructor:x").terms, ["constructor", "x"])
})

test("the short keys of Scryfall work, and a minus before a filter leaves its values out", () => {
  const keys = { ...KEYS, e: "set", s: "set", t: "type", c: "colour", is: "mechanic" }
  const { filters, without, terms } = parsed(
    "e:fut c:wu is:fuse o:draw -t:creature -t:land name:fox",
    keys,
  )
  assert.deepEqual(filters, [
    { name: "set", values: ["fut"] },
    { name: "colour", values: ["wu"] },
    { name: "mechanic", values: ["fuse"] },
  ])
  assert.deepEqual(without, [
    { name: "type", values: ["creature"] },
    { name: "type", values: ["land"] },
  ])
  assert.deepEqual(terms, ["draw", "fox"])
})

test("hybrid mana needs no braces", () => {
  assert.deepEqual(parse("pay W/U or 2/2").terms, ["pay", "{w/u}", "or", "2/2"])
})

test("the text is what was typed besides filters, exclusions and phrases", () => {
  const { text } = parse('Rusty Gate set:fut -dog "loud noise" {T}')
  assert.equal(text, "Rusty Gate {T}")
})

test("parts that full stops or hyphens join are one word if a name has it without them", () => {
  const joined = (/** @type {string} */ query) => parsed(query, {}, (word) => word === "rmk").terms
  assert.deepEqual(joined("does R.M.K. die"), ["does", "rmk", "die"])
  assert.deepEqual(joined("r-mk"), ["rmk"])
  assert.deepEqual(joined("double-faced r.m.k"), ["double", "faced", "rmk"])
})
