import assert from "node:assert/strict"
import { test } from "node:test"
import { sizeOf } from "../../search/table/large-ruling.js"

test("the longer a ruling is, the smaller are its letters, within limits", () => {
  const sizes = [0, 40, 200, 400, 5000].map(sizeOf)
  assert.deepEqual(
    sizes,
    sizes.toSorted((one, other) => other - one),
  )
  assert.equal(sizeOf(10), 4)
  assert.equal(sizeOf(100_000), 1.3)
})
