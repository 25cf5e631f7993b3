// Chooses the words of a query that are looked up in the index.

import { WEIGHTS } from "../weights.js"
import { rarity, withoutMinus } from "./concepts.js"

/** @import { Concept, Lookup, Standin } from "./values.d.ts" */

/**
 * Choose the words to look up: the rarest ones, up to a limit. A `foreign` word is looked up as it
 * was typed, not as corrected.
 * @param {Concept[]} asked
 * @param {Concept[]} foreign the words of the query that another language has
 * @param {number} records
 * @param {Set<string>} ignored
 */
export function lookups(asked, foreign, records, ignored) {
  const all = asked.map((each, place) => ({
    text: withoutMinus(each.word),
    place,
    count: each.count,
    worth: 1,
  }))
  const own = all.filter(({ count }) => count)
  const typed = foreign.map((each) => {
    return {
      text: withoutMinus(each.unknown ?? each.word),
      place: asked.indexOf(each),
      count: 1,
      worth: 1,
    }
  })
  // Rare words come first, because each costs as much as the word is common.
  const sorted = [...own, ...typed].sort((one, other) => one.count - other.count)
  const chosen = sorted.filter(
    ({ count }, place) =>
      place < WEIGHTS.LOOKS && (place < WEIGHTS.RARER || count <= records * WEIGHTS.COMMON),
  )
  return [...chosen, ...standins(asked, records, chosen, ignored).slice(0, WEIGHTS.STANDINS)]
}

/**
 * For each rare word, look up phrases that mean the same. Those of the weightiest words come first.
 * @param {Concept[]} asked
 * @param {number} records
 * @param {Lookup[]} chosen the words that are looked up already
 * @param {Set<string>} ignored
 */
function standins(asked, records, chosen, ignored) {
  const taken = new Set(chosen.map(({ text }) => text))
  const found = asked.flatMap((each, place) => {
    if (each.quiet || (each.count > records * WEIGHTS.SELDOM && !each.joined)) return []
    const fit = each.same.filter(({ rarest }) => !ignored.has(rarest))
    const looked = bestStandins(each, fit, taken, records)
    return looked.map((lookup) => ({ ...lookup, place, weight: each.weight }))
  })
  return found.sort((one, other) => other.weight - one.weight)
}

/**
 * Return the best phrase to look up in place of a word, or the best two if no record has the word.
 * Phrases that are `taken` are skipped.
 * @param {Concept} each
 * @param {Standin[]} fit
 * @param {Set<string>} taken
 * @param {number} records
 */
function bestStandins(each, fit, taken, records) {
  const sorted = fit.sort((one, other) => frequencyGap(one, records) - frequencyGap(other, records))
  const found = []
  for (const { rarest, count } of sorted) {
    if (found.length === (each.count ? 1 : 2)) break
    if (taken.has(rarest)) continue
    taken.add(rarest)
    found.push({
      text: rarest,
      count,
      worth: Math.min(WEIGHTS.STANDING, rarity(count, records) / (each.weight || 1)),
    })
  }
  return found
}

/**
 * Return how far a phrase is from the ideal frequency. A phrase that is too rare finds too little,
 * and one that is too common finds too much.
 * @param {Standin} other
 * @param {number} records
 */
const frequencyGap = ({ count }, records) =>
  Math.abs(Math.log(count / (records * WEIGHTS.MIDDLING)))
