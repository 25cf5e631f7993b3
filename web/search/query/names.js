// Recognizes the cards, mechanics, sets and rules that a query names, anywhere in it, in whatever
// language.

import { folded } from "../words/folding.js"
import { allowedErrors, editDistance, soundOf } from "../words/spelling.js"

/** @import { Names } from "../index/names.js" */
/** @import { Anchor, KnownName, QueryWord, TypedName } from "./values.d.ts" */

/**
 * What is known of the language of a query: the words that say nothing about a name, those before a
 * noun, how many records it has, and how many of an owner. `query` is as it was typed.
 * @typedef {object} Asking
 * @property {Set<string>} ignored
 * @property {string[]} articles
 * @property {string} query
 * @property {number} records
 * @property {(name: KnownName) => number} ownRecords
 * @property {(name: KnownName) => boolean} isOrdinary whether a name is an ordinary word
 */

/**
 * A word of the query that covers a word of a name, and how well.
 * @typedef {{ place: number, value: number }} Cover
 */

const ENOUGH = 0.5 // a name that is less sure is not meant
const EVIDENCE = 0.6 // words with this share of the greatest rarity make a name certain
const RIVAL = 0.8 // a name that shares words with another must be nearly as sure
const COST = 0.25 // how strongly errors and words that a name lacks reduce its likeness
const LACKS = 0.3 // what a question word costs that the name lacks
const UNTYPED = 0.08 // how strongly the words that were not typed reduce it
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
const ALIKE = 3 // so many names with the same words of the query tell nothing
const SHOWN = 6
const TYPED = 8 // a query with more words is not a name
const WHOLE = 0.95 // the likeness of a name that was typed with other spaces
const PART = 0.8 // the same if its end is missing
const JOINED = 6 // the fewest letters for that
const FEW = 3 // the most words for that

/**
 * Return the names that may be in a query: those with one of its words, those with a word that
 * begins like its last, and those that are like an unknown one.
 * @param {QueryWord[]} words
 * @param {Names} names
 * @returns {Set<KnownName>}
 */
export function possibleNames(words, { byWord }) {
  const keys = new Set(
    words.flatMap(({ word, typed }) => [word, typed, `${word}s`, word.replace(/s$/, "")]),
  )
  const last = words.at(-1)
  const inexact = words.filter((word) => word.isNew || (word === last && !byWord.has(word.word)))
  for (const key of inexact.length ? byWord.keys() : []) {
    if (inexact.some((word) => likeness(word, key, word === last) > 0)) keys.add(key)
  }
  return new Set([...keys].flatMap((key) => byWord.get(key) ?? []))
}

/**
 * Return the cards and mechanics that a query names, surest first.
 * @param {QueryWord[]} words
 * @param {Iterable<KnownName>} names
 * @param {Asking} asking
 * @returns {Anchor[]}
 */
export function anchors(words, names, asking) {
  /** @type {Map<string, Anchor>} */
  const best = new Map()
  for (const name of names) {
    const anchor = anchorOf(words, name, asking)
    const key = anchor && `${name.owner.kind} ${name.owner.page}`
    const before = key && best.get(key)
    if (key && (!before || isBetter(anchor, before))) best.set(key, anchor)
  }
  const sorted = [...best.values()].sort(
    (one, other) => other.sure - one.sure || (one.owner.page < other.owner.page ? -1 : 1),
  )
  return withoutRivals(sorted)
}

/**
 * @param {Anchor} one
 * @param {Anchor} other
 */
const isBetter = (one, other) =>
  one.complete === other.complete ? one.sure > other.sure : one.complete

/**
 * Leave out names that only share words with a surer one, and parts that many names have.
 * @param {Anchor[]} sorted
 */
function withoutRivals(sorted) {
  /** @type {Anchor[]} */
  const kept = []
  for (const anchor of sorted) {
    const covered = anchor.covered.join()
    const alike = sorted.filter((other) => other.covered.join() === covered)
    if (!anchor.complete && alike.length > ALIKE) continue
    const isRival = kept.some(
      ({ sure, covered: taken }) =>
        sure * RIVAL > anchor.sure && taken.some((place) => anchor.covered.includes(place)),
    )
    if (!isRival && kept.length < MOST) kept.push(anchor)
  }
  return kept
}

/**
 * Return the anchor of a name, or undefined if the query does not have enough of it.
 * @param {QueryWord[]} words
 * @param {KnownName} name
 * @param {Asking} asking
 * @returns {Anchor | undefined}
 */
function anchorOf(words, name, asking) {
  const { owner } = name
  const hasRecords = owner.kind === "mechanic" || Object.keys(owner.files).length > 0
  if (!hasRecords || asking.isOrdinary(name)) return undefined
  const telling = name.words.filter((word) => word.length > SHORT && !asking.ignored.has(word))
  const wanted = telling.length ? telling : name.words
  const covers = coversOf(words, wanted)
  if (!covers.some((cover) => isEvidence(words, cover))) return undefined
  const { sure, complete } = surenessOf(covers, words, { wanted, name, asking })
  const isCard = owner.kind === "card"
  if (!complete && !(isCard && isPart(words, covers, name, asking))) return undefined
  if (isCard && sure < ENOUGH) return undefined
  const isExact = covers.every(({ value }) => value >= PLURAL)
  return { owner, sure, covered: covers.map(({ place }) => place), complete, isExact }
}

/**
 * Return how surely a name is meant, by how much of it was typed, how exactly, and how rare those
 * words are; and whether it is complete.
 * @param {Cover[]} covers
 * @param {QueryWord[]} words
 * @param {{ wanted: string[], name: KnownName, asking: Asking }} named
 */
function surenessOf(covers, words, { wanted, name, asking }) {
  const places = covers.map(({ place }) => place)
  const apart = Math.max(...places) - Math.min(...places) + 1 - name.words.length
  const strength = covers.reduce((sum, { place, value }) => sum + words[place].weight * value, 0)
  const quality = covers.reduce((sum, { value }) => sum + value, 0)
  const evidence = strength / Math.log(1 + asking.records) / EVIDENCE
  const sure = apart > GAP ? 0 : Math.sqrt(quality / wanted.length) * Math.min(1, evidence)
  return { sure, complete: covers.length === wanted.length && apart <= 0 }
}

/**
 * Return whether a word shows that a name is meant. One that only looks like a word of the name may
 * be another word.
 * @param {QueryWord[]} words
 * @param {Cover} cover
 */
const isEvidence = (words, { place, value }) =>
  value >= PLURAL || words[place].isUnknown || words[place].isBegun

/**
 * Return whether a part of a name is enough: hardly any text has one of its words but those of its
 * owner. It is not if it looks like another word or another name.
 * @param {QueryWord[]} words
 * @param {Cover[]} covers
 * @param {KnownName} name
 * @param {Asking} asking
 */
function isPart(words, covers, name, asking) {
  if (covers.length === 1 && isNoun(words, covers[0].place, asking)) return false
  const own = asking.ownRecords(name)
  return covers.some(({ place, value }) => {
    const { typed, count } = words[place]
    if (value < PLURAL || typed.length < TELLING) return false
    return !count || words[place].isUnknown || (own > 0 && count <= own + OTHERS)
  })
}

/**
 * Return whether a word is probably a common noun: it comes after an article, without a capital.
 * @param {QueryWord[]} words
 * @param {number} place
 * @param {Asking} asking
 */
function isNoun(words, place, { articles, query }) {
  const before = words[place - 1]?.typed
  return (
    before !== undefined &&
    articles.some((article) => folded(article) === before) &&
    query.includes(words[place].term)
  )
}

/**
 * Return which words of the query cover words of a name.
 * @param {QueryWord[]} words
 * @param {string[]} name
 */
function coversOf(words, name) {
  /** @type {Cover[]} */
  const covers = []
  for (const part of name) {
    let best = { place: -1, value: 0 }
    for (const [place, word] of words.entries()) {
      if (covers.some((cover) => cover.place === place)) continue
      const value = likeness(word, part, place === words.length - 1)
      if (value > best.value) best = { place, value }
    }
    if (best.value) covers.push(best)
  }
  return covers
}

/**
 * Return from 0 to 1 how much a word of the query is like a word of a name. Only a word that is in
 * no text may have errors.
 * @param {QueryWord} query
 * @param {string} word
 * @param {boolean} isLast
 */
function likeness({ typed, word: meant, isNew }, word, isLast) {
  if (typed === word) return 1
  if (meant === word || `${typed}s` === word || typed === `${word}s`) return PLURAL
  if (isLast && typed.length >= BEGUN && word.startsWith(typed)) return INEXACT
  if (!isNew) return 0
  const most = allowedErrors(typed)
  const errors = editDistance(typed, word, most)
  if (errors <= most) return 1 - ERROR * errors
  return typed.length > SHORT && soundOf(typed) === soundOf(word) ? INEXACT : 0
}

/**
 * Return the names of which a query may be all, with all its telling words: best first.
 * @param {QueryWord[]} words
 * @param {Iterable<KnownName>} possible
 * @param {Names} names
 * @returns {TypedName[]}
 */
export function typedNames(words, possible, names) {
  const telling = words.filter(({ quiet, typed }) => !quiet && typed.length > 1)
  if (!telling.length || telling.length > TYPED) return []
  const whole = words.map(({ typed }) => typed).join("")
  /** @type {Map<string, TypedName>} */
  const best = new Map()
  const isJoined = whole.length >= JOINED && words.length <= FEW
  for (const name of isJoined ? new Set([...possible, ...names.all]) : possible) {
    if (name.isShort) continue
    const { kind, page } = name.owner
    const score = Math.max(nameLikeness(words, name.words), spacingLikeness(words, whole, name))
    const key = `${kind} ${page}`
    if (score > (best.get(key)?.score ?? 0)) {
      best.set(key, { owner: name.owner, text: name.text, score, words: telling.length })
    }
  }
  return [...best.values()].sort(nameOrder).slice(0, SHOWN)
}

/**
 * @param {TypedName} one
 * @param {TypedName} other
 */
const nameOrder = (one, other) =>
  other.score - one.score || one.text.length - other.text.length || (one.text < other.text ? -1 : 1)

/**
 * Return from 0 to 1 how much of the name was typed, and how well. It is 0 if the name lacks a
 * telling word of the query or half of all.
 * @param {QueryWord[]} words
 * @param {string[]} name
 */
function nameLikeness(words, name) {
  const covers = new Map(coversOf(words, name).map(({ place, value }) => [place, value]))
  if (covers.size * 2 < words.length) return 0
  let cost = 0
  for (const [place, { quiet }] of words.entries()) {
    const value = covers.get(place) ?? 0
    if (!value && !quiet) return 0
    cost += value ? 1 - value : LACKS
  }
  return 1 / (1 + COST * cost + UNTYPED * (name.length - covers.size))
}

/**
 * Rate a text with other spaces than the name: `bloodbraidelf`, `tarmo goyf`.
 * @param {QueryWord[]} words
 * @param {string} whole
 * @param {KnownName} name
 */
function spacingLikeness(words, whole, name) {
  if (whole.length < JOINED || name.words.length === words.length) return 0
  const joined = name.words.join("")
  if (joined === whole) return WHOLE
  return joined.startsWith(whole) ? PART : 0
}
