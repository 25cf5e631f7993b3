// What a query asks: how much each of its words says, what may stand for it, and which of them are worth a look.

import { folded } from "./folding.js"
import { errors } from "./words.js"

const LOOKS = 5 // as many words are looked up
const ENTRIES = 4000 // and so many places of the index are read for them, about
const COMMON = 0.15 // a word that more of the records have is looked up only where no other tells
const TELLING = 2 // where so many rarer words are looked up, common ones are not
const STANDINS = 3 // as many words may be looked up for others
const SELDOM = 0.03 // that fewer of the records have
const MIDDLING = 0.02
const SAME = 0.25 // how much what means the same makes a word less rare
const VAGUE = 0.6 // what means the same says at least so much of it, however common it is
const SEVERAL = 1.4 // a phrase of several words says more than its rarest
const BEGUN = /^\p{Script=Latin}+$/u
const WHOLE = 0.01 // a letter or two are a word where so many of the records have it, and else one that is begun
const QUIET = 0.12 // what a word of mere questions counts

/**
 * The words of a query as `{term, word, count, weight, corrected, unknown, quiet, same}`: `word` as it is compared, `count`
 * how many records have it, `unknown` what is typed where none has that, `same` the phrases that mean the same,
 * `{phrase, rarest, count, worth}`.
 */
export async function concepts(terms, lexicon, records) {
  const found = await Promise.all(terms.map((term) => concept(term, lexicon, records)))
  const groups = await lexicon.synonyms(found.map(({ word }) => word))
  for (const { from, length, others } of groups) {
    for (const each of found.slice(from, from + length)) {
      for (const other of others) if (!each.same.some(({ phrase }) => phrase === other.phrase)) each.same.push(other)
      each.joined ||= length > 1
      if (each.begun) Object.assign(each, { quiet: false, count: each.begun.exact }) // it is slang, however short
    }
  }
  if (found.every(({ quiet }) => quiet)) await Promise.all(found.map((each) => heard(each, lexicon, records)))
  await Promise.all(found.filter(({ word, count, same, quiet }) => !count && !same.length && !quiet && /^\p{L}/u.test(word)).map((each) => correct(each, lexicon)))
  for (const each of found) {
    each.weight = weight(each, records)
    each.same = each.same.map((other) => ({ ...other, worth: telling(other, each.weight, records) }))
  }
  return found
}

/** Whether a word is the number of a rule: 702.62a. */
export const isRule = (term) => /^\d{3}\./.test(term)

/** Whether it has one form in every language: a rule's number, a symbol, power and toughness. */
export const isPlain = (term) => /^[{\d+*]/.test(term)

/** Without a sign of minus, which the index has not. */
const plain = (word) => word.replace(/-/g, "")

/** A word as it is compared. */
const compared = (term) => (/^[\p{L}\p{M}\p{N}'’]+$/u.test(term) ? folded(term) : term)

async function concept(term, lexicon, records) {
  const word = compared(term)
  const each = { term, word, count: 0, same: [], quiet: lexicon.ignored.has(word) }
  return each.quiet ? each : heard(each, lexicon, records)
}

/** A word that tells something, with how many records have it; of one that is hardly begun, too many do. */
async function heard(each, lexicon, records) {
  const { count, exact } = isRule(each.term) ? await rule(each, lexicon) : await lexicon.about(plain(each.word))
  each.begun = BEGUN.test(each.word) && each.word.length < lexicon.depth && exact < WHOLE * records ? { exact } : undefined
  each.quiet = Boolean(each.begun)
  each.count = each.quiet ? 0 : count
  if (!count && !each.quiet) each.unknown = each.word
  return each
}

/** The number of a rule as it is typed, which another language may have; where this one has not, its whole rule too. */
async function rule(each, lexicon) {
  const { exact } = await lexicon.about(each.word)
  const whole = each.word.replace(/[a-z]$/, "")
  if (exact || whole === each.word) return { count: exact || 1, exact }
  const { exact: count } = await lexicon.about(whole)
  if (count) each.same.push({ phrase: whole, rarest: whole, count })
  return { count: 1, exact }
}

/** A word that nothing has is replaced by the nearest that something has; Pagefind would take whatever begins like it. */
async function correct(each, lexicon) {
  if ([...lexicon.ignored].some((word) => word.length > 3 && errors(each.word, word, 1) <= 1)) {
    each.quiet = true
    return
  }
  const nearest = await lexicon.nearest(each.word)
  if (!nearest) return
  Object.assign(each, { word: nearest, corrected: nearest, count: Math.max(1, (await lexicon.about(nearest)).count) })
}

/**
 * The rarer, the more a word says, and what means the same makes it less rare; one that nothing has says a little less
 * than one of middling weight.
 */
function weight({ count, same, quiet }, records) {
  if (quiet) return QUIET
  const all = count + SAME * Math.max(0, ...same.map((other) => other.count))
  return all ? rarity(all, records) : Math.log(1 + Math.sqrt(records)) * 0.5
}

/** How much of a word of this weight is said by what means the same: the commoner it is, the less. */
function telling({ phrase, count }, weight, records) {
  const says = rarity(count, records) * (phrase.includes(" ") ? SEVERAL : 1)
  return Math.max(VAGUE, Math.min(1, says / weight))
}

/**
 * What to look up: `{text, place, worth}`, place that of the word in the query; the most telling, and not too much. Of
 * `foreign` words, what is typed.
 */
export function looks(asked, foreign, records, ignored) {
  const own = asked.map((each, place) => ({ text: plain(each.word), place, count: each.count, worth: 1 })).filter(({ count }) => count)
  const typed = foreign.map((each) => ({ text: plain(each.unknown), place: asked.indexOf(each), count: 1, worth: 1 }))
  const chosen = thrifty([...own, ...typed].sort((one, other) => one.count - other.count), records)
  return [...chosen, ...standins(asked, records, chosen, ignored).slice(0, STANDINS)]
}

function thrifty(sorted, records) {
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

/** For each word that few have, what tells of the phrases that mean the same; two for one that nothing has. */
function standins(asked, records, chosen, ignored) {
  const taken = new Set(chosen.map(({ text }) => text))
  const found = []
  for (const [place, { count, weight, same, joined, quiet }] of asked.entries()) {
    if (quiet || (count > records * SELDOM && !joined)) continue
    const fit = same.filter(({ rarest, count: many }) => (many <= records * COMMON || !chosen.length) && !ignored.has(rarest))
    for (const other of fit.sort((one, other) => oddity(one, records) - oddity(other, records))) {
      if (found.filter((each) => each.place === place).length === (count ? 1 : 2)) break
      if (taken.has(other.rarest)) continue
      taken.add(other.rarest)
      found.push({ text: other.rarest, place, count: other.count, weight, worth: Math.min(0.8, rarity(other.count, records) / (weight || 1)) })
    }
  }
  return found.sort((one, other) => other.weight - one.weight)
}

/** How far from MIDDLING the share of the records is that has a word: too rare finds too little, too common too much. */
const oddity = ({ count }, records) => Math.abs(Math.log(count / (records * MIDDLING)))

const rarity = (count, records) => Math.log(1 + records / (1 + count))
