// Recognizes the cards and mechanics that a question names, anywhere in it, so that their records
// are found in whatever language they are.

import { recordRanges } from "../index/entries.js"
import { WEIGHTS } from "../weights.js"
import { folded } from "../words/folding.js"
import { allowedErrors, editDistance, soundOf } from "../words/spelling.js"

/** @import { Anchor, Concept } from "./values.d.ts" */

/**
 * What is known of the language of a query: the words that say nothing about a name, those before a
 * noun, and how many records it has. `query` is as it was typed.
 * @typedef {{ ignored: Set<string>, articles: string[], query: string, records: number, lang:
 *   string }} Asking
 */

const SHORT = 2 // words of so few letters say nothing about a name
const BEGUN = 4 // the fewest letters that may be the beginning of a word that is still being typed
const GAP = 2 // so many other words may be between those of a name
// a part of a name must be rare: in at most so many records that do not belong to it
const OTHERS = 2
const TELLING = 5 // the fewest letters of a word that tells alone which name is meant
const PLURAL = 0.9 // how much a plural is like its singular
const INEXACT = 0.8 // the same for a word that only begins or sounds like one of the name
const ERROR = 0.15 // what an error costs
const MOST = 4 // the most names that a question may have

/**
 * Return the cards and mechanics that a query names, surest first. `entries` are names as the
 * lexicon has them.
 * @param {Concept[]} words
 * @param {Iterable<string>} entries
 * @param {Asking} asking
 * @returns {Anchor[]}
 */
export function anchors(words, entries, asking) {
  const whole = Math.log(1 + asking.records)
  const evidence = words.map(({ weight }) => weight / whole)
  /** @type {Map<string, Anchor>} */
  const found = new Map()
  for (const entry of entries) {
    const anchor = anchorOf(words, entry, asking, evidence)
    const key = anchor && `${anchor.kind}/${anchor.target}`
    if (key && anchor.sure > (found.get(key)?.sure ?? 0)) found.set(key, anchor)
  }
  return withoutRivals(
    [...found.values()].sort((one, other) => other.sure - one.sure || idOrder(one, other)),
  )
}

/**
 * @param {Anchor} one
 * @param {Anchor} other
 */
const idOrder = (one, other) =>
  `${one.kind}/${one.target}` < `${other.kind}/${other.target}` ? -1 : 1

/**
 * Leave out names that only share words with a surer one.
 * @param {Anchor[]} sorted
 */
function withoutRivals(sorted) {
  /** @type {Anchor[]} */
  const kept = []
  for (const anchor of sorted) {
    const beside = kept.some(
      ({ sure, covered }) =>
        sure * WEIGHTS.NAME_RIVAL > anchor.sure &&
        covered.some((place) => anchor.covered.includes(place)),
    )
    if (!beside && kept.length < MOST) kept.push(anchor)
  }
  return kept
}

/**
 * Return the anchor of a name, or undefined if the query does not have enough of it.
 * @param {Concept[]} words
 * @param {string} entry
 * @param {Asking} asking
 * @param {number[]} evidence
 * @returns {Anchor | undefined}
 */
function anchorOf(words, entry, asking, evidence) {
  const [kind, target, where, ...rest] = entry.split("/")
  if (!where) return undefined
  const [best] = variants(kind, rest.join("/"))
    .map((variant) => nameRating(words, variant, asking.ignored, evidence))
    .sort((one, other) => Number(other.complete) - Number(one.complete) || other.sure - one.sure)
  const { sure, covered, complete } = best
  const isMeant =
    complete || (kind === "card" && isPart(words, best, ownRecords(where, asking.lang), asking))
  if (!isMeant || (kind === "card" && sure < WEIGHTS.NAME_ENOUGH)) return undefined
  return { kind, target, where, sure, covered, complete }
}

/**
 * Return the words of a name, and those of its short form: "Kaalia" of "Kaalia, the Vast".
 * @param {string} kind
 * @param {string} text
 */
function variants(kind, text) {
  const short = kind === "card" && text.includes(",") ? [text.split(",")[0]] : []
  return [text, ...short].map((name) => folded(name).split(" "))
}

/**
 * Return whether a part of a name is enough: hardly any text has one of its words but the `own`
 * records of the name. It is not if it looks like another word or another name.
 * @param {Concept[]} words
 * @param {{ exact: number[], covered: number[] }} best
 * @param {number} own
 * @param {Asking} asking
 */
function isPart(words, { exact, covered }, own, asking) {
  if (covered.length === 1 && isNoun(words, covered[0], asking)) return false
  return exact.some((place) => {
    const each = words[place]
    const isForeign = each.named || each.unknown
    return each.term.length >= TELLING && (isForeign || (own > 0 && each.count <= own + OTHERS))
  })
}

/**
 * Return whether a word is probably a common noun: it comes after an article, without a capital.
 * @param {Concept[]} words
 * @param {number} place
 * @param {Asking} asking
 */
function isNoun(words, place, { articles, query }) {
  const { term } = words[place]
  const before = words[place - 1]?.term
  return (
    before !== undefined &&
    articles.some((each) => folded(each) === folded(before)) &&
    query.includes(term)
  )
}

/**
 * Rate how surely a query has a name: by how much of it was typed, how exactly, and how rare those
 * words are.
 * @param {Concept[]} words
 * @param {string[]} name
 * @param {Set<string>} ignored
 * @param {number[]} evidence
 */
function nameRating(words, name, ignored, evidence) {
  const long = name.filter((word) => word.length > SHORT && !ignored.has(word))
  const wanted = long.length ? long : name
  /** @type {number[]} */
  const covered = []
  /** @type {number[]} */
  const exact = []
  let [strength, quality] = [0, 0]
  for (const word of wanted) {
    const { place, value } = likestWord(words, word, covered)
    if (place < 0) continue
    covered.push(place)
    if (value >= PLURAL) exact.push(place)
    strength += evidence[place] * value
    quality += value
  }
  const share = quality / wanted.length
  const apart = covered.length ? Math.max(...covered) - Math.min(...covered) + 1 - name.length : 0
  const sure = apart > GAP ? 0 : Math.sqrt(share) * Math.min(1, strength / WEIGHTS.NAME_EVIDENCE)
  return { sure, covered, exact, complete: covered.length === wanted.length && apart <= 0 }
}

/**
 * Find the word of the query that is most like a word of a name.
 * @param {Concept[]} words
 * @param {string} word
 * @param {number[]} taken
 */
function likestWord(words, word, taken) {
  let best = { place: -1, value: 0 }
  for (const [place, each] of words.entries()) {
    if (taken.includes(place)) continue
    const value = wordLikeness(each, word, place === words.length - 1)
    if (value > best.value) best = { place, value }
  }
  return best
}

/**
 * Return from 0 to 1 how much a word of the query is like a word of a name. Only a word that is in
 * no text may have errors.
 * @param {Concept} each
 * @param {string} word
 * @param {boolean} last
 */
function wordLikeness({ term, word: known, unknown, foreign }, word, last) {
  const typed = folded(term)
  if (typed === word) return 1
  if (known === word || `${typed}s` === word || typed === `${word}s`) return PLURAL
  if (last && typed.length >= BEGUN && word.startsWith(typed)) return INEXACT
  return unknown && !foreign ? misspellingLikeness(typed, word) : 0
}

/**
 * @param {string} typed
 * @param {string} word
 */
function misspellingLikeness(typed, word) {
  const wrong = editDistance(typed, word, allowedErrors(typed))
  if (wrong <= allowedErrors(typed)) return 1 - ERROR * wrong
  return typed.length >= BEGUN && soundOf(typed) === soundOf(word) ? INEXACT : 0
}

/**
 * Count the records of a language that a name leads to.
 * @param {string} where
 * @param {string} lang
 */
const ownRecords = (where, lang) =>
  recordRanges(where).reduce((sum, run) => sum + (run.lang === lang ? run.count : 0), 0)
