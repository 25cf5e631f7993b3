import assert from "node:assert/strict"
import { test } from "node:test"
import { withJoinedNames } from "../../search/query/joined-names.js"
import { parse } from "../../search/query/parser.js"

const lexicon = {
  about: async (/** @type {string} */ word) => ({ count: 0, exact: 0, named: word === "rmk" }),
}
const joined = async (/** @type {string} */ query) =>
  (await withJoinedNames(parse(query, {}), query, lexicon)).terms

test("a name with full stops or hyphens is one word if a name has it without them", async () => {
  assert.deepEqual(await joined("does R.M.K. die"), ["does", "rmk", "die"])
  assert.deepEqual(await joined("r-mk"), ["rmk"])
})

test("other words with marks stay apart", async () => {
  assert.deepEqual(await joined("double-faced r.m.k"), ["double", "faced", "rmk"])
})
