import assert from "node:assert/strict"
import { test } from "node:test"
import { cardFacts } from "../../search/engine/card-facts.js"
import { knownAndMissing } from "../../search/engine/display.js"
import { place } from "../fixtures.js"

/** @import { Index } from "../../search/index/index.js" */
/** @import { Name } from "../../search/query/values.d.ts" */

/**
 * @param {Partial<Name>} more
 * @returns {Name}
 */
const name = (more) => ({
  kind: "card",
  target: "owl",
  where: "en 0 4",
  text: "Owl",
  score: 1,
  words: 1,
  ...more,
})

const KINDS = ["card", "ruling", "ruling", "rule"]
const IDS = ["owl", "fro/owl/1", "emb/owl/1", "emb/owl/rule-1"]

/** @param {string} text the text of the card's record */
function index(text) {
  const records = KINDS.map((kind, number) => place(number, { kind }))
  const read = async (/** @type {number} */ number) => ({
    kind: KINDS[number],
    id: IDS[number],
    title: "Owl",
    names: "Búho",
    text,
  })
  return /** @type {Index} */ (/** @type {unknown} */ ({ lang: "en", records, read }))
}

test("a card has its cost, its type, its sets and the number of its rulings", async () => {
  const facts = await cardFacts(
    name({}),
    [index("Owl\n{1}{U}\nCreature — Bird\nFlying\n1/1")],
    "en",
  )
  assert.deepEqual(facts, {
    title: "Owl",
    cost: "{1}{U}",
    type: "Creature — Bird",
    sets: ["fro", "emb"],
    rulings: 2,
  })
})

test("a card is called by the name that was typed, unless it is a nickname or lacks marks", async () => {
  const titled = async (/** @type {string} */ text) =>
    (await cardFacts(name({ text }), [index("")], "en"))?.title
  assert.equal(await titled("Búho"), "Búho")
  assert.equal(await titled("O.W.L."), "Owl")
  assert.equal(await titled("hooter"), "Owl")
})

test("a type in another language than that of the page is left out", async () => {
  const facts = await cardFacts(name({}), [index("Owl\n{1}{U}\nCreature — Bird")], "es")
  assert.deepEqual([facts?.cost, facts?.type], ["{1}{U}", ""])
})

test("a card without a cost has its type", async () => {
  const facts = await cardFacts(name({}), [index("Owl Nest\nLand\n{T}: Add {U}.")], "en")
  assert.deepEqual([facts?.cost, facts?.type], ["", "Land"])
})

test("only cards have facts, and only if an index with one of their records is open", async () => {
  assert.equal(await cardFacts(name({ kind: "mechanic" }), [index("")], "en"), undefined)
  assert.equal(await cardFacts(name({ where: "es 0 4" }), [index("")], "en"), undefined)
  assert.equal(await cardFacts(name({ where: "" }), [index("")], "en"), undefined)
})

test("a card that the library lacks is missing only if nothing else has the typed name", () => {
  const absent = name({ kind: "absent", text: "Moss Owl" })
  assert.deepEqual(knownAndMissing([absent], 0.9), { known: [], missing: ["Moss Owl"] })
  assert.deepEqual(knownAndMissing([absent, name({})], 0.9).missing, [])
  assert.deepEqual(knownAndMissing([{ ...absent, score: 0.5 }], 0.9).missing, [])
  assert.deepEqual(knownAndMissing([absent, name({ score: 0.5 })], 0.9).missing, ["Moss Owl"])
})
