// The most promising hits are read, the likeliest first, and put into a better order.

import { below, best } from "./ranking.js"
import { unnamed, worth } from "./reading.js"

/** @import { Hit } from "./ranking.js" */
/** @import { Concept, Page } from "./types.d.ts" */

const QUESTION = 3 // so many telling words are a question, and rulings answer it
const REPEATED = 0.85
const PROMISING = 20 // how many hits are read, at most, before they are put in order
const LEAST = 8 // so many are, however much better the first seems
const HOPEFUL = 0.3 // the others only where they seem this good beside it
export const EARLY = 3 // how many are told of before the others are read
const AFTER = 10 // ms after which the others are asked for too

/**
 * How hits are read.
 * @typedef {object} Reading
 * @property {(hit: Hit) => Promise<Page>} page what a hit says
 * @property {string} lang the language of the pages
 * @property {((hits: Hit[]) => unknown) | undefined} early is told of the first that seem best
 * @property {AbortSignal | undefined} signal
 */

/**
 * All of a ranking, in the order of what its most promising hits say.
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
 * Those of the hits that say anything, best first: the index also takes what begins a little alike.
 * @param {Hit[]} hits
 * @param {string} lang
 */
const telling = (hits, lang) =>
  best(
    hits.filter(({ share }) => share > 0),
    lang,
  )

/**
 * Read hits, and note how well each answers.
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
 * A ruling that says of another card what a better hit says already comes a little later.
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
