// Reads the most promising hits, likeliest first, and puts them into a better order.

import { below, best } from "./ranking.js"
import { unnamed, worth } from "./reading.js"

/** @import { Hit } from "./ranking.js" */
/** @import { Concept, Page } from "./types.d.ts" */

const QUESTION = 3 // a query of this many meaningful words is a question, which rulings answer best
const REPEATED = 0.85 // how much of its score a repeated ruling keeps
const PROMISING = 20 // the most hits that are read before they are put in order
const LEAST = 8 // this many are read in any case
const HOPEFUL = 0.3 // a further hit is read only if its score is at least this share of the first one's
export const EARLY = 3 // how many hits are shown before the others are read
const AFTER = 10 // ms to wait for these first hits alone, so that they get the whole connection

/**
 * How hits are read.
 * @typedef {object} Reading
 * @property {(hit: Hit) => Promise<Page>} page returns the content of a hit
 * @property {string} lang the language of the pages
 * @property {((hits: Hit[]) => unknown) | undefined} early gets the first hits
 * @property {AbortSignal | undefined} signal
 */

/**
 * Reorder a ranking by the content of its most promising hits.
 * @param {Hit[]} ranking
 * @param {Concept[]} words
 * @param {Reading} reading
 */
export async function reordered(ranking, words, reading) {
  const { lang } = reading
  const many = ranking.filter((hit, place) => isHopeful(hit, place, ranking)).length // the first: it is in order
  const [promising, rest] = [ranking.slice(0, many), ranking.slice(many)]
  await read(promising, words, reading)
  const unread = rest.every((hit) => hit.lang === lang) ? rest : best(rest, lang)
  for (const hit of unread) hit.score = 0
  return [...best(repeated(telling(promising, lang)), lang), ...unread]
}

/**
 * @param {Hit} hit
 * @param {number} place
 * @param {Hit[]} ranking
 */
const isHopeful = (hit, place, ranking) =>
  place < LEAST || (place < PROMISING && hit.score >= HOPEFUL * ranking[0].score)

/**
 * Return the hits that answer something, best first. The index also finds words with a similar beginning, and those
 * hits have no share.
 * @param {Hit[]} hits
 * @param {string} lang
 */
const telling = (hits, lang) =>
  best(
    hits.filter(({ share }) => share > 0),
    lang,
  )

/**
 * Read hits, and rate how well each answers.
 * @param {Hit[]} promising
 * @param {Concept[]} words
 * @param {Reading} reading
 */
async function read(promising, words, { page, lang, early, signal }) {
  const question = words.filter(({ quiet }) => !quiet).length >= QUESTION
  /** @param {Hit} hit */
  const rate = async (hit) => {
    const { share, score } = worth(await page(hit), words, hit.inherited)
    Object.assign(hit, { share, score: score * below(hit.kind, question) })
  }
  const first = Promise.all(promising.slice(0, EARLY).map(rate))
  if (early && promising.length > EARLY) {
    first.then(() => early(telling(promising.slice(0, EARLY), lang))).catch(() => {})
    await Promise.race([first, new Promise((done) => void setTimeout(done, AFTER))])
    signal?.throwIfAborted()
  }
  await Promise.all([first, ...promising.slice(EARLY).map(rate)])
}

/**
 * Lower the scores of rulings that repeat a better hit about another card.
 * @param {Hit[]} ranking
 */
function repeated(ranking) {
  const seen = new Set()
  for (const hit of ranking) {
    const said = hit.page && unnamed(hit.page)
    if (seen.has(said)) hit.score *= REPEATED
    seen.add(said)
  }
  return ranking
}
