// Rates a record by its text: how much of the query it says, and how close together.

import { WEIGHTS } from "../weights.js"
import { sameWord } from "../words/forms.js"
import { tokens } from "../words/tokens.js"

/** @import { Concept, IndexRecord, Page, Standin } from "../query/values.d.ts" */
/** @import { Hit } from "./hits.js" */

/**
 * How well something is said, from 0 to 1, and at which words of the text.
 * @typedef {{ value: number, places: number[], phrase?: string }} Said
 */

/**
 * Rate how well a record answers a query, from 0 to about 1.4. `inherited` has the values of the
 * words that its card says, and `covered` the positions of the words that name its card. `asker` is
 * the language of the query.
 * @param {Pick<Page, "title" | "names" | "text" | "lang">} record
 * @param {Concept[]} asked
 * @param {Pick<Hit, "inherited" | "covered"> & Partial<Pick<Hit, "record">>} hit
 */
export function textRating(
  record,
  asked,
  { inherited, covered, record: which },
  asker = record.lang,
) {
  const { lang } = record
  const text = tokens(record.text)
  const title = tokens(`${record.title} ${record.names}`)
  const total = asked.reduce((sum, { weight }) => sum + weight, 0)
  // A word that names the card is answered by every ruling of it. Another word counts less if only
  // the card says it.
  const found = asked.map((each, place) => {
    const known = lang === asker ? each : { ...each, same: each.abroad[lang] ?? [] }
    const own = withUsualAnswer(
      each,
      which,
      wordRating(known, text, title, wordMatcher(each, lang, place === asked.length - 1)),
    )
    if (covered.includes(place)) return { ...own, value: 1 }
    return inherited[place] > own.value ? { ...own, value: inherited[place], places: [] } : own
  })
  const share =
    asked.reduce((sum, { weight }, place) => sum + weight * found[place].value, 0) / (total || 1)
  const score =
    share + closeness(asked, found, covered, total) - WEIGHTS.LONG * Math.log2(1 + text.length / 20)
  return {
    share,
    score,
    said: found.map(({ value }) => value),
    meant: found.flatMap(({ phrase }) => phrase ?? []),
  }
}

/**
 * Return how well a record says a word of the query. One that answers a usual question says its
 * words in another way.
 * @param {Concept} each
 * @param {IndexRecord | undefined} record
 * @param {Said} own
 * @returns {Said}
 */
function withUsualAnswer({ usual = [] }, record, own) {
  const answering = usual.filter(({ records }) => record && records.has(record))
  return { ...own, value: Math.max(own.value, ...answering.map((each) => each.worth)) }
}

/**
 * Return the text of a record without the words of its title, so that the same rulings of two cards
 * are equal.
 * @param {Pick<Page, "title" | "text">} page
 */
export function textWithoutTitle({ title, text }) {
  const names = new Set(tokens(title))
  return tokens(text)
    .filter((word) => !names.has(word))
    .join(" ")
}

/**
 * Finds the words of a text that match a word of the query.
 * @typedef {{ isWord: (typed: string) => (word: string) => boolean, lang: string }} Likeness
 */

/**
 * Return how to match a word of the query. Symbols and numbers must match exactly. The `last` word
 * may be incomplete, because the reader may still be typing.
 * @param {Concept} each
 * @param {string} lang
 * @param {boolean} last
 * @returns {Likeness}
 */
function wordMatcher({ term }, lang, last) {
  const exact = /[{/]/.test(term)
  return {
    lang,
    isWord: (typed) => {
      const begun = last && typed.length > 2
      return (word) =>
        word === typed ||
        word === term ||
        (!exact && (sameWord(typed, word, lang) || (begun && word.startsWith(typed))))
    },
  }
}

/**
 * Rate how well a text says a word of the query, or a phrase that means the same, and where.
 * @param {Concept} each
 * @param {string[]} text
 * @param {string[]} title
 * @param {Likeness} likeness
 * @returns {Said}
 */
function wordRating({ term, word, same }, text, title, { isWord, lang }) {
  const typed = literalRating(text, [word, term], isWord(word))
  if (typed.value === 1) return typed
  const standing = standinRating(text, same, lang)
  const named =
    WEIGHTS.TITLE * (title.some(isWord(word)) ? 1 : standinRating(title, same, lang).value)
  const best = standing.value > typed.value ? standing : typed
  return named > best.value ? { value: named, places: [] } : best
}

/**
 * Rate how well a text says a word itself. Another form of it counts less, because it is often
 * another word.
 * @param {string[]} text
 * @param {string[]} exact the word as it is known and as it was typed
 * @param {(word: string) => boolean} isWord
 * @returns {Said}
 */
function literalRating(text, exact, isWord) {
  const places = positions(text, isWord)
  if (!places.length) return { value: 0, places }
  return { value: exact.some((word) => text.includes(word)) ? 1 : WEIGHTS.FORM, places }
}

/**
 * Find the phrase with the same meaning that the words say best.
 * @param {string[]} words
 * @param {Standin[]} same
 * @param {string} lang
 */
function standinRating(words, same, lang) {
  /** @type {Said} */
  let most = { value: 0, places: [] }
  for (const standin of same) {
    const { value, places } = phrasePlaces(words, standin.phrase.split(" "), lang)
    if (value * standin.worth * WEIGHTS.SAME > most.value) {
      most = { value: value * standin.worth * WEIGHTS.SAME, places, phrase: standin.phrase }
    }
  }
  return most
}

/**
 * @param {string[]} words
 * @param {(word: string) => boolean} fits
 */
function positions(words, fits) {
  /** @type {number[]} */
  const found = []
  for (const [place, word] of words.entries()) if (fits(word)) found.push(place)
  return found
}

/**
 * Find the places at which a phrase begins.
 * @param {string[]} words
 * @param {string[]} phrase
 * @param {string} lang
 */
function phrasePlaces(words, phrase, lang) {
  /** @type {number[]} */
  const places = []
  for (const start of positions(words, (word) => sameWord(phrase[0], word, lang))) {
    if (isPhraseAt(words, phrase, start, lang)) places.push(start)
  }
  return { value: places.length ? 1 : 0, places }
}

/**
 * Return whether a phrase begins at `start`. Its words must be in order, with few others between
 * them.
 * @param {string[]} words
 * @param {string[]} phrase
 * @param {number} start
 * @param {string} lang
 */
function isPhraseAt(words, phrase, start, lang) {
  let at = start
  for (const word of phrase.slice(1)) {
    const next = words
      .slice(at + 1, start + phrase.length + WEIGHTS.AROUND)
      .findIndex((each) => sameWord(word, each, lang))
    if (next < 0) return false
    at += 1 + next
  }
  return true
}

/**
 * Return a bonus for words that are as close together as in the query. Those that name the card are
 * left out: each of its rulings is about it, wherever it has the name.
 * @param {Concept[]} asked
 * @param {Said[]} found
 * @param {number[]} covered
 * @param {number} total
 */
function closeness(asked, found, covered, total) {
  const weighed = found.map((each, place) => ({ ...each, weight: asked[place].weight }))
  const seen = weighed.filter(({ places }, place) => places.length && !covered.includes(place))
  let sum = 0
  for (const [place, one] of seen.slice(0, -1).entries()) {
    const next = seen[place + 1]
    const least = leastDistance(one.places, next.places)
    if (least <= WEIGHTS.NEAR) {
      sum += (Math.min(one.weight, next.weight) / total) * (1 / Math.sqrt(least))
    }
  }
  return WEIGHTS.TOGETHER * sum
}

/**
 * Return the smallest distance between two lists of places. One word in both lists is not near
 * itself.
 * @param {number[]} one
 * @param {number[]} other
 */
const leastDistance = (one, other) =>
  Math.min(...one.flatMap((here) => other.map((there) => Math.abs(there - here) || WEIGHTS.NEAR)))
