// What a query asks: how much each of its words says, what may stand for it, and which of them are worth a look.

import { folded } from "./folding.js"
import { errors } from "./words.js"

/** @import { Concept, Group, Look, Sayings, Standin } from "./types.d.ts" */

const LOOKS = 5 // as many words are looked up
const ENTRIES = 4000 // and so many places of the index are read for them, about
const COMMON = 0.15 // a word that more of the records have is looked up only where no other tells
const TELLING = 2 // where so many rarer words are looked up, common ones are not
const STANDINS = 3 // as many words may be looked up for others
const SELDOM = 0.03 // that fewer of the records have
const MIDDLING = 0.02
const SAME = 0.25 // how much what means the same makes a word less rare
const VAGUE = 0.6 // what means the same says at least so much of it, however common it is
const STANDING = 0.8 // what is looked up for a word counts at most so much of it
const SEVERAL = 1.4 // a phrase of several words says more than its rarest
const BEGUN = /^\p{Script=Latin}+$/u
const WHOLE = 0.01 // a letter or two are a word where so many of the records have it, and else one that is begun
const QUIET = 0.12 // what a word of mere questions counts
const LONG = 3 // a word of mere questions that is longer may be typed with an error

/**
 * The words of a query, with what means the same.
 * @param {string[]} terms
 * @param {Sayings} lexicon
 * @param {number} records how many the language has
 */
export async function concepts(terms, lexicon, records) {
  const found = await Promise.all(terms.map((term) => concept(term, lexicon, records)))
  for (const group of await lexicon.synonyms(found.map(({ word }) => word))) join(found, group)
  if (found.every(({ quiet }) => quiet)) await Promise.all(found.map((each) => heard(each, lexicon, records)))
  await Promise.all(found.filter(isUnknown).map((each) => correct(each, lexicon)))
  for (const each of found) {
    each.weight = weight(each, records)
    each.same = each.same.map((other) => ({ ...other, worth: telling(other, each.weight, records) }))
  }
  return found
}

/**
 * Whether a word is the number of a rule: 702.62a.
 * @param {string} term
 */
export const isRule = (term) => /^\d{3}\./.test(term)

/**
 * Whether it has one form in every language: a rule's number, a symbol, power and toughness.
 * @param {string} term
 */
export const isPlain = (term) => /^[{\d+*]/.test(term)

/**
 * Without a sign of minus, which the index has not.
 * @param {string} word
 */
const plain = (word) => word.replace(/-/g, "")

/**
 * A word as it is compared.
 * @param {string} term
 */
const compared = (term) => (/^[\p{L}\p{M}\p{N}'’]+$/u.test(term) ? folded(term) : term)

/**
 * Note what means the same as a phrase, at each of its words.
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
    if (each.begun) Object.assign(each, { quiet: false, count: each.begun.exact }) // it is slang, however short
  }
}

/**
 * Whether no record has a word, nor what means the same.
 * @param {Concept} each
 */
const isUnknown = ({ word, count, same, quiet }) => !count && !same.length && !quiet && /^\p{L}/u.test(word)

/**
 * @param {string} term
 * @param {Sayings} lexicon
 * @param {number} records
 */
async function concept(term, lexicon, records) {
  const word = compared(term)
  /** @type {Concept} */
  const each = { term, word, count: 0, weight: 0, same: [], quiet: lexicon.ignored.has(word) }
  return each.quiet ? each : heard(each, lexicon, records)
}

/**
 * A word that tells something, with how many records have it; of one that is hardly begun, too many do.
 * @param {Concept} each
 * @param {Sayings} lexicon
 * @param {number} records
 */
async function heard(each, lexicon, records) {
  const { count, exact } = isRule(each.term) ? await rule(each, lexicon) : await lexicon.about(plain(each.word))
  const short = BEGUN.test(each.word) && each.word.length < lexicon.depth
  each.begun = short && exact < WHOLE * records ? { exact } : undefined
  each.quiet = Boolean(each.begun)
  each.count = each.quiet ? 0 : count
  if (!count && !each.quiet) each.unknown = each.word
  return each
}

/**
 * The number of a rule as it is typed, which another language may have; where this one has not, its whole rule too.
 * @param {Concept} each
 * @param {Sayings} lexicon
 */
async function rule(each, lexicon) {
  const { exact } = await lexicon.about(each.word)
  const whole = each.word.replace(/[a-z]$/, "")
  if (exact || whole === each.word) return { count: exact || 1, exact }
  const { exact: count } = await lexicon.about(whole)
  if (count) each.same.push({ phrase: whole, rarest: whole, count, worth: 0 })
  return { count: 1, exact }
}

/**
 * A word that nothing has is replaced by the nearest that something has; Pagefind would take whatever begins like it.
 * @param {Concept} each
 * @param {Sayings} lexicon
 */
async function correct(each, lexicon) {
  if ([...lexicon.ignored].some((word) => word.length > LONG && errors(each.word, word, 1) <= 1)) {
    each.quiet = true
    return
  }
  const nearest = await lexicon.nearest(each.word)
  if (!nearest) return
  const { count } = await lexicon.about(nearest)
  Object.assign(each, { word: nearest, corrected: nearest, count: Math.max(1, count) })
}

/**
 * The rarer, the more a word says, and what means the same makes it less rare; one that nothing has says a little less
 * than one of middling weight.
 * @param {Concept} each
 * @param {number} records
 */
function weight({ count, same, quiet }, records) {
  if (quiet) return QUIET
  const all = count + SAME * Math.max(0, ...same.map((other) => other.count))
  return all ? rarity(all, records) : Math.log(1 + Math.sqrt(records)) * 0.5
}

/**
 * How much of a word of this weight is said by what means the same: the commoner it is, the less.
 * @param {Standin} other
 * @param {number} whole
 * @param {number} records
 */
function telling({ phrase, count }, whole, records) {
  const says = rarity(count, records) * (phrase.includes(" ") ? SEVERAL : 1)
  return Math.max(VAGUE, Math.min(1, says / whole))
}

/**
 * What to look up: the most telling, and not too much. Of `foreign` words, what is typed.
 * @param {Concept[]} asked
 * @param {Concept[]} foreign those of them that another language has
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
  return [...chosen, ...standins(asked, records, chosen, ignored).slice(0, STANDINS)]
}

/**
 * The first of the looks, rarest first.
 * @param {Look[]} sorted
 * @param {number} records
 */
function thrifty(sorted, records) {
  /** @type {Look[]} */
  const chosen = []
  let entries = 0
  for (const look of sorted) {
    if (chosen.length >= LOOKS) break
    if (chosen.length >= TELLING && (look.count > records * COMMON || entries + look.count > ENTRIES)) break
    chosen.push(look)
    entries += look.count
  }
  return chosen
}

/**
 * For each word that few have, what tells of the phrases that mean the same; those of the weightiest words first.
 * @param {Concept[]} asked
 * @param {number} records
 * @param {Look[]} chosen what is looked up already
 * @param {Set<string>} ignored
 */
function standins(asked, records, chosen, ignored) {
  const taken = new Set(chosen.map(({ text }) => text))
  /** @param {Standin} other */
  const fits = ({ rarest, count }) => (count <= records * COMMON || !chosen.length) && !ignored.has(rarest)
  const found = asked.flatMap((each, place) => {
    if (each.quiet || (each.count > records * SELDOM && !each.joined)) return []
    const looked = standing(each, each.same.filter(fits), taken, records)
    return looked.map((look) => ({ ...look, place, weight: each.weight }))
  })
  return found.sort((one, other) => other.weight - one.weight)
}

/**
 * The likeliest phrase to look up for a word, or two for one that nothing has; what is `taken` already is no other.
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
    found.push({ text: rarest, count, worth: Math.min(STANDING, rarity(count, records) / (each.weight || 1)) })
  }
  return found
}

/**
 * How far from MIDDLING the share of the records is that has a word: too rare finds too little, too common too much.
 * @param {Standin} other
 * @param {number} records
 */
const oddity = ({ count }, records) => Math.abs(Math.log(count / (records * MIDDLING)))

/**
 * @param {number} count
 * @param {number} records
 */
const rarity = (count, records) => Math.log(1 + records / (1 + count))
