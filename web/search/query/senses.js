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
 * Replace each word that means several things by a phrase that only says what is meant. A word
 * whose sense is unsure stays.
 * @param {string[]} terms
 * @param {Ambiguous[]} ambiguous
 * @param {string} query as it was typed
 * @returns {Sensed}
 */
export function sensed(terms, ambiguous, query) {
  /** @type {Sensed} */
  let found = { terms, readings: [] }
  for (const [words, senses] of ambiguous) {
    const span = firstSpan(found.terms, words)
    if (!span) continue
    const phrases = fittingSenses(span.others, senses)
    if (phrases.length === 1) {
      found = { ...found, terms: [...span.before, ...phrases[0].split(" "), ...span.after] }
    } else found.readings.push(...readings(query, span.said, phrases))
  }
  return found
}

/**
 * Return the query with each of the `phrases` in place of the words that were `said`: none if it
 * has these otherwise.
 * @param {string} query
 * @param {string[]} said
 * @param {string[]} phrases
 */
function readings(query, said, phrases) {
  const written = said.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join("\\s+")
  const place = new RegExp(`(?<![\\p{L}\\p{N}])${written}(?![\\p{L}\\p{N}])`, "iu")
  return place.test(query)
    ? phrases.map((phrase) => ({ phrase, query: query.replace(place, () => phrase) }))
    : []
}

/**
 * Find the first of `words`, which may be phrases, in a query.
 * @param {string[]} terms
 * @param {string[]} words
 */
function firstSpan(terms, words) {
  const typed = terms.map(folded)
  const phrases = words.map((word) => folded(word).split(" "))
  for (let from = 0; from < typed.length; from++) {
    const said = phrases.find((phrase) => phrase.every((word, step) => typed[from + step] === word))
    if (!said) continue
    const end = from + said.length
    const [before, after] = [terms.slice(0, from), terms.slice(end)]
    return {
      before,
      said: terms.slice(from, end),
      after,
      others: new Set([...before, ...after].map(folded)),
    }
  }
  return undefined
}

/**
 * Return the phrases of the senses that have most of the `others` beside them.
 * @param {Set<string>} others
 * @param {{ [phrase: string]: string[] }} senses
 */
function fittingSenses(others, senses) {
  const rated = Object.entries(senses).map(([phrase, beside]) => {
    return { phrase, fit: beside.filter((word) => others.has(folded(word))).length }
  })
  const most = Math.max(...rated.map(({ fit }) => fit))
  return rated.filter(({ fit }) => fit === most).map(({ phrase }) => phrase)
}
