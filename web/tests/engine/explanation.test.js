import assert from "node:assert/strict"
import { test } from "node:test"
import { bestAnswer, explanation } from "../../search/engine/explanation.js"
import { Hit } from "../../search/ranking/hits.js"
import { place } from "../fixtures.js"

/** @import { Index } from "../../search/index/index.js" */
/** @import { Name } from "../../search/query/values.d.ts" */

const SITE = { base: "/", lang: "en", pages: ["en"], sets: {} }
const TEXTS = [
  "Glimmer makes each lantern shine.\n702.345",
  "Some cards glimmer.",
  "A lantern may shine and glimmer.",
]
const KINDS = ["mechanic", "note", "note", "ruling"]
const records = KINDS.map((kind, number) => place(number, { kind }))
const read = async (/** @type {number} */ number) => ({
  ...{
    kind: KINDS[number],
    id: `lom/${number}`,
    url: "",
    anchor: "",
    langs: [],
    lang: "en",
    title: "Glimmer",
  },
  names: "",
  text: TEXTS[number] ?? "A ruling.",
})
const index = /** @type {Index} */ (/** @type {unknown} */ ({ lang: "en", records, read }))

/** @param {string} where */
const named = (where, score = 1) =>
  /** @type {Name[]} */ ([
    { kind: "mechanic", target: "glimmer", where, text: "Glimmer", score, words: 1 },
  ])

test("a mechanic has its text, its rule, and the note that is most like the text", async () => {
  const found = await explanation(named("en 1 2,es 4 2,en 0"), index, [], SITE)
  assert.equal(found?.mechanic?.text, "Glimmer makes each lantern shine.")
  assert.equal(found?.mechanic?.rule, "702.345")
  assert.equal(found?.best?.text, TEXTS[2])
})

test("a mechanic without notes has the best ruling that was found", async () => {
  const found = await explanation(named("en 0"), index, [new Hit(records[3])], SITE)
  assert.equal(found?.best?.text, "A ruling.")
})

test("only a whole name is explained, in a language that explains it", async () => {
  assert.equal(await explanation(named("en 0", 0.9), index, [], SITE), undefined)
  assert.equal(await explanation(named("es 0"), index, [], SITE), undefined)
})

test("a question without a mechanic has the best hit, if that is a ruling", async () => {
  const found = Object.assign(new Hit(records[3]), { page: await read(3) })
  assert.equal(bestAnswer([found], SITE)?.best?.text, "A ruling.")
  assert.equal(
    bestAnswer([Object.assign(new Hit(records[0]), { page: await read(0) })], SITE),
    undefined,
  )
  assert.equal(bestAnswer([], SITE), undefined)
})
