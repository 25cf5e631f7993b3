import assert from "node:assert/strict"
import { test } from "node:test"
import { mergedList } from "../../search/view/merged-list.js"
import { hit } from "../fixtures.js"

/** @import { NamedHit } from "../../search/view/messages.d.ts" */

/**
 * @param {string} id
 * @param {Partial<NamedHit>} more
 */
const name = (id, more = {}) => ({
  kind: "card",
  id,
  title: id,
  url: id,
  score: 1,
  words: 1,
  ...more,
})

/** @param {Parameters<typeof mergedList>[0]} answer */
const ids = (answer) => mergedList(answer).map(({ id }) => id)

test("a name that matches the whole query comes first, and only once", () => {
  assert.deepEqual(
    ids({
      names: [name("bolt")],
      hits: [hit({ kind: "card", id: "bolt" }), hit({ id: "a/1" })],
      total: 2,
    }),
    ["bolt", "a/1"],
  )
})

test("a similar name comes last", () => {
  const names = [name("bolt", { score: 0.7 })]
  assert.deepEqual(ids({ names, hits: [hit({ id: "a/1" })], total: 1000 }), ["a/1", "bolt"])
})

test("a rare word or several words may be part of a name", () => {
  const names = [name("bolt", { score: 0.7 })]
  const hits = [hit({ id: "a/1" })]
  assert.deepEqual(ids({ names, hits, total: 60 }), ["bolt", "a/1"])
  assert.deepEqual(ids({ names: [name("bolt", { score: 0.7, words: 2 })], hits, total: 1000 }), [
    "bolt",
    "a/1",
  ])
})

test("hits of two kinds may have the same id", () => {
  const hits = [hit({ kind: "card", id: "bolt" }), hit({ kind: "mechanic", id: "bolt" })]
  assert.deepEqual(ids({ names: [name("bolt")], hits, total: 2 }), ["bolt", "bolt"])
})

test("the page of a rule comes after the rulings that cite it", () => {
  const names = [name("702-62", { kind: "rule", words: 2 })]
  assert.deepEqual(ids({ names, hits: [hit({ id: "a/1" })], total: 1 }), ["a/1", "702-62"])
})
