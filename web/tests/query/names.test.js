import assert from "node:assert/strict"
import { test } from "node:test"
import { Names } from "../../search/index/names.js"
import { Texts } from "../../search/index/texts.js"
import { nameMatches, namedOwners } from "../../search/query/names.js"
import { queryWord } from "../fixtures.js"

/** @import { QueryWord } from "../../search/query/values.d.ts" */

const NAMES = new Names({
  card: {
    "en 0": [
      ["", "Fox"],
      ["", "Ember Fox"],
      ["", "Owl"],
      ["", "Lantern of the Fen"],
    ],
  },
  mechanic: { "en 0": [["", "en:Moonlit Howl"]] },
})
const OWN = new Texts("en", 0)
OWN.add(
  {
    cells: [[[]]],
    runs: [["ruling", "cards/lantern-of-the-fen", "", "", "", [], 0, 1]],
    more: {},
    ends: [""],
    texts: [""],
  },
  () => [],
)

/**
 * Return the cards and mechanics that a query names. A word is in one record, unless `more` says
 * what is known about it.
 * @param {string} text
 * @param {{ [term: string]: Partial<QueryWord> }} more
 */
function ownersIn(text, more = {}) {
  const words = text.split(" ").map((term) => queryWord(term, more[term]))
  const library = { ignored: new Set(["", "of", "the"]), own: OWN }
  const owners = namedOwners(nameMatches(words, NAMES), words, library)
  return owners.map(({ owner, complete }) => `${owner.id}${complete ? "" : " in part"}`)
}

test("a longer name hides a shorter one in it", () => {
  assert.deepEqual(ownersIn("ember fox owl"), ["ember-fox", "owl"])
})

test("a part of a name names a card if hardly any text has it but the card's, but no mechanic", () => {
  assert.deepEqual(ownersIn("fen"), ["lantern-of-the-fen in part"])
  assert.deepEqual(ownersIn("fen", { fen: { count: 2 } }), [])
  assert.deepEqual(ownersIn("fens"), ["lantern-of-the-fen in part"])
  assert.deepEqual(ownersIn("howl"), [])
  assert.deepEqual(ownersIn("howl moonlit"), ["moonlit-howl"])
})

test("a name needs no small words, but its words must be close together", () => {
  const common = { lantern: { count: 9 }, fen: { count: 9 } }
  assert.deepEqual(ownersIn("lantern fen", common), ["lantern-of-the-fen"])
  assert.deepEqual(ownersIn("lantern so or in a fen", common), [])
})

test("a word that is only like one of a name counts if nothing has it, or if it is only begun", () => {
  assert.deepEqual(ownersIn("lantarn", { lantarn: { isNew: true } }), [])
  const unknown = { lantarn: { isNew: true, isUnknown: true } }
  assert.deepEqual(ownersIn("lantarn fen", unknown), ["lantern-of-the-fen"])
  assert.deepEqual(ownersIn("ember lant", { lant: { isBegun: true } }), [])
  assert.deepEqual(ownersIn("fen lant", { lant: { isBegun: true } }), ["lantern-of-the-fen"])
})
