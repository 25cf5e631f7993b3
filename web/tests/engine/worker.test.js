import assert from "node:assert/strict"
import { test } from "node:test"
import { engineOf } from "../tiny-site.js"

/** @import { FromWorker } from "../../search/view/messages.d.ts" */

test("a tab that is open while the site changes reads the new files for its next question", async (context) => {
  /** @type {(event: { data: unknown }) => Promise<void>} */
  let received = async () => {}
  /** @type {FromWorker[]} */
  const answers = []
  Object.assign(globalThis, {
    addEventListener: (/** @type {string} */ _, /** @type {typeof received} */ listener) => {
      received = listener
    },
    postMessage: (/** @type {FromWorker} */ message) => answers.push(message),
  })
  context.after(() =>
    Object.assign(globalThis, { addEventListener: undefined, postMessage: undefined }),
  )
  await import("../../search/engine/worker.js")
  const { reads, lost, broken } = engineOf({ texts: { en: [["It glows."]], es: [["Brilla."]] } })
  const ask = async () => {
    const options = { early: false }
    await received({
      data: { base: "https://rules.test/", lang: "en", number: 1, query: "glows", options },
    })
    return {
      isAnswered: Boolean(answers.at(-1)?.answer),
      heads: reads.filter((name) => name === "en/head").length,
    }
  }
  broken.add("phrases")
  assert.deepEqual(await ask(), { isAnswered: false, heads: 1 })
  broken.clear()
  lost.add("es/texts-0")
  assert.deepEqual(await ask(), { isAnswered: false, heads: 1 })
  lost.clear()
  assert.deepEqual(await ask(), { isAnswered: true, heads: 2 })
})
