// Raises the hits that mean what a question means, though they say it in other words. The vectors
// of words are alike if the words mean something alike, and the vector of a text is the sum of
// those of its words. generator/rulebinder/search/words/vectors.py writes them.

import { WEIGHTS } from "../weights.js"

/** @import { Lexicon } from "../index/lexicon.js" */
/** @import { Concept } from "../query/values.d.ts" */
/** @import { Hit } from "./hits.js" */

/** @typedef {number[]} Vector */

const ZERO = "?".charCodeAt(0)

/**
 * Return the vector of a question, or undefined if too few of its words have one.
 * @param {Concept[]} words
 * @param {Pick<Lexicon, "vector">} lexicon
 * @returns {Promise<Vector | undefined>}
 */
export async function questionVector(words, lexicon) {
  const telling = words.filter(({ quiet }) => !quiet)
  const found = await Promise.all(telling.map(({ word }) => lexicon.vector(word)))
  const known = found.flatMap((letters) => (letters ? [vector(letters)] : []))
  if (known.length < WEIGHTS.QUESTION) return undefined
  return known.reduce((sum, each) => sum.map((number, place) => number + each[place]))
}

/**
 * Raise the hits that mean what a question means. None is raised if the best of them says nearly
 * all words of the question, or is about a card that the question names: all its rulings mean much
 * the same.
 * @param {Hit[]} hits hits that were read, best first
 * @param {Vector | undefined} question
 */
export function raiseAlike(hits, question) {
  const [first] = hits
  if (!question || !first || first.anchor || first.share >= WEIGHTS.SAID) return
  const most = WEIGHTS.ALIKE * first.score
  for (const hit of hits) {
    hit.score += most * Math.max(0, cosine(question, vector(hit.page?.vector ?? "")))
  }
}

/** @param {string} letters */
const vector = (letters) => [...letters].map((letter) => letter.charCodeAt(0) - ZERO)

/**
 * Return how alike two vectors are, from -1 to 1.
 * @param {Vector} one
 * @param {Vector} other
 */
const cosine = (one, other) =>
  product(one, other) / (Math.sqrt(product(one, one) * product(other, other)) || 1)

/**
 * @param {Vector} one
 * @param {Vector} other
 */
const product = (one, other) =>
  one.reduce((sum, number, place) => sum + number * (other[place] ?? 0), 0)
