// Recognizes usual questions: those that release notes answer again and again, and that people ask in quite other
// words. generator/search/usual.py lists the records that answer each.

import { WEIGHTS } from "./weights.js"
import { kin } from "./words.js"

/** @import { Index } from "./index.js" */
/** @import { Concept, Looked } from "./types.d.ts" */

/**
 * All usual questions: those that each cue belongs to, and the records that answer each, by language.
 * @typedef {{ cues: Map<string, number[]>, answers: { [lang: string]: number[] }[] }} Questions
 */

/**
 * A usual question that a query asks, with the positions of the words that show it.
 * @typedef {{ places: number[], answers: { [lang: string]: number[] }, sure: number }} Usual
 */

const SHORT = 3 // a word of so few letters is a cue only as it is

/**
 * Read the rows of the questions: the words in which people ask, then the records that answer, by language.
 * @param {string[]} rows
 * @returns {Questions}
 */
export function questions(rows) {
  /** @type {Map<string, number[]>} */
  const cues = new Map()
  const answers = rows.map((row, number) => {
    const [asked, ...languages] = row.split("|")
    for (const cue of asked.split(" ")) cues.set(cue, [...(cues.get(cue) ?? []), number])
    return Object.fromEntries(languages.map(numbered))
  })
  return { cues, answers }
}

/**
 * Return a language and the numbers of its records, each given as the distance from the one before.
 * @param {string} runs
 * @returns {[lang: string, numbers: number[]]}
 */
function numbered(runs) {
  const [lang, ...steps] = runs.split(" ")
  let number = 0
  return [lang, steps.map((step) => (number += Number(step)))]
}

/**
 * Return the usual questions that a query asks, surest first.
 * @param {Concept[]} words
 * @param {Questions} known
 * @param {string} lang
 * @returns {Usual[]}
 */
export function usual(words, { cues, answers }, lang) {
  /** @type {Map<number, { said: number, places: number[] }>} */
  const found = new Map()
  for (const [place, each] of words.entries()) {
    if (words.findIndex(({ word }) => word === each.word) < place) continue
    const { numbers, said } = cued(each, cues, answers.length, lang)
    for (const number of numbers) {
      const before = found.get(number) ?? { said: 0, places: [] }
      found.set(number, { said: before.said + said, places: [...before.places, place] })
    }
  }
  const enough = [...found].filter(([, { said }]) => said >= WEIGHTS.CUED)
  const sorted = enough.sort((one, other) => other[1].said - one[1].said || one[0] - other[0])
  return sorted.slice(0, WEIGHTS.USUAL).map(([number, { said, places }]) => ({
    ...{ places, answers: answers[number] },
    sure: (said / sorted[0][1].said) * Math.min(1, said / WEIGHTS.CUED_SURELY),
  }))
}

/**
 * Return the records that answer the usual questions of a query, as found by the words that show each. Note in the
 * words that these records say them in another way. If no index that is `opened` has such records, open those that
 * have.
 * @param {Concept[]} words
 * @param {Index} own the index of the page's language
 * @param {Index[]} opened
 * @param {(lang: string) => false | Promise<Index | undefined>} further opens the index of another language
 * @returns {Promise<Looked[]>}
 */
export async function answering(words, own, opened, further) {
  if (!words.length) return []
  const asked = usual(words, await own.usual(), own.lang)
  const looks = asked.map(async ({ places, answers, sure }) => {
    const near = opened.filter(({ lang }) => answers[lang])
    const indexes = near.length ? near : await Promise.all(Object.keys(answers).map(further))
    const records = indexes.flatMap((index) => (index ? answers[index.lang].map((each) => index.records[each]) : []))
    const worth = WEIGHTS.USUALLY * sure
    const matches = records.map((record) => ({ record, score: 1 }))
    return places.map((place) => {
      ;(words[place].usual ??= []).push({ records: new Set(records), worth })
      return { place, worth, weight: words[place].weight, matches }
    })
  })
  return (await Promise.all(looks)).flat()
}

/**
 * Return the questions that have a word among their cues, with how much it says: 1 if no other question has it.
 * @param {Concept} each
 * @param {Map<string, number[]>} cues
 * @param {number} all how many questions there are
 * @param {string} lang
 */
function cued({ word, unknown }, cues, all, lang) {
  /** @type {Set<number>} */
  const found = new Set()
  for (const [cue, numbers] of cues) {
    if (!isCue(cue, word, lang) && !(unknown && isCue(cue, unknown, lang))) continue
    for (const number of numbers) found.add(number)
  }
  return { numbers: found, said: Math.log(1 + all / found.size) / Math.log(1 + all) }
}

/**
 * @param {string} cue
 * @param {string} word
 * @param {string} lang
 */
const isCue = (cue, word, lang) => cue === word || (word.length > SHORT && kin(cue, word, lang))
