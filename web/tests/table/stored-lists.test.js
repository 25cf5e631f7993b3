import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { freeName, removeList, storedLists, storeList } from "../../search/table/stored-lists.js"

/** @type {Map<string, string>} */
const kept = new Map()

beforeEach(() => {
  kept.clear()
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  }
  Object.defineProperty(globalThis, "localStorage", {
    value: storage,
    configurable: true,
    writable: true,
  })
})

const names = () => storedLists().map(({ name }) => name)

test("the newest list comes first, and each name is there once", () => {
  for (const name of ["one", "two", "one"]) storeList({ name, text: name })
  assert.deepEqual(names(), ["one", "two"])
})

test("a list with a new name takes the place of the old one", () => {
  storeList({ name: "one", text: "Bog" })
  storeList({ name: "other", text: "Bog" }, "one")
  assert.deepEqual(names(), ["other"])
})

test("a removed list is gone, and nothing is left with the last one", () => {
  storeList({ name: "one", text: "Bog" })
  removeList("one")
  assert.deepEqual(names(), [])
  assert.equal(kept.size, 0)
})

test("a name that is taken gets a number", () => {
  for (const name of ["bog", "bog 2"]) storeList({ name, text: "" })
  assert.equal(freeName("bog"), "bog 3")
  assert.equal(freeName("fen"), "fen")
})

test("what is damaged or forbidden is no list", () => {
  for (const text of ["[1, null, {}]", "{", '"x"']) {
    kept.set("rulebinder.lists", text)
    assert.deepEqual(storedLists(), [])
  }
  Object.defineProperty(globalThis, "localStorage", {
    value: undefined,
    configurable: true,
    writable: true,
  })
  storeList({ name: "one", text: "" })
  assert.deepEqual(storedLists(), [])
})
