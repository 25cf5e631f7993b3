// What a query asks: how much each of its words says, what may stand for it, and which of them are worth a look.

import { errors, folded } from "./words.js"

const LOOKS = 5 // as many words are looked up
const ENTRIES = 4000 // and so many places of the index are read for them, about
const COMMON = 0.15 // a word that more of the records have is looked up only where no other tells
const TELLING = 2 // where so many rarer words are looked up, common ones are not
const STANDINS = 3 // as many words may be looked up for others
const SELDOM = 0.03 // that fewer of the records have
const QUIET = 0.12 // what a word of mere questions counts

/**
 * The words of a query as `{term, word, count, weight, corrected, quiet, same}`: `word` as it is compared, `count` how
 * many records have it, `same` the phrases that mean the same, `{phrase, rarest, count}`.
 */
export async function concepts(terms, lexicon, records) {
  const found = await Promise.all(terms.map((term) => concept(term, lexicon)))
  const groups = await lexicon.synonyms(found.map(({ word }) => word))
  for (const { from, length, others } of groups) {
    for (const each of found.slice(from, from + length)) {
      each.same = others
      each.joined = length > 1 ? found.slice(from, from + length) : undefined
    }
  }
  await Promise.all(found.filter(({ count, same, quiet }) => !count && !same.length && !quiet).map((each) => correct(each, lexicon)))
  for (const each of found) each.weight = weight(each, records)
  return found
}

/** Without a sign of minus, which the index has not. */
const plain = (word) => word.replace(/-/g, "")

async function concept(term, lexicon) {
  const word = /^[\p{L}\p{M}\p{N}'’]+$/u.test(term) ? folded(term) : term
  const each = { term, word, count: 0, same: [], quiet: lexicon.ignored.has(word) }
  if (each.quiet) return each
  each.count = /^\d{3}\./.test(term) ? await rule(each, lexicon) : (await lexicon.about(plain(word))).count
  return each
}

/** The number of a rule is shortened until something has it: 702.62z, 702.62. */
async function rule(each, lexicon) {
  for (let shorter = each.word; shorter.length > 4; shorter = shorter.slice(0, -1)) {
    const { count } = await lexicon.about(shorter)
    if (count) return (each.word = shorter) && count
  }
  return 0
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

/** The rarer, the more a word says; one that nothing has says a little less than one of middling weight. */
function weight({ count, same, quiet }, records) {
  const all = count || same.reduce((sum, other) => sum + other.count, 0)
  if (quiet) return QUIET
  return all ? Math.log(1 + records / (1 + all)) : Math.log(1 + Math.sqrt(records)) * 0.5
}

/** What to look up: `{text, place, worth}`, place that of the word in the query; the most telling, and not too much. */
export function looks(asked, records) {
  const own = asked.map((each, place) => ({ text: plain(each.word), place, count: each.count, worth: 1 })).filter(({ count }) => count)
  const chosen = thrifty(own.sort((one, other) => one.count - other.count), records)
  return [...chosen, ...standins(asked, records, chosen).slice(0, STANDINS)]
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

/** For each word that few have, the commonest word of the phrases that mean the same, if it tells; the rarest words first. */
function standins(asked, records, chosen) {
  const taken = new Set(chosen.map(({ text }) => text))
  const found = []
  for (const [place, { count, weight, same, joined }] of asked.entries()) {
    if (count > records * SELDOM && !joined) continue
    const telling = same.filter(({ rarest, count: many }) => (many <= records * COMMON || !chosen.length) && !taken.has(rarest))
    const [most] = telling.sort((one, other) => other.count - one.count)
    if (!most) continue
    taken.add(most.rarest)
    found.push({ text: most.rarest, place, count: most.count, weight, worth: 0.8 })
  }
  return found.sort((one, other) => other.weight - one.weight)
}
