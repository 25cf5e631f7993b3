import assert from "node:assert/strict"
import { test } from "node:test"
import { withJoinedNames } from "../../search/query/joined-names.js"
import { parse } from "../../search/query/parser.js"

const joined = (/** @type {string} */ query) =>
  withJoinedNames(parse(query, {}), query, (word) => word === "rmk").terms

test("a name with full stops or hyphens is one word if a name has it without them", () => {
  assert.deepEqual(joined("does R.M.K. die"), ["does", "rmk", "die"])
  assert.deepEqual(joined("r-mk"), ["rmk"])
})

test("other words with marks stay apart", () => {
  assert.deepEqual(joined("double-faced r.m.k"), ["double", "faced", "rmk"])
})
