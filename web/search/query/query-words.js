// Rates the words of a query: how much each says, which phrases mean the same, and which word is
// meant by one that nothing has.

import { LONGEST } from "../index/phrases.js"
import { WEIGHTS } from "../weights.js"
import { folded } from "../words/folding.js"
import { stem } from "../words/forms.js"
import { allowedErrors, editDistance, soundOf, surelyMeant } from "../words/spelling.js"

/** @import { Names } from "../index/names.js" */
/** @import { Phrases } from "../index/phrases.js" */
/** @import { Texts } from "../index/texts.js" */
/** @import { QueryWord } from "./values.d.ts" */

/**
 * What a query is compared with: `others` are the texts of other languages.
 * @typedef {object} Vocabulary
 * @property {Texts} texts
 * @property {Texts[]} others
 * @property {Names} names
 * @property {Phrases | undefined} phrases
 * @property {Set<string>} ignored
 * @property {number} records how many the language has, though some may not be there yet
 */

const STRANGE = 3 // so many unknown words, and half of all, are of another language

/**
 * Return the words of a query.
 * @param {string[]} terms
 * @param {Vocabulary} vocabulary
 */
export function queryWords(terms, vocabulary) {
  const { ignored, phrases } = vocabulary
  const words = terms.map((term) => newWord(term, ignored))
  if (phrases) addMeanings(words, phrases)
  if (words.every(({ quiet }) => quiet)) for (const word of words) word.quiet = false
  for (const [place, word] of words.entries()) {
    addCount(word, vocabulary, place === words.length - 1)
  }
  if (phrases) correctWords(words, vocabulary)
  for (const word of words) weigh(word, vocabulary)
  return words
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
 * @param {string} term
 * @param {Set<string>} ignored
 * @returns {QueryWord}
 */
function newWord(term, ignored) {
  const isPlain = /^[\p{L}\p{M}\p{N}'’]+$/u.test(term)
  const word = isPlain ? folded(term) : term.replaceAll("-", "")
  return {
    term,
    typed: word,
    word,
    count: 0,
    weight: 0,
    same: [],
    abroad: {},
    quiet: ignored.has(word),
  }
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
      for (const phrase of meaningOf(part, phrases, phrases.same)) {
        for (const word of part) word.same.push({ text: phrase, worth: WEIGHTS.OTHERWISE })
      }
      for (const { lang, phrase } of meaningOf(part, phrases, phrases.abroad)) {
        for (const word of part) (word.abroad[lang] ??= []).push({ text: phrase, worth: 1 })
      }
    }
  }
}

/**
 * Return what is filed by a part of the query. If the part has several telling words, its other
 * words may be missing or different.
 * @template Meaning
 * @param {QueryWord[]} part
 * @param {Phrases} phrases
 * @param {Map<string, Iterable<Meaning>>} meanings
 * @returns {Iterable<Meaning>}
 */
function meaningOf(part, phrases, meanings) {
  const whole = meanings.get(phrases.key(part.map(({ word }) => word)))
  const telling = part.filter(({ quiet }) => !quiet)
  if (whole || telling.length < 2 || part[0].quiet || part.at(-1)?.quiet) return whole ?? []
  return meanings.get(phrases.key(telling.map(({ word }) => word))) ?? []
}

/**
 * Return the phrases that mean the same as a whole query.
 * @param {QueryWord[]} words
 * @param {Phrases | undefined} phrases
 */
export const wholeMeanings = (words, phrases) =>
  phrases ? [...meaningOf(words, phrases, phrases.same)] : []

/**
 * Count the records that have a word. The last word may be the beginning of one.
 * @param {QueryWord} word
 * @param {Vocabulary} vocabulary
 * @param {boolean} isLast
 */
function addCount(word, { texts, others, names }, isLast) {
  word.count = texts.count(word.word)
  word.isName = names.byWord.has(word.word)
  word.isNew = !word.isName && !word.quiet && texts.wordNumber(word.word) === undefined
  if (isRuleNumber(word.word) && !word.count) {
    word.same.push({ text: word.word.replace(/[a-z]$/, ""), worth: WEIGHTS.OTHERWISE })
  }
  if (word.count || word.same.length) return
  word.isForeign = others.some((other) => other.wordNumber(word.word) !== undefined)
  word.isBegun =
    isLast &&
    word.word.length > 2 &&
    [...texts.words, ...names.byWord.keys()].some((other) => other.startsWith(word.word))
}

/**
 * Replace words that nothing has by the nearest known word. If most words are unknown, the query is
 * in a language that the site does not know, and only names may be misspelt.
 * @param {QueryWord[]} words
 * @param {Vocabulary} vocabulary
 */
function correctWords(words, vocabulary) {
  const { phrases, ignored } = vocabulary
  const unknown = words.filter((word) => isUnknown(word, phrases))
  const telling = words.filter(({ quiet }) => !quiet)
  const inNames = unknown.length >= STRANGE && unknown.length * 2 >= telling.length
  for (const word of unknown) {
    word.isUnknown = true
    if (word.isBegun || phrases?.vectors.has(word.typed)) continue
    const errors = Math.min(1, allowedErrors(word.word))
    word.quiet = [...ignored].some(
      (other) => other.length > 3 && editDistance(word.word, other, errors) <= errors,
    )
    const near = word.quiet ? undefined : nearestWord(word.word, vocabulary, inNames)
    if (!near) continue
    Object.assign(word, { word: near, corrected: near })
    word.count = Math.max(1, vocabulary.texts.count(near))
  }
}

/**
 * Return whether no record has a word or a phrase that means the same.
 * @param {QueryWord} word
 * @param {Phrases | undefined} phrases
 */
const isUnknown = ({ word, count, same, quiet, isName, isForeign }, phrases) =>
  !(count || same.length || quiet || isName || isForeign) &&
  /^\p{L}/u.test(word) &&
  !phrases?.cues.has(stem(word, phrases.lang))

/**
 * Return the word that is probably meant by an unknown one. Words that sound the same come first,
 * then common ones.
 * @param {string} typed
 * @param {Pick<Vocabulary, "texts" | "names">} vocabulary
 * @param {boolean} [inNames] whether only names may be meant
 * @returns {string | undefined}
 */
export function nearestWord(typed, { texts, names }, inNames = false) {
  const most = allowedErrors(typed)
  if (!most) return undefined
  let [nearest, least] = [/** @type {string | undefined} */ (undefined), Infinity]
  for (const words of inNames ? [names.byWord.keys()] : [texts.words, names.byWord.keys()]) {
    for (const word of words) {
      if (Math.abs(word.length - typed.length) > most) continue
      const errors = editDistance(typed, word, most)
      if (errors > most || !surelyMeant(typed, word)) continue
      const alike = soundOf(word) === soundOf(typed) ? 0.5 : 0
      const first = word[0] === typed[0] ? 0 : 0.6
      const common = Math.min(0.3, Math.log1p(texts.count(word)) / 30)
      const cost = errors - alike + first - common
      if (cost < least) [nearest, least] = [word, cost]
    }
  }
  return nearest
}

/**
 * Rate how much a word says: more if it is rare, less if a phrase with the same meaning is common.
 * Common phrases with the same meaning are worth less.
 * @param {QueryWord} word
 * @param {Vocabulary} vocabulary
 */
function weigh(word, { texts, records }) {
  const phrases = word.same.filter(({ text }) => text !== word.word)
  const counts = phrases.map(({ text }) =>
    Math.min(...text.split(" ").map((part) => texts.count(part))),
  )
  const common = WEIGHTS.COMMONER * Math.max(0, ...counts)
  word.weight = word.quiet ? WEIGHTS.QUIET : rarity(Math.max(1, word.count + common), records)
  word.same = phrases.flatMap((phrase, place) => {
    const share = Math.min(1, rarity(counts[place], records) / word.weight)
    return counts[place] ? [{ ...phrase, worth: phrase.worth * share }] : []
  })
}

/**
 * @param {number} count
 * @param {number} records
 */
export const rarity = (count, records) => Math.log(1 + records / (1 + count))
