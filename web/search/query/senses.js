// Chooses what a word means that means several things: the sense that fits the other words of the query.
// content/synonyms.yml lists such words.

import { folded } from "../words/folding.js"

/** @import { Ambiguous } from "../index/format.d.ts" */

/**
 * A query in which each word has one sense. If a word may have several, `readings` are the phrases that say each of
 * them, with the query that has it.
 * @typedef {{ terms: string[], readings: { phrase: string, query: string }[] }} Sensed
 */

/**
 * Replace each word that means several things by a phrase that only says what is meant. A word whose sense is unsure
 * stays.
 * @param {string[]} terms
 * @param {Ambiguous[]} ambiguous
 * @returns {Sensed}
 */
export function sensed(terms, ambiguous) {
  /** @type {Sensed} */
  let found = { terms, readings: [] }
  for (const [words, senses] of ambiguous) {
    const span = firstSpan(found.terms, words)
    if (!span) continue
    const readings = fittingSenses(span.others, senses).map((phrase) => {
      return { phrase, terms: [...span.before, ...phrase.split(" "), ...span.after] }
    })
    if (readings.length === 1) found = { ...found, terms: readings[0].terms }
    else found.readings.push(...readings.map(({ phrase, terms: each }) => ({ phrase, query: each.join(" ") })))
  }
  return found
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
    const [before, after] = [terms.slice(0, from), terms.slice(from + said.length)]
    return { before, after, others: new Set([...before, ...after].map(folded)) }
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
