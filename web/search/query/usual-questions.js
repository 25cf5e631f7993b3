// Recognizes usual questions: those that release notes answer again and again, and that people ask
// in quite other words. generator/rulebinder/search/usual_questions.py lists the records that
// answer each.

import { keyedNumbers } from "../index/postings.js"
import { WEIGHTS } from "../weights.js"
import { sameWord } from "../words/forms.js"

/** @import { Index } from "../index/index.js" */
/** @import { Lexicon } from "../index/lexicon.js" */
/** @import { Concept, LookupResult } from "./values.d.ts" */

/**
 * Knows the words in which people ask.
 * @typedef {Pick<Lexicon, "asked" | "lang" | "questions">} Cues
 */

/**
 * A usual question that a query asks, with the positions of the words that show it.
 * @typedef {{ number: number, places: number[], sure: number }} UsualQuestion
 */

const SHORT = 3 // a word of so few letters is a cue only as it is

/**
 * Return the usual questions that a query asks, surest first.
 * @param {Concept[]} words
 * @param {Cues} cues
 * @returns {Promise<UsualQuestion[]>}
 */
export async function usualQuestions(words, cues) {
  /** @type {Map<number, { said: number, places: number[] }>} */
  const found = new Map()
  for (const [place, each] of words.entries()) {
    if (words.findIndex(({ word }) => word === each.word) < place) continue
    const { numbers, said } = await cuedQuestions(each, cues)
    for (const number of numbers) {
      const before = found.get(number) ?? { said: 0, places: [] }
      found.set(number, { said: before.said + said, places: [...before.places, place] })
    }
  }
  const enough = [...found].filter(([, { said }]) => said >= WEIGHTS.CUED)
  const sorted = enough.sort((one, other) => other[1].said - one[1].said || one[0] - other[0])
  return sorted.slice(0, WEIGHTS.USUAL).map(([number, { said, places }]) => {
    const sure = (said / sorted[0][1].said) * Math.min(1, said / WEIGHTS.CUED_SURELY)
    return { number, places, sure }
  })
}

/**
 * Return the records that answer the usual questions of a query, as found by the words that show
 * each. Note in the words that these records say them in another way. If no index that is `opened`
 * has such records, open those that have.
 * @param {Concept[]} words
 * @param {Pick<Index, "usual"> & { lexicon: Cues }} own the index of the page's language
 * @param {Index[]} opened
 * @param {(lang: string) => false | Promise<Index | undefined>} further opens the index of another
 *   language
 * @returns {Promise<LookupResult[]>}
 */
export async function usualAnswers(words, own, opened, further) {
  const asked = await usualQuestions(words, own.lexicon)
  if (!asked.length) return []
  const rows = await own.usual()
  const found = asked.map(async ({ number, places, sure }) => {
    const answers = Object.fromEntries(rows[number].split("|").map(keyedNumbers))
    const near = opened.filter(({ lang }) => answers[lang])
    const indexes = near.length ? near : await Promise.all(Object.keys(answers).map(further))
    const records = indexes.flatMap((index) =>
      index ? answers[index.lang].map((each) => index.records[each]) : [],
    )
    const worth = WEIGHTS.USUALLY * sure
    const matches = records.map((record) => ({ record, score: 1 }))
    return places.map((place) => {
      ;(words[place].usual ??= []).push({ records: new Set(records), worth })
      return { place, worth, weight: words[place].weight, matches }
    })
  })
  return (await Promise.all(found)).flat()
}

/**
 * Return the questions that have a word among their cues, with how much it says: 1 if no other
 * question has it.
 * @param {Concept} each
 * @param {Cues} cues
 */
async function cuedQuestions({ word, unknown }, cues) {
  /** @type {Set<number>} */
  const found = new Set()
  for (const typed of unknown ? [word, unknown] : [word]) {
    const forms = [...(await cues.asked(typed))].filter(([cue]) => isCue(cue, typed, cues.lang))
    for (const number of forms.flatMap(([, numbers]) => numbers)) found.add(number)
  }
  const all = cues.questions
  return { numbers: found, said: Math.log(1 + all / found.size) / Math.log(1 + all) }
}

/**
 * @param {string} cue
 * @param {string} word
 * @param {string} lang
 */
const isCue = (cue, word, lang) =>
  cue === word || (word.length > SHORT && sameWord(cue, word, lang))
