import assert from "node:assert/strict"
import { test } from "node:test"
import { concepts, isRuleNumber, isUniversal } from "../../search/query/concepts.js"
import { lookups } from "../../search/query/lookups.js"
import { WEIGHTS } from "../../search/weights.js"
import { concept } from "../fixtures.js"

/** @import { Concept, Group, QueryLexicon, Standin } from "../../search/query/values.d.ts" */

const RECORDS = 1000

/**
 * @param {string} phrase
 * @param {number} count
 * @returns {Standin}
 */
const standin = (phrase, count) => ({ phrase, rarest: phrase.split(" ")[0], count, worth: 0 })

/**
 * Return a lexicon in which this many records have each word.
 * @param {{ [word: string]: number }} counts
 * @param {{ groups?: Group[], nearest?: { [typed: string]: string }, depth?: number, cues?:
 *   string[] }} more
 * @returns {QueryLexicon}
 */
const lexicon = (counts, { groups = [], nearest = {}, depth = 2, cues = [] } = {}) => ({
  depth,
  ignored: new Set(["what", "happens"]),
  about: async (word) => ({ count: counts[word] ?? 0, exact: counts[word] ?? 0, named: false }),
  abroad: async () => [],
  asked: async () => new Map(cues.map((cue) => [cue, [0]])),
  isForeign: async () => false,
  nearest: async (word) => nearest[word],
  synonyms: async () => groups,
})

/**
 * @param {string[]} terms
 * @param {QueryLexicon} words
 */
const ask = (terms, words) => concepts(terms, words, RECORDS)

/** @param {Concept[]} asked */
const looked = (asked, foreign = /** @type {Concept[]} */ ([])) =>
  lookups(asked, foreign, RECORDS, new Set(["what"])).map(({ text }) => text)

test("rule numbers and symbols are recognized by their first characters", () => {
  assert.deepEqual(["702.62a", "702", "{T}", "+1/+1", "fox"].map(isRuleNumber), [
    true,
    false,
    false,
    false,
    false,
  ])
  assert.deepEqual(["702.62a", "{T}", "+1/+1", "*/*", "fox"].map(isUniversal), [
    true,
    true,
    true,
    true,
    false,
  ])
})

test("a rarer word weighs more", async () => {
  const [rare, common, ignored] = await ask(
    ["Suspend", "creature", "what"],
    lexicon({ suspend: 5, creature: 500 }),
  )
  assert.ok(rare.weight > common.weight && common.weight > ignored.weight)
  assert.deepEqual([rare.word, rare.count, ignored.quiet], ["suspend", 5, true])
})

test("question words count only if there are no other words", async () => {
  const [what] = await ask(["what"], lexicon({ what: 300 }))
  assert.deepEqual([what.quiet, what.count], [false, 300])
})

test("a word in which people ask usual questions is not misspelt", async () => {
  const words = lexicon(
    { pile: 5, rebase: 5 },
    { nearest: { rebate: "rebase", pille: "pile" }, cues: ["rebate"] },
  )
  const found = await ask(["rebate", "pille"], words)
  assert.deepEqual(
    found.map(({ word, corrected }) => [word, corrected]),
    [
      ["rebate", undefined],
      ["pile", "pile"],
    ],
  )
})

test("a word that no record has is replaced by the nearest known word", async () => {
  const [word] = await ask(
    ["suspned"],
    lexicon({ suspend: 5 }, { nearest: { suspned: "suspend" } }),
  )
  assert.deepEqual(
    [word.word, word.corrected, word.unknown, word.count],
    ["suspend", "suspend", "suspned", 5],
  )
})

test("a misspelt question word is not looked up", async () => {
  const [word] = await ask(["hapens"], lexicon({}, { nearest: { hapens: "happy" } }))
  assert.deepEqual([word.quiet, word.corrected], [true, undefined])
})

test("a rule that no record cites is looked up without its letter", async () => {
  const [rule] = await ask(["702.62a"], lexicon({ 702.62: 7 }))
  assert.deepEqual([rule.count, rule.same.map(({ phrase }) => phrase)], [1, ["702.62"]])
})

test("a synonym of a phrase is added once to each of its words", async () => {
  const group = { from: 0, length: 2, others: [standin("dies", 20), standin("dies", 20)] }
  const [one, two, three] = await ask(
    ["goes", "graveyard", "fox"],
    lexicon({}, { groups: [group] }),
  )
  assert.deepEqual(
    [one, two, three].map(({ same }) => same.length),
    [1, 1, 0],
  )
  assert.ok(one.joined && two.joined && !three.joined)
  assert.ok(one.same[0].worth >= 0.6 && one.same[0].worth <= 1)
})

test("letters that only begin a word are quiet, unless they are slang", async () => {
  const groups = [{ from: 0, length: 1, others: [standin("graveyard", 30)] }]
  const deep = { depth: 3 }
  const [begun] = await ask(["gy", "fox"], lexicon({ gy: 2 }, deep))
  const [slang] = await ask(["gy", "fox"], lexicon({ gy: 2 }, { ...deep, groups }))
  assert.deepEqual([begun.quiet, begun.count, slang.quiet, slang.count], [true, 0, false, 2])
})

test("rare words are looked up, and common ones only if there are no others", () => {
  const rarer = Array.from({ length: WEIGHTS.RARER }, (_, number) =>
    concept(`w${number}`, { count: number + 6 }),
  )
  const [rare, common] = [concept("suspend", { count: 5 }), concept("card", { count: 400 })]
  assert.deepEqual(
    looked([common, ...rarer]),
    rarer.map(({ word }) => word),
  )
  assert.deepEqual(looked([common, rare]), ["suspend", "card"])
  assert.deepEqual(looked([concept("nothing", { count: 0 })]), [])
})

test("lookups stop at a limit, to stay quick", () => {
  const many = Array.from({ length: WEIGHTS.LOOKS + 1 }, (_, number) =>
    concept(`w${number}`, { count: 10 }),
  )
  assert.equal(looked(many).length, WEIGHTS.LOOKS)
})

test("power and toughness are looked up without a minus", () => {
  assert.deepEqual(looked([concept("-1/-1", { count: 30 })]), ["1/1"])
})

test("a word of another language is looked up as typed", () => {
  const word = concept("wort", { word: "word", count: 0, unknown: "wort" })
  assert.deepEqual(looked([word], [word]), ["wort"])
})

test("a synonym of a rare word is looked up too, and two for an unknown word", () => {
  const same = [standin("graveyard", 20), standin("dies", 25), standin("what", 20)]
  assert.deepEqual(looked([concept("gy", { count: 2, same: [...same] })]), ["gy", "graveyard"])
  assert.deepEqual(looked([concept("gy", { count: 0, same: [...same] })]), ["graveyard", "dies"])
  assert.deepEqual(looked([concept("card", { count: 400, same: [...same] })]), ["card"])
})
