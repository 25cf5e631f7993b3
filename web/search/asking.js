// Rates the words of a query: how much each says, which phrases mean the same, and which are worth looking up.

import { folded } from "./folding.js"
import { errors } from "./words.js"
import { WEIGHTS } from "./weights.js"

/** @import { Concept, Group, Look, Sayings, Standin } from "./types.d.ts" */

const BEGUN = /^\p{Script=Latin}+$/u
const LONG = 3 // longer question words are recognized even with a typing error

/**
 * Return the words of a query, with their weights and the phrases that mean the same.
 * @param {string[]} terms
 * @param {Sayings} lexicon
 * @param {number} records how many records the language has
 */
export async function concepts(terms, lexicon, records) {
  const found = await Promise.all(terms.map((term) => concept(term, lexicon, records)))
  for (const group of await lexicon.synonyms(found.map(({ word }) => word))) join(found, group)
  for (const group of await lexicon.abroad(found.map(({ word }) => word))) translate(found, group)
  if (found.every(({ quiet }) => quiet)) await Promise.all(found.map((each) => heard(each, lexicon, records)))
  const unknown = found.filter(isUnknown)
  const asked = await Promise.all(unknown.map(({ word }) => lexicon.asked(word)))
  const foreign = isForeign(found, unknown.length)
  const wrong = unknown.filter(({ word }, place) => !asked[place].has(word)) // people ask usual questions in the others
  await Promise.all(wrong.map((each) => correct(each, lexicon, foreign)))
  for (const each of found) {
    each.weight = weight(each, records)
    each.same = each.same.map((other) => ({ ...other, worth: telling(other, each.weight, records) }))
  }
  return found
}

/**
 * Return whether a word is the number of a rule, like 702.62a.
 * @param {string} term
 */
export const isRule = (term) => /^\d{3}\./.test(term)

/**
 * Return whether a word has the same form in every language: a rule's number, a symbol, or power and toughness.
 * @param {string} term
 */
export const isPlain = (term) => /^[{\d+*]/.test(term)

/**
 * Remove minus signs, which the index does not have.
 * @param {string} word
 */
const plain = (word) => word.replace(/-/g, "")

/**
 * Return a word in the form that is compared.
 * @param {string} term
 */
const compared = (term) => (/^[\p{L}\p{M}\p{N}'’]+$/u.test(term) ? folded(term) : term)

/**
 * Add the phrases of a group to each word that it replaces.
 * @param {Concept[]} found
 * @param {Group} group
 */
function join(found, { from, length, others }) {
  for (const each of found.slice(from, from + length)) {
    const known = new Set(each.same.map(({ phrase }) => phrase))
    for (const other of others) {
      if (!known.has(other.phrase)) each.same.push(other)
      known.add(other.phrase)
    }
    each.joined ||= length > 1
    // slang may be short, so it is a whole word
    if (each.begun) Object.assign(each, { quiet: false, count: each.begun.exact })
  }
}

/**
 * Add the phrases of other languages to each word that they replace.
 * @param {Concept[]} found
 * @param {{ from: number, length: number, others: { lang: string, phrase: string }[] }} group
 */
function translate(found, { from, length, others }) {
  for (const each of found.slice(from, from + length)) {
    for (const { lang, phrase } of others) {
      const same = (each.abroad[lang] ??= [])
      if (!same.some((other) => other.phrase === phrase)) same.push({ phrase, rarest: phrase, count: 1, worth: 1 })
    }
  }
}

/**
 * Return whether no record has a word or a phrase that means the same.
 * @param {Concept} each
 */
const isUnknown = ({ word, count, same, quiet }) => !count && !same.length && !quiet && /^\p{L}/u.test(word)

/**
 * Return whether a query is probably in a language that the site does not know: most of its words are unknown. Then
 * only its names may be misspelt.
 * @param {Concept[]} found
 * @param {number} unknown
 */
const isForeign = (found, unknown) =>
  unknown >= WEIGHTS.STRANGE && unknown * 2 >= found.filter(({ quiet }) => !quiet).length

/**
 * @param {string} term
 * @param {Sayings} lexicon
 * @param {number} records
 */
async function concept(term, lexicon, records) {
  const word = compared(term)
  /** @type {Concept} */
  const each = { term, word, count: 0, weight: 0, same: [], abroad: {}, quiet: lexicon.ignored.has(word) }
  return each.quiet ? each : heard(each, lexicon, records)
}

/**
 * Count the records that have a word. A short word that is only the beginning of others is marked as `quiet` instead,
 * because nearly every record would match it.
 * @param {Concept} each
 * @param {Sayings} lexicon
 * @param {number} records
 */
async function heard(each, lexicon, records) {
  const { count, exact, named } = isRule(each.term) ? await rule(each, lexicon) : await lexicon.about(plain(each.word))
  each.named = named
  const short = BEGUN.test(each.word) && each.word.length < lexicon.depth
  each.begun = short && exact < WEIGHTS.WHOLE * records ? { exact } : undefined
  each.quiet = Boolean(each.begun)
  each.count = each.quiet ? 0 : count
  if (!count && !each.quiet) each.unknown = each.word
  return each
}

/**
 * Count the records that cite a rule. The count is at least 1, because another language may cite the rule. If this
 * language cites only the whole rule (702.62 for 702.62a), add that as a phrase with the same meaning.
 * @param {Concept} each
 * @param {Sayings} lexicon
 */
async function rule(each, lexicon) {
  const { exact } = await lexicon.about(each.word)
  const whole = each.word.replace(/[a-z]$/, "")
  if (exact || whole === each.word) return { count: exact || 1, exact, named: false }
  const { exact: count } = await lexicon.about(whole)
  if (count) each.same.push({ phrase: whole, rarest: whole, count, worth: 0 })
  return { count: 1, exact, named: false }
}

/**
 * Replace a word that no record has by the nearest known word.
 * @param {Concept} each
 * @param {Sayings} lexicon
 * @param {boolean} inNames whether only names may be meant
 */
async function correct(each, lexicon, inNames) {
  each.foreign = await lexicon.isForeign(each.word)
  if ([...lexicon.ignored].some((word) => word.length > LONG && errors(each.word, word, 1) <= 1)) {
    each.quiet = true
    return
  }
  const nearest = await lexicon.nearest(each.word, inNames)
  if (!nearest) return
  const { count } = await lexicon.about(nearest)
  Object.assign(each, { word: nearest, corrected: nearest, count: Math.max(1, count) })
}

/**
 * Return how much a word says: more if it is rare, less if a phrase with the same meaning is common. An unknown word
 * weighs a little less than a word of middling frequency, but one that only another language has is rare.
 * @param {Concept} each
 * @param {number} records
 */
function weight({ count, same, quiet, foreign }, records) {
  if (quiet) return WEIGHTS.QUIET
  if (foreign) return rarity(1, records)
  const all = count + WEIGHTS.COMMONER * Math.max(0, ...same.map((other) => other.count))
  return all ? rarity(all, records) : Math.log(1 + Math.sqrt(records)) * 0.5
}

/**
 * Return how much a phrase with the same meaning says, as a share of the word's weight. Common phrases say less.
 * @param {Standin} other
 * @param {number} whole
 * @param {number} records
 */
const telling = ({ count }, whole, records) => Math.min(1, rarity(count, records) / whole)

/**
 * Choose the words to look up: the rarest ones, up to a limit. A `foreign` word is looked up as it was typed, not as
 * corrected.
 * @param {Concept[]} asked
 * @param {Concept[]} foreign the words of the query that another language has
 * @param {number} records
 * @param {Set<string>} ignored
 */
export function looks(asked, foreign, records, ignored) {
  const all = asked.map((each, place) => ({ text: plain(each.word), place, count: each.count, worth: 1 }))
  const own = all.filter(({ count }) => count)
  const typed = foreign.map((each) => {
    return { text: plain(each.unknown ?? each.word), place: asked.indexOf(each), count: 1, worth: 1 }
  })
  const chosen = thrifty(
    [...own, ...typed].sort((one, other) => one.count - other.count),
    records,
  )
  return [...chosen, ...standins(asked, records, chosen, ignored).slice(0, WEIGHTS.STANDINS)]
}

/**
 * Return the first looks, up to the limits. Rare words come first, because each look costs as much as the word is
 * common.
 * @param {Look[]} sorted
 * @param {number} records
 */
function thrifty(sorted, records) {
  /** @type {Look[]} */
  const chosen = []
  let entries = 0
  for (const look of sorted) {
    if (chosen.length >= WEIGHTS.LOOKS) break
    if (
      chosen.length >= WEIGHTS.RARER &&
      (look.count > records * WEIGHTS.COMMON || entries + look.count > WEIGHTS.ENTRIES)
    ) {
      break
    }
    chosen.push(look)
    entries += look.count
  }
  return chosen
}

/**
 * For each rare word, look up phrases that mean the same. Those of the weightiest words come first.
 * @param {Concept[]} asked
 * @param {number} records
 * @param {Look[]} chosen the words that are looked up already
 * @param {Set<string>} ignored
 */
function standins(asked, records, chosen, ignored) {
  const taken = new Set(chosen.map(({ text }) => text))
  /** @param {Standin} other */
  const fits = ({ rarest, count }) => (count <= records * WEIGHTS.COMMON || !chosen.length) && !ignored.has(rarest)
  const found = asked.flatMap((each, place) => {
    if (each.quiet || (each.count > records * WEIGHTS.SELDOM && !each.joined)) return []
    const looked = standing(each, each.same.filter(fits), taken, records)
    return looked.map((look) => ({ ...look, place, weight: each.weight }))
  })
  return found.sort((one, other) => other.weight - one.weight)
}

/**
 * Return the best phrase to look up in place of a word, or the best two if no record has the word. Phrases that are
 * `taken` are skipped.
 * @param {Concept} each
 * @param {Standin[]} fit
 * @param {Set<string>} taken
 * @param {number} records
 */
function standing(each, fit, taken, records) {
  const sorted = fit.sort((one, other) => oddity(one, records) - oddity(other, records))
  const found = []
  for (const { rarest, count } of sorted) {
    if (found.length === (each.count ? 1 : 2)) break
    if (taken.has(rarest)) continue
    taken.add(rarest)
    found.push({ text: rarest, count, worth: Math.min(WEIGHTS.STANDING, rarity(count, records) / (each.weight || 1)) })
  }
  return found
}

/**
 * Return how far a phrase is from the ideal frequency. A phrase that is too rare finds too little, and one that is too
 * common finds too much.
 * @param {Standin} other
 * @param {number} records
 */
const oddity = ({ count }, records) => Math.abs(Math.log(count / (records * WEIGHTS.MIDDLING)))

/**
 * @param {number} count
 * @param {number} records
 */
const rarity = (count, records) => Math.log(1 + records / (1 + count))
