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

test("names and texts are requested together", async () => {
  const { engine } = engineOf({ texts: { en: [["It glows."]] } })
  const { fetch } = globalThis
  /** @type {PromiseWithResolvers<void>} */
  const asked = Promise.withResolvers()
  globalThis.fetch = async (address) => {
    if (String(address).endsWith("texts-0")) asked.resolve()
    if (String(address).endsWith("names")) await asked.promise
    return fetch(address)
  }
  assert.equal((await engine.search("glows")).hits.length, 1)
})

test("a first answer waits for another language only if the page's lacks the named card", async () => {
  const [fox, owl] = ["Ember Fox", "Rain Owl"].map((title) => ({ title, text: "It glows." }))
  const { engine } = engineOf({ texts: { en: [[fox]], es: [[fox, owl]] } })
  const { fetch } = globalThis
  /** @type {PromiseWithResolvers<void>} */
  const held = Promise.withResolvers()
  globalThis.fetch = async (address) => {
    if (String(address).endsWith("es/texts-0")) await held.promise
    return fetch(address)
  }
  const firstAnswer = (/** @type {string} */ query) =>
    /** @type {Promise<Answer>} */ (
      new Promise((early) => {
        engine.search(query, { early })
      })
    )
  const ofFox = await firstAnswer("ember fox")
  const ofOwl = firstAnswer("rain owl")
  held.resolve()
  assert.deepEqual(
    [ofFox, await ofOwl].map(({ hits: [{ lang, title }] }) => [lang, title]),
    [
      ["en", "Ember Fox"],
      ["es", "Rain Owl"],
    ],
  )
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
  const asked = [engine.search("glows"), engine.search("glows")]
  for (const question of asked) await assert.rejects(question)
  broken.clear()
  assert.equal((await engine.search("glows")).hits.length, 1)
})

test("without a network, other languages may be missing, and are tried again", async () => {
  const { engine, broken } = engineOf({ texts: { en: [["It glows."]], es: [["Brilla."]] } })
  const asked = async (/** @type {string} */ query) => {
    const { hits, partial } = await engine.search(query)
    return [hits.length, partial]
  }
  broken.add("es/texts-0")
  assert.deepEqual(await asked("glows"), [1, true])
  assert.deepEqual(await asked("brilla"), [0, true])
  assert.deepEqual(await asked("brilla lang:en"), [0, false])
  broken.clear()
  assert.deepEqual(await asked("brilla"), [1, false])
})

test("nothing is said to be absent, or unsure, as long as a file is missing", async () => {
  const site = { texts: { en: [["It glows."], ["It melts."]], es: [["Brilla."]] } }
  const { engine, broken } = engineOf({ ...site, absent: ["Moss Owl"] })
  /** @type {Answer[]} */
  const first = []
  const lacking = async () => {
    const options = { early: (/** @type {Answer} */ answer) => void first.push(answer) }
    const { missing, unsure } = await engine.search("moss owl glows", options)
    return { missing, unsure }
  }
  broken.add("es/texts-0")
  assert.deepEqual(await lacking(), { missing: [], unsure: false })
  broken.clear()
  assert.deepEqual(await lacking(), { missing: ["Moss Owl"], unsure: true })
  assert.ok(first.length && first.every(({ loading, missing }) => loading && !missing.length))
})

test("a file of another language that the server lacks fails the question", async () => {
  const { engine, lost } = engineOf({ texts: { en: [["It glows."]], es: [["Brilla."]] } })
  lost.add("es/texts-0")
  await assert.rejects(engine.search("glows"), /es.texts-0: 404/)
})

test("a reader who saves data loads what the question needs", async (context) => {
  const texts = { ...LARGE.texts, es: [["Brilla."]] }
  context.mock.getter(globalThis, "navigator", () => ({ connection: { saveData: true } }))
  const named = engineOf({ texts })
  const owl = await named.engine.search("rain owl glows")
  assert.deepEqual([owl.hits[0].id, owl.loading], ["emb/rain-owl/1", false])
  assert.deepEqual(named.reads, ["en/head", "names", "en/texts-1"])
  const words = engineOf({ texts })
  assert.equal((await words.engine.search("rain glows")).hits.length, 2)
  assert.ok(words.reads.includes("phrases") && !words.reads.includes("es/texts-0"))
  assert.equal((await words.engine.search("brilla")).hits.length, 1)
  const others = engineOf({ texts }).engine
  assert.equal((await others.search("glows brilla", { others: true })).hits.length, 3)
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
