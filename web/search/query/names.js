// Recognizes the cards, mechanics, sets and rules that a query names, anywhere in it, in whatever
// language.

import { allowedErrors, editDistance, soundOf } from "../words/spelling.js"

/** @import { Library } from "../index/library.js" */
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
const SHORT = 2 // words of so few letters say nothing about a name
const BEGUN = 4 // the fewest letters that may be the beginning of a word that is still being typed
const PLURAL = 0.9 // how much a plural is like its singular
const INEXACT = 0.8 // the same for a word that begins, sounds or is spelled nearly like another
const WRONG = 0.25 // how strongly errors reduce the score of a name that may be all of a query
const BESIDE = 0.08 // the same for a word that only the name or only the query has
const SPACED = 0.95 // the score of a name that was typed with other spaces
const SHOWN = 6

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
const spelled = (words) => words.map(({ typed }) => typed).join("")

/**
 * Return which words of the query cover the words of a name.
 * @param {QueryWord[]} words
 * @param {string[]} name
 */
function coversOf(words, name) {
  return name.map((part) => {
    let best = { place: -1, value: 0 }
    for (const [place, word] of words.entries()) {
      const value = likeness(word, part, word === words.at(-1))
      if (value > best.value) best = { place, value }
    }
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
function likeness({ typed, isNew }, word, isLast) {
  if (typed === word) return 1
  if (`${typed}s` === word || typed === `${word}s`) return PLURAL
  if (isLast && typed.length >= BEGUN && word.startsWith(typed)) return INEXACT
  if (!isNew) return 0
  const most = allowedErrors(typed)
  const sounds = typed.length > SHORT && soundOf(typed) === soundOf(word)
  return sounds || editDistance(typed, word, most) <= most ? INEXACT : 0
}

/**
 * Return the cards and mechanics that a query names, the longest and surest first, without those
 * that only share words with a longer or surer one.
 * @param {NameMatch[]} matches
 * @param {QueryWord[]} words
 * @param {Pick<Library, "own" | "ignored">} library
 * @returns {Anchor[]}
 */
export function namedOwners(matches, words, library) {
  const anchors = matches.flatMap((match) => anchorOf(match, words, library) ?? [])
  const strength = (/** @type {Anchor} */ { sure, covered }) => sure * covered.length
  const isRival = (/** @type {Anchor} */ one, /** @type {Anchor} */ other) =>
    strength(other) > strength(one) && other.covered.some((place) => one.covered.includes(place))
  return anchors
    .filter((anchor) => !anchors.some((other) => isRival(anchor, other)))
    .sort((one, other) => strength(other) - strength(one))
}

/**
 * Return the anchor of a name, or undefined if the query does not have enough of it: all of it, or
 * a part of the name of a card that hardly any text has but those of its owner.
 * @param {NameMatch} match
 * @param {QueryWord[]} words
 * @param {Pick<Library, "own" | "ignored">} library
 * @returns {Anchor | undefined}
 */
function anchorOf({ name, covers }, words, { ignored, own }) {
  const { owner } = name
  const telling = covers.filter((_, at) => {
    const word = name.words[at]
    return word.length > SHORT && !ignored.has(word)
  })
  const wanted = telling.length ? telling : covers
  const typed = wanted.flatMap((cover) => cover ?? [])
  const exact = typed.filter(({ value }) => value >= PLURAL)
  // a word that only looks like one of the name may be another word
  const isEvident = (/** @type {Cover} */ { place }) =>
    words[place].isUnknown || words[place].isBegun
  if (!exact.length && !typed.some(isEvident)) return undefined
  const covered = typed.map(({ place }) => place)
  const length = Math.max(...covered) - Math.min(...covered) + 1
  const complete = typed.length === wanted.length && length <= name.words.length
  const records = own.recordsOf(owner).length
  const isRare = (/** @type {Cover} */ { place }) =>
    words[place].count <= records || words[place].isUnknown
  if (!complete && !(owner.kind === "card" && exact.some(isRare))) return undefined
  const quality = typed.reduce((sum, { value }) => sum + value, 0) / wanted.length
  return { owner, sure: Math.sqrt(quality), covered, complete }
}

/**
 * Return the names of which a query may be all, with all its telling words: best first.
 * @param {NameMatch[]} matches
 * @param {QueryWord[]} words
 * @returns {TypedName[]}
 */
export function typedNames(matches, words) {
  const telling = words.filter(({ quiet, typed }) => !quiet && typed.length > 1).length
  if (!telling) return []
  const letters = spelled(words)
  /** @type {Map<string, TypedName>} */
  const best = new Map()
  for (const { name, covers } of matches) {
    const { owner, text, isShort } = name
    const score = Math.max(wholeness(covers, words), name.words.join("") === letters ? SPACED : 0)
    if (isShort || score <= (best.get(owner.page)?.score ?? 0)) continue
    best.set(owner.page, { owner, text, score, words: telling })
  }
  return [...best.values()]
    .sort((one, other) => other.score - one.score || one.text.length - other.text.length)
    .slice(0, SHOWN)
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
  const lacking = words.filter((_, place) => !places.has(place))
  if (lacking.length > typed.length || lacking.some(({ quiet }) => !quiet)) return 0
  const wrong = typed.reduce((sum, { value }) => sum + 1 - value, 0)
  const beside = lacking.length + covers.length - typed.length
  return 1 / (1 + WRONG * wrong + BESIDE * beside)
}
