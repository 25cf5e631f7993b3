import assert from "node:assert/strict"
import { test } from "node:test"
import { bucket, misspellingKeys } from "../../search/index/buckets.js"
import { Misspellings } from "../../search/index/misspellings.js"

const [DEPTH, NEAR, NAMED] = [3, 64, { version: "", depth: 2, near: 32 }]
const KNOWN = ["lantern", "planter", "stone"]

/** Put words into their files, and note which are read. */
function filed() {
  /** @type {string[]} */
  const read = []
  /**
   * @param {string} word
   * @param {number} depth
   * @param {number} count
   * @param {number} number
   */
  const isIn = (word, depth, count, number) =>
    misspellingKeys(word, depth).some((key) => bucket(key, count) === number)
  const near = async (/** @type {number} */ number) => {
    read.push(`near ${number}`)
    const words = KNOWN.filter((word) => isIn(word, DEPTH, NEAR, number)).map((word) => `${word} 3`)
    return {
      words,
      others: ["farol", "zorro"].filter((word) => bucket(word.slice(0, DEPTH), NEAR) === number),
    }
  }
  const named = async (/** @type {number} */ number) => {
    read.push(`named ${number}`)
    return { named: KNOWN.filter((word) => isIn(word, NAMED.depth, NAMED.near, number)) }
  }
  const index = { lang: "en", near, named }
  return {
    read,
    near: new Misspellings(index, { depth: DEPTH, starts: [""], near: NEAR, named: NAMED }),
    index,
  }
}

test("words are found by a beginning with an error, those of names in files of their own", async () => {
  const { near, read } = filed()
  for (const typed of ["latnern", "alntern", "antern", "lanteern"]) {
    assert.ok((await near.words(typed)).has("lantern 3"), typed)
    assert.ok((await near.named(typed)).includes("lantern"), typed)
  }
  assert.ok(read.includes(`named ${bucket("la", NAMED.near)}`))
})

test("one file tells whether a word is of another language, and none for a short one", async () => {
  const { near, read } = filed()
  assert.deepEqual(
    await Promise.all(["zorro", "zorra", "oro"].map((word) => near.isForeign(word))),
    [true, false, false],
  )
  assert.deepEqual(new Set(read), new Set([`near ${bucket("zor", NEAR)}`]))
})

test("a language in which nobody types has no such files", async () => {
  const { index, read } = filed()
  const none = new Misspellings(index, { depth: DEPTH, starts: [""], near: 0 })
  assert.deepEqual(
    [await none.isForeign("zorro"), [...(await none.words("zorro"))], await none.named("zorro")],
    [false, [], []],
  )
  assert.deepEqual(read, [])
})
