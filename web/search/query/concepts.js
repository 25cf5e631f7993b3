// Rates the words of a query: how much each says, and which phrases mean the same.

import { WEIGHTS } from "../weights.js"
import { folded } from "../words/folding.js"
import { editDistance } from "../words/spelling.js"

/** @import { Concept, Group, QueryLexicon, Standin } from "./values.d.ts" */

const BEGUN = /^\p{Script=Latin}+$/u
const LONG = 3 // longer question words are recognized even with a typing error

/**
 * Return the words of a query, with their weights and the phrases that mean the same.
 * @param {string[]} terms
 * @param {QueryLexicon} lexicon
 * @param {number} records how many records the language has
 */
export async function concepts(terms, lexicon, records) {
  const found = await Promise.all(terms.map((term) => concept(term, lexicon, records)))
  // Before any correction: slang is in no text, but it is not misspelt.
  for (const group of await lexicon.synonyms(found.map(({ word }) => word))) {
    addSynonyms(found, group)
  }
  for (const group of await lexicon.abroad(found.map(({ word }) => word))) {
    addTranslations(found, group)
  }
  // A query of question words alone asks for these words.
  if (found.every(({ quiet }) => quiet)) {
    await Promise.all(found.map((each) => withCount(each, lexicon, records)))
  }
  const unknown = found.filter(isUnknown)
  const asked = await Promise.all(unknown.map(({ word }) => lexicon.asked(word)))
  const foreign = isForeign(found, unknown.length)
  // people ask usual questions in the others
  const wrong = unknown.filter(({ word }, place) => !asked[place].has(word))
  await Promise.all(wrong.map((each) => correct(each, lexicon, foreign)))
  for (const each of found) {
    each.weight = weight(each, records)
    each.same = each.same.map((other) => ({
      ...other,
      worth: standinWorth(other, each.weight, records),
    }))
  }
  return found
}

/**
 * Return whether a word is the number of a rule, like 702.62a.
 * @param {string} term
 */
export const isRuleNumber = (term) => /^\d{3}\./.test(term)

/**
 * Return whether a word has the same form in every language: a rule's number, a symbol, or power
 * and toughness.
 * @param {string} term
 */
export const isUniversal = (term) => /^[{\d+*]/.test(term)

/**
 * Remove minus signs, which the index does not have.
 * @param {string} word
 */
export const withoutMinus = (word) => word.replace(/-/g, "")

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
function addSynonyms(found, { from, length, others }) {
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
function addTranslations(found, { from, length, others }) {
  for (const each of found.slice(from, from + length)) {
    for (const { lang, phrase } of others) {
      const same = (each.abroad[lang] ??= [])
      if (!same.some((other) => other.phrase === phrase)) {
        same.push({ phrase, rarest: phrase, count: 1, worth: 1 })
      }
    }
  }
}

/**
 * Return whether no record has a word or a phrase that means the same.
 * @param {Concept} each
 */
const isUnknown = ({ word, count, same, quiet }) =>
  !count && !same.length && !quiet && /^\p{L}/u.test(word)

/**
 * Return whether a query is probably in a language that the site does not know: most of its words
 * are unknown. Then only its names may be misspelt.
 * @param {Concept[]} found
 * @param {number} unknown
 */
const isForeign = (found, unknown) =>
  unknown >= WEIGHTS.STRANGE && unknown * 2 >= found.filter(({ quiet }) => !quiet).length

/**
 * @param {string} term
 * @param {QueryLexicon} lexicon
 * @param {number} records
 */
async function concept(term, lexicon, records) {
  const word = compared(term)
  /** @type {Concept} */
  const each = {
    term,
    word,
    count: 0,
    weight: 0,
    same: [],
    abroad: {},
    quiet: lexicon.ignored.has(word),
  }
  return each.quiet ? each : withCount(each, lexicon, records)
}

/**
 * Count the records that have a word. A short word that is only the beginning of others is marked
 * as `quiet` instead, because nearly every record would match it.
 * @param {Concept} each
 * @param {QueryLexicon} lexicon
 * @param {number} records
 */
async function withCount(each, lexicon, records) {
  const { count, exact, named } = isRuleNumber(each.term)
    ? await ruleCount(each, lexicon)
    : await lexicon.about(withoutMinus(each.word))
  each.named = named
  const short = BEGUN.test(each.word) && each.word.length < lexicon.depth
  each.begun = short && exact < WEIGHTS.WHOLE * records ? { exact } : undefined
  each.quiet = Boolean(each.begun)
  each.count = each.quiet ? 0 : count
  if (!count && !each.quiet) each.unknown = each.word
  return each
}

/**
 * Count the records that cite a rule. The count is at least 1, because another language may cite
 * the rule. If this language cites only the whole rule (702.62 for 702.62a), add that as a phrase
 * with the same meaning.
 * @param {Concept} each
 * @param {QueryLexicon} lexicon
 */
async function ruleCount(each, lexicon) {
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
 * @param {QueryLexicon} lexicon
 * @param {boolean} inNames whether only names may be meant
 */
async function correct(each, lexicon, inNames) {
  each.foreign = await lexicon.isForeign(each.word)
  if (
    [...lexicon.ignored].some((word) => word.length > LONG && editDistance(each.word, word, 1) <= 1)
  ) {
    each.quiet = true
    return
  }
  const nearest = await lexicon.nearest(each.word, inNames)
  if (!nearest) return
  const { count } = await lexicon.about(nearest)
  Object.assign(each, { word: nearest, corrected: nearest, count: Math.max(1, count) })
}

/**
 * Return how much a word says: more if it is rare, less if a phrase with the same meaning is
 * common.
 * @param {Concept} each
 * @param {number} records
 */
function weight({ count, same, quiet }, records) {
  if (quiet) return WEIGHTS.QUIET
  const common = WEIGHTS.COMMONER * Math.max(0, ...same.map((other) => other.count))
  return rarity(Math.max(1, count + common), records)
}

/**
 * Return how much a phrase with the same meaning says, as a share of the word's weight. Common
 * phrases say less.
 * @param {Standin} other
 * @param {number} whole
 * @param {number} records
 */
const standinWorth = ({ count }, whole, records) => Math.min(1, rarity(count, records) / whole)

/**
 * @param {number} count
 * @param {number} records
 */
export const rarity = (count, records) => Math.log(1 + records / (1 + count))
