// Raises the hits that mean what a question means, though they say it in other words. The vectors
// of words are alike if the words mean something alike, and the vector of a text is the sum of
// those of its words (content/vectors).

import { WEIGHTS } from "../weights.js"
import { tokens } from "../words/tokens.js"

/** @import { Phrases } from "../index/phrases.js" */
/** @import { Hit, QueryWord, SearchRecord } from "../query/values.d.ts" */

/** @typedef {number[]} Vector */

const ZERO = "?".charCodeAt(0)
const LEAST = 3 // a question with fewer words that have a vector means nothing
const SAID = 0.9 // a hit with this share of the question answers it in its own words
/** @type {WeakMap<SearchRecord, Vector | undefined>} */
const vectors = new WeakMap()

/**
 * Raise the hits that mean what a question means. None is raised if the best of them says nearly
 * all words of the question, or is about a card that the question names: all its rulings mean much
 * the same.
 * @param {Hit[]} hits in one language, best first
 * @param {QueryWord[]} words
 * @param {Phrases} phrases
 */
export function raiseAlike(hits, words, phrases) {
  const [first] = hits
  if (!first || first.anchor || first.share >= SAID) return
  const telling = words.filter(({ quiet, word }) => !quiet && phrases.vectors.get(word))
  if (telling.length < LEAST) return
  const question = sumOf(
    telling.map(({ word }) => word),
    phrases,
  )
  const most = WEIGHTS.ALIKE * first.score
  for (const hit of hits) {
    const { record } = hit
    if (!vectors.has(record)) vectors.set(record, sumOf(tokens(record.text), phrases))
    hit.score += most * Math.max(0, cosine(question, vectors.get(record)))
  }
}

/**
 * @param {string[]} words
 * @param {Phrases} phrases
 * @returns {Vector | undefined}
 */
function sumOf(words, phrases) {
  /** @type {Vector | undefined} */
  let sum
  for (const word of words) {
    const letters = phrases.vectors.get(word)
    if (!letters) continue
    sum ??= Array(letters.length).fill(0)
    for (let place = 0; place < letters.length; place++) {
      sum[place] += letters.charCodeAt(place) - ZERO
    }
  }
  return sum
}

/**
 * Return how alike two vectors are, from -1 to 1.
 * @param {Vector | undefined} one
 * @param {Vector | undefined} other
 */
const cosine = (one, other) =>
  one && other
    ? product(one, other) / (Math.sqrt(product(one, one) * product(other, other)) || 1)
    : 0

/**
 * @param {Vector} one
 * @param {Vector} other
 */
const product = (one, other) => one.reduce((sum, number, place) => sum + number * other[place], 0)
