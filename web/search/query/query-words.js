// Rates the words of a query: how much each says, which phrases mean the same, and which word is
// meant by one that nothing has.

import { LONGEST } from "../index/phrases.js"
import { WEIGHTS } from "../weights.js"
import { stem } from "../words/forms.js"
import { allowedErrors, editDistance, soundOf, surelyMeant } from "../words/spelling.js"
import { tokens } from "../words/tokens.js"

/** @import { Library } from "../index/library.js" */
/** @import { Phrases } from "../index/phrases.js" */
/** @import { QueryWord } from "./values.d.ts" */

const STRANGE = 3 // so many unknown words, and half of all, are of another language
const LONG = 5 // a shorter word that nothing knows may be slang

/**
 * Return the words of a query.
 * @param {string[]} terms
 * @param {Library} library
 */
export function queryWords(terms, library) {
  const { phrases, ignored } = library
  const words = terms.map((term) => newWord(term, ignored))
  if (phrases) addMeanings(words, phrases)
  if (words.every(({ quiet }) => quiet)) for (const word of words) word.quiet = false
  for (const word of words) addCount(word, library, word === words.at(-1))
  if (phrases) correctWords(words, phrases, library)
  for (const word of words) weigh(word, library)
  return words
}

/**
 * Return whether a word is the number of a rule, like 702.62a.
 * @param {string} term
 */
export const isRuleNumber = (term) => /^\d{3}\./.test(term)

/**
 * @param {string} term
 * @param {Set<string>} ignored
 * @returns {QueryWord}
 */
function newWord(term, ignored) {
  const word = tokens(term).join(" ")
  const quiet = ignored.has(word)
  return { term, typed: word, word, count: 0, weight: 0, same: [], abroad: {}, quiet }
}

/**
 * Add the phrases that mean the same as a part of the query to each word of this part.
 * @param {QueryWord[]} words
 * @param {Phrases} phrases
 */
function addMeanings(words, phrases) {
  for (let from = 0; from < words.length; from++) {
    for (let length = Math.min(LONGEST, words.length - from); length > 0; length--) {
      const part = words.slice(from, from + length)
      const key = phrases.key(part.map(({ word }) => word))
      for (const text of phrases.same.get(key) ?? []) {
        for (const word of part) word.same.push({ text, worth: WEIGHTS.OTHERWISE })
      }
      for (const { lang, phrase } of phrases.abroad.get(key) ?? []) {
        for (const word of part) (word.abroad[lang] ??= []).push({ text: phrase, worth: 1 })
      }
    }
  }
}

/**
 * Count the records that have a word. The last word may be the beginning of one.
 * @param {QueryWord} word
 * @param {Library} library
 * @param {boolean} isLast
 */
function addCount(word, library, isLast) {
  const { own, texts, phrases } = library
  const { typed } = word
  word.count = own.count(typed)
  const isUsed = word.quiet || library.hasWord(typed)
  // a word that everybody uses is not a misspelt name
  word.isNew = !isUsed && !phrases?.vectors.has(typed)
  if (isRuleNumber(typed) && !word.count) {
    word.same.push({ text: typed.replace(/[a-z]$/, ""), worth: WEIGHTS.OTHERWISE })
  }
  if (word.count || word.same.length) return
  word.isForeign = [...texts.values()].some((other) => other.wordNumber(typed) !== undefined)
  word.isUnknown = !isUsed && !word.isForeign && /^\p{L}/u.test(typed)
  word.isBegun =
    isLast && typed.length > 2 && library.words.some((other) => other.startsWith(typed))
}

/**
 * Replace words that nothing has by the nearest known word. If most words are unknown, the query is
 * in a language that the site does not know, and only names may be misspelt.
 * @param {QueryWord[]} words
 * @param {Phrases} phrases
 * @param {Library} library
 */
function correctWords(words, phrases, library) {
  const { names, ignored, own, lang } = library
  for (const word of words) word.isUnknown &&= !phrases.cues.has(stem(word.typed, lang))
  const unknown = words.filter(({ isUnknown }) => isUnknown)
  const telling = words.filter(({ quiet }) => !quiet)
  const isAbroad = unknown.length >= STRANGE && unknown.length * 2 >= telling.length
  for (const word of unknown) {
    if (word.isBegun || phrases.vectors.has(word.typed)) continue
    const near = nearestWord(word.typed, isAbroad ? [...names.byWord.keys()] : library.words)
    if (near) {
      Object.assign(word, { word: near, corrected: near, quiet: ignored.has(near) })
      word.count = Math.max(1, own.count(near))
    } else word.isStrange = word.typed.length >= LONG && !phrases.isEveryday(word.typed)
  }
}

/**
 * Return the word that is probably meant by an unknown one: with the fewest errors, and rather one
 * that sounds the same.
 * @param {string} typed
 * @param {string[]} words
 */
export function nearestWord(typed, words) {
  const most = allowedErrors(typed)
  let least = most + 1
  let nearest
  for (const word of most ? words : []) {
    const errors = editDistance(typed, word, most)
    if (errors > most || !surelyMeant(typed, word)) continue
    const cost = soundOf(word) === soundOf(typed) ? errors - 0.5 : errors
    if (cost < least) [nearest, least] = [word, cost]
  }
  return nearest
}

/**
 * Rate how much a word says: more if it is rare, less if a phrase with the same meaning is common.
 * Common phrases with the same meaning are worth less.
 * @param {QueryWord} word
 * @param {Library} library
 */
function weigh(word, { own, lang, head }) {
  // some records may not be there yet
  const rarity = (/** @type {number} */ count) => Math.log(1 + head.languages[lang] / (1 + count))
  const phrases = word.same
    .filter(({ text }) => text !== word.word)
    .map((phrase) => {
      const counts = phrase.text.split(" ").map((part) => own.count(part))
      return { ...phrase, count: Math.min(...counts) }
    })
  const common = WEIGHTS.COMMONER * Math.max(0, ...phrases.map(({ count }) => count))
  word.weight = word.quiet ? WEIGHTS.QUIET : rarity(Math.max(1, word.count + common))
  word.same = phrases.flatMap(({ text, worth, count }) => {
    const share = Math.min(1, rarity(count) / word.weight)
    return count ? [{ text, worth: worth * share }] : []
  })
}
