// The most promising hits are read: how much of the query they say, and how near to each other.

import { kin, tokens } from "./words.js"

/** @import { Concept, Page, Standin } from "./types.d.ts" */

/**
 * How well something is said, from 0 to 1, and the places of the text where it is.
 * @typedef {{ value: number, places: number[] }} Said
 */

const NEAR = 8 // words so far from each other still belong together
const SAME = 0.85 // what means the same counts less
const AROUND = 4 // so many other words may stand in a phrase that means the same
const PARTED = 0.8 // which then counts less
const NAMED = 0.9 // a word of the title counts a little less than one of the text
const MOST = 1.3 // saying most of a query is worth more than its share
const TOGETHER = 0.4 // what words that stand together add
const LONG = 0.04 // what a text loses each time that it is twice as long

/**
 * From 0 to about 1.5: how well a record answers what is asked. What of it the card says is `inherited`, by its place
 * in the query.
 * @param {Pick<Page, "title" | "names" | "text" | "lang">} record
 * @param {Concept[]} asked
 * @param {number[]} inherited
 */
export function worth(record, asked, inherited) {
  const { lang } = record
  const text = tokens(record.text)
  const title = tokens(`${record.title} ${record.names}`)
  const total = asked.reduce((sum, { weight }) => sum + weight, 0)
  const found = asked.map((each, place) => {
    const own = said(each, text, title, alikeTo(each, lang, place === asked.length - 1))
    return inherited[place] > own.value ? { value: inherited[place], places: [] } : own
  })
  const share = asked.reduce((sum, { weight }, place) => sum + weight * found[place].value, 0) / (total || 1)
  return { share, score: share ** MOST + together(asked, found, total) - LONG * Math.log2(1 + text.length / 20) }
}

/**
 * What a record says without the words of its title, so that the same rulings of two cards are alike.
 * @param {Pick<Page, "title" | "text">} page
 */
export function unnamed({ title, text }) {
  const names = new Set(tokens(title))
  return tokens(text)
    .filter((word) => !names.has(word))
    .join(" ")
}

/**
 * How words answer one of the query.
 * @typedef {{ isWord: (typed: string) => (word: string) => boolean, lang: string }} Likeness
 */

/**
 * Whether words are one that is asked: a symbol or a number only as it is; the `last` may be half a word.
 * @param {Concept} each
 * @param {string} lang
 * @param {boolean} last
 * @returns {Likeness}
 */
function alikeTo({ term }, lang, last) {
  const exact = /[{/]/.test(term)
  return {
    lang,
    isWord: (typed) => {
      const begun = last && typed.length > 2
      return (word) =>
        word === typed || word === term || (!exact && (kin(typed, word, lang) || (begun && word.startsWith(typed))))
    },
  }
}

/**
 * How well a word of the query, or what means the same, is said, and where in the text.
 * @param {Concept} each
 * @param {string[]} text
 * @param {string[]} title
 * @param {Likeness} likeness
 * @returns {Said}
 */
function said({ word, unknown, same }, text, title, { isWord, lang }) {
  const own = positions(text, isWord(word))
  const places = own.length || !unknown ? own : positions(text, isWord(unknown))
  if (places.length) return { value: 1, places }
  const standing = alike(text, same, lang)
  const named = NAMED * (title.some(isWord(word)) ? 1 : alike(title, same, lang).value)
  return named > standing.value ? { value: named, places: [] } : standing
}

/**
 * Where the words say best what means the same.
 * @param {string[]} words
 * @param {Standin[]} same
 * @param {string} lang
 */
function alike(words, same, lang) {
  /** @type {Said} */
  let most = { value: 0, places: [] }
  for (const standin of same) {
    const { value, places } = passage(words, standin.phrase.split(" "), lang)
    if (value * standin.worth * SAME > most.value) most = { value: value * standin.worth * SAME, places }
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
 * Where a phrase stands: 1 as it is, less where other words stand in it.
 * @param {string[]} words
 * @param {string[]} phrase
 * @param {string} lang
 */
function passage(words, phrase, lang) {
  /** @type {Said} */
  let found = { value: 0, places: [] }
  for (const start of positions(words, (word) => kin(phrase[0], word, lang))) {
    const end = reach(words, phrase, start, lang)
    if (end === undefined) continue
    const value = end - start + 1 === phrase.length ? 1 : PARTED
    if (value > found.value) found = { value, places: [start] }
    else if (value === found.value) found.places.push(start)
  }
  return found
}

/**
 * The end of a phrase that begins at `start`, its words in their order with few between them.
 * @param {string[]} words
 * @param {string[]} phrase
 * @param {number} start
 * @param {string} lang
 */
function reach(words, phrase, start, lang) {
  let at = start
  for (const word of phrase.slice(1)) {
    const next = words.slice(at + 1, start + phrase.length + AROUND).findIndex((each) => kin(word, each, lang))
    if (next < 0) return undefined
    at += 1 + next
  }
  return at
}

/**
 * Words that stand near each other as in the query say more.
 * @param {Concept[]} asked
 * @param {Said[]} found
 * @param {number} total
 */
function together(asked, found, total) {
  const weighed = found.map((each, place) => ({ ...each, weight: asked[place].weight }))
  const seen = weighed.filter(({ places }) => places.length)
  let sum = 0
  for (const [place, one] of seen.slice(0, -1).entries()) {
    const next = seen[place + 1]
    const least = nearest(one.places, next.places)
    if (least <= NEAR) sum += (Math.min(one.weight, next.weight) / total) * (1 / Math.sqrt(least))
  }
  return TOGETHER * sum
}

/**
 * How many words lie between the nearest two of the places; one word is not near itself.
 * @param {number[]} one
 * @param {number[]} other
 */
const nearest = (one, other) => Math.min(...one.flatMap((here) => other.map((there) => Math.abs(there - here) || NEAR)))
