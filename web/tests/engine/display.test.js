// What an answer says besides which hits come first.

import assert from "node:assert/strict"
import { test } from "node:test"
import { engineOf } from "../tiny-site.js"

/** @import { Ambiguous } from "../../search/index/format.d.ts" */
/** @import { TinySite } from "../tiny-site.js" */

const FOX = { title: "Ember Fox", text: "It glows." }
const ZORRO = { title: "Zorro", text: "Brilla." }
/** @type {TinySite["abroad"]} */
const ABROAD = [[["glows"], { es: ["brilla"] }]]

test("a hit leads to a page that shows it: its own language's if the reader's has another text", async () => {
  const es = [
    { ...ZORRO, langs: ["es"] },
    { ...ZORRO, title: "Lobo", langs: ["en", "es"], set: "fro" },
  ]
  const { engine } = engineOf({ texts: { en: [[FOX]], es: [es] } })
  const { hits } = await engine.search("brilla", { others: true })
  assert.deepEqual(
    hits.map(({ url, setName, released }) => [url, setName, released]),
    [
      ["https://rules.test/es/cards/lobo/", "Frozen Fields", null],
      ["https://rules.test/en/cards/zorro/", "Ember Fields", "2026-01-02"],
    ],
  )
})

test("telling words are marked, and long ones of a phrase with the same meaning", async () => {
  const rows = ["It is sent far away.", "It flickers."]
  const site = { texts: { en: [rows] }, ignored: ["does"], same: [["flicker", "is sent far away"]] }
  const { hits } = await engineOf(site).engine.search("does flicker")
  const [, phrase] = hits
  assert.deepEqual(phrase.words, ["flicker", "sent", "away"])
  const [quiet] = (
    await engineOf({ texts: { en: [["Does it?"]] }, ignored: ["does"] }).engine.search("does")
  ).hits
  assert.deepEqual(quiet.words, ["does"])
})

test("further rulings of a card take no place of other hits", async () => {
  const rows = ["a", "b", "c", "d"].map((text) => ({ ...FOX, text: `It glows ${text}.` }))
  const others = ["Lynx", "Owl"].map((title) => ({ title, text: "Perhaps it glows." }))
  const { engine } = engineOf({ texts: { en: [[...rows, ...others]] } })
  const { hits, more } = await engine.search("glows", { limit: 3 })
  assert.deepEqual(
    [hits.map(({ title }) => title), more],
    [["Ember Fox", "Ember Fox", "Ember Fox", "Ember Fox", "Lynx"], true],
  )
})

test("a record in two languages is one hit", async () => {
  const texts = { en: [[FOX]], es: [[{ ...FOX, text: "Brilla." }]] }
  const { engine } = engineOf({ texts, abroad: ABROAD })
  const { hits, total } = await engine.search("glows", { others: true })
  assert.deepEqual([hits.map(({ lang }) => lang), total], [["en"], 1])
})

test("other languages are searched too if the page's has few good hits, unless the query says which", async () => {
  const rows = ["It glows.", "Glows it.", "So it glows."]
  const langsFor = async (/** @type {number} */ count, query = "glows") => {
    const { engine } = engineOf({
      texts: { en: [rows.slice(0, count)], es: [[ZORRO]] },
      abroad: ABROAD,
    })
    const { hits, others } = await engine.search(query)
    return [hits.map(({ lang }) => lang).join(" "), others]
  }
  assert.deepEqual(await langsFor(2), ["en en es", true])
  assert.deepEqual(await langsFor(3), ["en en en", false])
  assert.deepEqual(await langsFor(2, "glows lang:en"), ["en en", false])
})

test("if nothing is found, a word that is near is suggested", async () => {
  const { engine } = engineOf({ texts: { en: [["The lantern glows."]] } })
  const { hits, suggestions } = await engine.search("lanter")
  assert.deepEqual([hits, suggestions], [[], ["lantern"]])
  assert.deepEqual((await engine.search("glows lanter")).suggestions, [])
})

test("a rule that has no page is named, and an empty query finds nothing", async () => {
  const { engine } = engineOf({ texts: { en: [["The lantern glows."]] } })
  assert.deepEqual((await engine.search("lantern 702.999a")).unquoted, ["702.999a"])
  assert.deepEqual((await engine.search(" ")).hits, [])
})

test("each sense of a word is offered if none is sure", async () => {
  /** @type {Ambiguous[]} */
  const senses = [[["bark"], { "tree skin": ["oak"], howl: ["dog"] }]]
  const { engine } = engineOf({ texts: { en: [["The tree skin glows."]] }, senses })
  assert.deepEqual(
    (await engine.search("bark glows")).readings.map(({ query }) => query),
    ["tree skin glows", "howl glows"],
  )
  assert.equal((await engine.search("bark oak")).hits.length, 1)
})
