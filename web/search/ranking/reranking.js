// Reads the most promising hits, likeliest first, and puts them into a better order.

import { WEIGHTS } from "../weights.js"
import { raiseAlike } from "./meaning.js"
import { bestFirst, kindWeight } from "./ranking.js"
import { textRating } from "./text-rating.js"

/** @import { Concept, Page } from "../query/values.d.ts" */
/** @import { Hit } from "./hits.js" */
/** @import { Vector } from "./meaning.js" */

export const EARLY = 3 // how many hits are shown before the others are read
const AFTER = 10 // ms to wait for these first hits alone, so that they get the whole connection

/**
 * How hits are read.
 * @typedef {object} Reading
 * @property {(hit: Hit) => Promise<Page>} page returns the content of a hit
 * @property {string} lang the language of the pages
 * @property {Vector | undefined} [vector] what the question means
 * @property {((hits: Hit[]) => unknown) | undefined} early gets the first hits
 * @property {AbortSignal | undefined} signal
 */

/**
 * Reorder a ranking by the content of its most promising hits.
 * @param {Hit[]} ranking
 * @param {Concept[]} words
 * @param {Reading} reading
 */
export async function reranked(ranking, words, reading) {
  const { lang } = reading
  // Each record of a named card may be the answer, however little of the query the index finds in
  // it.
  const anchored = ranking.filter(({ anchor }) => anchor).slice(0, WEIGHTS.ANCHORED)
  const others = ranking.filter((hit) => !anchored.includes(hit))
  const likely = [...anchored, ...others.slice(0, WEIGHTS.PROMISING)]
  const further = others.slice(WEIGHTS.PROMISING)
  const most = likely.reduce((greatest, { score }) => Math.max(greatest, score), 0) || 1
  await rateTexts(likely, words, reading, most)
  // Only the texts tell which cards fit best, so their other rulings are found in a second step.
  const beside = siblings(likely, further)
  await rateTexts(beside, words, { ...reading, early: undefined }, most)
  const [promising, rest] = [[...likely, ...beside], further.filter((hit) => !beside.includes(hit))]
  // What is not read comes last, so the score of its index need not compare with those of texts.
  const unread = rest.every((hit) => hit.lang === lang) ? rest : bestFirst(rest, lang)
  for (const hit of unread) hit.score = 0
  const read = relevant(promising, lang)
  raiseAlike(read, reading.vector)
  return [...bestFirst(read, lang), ...unread]
}

/**
 * Return the unread rulings of the cards that the best of the hits are about.
 * @param {Hit[]} hits
 * @param {Hit[]} unread
 */
function siblings(hits, unread) {
  const about = bestFirst([...hits]).filter(({ kind }) => kind === "ruling" || kind === "card")
  const cards = new Set(about.slice(0, WEIGHTS.CARDS).map(({ record }) => record.holder))
  return unread.filter(({ kind, record }) => kind === "ruling" && cards.has(record.holder))
}

/**
 * Return the hits that answer something, best first. The index also finds words with a similar
 * beginning, and those hits have no share.
 * @param {Hit[]} hits
 * @param {string} lang
 */
const relevant = (hits, lang) =>
  bestFirst(
    hits.filter(({ share }) => share > 0),
    lang,
  )

/**
 * Read hits, and rate how well each answers.
 * @param {Hit[]} promising
 * @param {Concept[]} words
 * @param {Reading} reading
 * @param {number} most the greatest score so far
 */
async function rateTexts(promising, words, { page, lang, early, signal }, most) {
  const question = words.filter(({ quiet }) => !quiet).length >= WEIGHTS.QUESTION
  /** @param {Hit} hit */
  const rate = async (hit) => {
    const before = hit.score / most
    const { score, ...found } = textRating(await page(hit), words, hit, lang)
    const foreign = hit.lang === lang ? 1 : WEIGHTS.FOREIGN
    Object.assign(hit, {
      ...found,
      score: (score + WEIGHTS.PRIOR * before) * foreign * kindWeight(hit.kind, question),
    })
  }
  const first = Promise.all(promising.slice(0, EARLY).map(rate))
  if (early && promising.length > EARLY) {
    first.then(() => early(relevant(promising.slice(0, EARLY), lang))).catch(() => {})
    await Promise.race([first, new Promise((done) => void setTimeout(done, AFTER))])
    signal?.throwIfAborted()
  }
  await Promise.all([first, ...promising.slice(EARLY).map(rate)])
  for (const [named, hits] of Object.entries(groupedByCard(promising))) {
    if (named) raiseDistinct(hits, words)
  }
}

/**
 * Raise the rulings of a named card that say what the others do not. All of them are about the
 * card, so the words that few of them have are what the question is about.
 * @param {Hit[]} hits
 * @param {Concept[]} words
 */
function raiseDistinct(hits, words) {
  const rulings = hits.filter(({ kind, said }) => said.length && kind !== "card")
  const weights = words.map(({ weight }, place) => {
    if (hits[0].covered.includes(place)) return 0
    const having = rulings.reduce((sum, { said }) => sum + said[place], 0)
    return having ? Math.sqrt(weight) * Math.log((rulings.length + 1) / (having + 0.5)) : 0
  })
  const total = weights.reduce((sum, weight) => sum + Math.max(0, weight), 0)
  if (!total) return
  for (const hit of rulings) {
    const own = weights.reduce(
      (sum, weight, place) => sum + Math.max(0, weight) * hit.said[place],
      0,
    )
    hit.score += (WEIGHTS.APART * hit.anchor * own) / total
  }
}

/**
 * Group hits by the card that the query names.
 * @param {Hit[]} hits
 */
function groupedByCard(hits) {
  /** @type {{ [named: string]: Hit[] }} */
  const groups = {}
  for (const hit of hits) (groups[hit.named ?? ""] ??= []).push(hit)
  return groups
}
