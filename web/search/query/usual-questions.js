// Recognizes usual questions: those that release notes answer again and again, and that people ask
// in quite other words, and finds the records that answer them by the phrases that these have.

import { WEIGHTS } from "../weights.js"
import { stem } from "../words/forms.js"
import { tokens } from "../words/tokens.js"

/** @import { Library } from "../index/library.js" */
/** @import { Phrases } from "../index/phrases.js" */
/** @import { Texts } from "../index/texts.js" */
/** @import { QueryWord, SearchRecord, UsualAnswer } from "./values.d.ts" */

const MOST = 6 // a query is at most so many usual questions
const SURELY = 2 // if the words of a query say so much of a question, it is surely asked
const BETWEEN = 24 // so many other words may be between those of an answer's phrase

/**
 * Return the records that answer the usual questions of a query in the `langs`, or else in those
 * that it may `reach`.
 * @param {QueryWord[]} words
 * @param {Library} library
 * @param {{ langs: string[], reach: string[] }} asked
 * @returns {UsualAnswer[]}
 */
export function usualAnswers(words, library, { langs, reach }) {
  const phrases = library.phrases.get(library.lang)
  if (!phrases) return []
  return usualQuestions(words, phrases).map(({ number, places, sure }) => {
    const near = langs.flatMap((lang) => answering(number, library, lang))
    const records = near.length ? near : reach.flatMap((lang) => answering(number, library, lang))
    return { records: new Set(records), places, worth: WEIGHTS.USUALLY * sure }
  })
}

/**
 * Return the usual questions that a query asks, surest first.
 * @param {QueryWord[]} words
 * @param {Phrases} phrases
 */
function usualQuestions(words, { cues, lang, questions }) {
  /** @type {Map<number, { said: number, places: number[] }>} */
  const asked = new Map()
  for (const [place, { word, typed }] of words.entries()) {
    if (words.findIndex((other) => other.word === word) < place) continue
    const numbers = cues.get(stem(typed, lang)) ?? cues.get(stem(word, lang)) ?? new Set()
    const said = Math.log(1 + questions / numbers.size) / Math.log(1 + questions)
    for (const number of numbers) {
      const before = asked.get(number) ?? { said: 0, places: [] }
      asked.set(number, { said: before.said + said, places: [...before.places, place] })
    }
  }
  const sorted = [...asked]
    .filter(([, { said }]) => said >= 1)
    .sort((one, other) => other[1].said - one[1].said || one[0] - other[0])
  return sorted.slice(0, MOST).map(([number, { said, places }]) => {
    const sure = (said / sorted[0][1].said) * Math.min(1, said / SURELY)
    return { number, places, sure }
  })
}

/** @type {WeakMap<string[], SearchRecord[]>} the records that have one of the phrases */
const answers = new WeakMap()

/**
 * @param {number} number
 * @param {Library} library
 * @param {string} lang
 */
function answering(number, library, lang) {
  const phrases = library.answers.get(lang)?.[number]
  const texts = library.texts.get(lang)
  if (!phrases || !texts) return []
  const remembered = answers.get(phrases)
  if (remembered && library.isComplete) return remembered
  const records = [...new Set(phrases.flatMap((phrase) => saying(tokens(phrase), texts)))]
  answers.set(phrases, records)
  return records
}

/**
 * Return the rulings and notes that have words with these beginnings in this order.
 * @param {string[]} beginnings
 * @param {Texts} texts
 */
function saying(beginnings, texts) {
  const parts = beginnings.map((beginning) => texts.begun(beginning))
  const rarest = parts.reduce((one, other) => (other.records.size < one.records.size ? other : one))
  return [...rarest.records]
    .map((number) => texts.records[number])
    .filter(({ kind, words }) => (kind === "ruling" || kind === "note") && has(words, parts))
}

/**
 * @param {Int32Array} words
 * @param {{ words: Set<number> }[]} parts
 */
function has(words, parts) {
  return words.some((word, start) => {
    if (!parts[0].words.has(word)) return false
    const end = start + parts.length + BETWEEN
    let at = start
    return parts.slice(1).every((part) => {
      do at++
      while (at < end && at < words.length && !part.words.has(words[at]))
      return at < end && at < words.length
    })
  })
}
