import assert from "node:assert/strict"
import { test } from "node:test"
import { engineOf } from "../tiny-site.js"

/** @import { Answer } from "../../search/view/messages.d.ts" */

const LARGE = {
  texts: {
    en: [
      [{ title: "Ember Fox", text: "It glows." }],
      [{ title: "Rain Owl", text: "It melts, and it glows." }],
    ],
  },
}

test("all is read once, names and texts of the page's language before phrases", async () => {
  const { engine, reads } = engineOf({ texts: { en: [["It glows."]], es: [["Brilla."]] } })
  await engine.search("glows")
  await engine.search("glow")
  assert.deepEqual(reads.slice(0, 3), ["en/head", "names", "en/texts-0"])
  assert.ok(reads.indexOf("phrases") < reads.indexOf("es/texts-0"))
  assert.equal(reads.at(-1), "absent")
  assert.equal(new Set(reads).size, reads.length)
})

test("of a large site, the texts of a named card are read first, and a first answer says so", async () => {
  const { engine } = engineOf(LARGE)
  /** @type {Answer[]} */
  const first = []
  const whole = await engine.search("rain owl glows", {
    early: (answer) => void first.push(answer),
  })
  assert.deepEqual(
    first.map(({ loading, hits }) => [loading, hits[0]?.id]),
    [[true, "emb/rain-owl/1"]],
  )
  assert.deepEqual([whole.loading, whole.hits.length], [false, 2])
})

test("a file that cannot be read fails the question, and the next one reads it again", async () => {
  const { engine, broken } = engineOf({ texts: { en: [["It glows."]] } })
  broken.add("phrases")
  await assert.rejects(engine.search("glows"))
  broken.clear()
  assert.equal((await engine.search("glows")).hits.length, 1)
})

test("without a network, other languages may be missing", async () => {
  const { engine, broken } = engineOf({ texts: { en: [["It glows."]], es: [["Brilla."]] } })
  broken.add("es/texts-0")
  assert.equal((await engine.search("glows")).hits.length, 1)
})

test("explanations are read when a question names a mechanic that no text is about", async () => {
  const zap = { title: "Zap", kind: "mechanic", text: "", explanation: "You zap." }
  const { engine, reads, broken } = engineOf({ texts: { en: [["It glows at night.", zap]] } })
  await engine.search("glows")
  assert.equal(reads.includes("en/explanations"), false)
  broken.add("en/explanations") // there is no network, and the next question tries again
  assert.equal((await engine.search("zap night")).answered, undefined)
  broken.clear()
  assert.equal((await engine.search("zap night")).answered?.mechanic.text, "You zap.")
})
