// Raises the hits that mean what a question means, though they say it in other words. The vectors
// of words are alike if the words mean something alike, and the vector of a text is the sum of
// those of its words (content/vectors).

import { WEIGHTS } from "../weights.js"
import { tokens } from "../words/tokens.js"

/** @import { Phrases } from "../index/phrases.js" */
/** @import { Texts } from "../index/texts.js" */
/** @import { Hit, QueryWord, SearchRecord } from "../query/values.d.ts" */

/** @typedef {number[]} Vector */

const ZERO = "?".charCodeAt(0)
/** @type {WeakMap<SearchRecord, Vector | undefined>} */
const vectors = new WeakMap()

/**
 * Raise the hits that mean what a question means.
 * @param {Hit[]} hits in one language, best first
 * @param {QueryWord[]} words
 * @param {Phrases} phrases
 * @param {Texts} texts of this language
 */
export function raiseAlike(hits, words, phrases, texts) {
  const telling = words.flatMap(({ quiet, word }) => (quiet ? [] : word))
  const question = sumOf(telling, phrases)
  if (!question || !hits.length) return
  const most = WEIGHTS.ALIKE * hits[0].score
  for (const hit of hits) {
    const { record } = hit
    if (!vectors.has(record)) vectors.set(record, vectorOf(record, phrases, texts))
    hit.score += most * Math.max(0, cosine(question, vectors.get(record)))
  }
}

/**
 * Return what a record means: a ruling or a note depends on its card or mechanic.
 * @param {SearchRecord} record
 * @param {Phrases} phrases
 * @param {Texts} texts
 */
function vectorOf(record, phrases, texts) {
  const vector = sumOf(tokens(record.text), phrases)
  const subject = texts.subjectOf(record.page)
  const other = subject && subject !== record && sumOf(tokens(subject.text), phrases)
  if (!vector || !other) return vector
  const part = WEIGHTS.INHERITED * Math.sqrt(product(vector, vector) / (product(other, other) || 1))
  return vector.map((number, place) => number + part * other[place])
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
 * @param {Vector} one
 * @param {Vector | undefined} other
 */
const cosine = (one, other) =>
  other ? product(one, other) / (Math.sqrt(product(one, one) * product(other, other)) || 1) : 0

/**
 * @param {Vector} one
 * @param {Vector} other
 */
const product = (one, other) => one.reduce((sum, number, place) => sum + number * other[place], 0)
