import assert from "node:assert/strict"
import { test } from "node:test"
import { firstHits, pageOf, shownHits, shownNames } from "../../search/engine/display.js"
import { Hit } from "../../search/ranking/hits.js"
import { reranked } from "../../search/ranking/reranking.js"
import { WEIGHTS } from "../../search/weights.js"
import { concept, page as content, place } from "../fixtures.js"

/** @import { Index } from "../../search/index/index.js" */
/** @import { Page, Query } from "../../search/query/values.d.ts" */

const SITE = {
  base: "https://rules.test/",
  lang: "es",
  pages: ["es", "en"],
  sets: { emb: /** @type {[string, string]} */ (["Ember", "2007-05-04"]) },
}
/** @type {Query} */
const QUERY = {
  text: "",
  terms: [],
  phrases: [],
  excluded: [],
  filters: [],
  without: [],
  strange: [],
  named: "",
  beyond: false,
}

/**
 * @param {number} number
 * @param {Partial<Page>} says
 */
function found(number, says = {}, score = 1) {
  const made = new Hit(place(number), score)
  made.page = content({
    id: `emb/fox/${number}`,
    url: "cards/fox/",
    anchor: `emb-fox-${number}`,
    langs: ["es", "en"],
    title: "Fox",
    text: "It dies.",
    ...says,
  })
  return made
}

/** @param {Hit} each */
const page = async (each) => /** @type {Page} */ (each.page)
const READING = { page, lang: "en", early: undefined, signal: undefined }

test("a hit links to a page in its own language, if the page in the site's language has another text", async () => {
  const hits = [
    found(1),
    found(2, { lang: "de" }),
    found(3, { langs: ["en"] }),
    found(4, { anchor: "" }),
  ]
  const urls = (await shownHits(hits, [], QUERY, SITE)).map(({ url }) =>
    url.slice(SITE.base.length),
  )
  assert.deepEqual(urls, [
    "en/cards/fox//#emb-fox-1",
    "es/cards/fox//#emb-fox-2",
    "es/cards/fox//#emb-fox-3",
    "en/cards/fox//",
  ])
})

test("words that say the query in another way are marked too", async () => {
  const hit = Object.assign(found(1, { text: "Exile it, then return it to play." }), {
    meant: ["exile and return it"],
  })
  const [{ words }] = await shownHits([hit], [concept("flicker")], QUERY, SITE)
  assert.deepEqual(words, ["flicker", "exile", "return"])
})

test("rulings that say the same of several cards are one hit, which has the others' cards", async () => {
  const hits = [
    found(1, { text: "If Fox dies, Fox is exiled." }),
    found(2, { title: "Owl", text: "If Owl dies, Owl is exiled." }),
    found(3, { title: "Owl", text: "If Fox dies, Owl is exiled." }),
    found(4, { text: "If Fox dies, Fox is exiled." }),
    found(5, { title: "Owl", lang: "es", text: "If Owl dies, Owl is exiled." }),
    found(6, { title: "Owl", kind: "card", text: "If Owl dies, Owl is exiled." }),
  ]
  const shown = await shownHits(hits, [], QUERY, SITE)
  assert.deepEqual(
    shown.map(({ id, copies }) => [id, ...copies.map(({ title }) => title)]),
    [["emb/fox/1", "Owl"], ["emb/fox/3"], ["emb/fox/4"], ["emb/fox/5"], ["emb/fox/6"]],
  )
})

test("from the third one on, rulings of a card take no place among the first hits", () => {
  const holders = ["fox", "fox", "fox", "owl", "fox", "elk", "owl"]
  const hits = holders.map((holder, number) => new Hit(place(number, { holder })))
  const numbers = (/** @type {number} */ limit) =>
    firstHits(hits, limit).map(({ number }) => number)
  assert.deepEqual(numbers(2), [0, 1, 2])
  assert.deepEqual(numbers(3), [0, 1, 2, 3, 4])
  assert.deepEqual(numbers(9), [0, 1, 2, 3, 4, 5, 6])
  for (const hit of hits) hit.record.kind = "note"
  assert.deepEqual(numbers(3), [0, 1, 2])
})

test("a hit has the name and day of its set, if they are known", async () => {
  const hits = [
    found(1),
    found(2, { kind: "set", id: "emb" }),
    found(3, { kind: "card", id: "emb" }),
    found(4, { id: "fro/1" }),
  ]
  const sets = (await shownHits(hits, [], QUERY, SITE)).map(({ set, setName, released }) => [
    set,
    setName,
    released,
  ])
  const known = ["emb", "Ember", "2007-05-04"]
  assert.deepEqual(sets, [known, known, [null, null, null], ["fro", null, null]])
})

test("meaningful words are marked, as typed and as corrected, and so are those of phrases", async () => {
  const words = [concept("what", { quiet: true }), concept("dise", { corrected: "dies" })]
  const [{ words: marked }] = await shownHits(
    [found(1)],
    words,
    { ...QUERY, phrases: ["first strike"] },
    SITE,
  )
  assert.deepEqual(marked, ["dies", "dise", "first", "strike"])
  const [{ words: quiet }] = await shownHits([found(1)], words.slice(0, 1), QUERY, SITE)
  assert.deepEqual(quiet, ["what"])
})

test("a hit is read once", async () => {
  let read = 0
  const says = await page(found(1))
  const index = /** @type {Index} */ (/** @type {unknown} */ ({ read: async () => (read++, says) }))
  const hit = new Hit(place(1, { index }))
  assert.deepEqual([await pageOf(hit), await pageOf(hit), read], [says, says, 1])
})

test("a name links to its page, and scores less if the query has more than a name", () => {
  const name = { kind: "mechanic", target: "dig", where: "", text: "Excavar", score: 0.8, words: 1 }
  const [shown] = shownNames([name], false, SITE)
  assert.deepEqual(
    [shown.url, shown.title, shown.id],
    ["https://rules.test/es/mechanics/dig/", "Excavar", "dig"],
  )
  assert.equal(shown.score, 0.8)
  assert.equal(shownNames([name], true, SITE)[0].score, 0.4)
})

test("a name whose page is in one language only leads there", () => {
  const name = { kind: "card", target: "fox@en", where: "", text: "Fox", score: 1, words: 1 }
  const [shown] = shownNames([name], false, SITE)
  assert.deepEqual([shown.url, shown.id], ["https://rules.test/en/cards/fox/", "fox"])
})

test("better hits come first, and hits without a match are dropped", async () => {
  const hits = [
    found(1, { text: "A fox lives." }, 5.3),
    found(2, { text: "It dies. Another says so too." }, 5.2),
    found(3, { text: "It dies." }, 5.1),
  ]
  const order = await reranked(hits, [concept("dies")], READING)
  assert.deepEqual(
    order.map(({ number }) => number),
    [3, 2],
  )
})

test("a hit after the first ones is not read, and stays last", async () => {
  const hits = Array.from({ length: 30 }, (_, number) => found(number))
  /** @type {number[]} */
  const read = []
  const noted = async (/** @type {Hit} */ each) => (read.push(each.number), page(each))
  const order = await reranked(hits, [concept("dies")], { ...READING, page: noted })
  assert.deepEqual(read, [...Array(WEIGHTS.PROMISING).keys()])
  assert.ok(order.slice(WEIGHTS.PROMISING).every(({ score }) => score === 0))
})

test("other rulings of the card that the best hit is about are read too", async () => {
  const others = Array.from({ length: 12 }, (_, number) => found(number, { text: "A fox." }))
  const hits = [...others, found(12, { text: "It dies." }), found(13, { text: "It dies." })]
  hits[3] = found(3, { text: "So it dies." })
  for (const hit of [hits[3], hits[12]]) hit.record.holder = "en fox"
  const order = await reranked(hits, [concept("dies")], READING)
  const shares = new Map(order.map(({ number, share }) => [number, share]))
  assert.deepEqual([shares.get(12), shares.get(13)], [1, 0])
})

test("the first hits are reported before the others are read, unless the question is cancelled", async () => {
  const hits = Array.from({ length: 6 }, (_, number) => found(number))
  /** @type {number[][]} */
  const shown = []
  const early = (/** @type {Hit[]} */ first) => void shown.push(first.map(({ number }) => number))
  await reranked(hits, [concept("dies")], { ...READING, early })
  assert.deepEqual(shown, [[0, 1, 2]])
  const stopped = reranked(hits, [concept("dies")], {
    ...READING,
    early,
    signal: AbortSignal.abort(),
  })
  await assert.rejects(stopped, { name: "AbortError" })
})
