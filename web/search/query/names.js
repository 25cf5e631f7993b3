// Recognizes the cards, mechanics, sets and rules that a query names, anywhere in it, in whatever
// language.

import { folded } from "../words/folding.js"
import { allowedErrors, editDistance, soundOf } from "../words/spelling.js"
import { mayBeName } from "./parser.js"

/** @import { Names } from "../index/names.js" */
/** @import { Anchor, KnownName, QueryWord, TypedName } from "./values.d.ts" */

/**
 * A name that may be in a query, and for each of its words the word of the query that is like it.
 * @typedef {{ name: KnownName, covers: (Cover | undefined)[] }} NameMatch
 */
/**
 * The position of a word of the query, and how much it is like a word of a name.
 * @typedef {{ place: number, value: number }} Cover
 */
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

const ENOUGH = 0.5 // a card that is less sure is not meant
const EVIDENCE = 0.6 // words with this share of the greatest rarity make a name certain
const RIVAL = 0.8 // a name that shares words with another must be nearly as sure
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
const WRONG = 0.25 // how strongly errors reduce the score of a name that may be all of a query
const BESIDE = 0.08 // the same for a word that only the name or only the query has
const SPACED = 0.95 // the score of a name that was typed with other spaces
const SHOWN = 6
const TYPED = 8 // a query with more words is not a name

/**
 * Return the names that may be in a query: those with one of its words, those with a word that
 * begins like its last, those that are like an unknown one, and those with other spaces.
 * @param {QueryWord[]} words
 * @param {Names} names
 * @returns {NameMatch[]}
 */
export function nameMatches(words, names) {
  const { byWord } = names
  const keys = new Set(
    words.flatMap(({ word, typed }) => [word, typed, `${word}s`, word.replace(/s$/, "")]),
  )
  const last = words.at(-1)
  const inexact = words.filter((word) => word.isNew || (word === last && !byWord.has(word.word)))
  for (const key of inexact.length ? byWord.keys() : []) {
    if (inexact.some((word) => likeness(word, key, word === last) > 0)) keys.add(key)
  }
  const possible = [...keys].flatMap((key) => byWord.get(key) ?? [])
  return [...new Set([...possible, ...names.written(spelled(words))])].map((name) => ({
    name,
    covers: coversOf(words, name.words),
  }))
}

/** @param {QueryWord[]} words */
const spelled = (words) => words.map(({ typed }) => typed).join(" ")

/**
 * Return which words of the query cover the words of a name.
 * @param {QueryWord[]} words
 * @param {string[]} name
 */
function coversOf(words, name) {
  /** @type {Set<number>} */
  const taken = new Set()
  return name.map((part) => {
    let best = { place: -1, value: 0 }
    for (const [place, word] of words.entries()) {
      const value = taken.has(place) ? 0 : likeness(word, part, place === words.length - 1)
      if (value > best.value) best = { place, value }
    }
    taken.add(best.place)
    return best.value ? best : undefined
  })
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
 * Return the cards and mechanics that a query names, surest first. Names that only share words with
 * a surer one are left out, and so are parts that many names have.
 * @param {NameMatch[]} matches
 * @param {QueryWord[]} words
 * @param {Asking} asking
 * @returns {Anchor[]}
 */
export function namedOwners(matches, words, asking) {
  const sorted = matches
    .filter(({ name: { owner } }) => owner.kind === "mechanic" || Object.keys(owner.files).length)
    .flatMap((match) => anchorOf(match, words, asking) ?? [])
    .sort(
      (one, other) =>
        other.sure - one.sure ||
        Number(other.complete) - Number(one.complete) ||
        (one.owner.page < other.owner.page ? -1 : 1),
    )
  const first = new Map(sorted.toReversed().map((anchor) => [anchor.owner, anchor]))
  const owners = sorted.filter((anchor) => first.get(anchor.owner) === anchor)
  /** @type {Anchor[]} */
  const kept = []
  for (const anchor of owners) {
    const covered = anchor.covered.join()
    const alike = owners.filter((other) => other.covered.join() === covered)
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
 * Return the anchor of a name, or undefined if the query does not have enough of it: all of it, or
 * a rare part of the name of a card.
 * @param {NameMatch} match
 * @param {QueryWord[]} words
 * @param {Asking} asking
 * @returns {Anchor | undefined}
 */
function anchorOf({ name, covers }, words, asking) {
  const { owner } = name
  if (asking.isOrdinary(name)) return undefined
  const telling = covers.filter((_, at) => {
    const word = name.words[at]
    return word.length > SHORT && !asking.ignored.has(word)
  })
  const wanted = telling.length ? telling : covers
  const typed = wanted.flatMap((cover) => cover ?? [])
  // a word that only looks like one of the name may be another word
  const isEvident = typed.some(
    ({ place, value }) => value >= PLURAL || words[place].isUnknown || words[place].isBegun,
  )
  if (!isEvident) return undefined
  const covered = typed.map(({ place }) => place)
  const apart = Math.max(...covered) - Math.min(...covered) + 1 - name.words.length
  const complete = typed.length === wanted.length && apart <= 0
  const quality = typed.reduce((sum, { value }) => sum + value, 0) / wanted.length
  const rarity = typed.reduce((sum, { place, value }) => sum + words[place].weight * value, 0)
  const evidence = Math.min(1, rarity / Math.log(1 + asking.records) / EVIDENCE)
  const sure = apart > GAP ? 0 : Math.sqrt(quality) * evidence
  const isMeant =
    owner.kind === "mechanic"
      ? complete
      : sure >= ENOUGH && (complete || isRarePart(typed, words, name, asking))
  if (!isMeant) return undefined
  return { owner, sure, covered, complete, isExact: typed.every(({ value }) => value >= PLURAL) }
}

/**
 * Return whether hardly any text has a part of a name but those of its owner. A single word after
 * an article, without a capital, is a common noun.
 * @param {Cover[]} covers
 * @param {QueryWord[]} words
 * @param {KnownName} name
 * @param {Asking} asking
 */
function isRarePart(covers, words, name, { articles, query, ownRecords }) {
  const [{ place: first }] = covers
  const before = words[first - 1]?.typed
  const isNoun =
    covers.length === 1 &&
    articles.some((article) => folded(article) === before) &&
    query.includes(words[first].term)
  if (isNoun) return false
  const own = ownRecords(name)
  return covers.some(({ place, value }) => {
    const { typed, count, isUnknown } = words[place]
    if (value < PLURAL || typed.length < TELLING) return false
    return !count || isUnknown || (own > 0 && count <= own + OTHERS)
  })
}

/**
 * Return the names of which a query may be all, with all its telling words: best first.
 * @param {NameMatch[]} matches
 * @param {QueryWord[]} words
 * @returns {TypedName[]}
 */
export function typedNames(matches, words) {
  const plain = words.filter(({ term }) => mayBeName(term))
  const telling = plain.filter(({ quiet, typed }) => !quiet && typed.length > 1).length
  if (!telling || telling > TYPED) return []
  const letters = spelled(plain).replaceAll(" ", "")
  /** @type {Map<string, TypedName>} */
  const best = new Map()
  for (const { name, covers } of matches) {
    const { owner, text, isShort } = name
    const isSpaced = name.words.join("") === letters
    const score = isSpaced ? Math.max(SPACED, wholeness(covers, words)) : wholeness(covers, words)
    if (isShort || score <= (best.get(owner.page)?.score ?? 0)) continue
    best.set(owner.page, { owner, text, score, words: telling })
  }
  return [...best.values()].sort(nameOrder).slice(0, SHOWN)
}

/**
 * Return from 0 to 1 how much of a name was typed, and how well. It is 0 if the name lacks a
 * telling word of the query or half of all.
 * @param {NameMatch["covers"]} covers
 * @param {QueryWord[]} words
 */
function wholeness(covers, words) {
  const typed = covers.flatMap((cover) => cover ?? [])
  const places = new Set(typed.map(({ place }) => place))
  const lacking = words.filter(({ term }, place) => mayBeName(term) && !places.has(place))
  if (lacking.length > typed.length || lacking.some(({ quiet }) => !quiet)) return 0
  const wrong = typed.reduce((sum, { value }) => sum + 1 - value, 0)
  const beside = lacking.length + covers.length - typed.length
  return 1 / (1 + WRONG * wrong + BESIDE * beside)
}

/**
 * @param {TypedName} one
 * @param {TypedName} other
 */
const nameOrder = (one, other) =>
  other.score - one.score || one.text.length - other.text.length || (one.text < other.text ? -1 : 1)
