// Chooses the sense of an ambiguous word: the one that fits the rest of the query.
// content/synonyms.yml lists such words.

import { folded } from "../words/folding.js"

/** @import { Ambiguous } from "../index/format.d.ts" */

/**
 * A query in which each word has one sense. If a word may have several, `readings` are the phrases
 * that say each of them, with the query that has it.
 * @typedef {{ terms: string[], readings: { phrase: string, query: string }[] }} Sensed
 */

/**
 * Replace each word that means several things by a phrase that only says what is meant: its sense
 * that has most of the words beside it. A word whose sense is unsure stays.
 * @param {string[]} terms
 * @param {Ambiguous[]} ambiguous
 * @param {string} query as it was typed
 * @returns {Sensed}
 */
export function sensed(terms, ambiguous, query) {
  /** @type {Sensed} */
  const result = { terms, readings: [] }
  for (const [forms, senses] of ambiguous) {
    const [from, length] = firstSpan(result.terms, forms)
    if (!length) continue
    const others = new Set(result.terms.toSpliced(from, length).map(folded))
    const fits = Object.values(senses).map(
      (beside) => beside.filter((word) => others.has(folded(word))).length,
    )
    const phrases = Object.keys(senses).filter((_, at) => fits[at] === Math.max(...fits))
    if (phrases.length === 1) {
      result.terms = result.terms.toSpliced(from, length, ...phrases[0].split(" "))
    } else {
      const typed = result.terms.slice(from, from + length)
      result.readings.push(...readings(query, typed, phrases))
    }
  }
  return result
}

/**
 * Return the query with each of the `phrases` in place of the words that were `typed`: none if it
 * has these otherwise.
 * @param {string} query
 * @param {string[]} typed
 * @param {string[]} phrases
 */
function readings(query, typed, phrases) {
  const written = typed.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join("\\s+")
  const place = new RegExp(`(?<![\\p{L}\\p{N}])${written}(?![\\p{L}\\p{N}])`, "iu")
  const used = place.test(query) ? phrases : []
  return used.map((phrase) => ({ phrase, query: query.replace(place, () => phrase) }))
}

/**
 * Return where the first of some words is in a query, and its length: a form may be a phrase.
 * @param {string[]} terms
 * @param {string[]} forms
 */
function firstSpan(terms, forms) {
  const typed = terms.map(folded)
  const phrases = forms.map((form) => folded(form).split(" "))
  for (const from of typed.keys()) {
    const span = phrases.find((phrase) => phrase.every((word, step) => typed[from + step] === word))
    if (span) return [from, span.length]
  }
  return [0, 0]
}
