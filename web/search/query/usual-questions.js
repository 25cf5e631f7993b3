// Recognizes usual questions: those that release notes answer again and again, and that people ask
// in quite other words, and finds the records that answer them by the phrases that these have.

import { WEIGHTS } from "../weights.js"
import { stem } from "../words/forms.js"
import { tokens } from "../words/tokens.js"

/** @import { Library } from "../index/library.js" */
/** @import { Phrases } from "../index/phrases.js" */
/** @import { Texts } from "../index/texts.js" */
/** @import { QueryWord, SearchRecord, UsualAnswer } from "./values.d.ts" */

/**
 * Return the records that answer the usual questions of a query in the `langs`, or else in those
 * that it may `reach`.
 * @param {QueryWord[]} words
 * @param {Library} library
 * @param {{ langs: string[], reach: string[] }} asked
 * @returns {UsualAnswer[]}
 */
export function usualAnswers(words, library, { langs, reach }) {
  const asked = library.phrases ? usualQuestions(words, library.phrases) : []
  return asked.map(([number, { places }]) => {
    const near = langs.flatMap((lang) => answering(number, library, lang))
    const records = near.length ? near : reach.flatMap((lang) => answering(number, library, lang))
    return { records: new Set(records), places, worth: WEIGHTS.OTHERWISE }
  })
}

/**
 * Return the usual questions that a query asks, and which words ask each. A word that only one
 * question has says 1.
 * @param {QueryWord[]} words
 * @param {Phrases} phrases
 */
function usualQuestions(words, { cues, lang, questions }) {
  /** @type {Map<number, { says: number, places: number[] }>} */
  const asked = new Map()
  for (const [place, { word }] of words.entries()) {
    if (words.findIndex((other) => other.word === word) < place) continue
    const numbers = cues.get(stem(word, lang)) ?? new Set()
    const rarity = Math.log(1 + questions / numbers.size) / Math.log(1 + questions)
    for (const number of numbers) {
      const { says, places } = asked.get(number) ?? { says: 0, places: [] }
      asked.set(number, { says: says + rarity, places: [...places, place] })
    }
  }
  return [...asked].filter(([, { says }]) => says >= 1)
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
  if (remembered) return remembered
  const records = phrases.flatMap((phrase) => saying(phrase, texts))
  if (library.isComplete) answers.set(phrases, records)
  return records
}

/**
 * Return the rulings and notes that have words which begin like those of a phrase, in this order.
 * @param {string} phrase
 * @param {Texts} texts
 */
export function saying(phrase, texts) {
  const parts = tokens(phrase).map((beginning) => texts.begun(beginning))
  const [rarest] = parts.toSorted((one, other) => one.records.size - other.records.size)
  return [...(rarest?.records ?? [])].filter(({ kind, words }) => {
    if (kind !== "ruling" && kind !== "note") return false
    let from = 0
    return parts.every((part) => {
      const at = words.findIndex((word, place) => place >= from && part.words.has(word))
      from = at + 1
      return at >= 0
    })
  })
}
