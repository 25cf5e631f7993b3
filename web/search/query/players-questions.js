// Recognizes what players ask about mechanics (content/mechanics).

import { tokens } from "../words/tokens.js"

/** @import { Library } from "../index/library.js" */
/** @import { Phrases } from "../index/phrases.js" */
/** @import { Asked, QueryWord } from "./values.d.ts" */

/**
 * A mechanic, and words of the ruling that answers a question about it, if any are known.
 * @typedef {{ id: string, answer: string }} PlayersQuestion
 */

const ALIKE = 0.8 // the share of the telling words that a query and a question must have in common

/**
 * Return the question about a mechanic that a query asks in nearly the same words.
 * @param {Asked} asked
 * @param {QueryWord[]} words
 * @param {Library} library
 * @returns {PlayersQuestion | undefined}
 */
export function playersQuestion(asked, words, library) {
  const { phrases } = library
  if (!phrases) return undefined
  const isTelling = (/** @type {string} */ word) => !phrases.ignored.has(word)
  const typed = [...words.map(({ word }) => word), ...asked.phrases.flatMap(tokens)].filter(
    isTelling,
  )
  let most = ALIKE
  let best
  for (const question of phrases.players) {
    const alike = likeness(typed, tokens(question[1]).filter(isTelling), phrases)
    if (best ? alike <= most : alike < most) continue
    most = alike
    best = question
  }
  return best && { id: best[0], answer: best[2] }
}

/**
 * Return the share of their words that two questions have in common, whatever their forms.
 * @param {string[]} one
 * @param {string[]} other
 * @param {Phrases} phrases
 */
function likeness(one, other, phrases) {
  const [stems, others] = [one, other].map((all) => new Set(all.map((word) => phrases.key([word]))))
  return [...stems].filter((stem) => others.has(stem)).length / Math.max(stems.size, others.size)
}
