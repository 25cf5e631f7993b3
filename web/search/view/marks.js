// Finds the words of a text that match a query, and marks them.

import { unelided } from "../words/folding.js"
import { withSymbols } from "./symbols.js"

const WORD = /\{[^{}\s]+\}|[\p{L}\p{N}\p{M}'’]+(?:\/[\p{L}\p{N}]+)?/gu
const STEM = 4 // the fewest letters that forms of a word share
const LONGER = 4 // how many more letters a form may have
const SHORT = 3 // the fewest letters of a word that may take or drop an s
const MOST = 40 // the most marks on a page
// characters of a hit's text: most rulings are shorter, and many give their verdict at the end
const CONTEXT = 400
const WHOLE = 480 // a text that is only a little longer is shown in full
const UNMARKED = "button, [role=img], .unseen, nav, mark"

/** @param {string} word */
const compared = (word) => (word.startsWith("{") ? word.toLowerCase() : unelided(word))

/**
 * Return whether a word of a text is one of `words`, or a form of it.
 * @param {string} word
 * @param {string[]} words
 */
function isMatch(word, words) {
  const plain = compared(word)
  return words.some((typed) => plain === typed || isPlural(plain, typed) || isForm(plain, typed))
}

/**
 * Return whether one word is the other with an s: die, dies.
 * @param {string} one
 * @param {string} other
 */
const isPlural = (one, other) =>
  one.length >= SHORT && other.length >= SHORT && (`${one}s` === other || one === `${other}s`)

/**
 * Return whether a word begins with what was typed, or is hardly longer and differs at the end.
 * @param {string} word
 * @param {string} typed
 */
function isForm(word, typed) {
  if (word.length < STEM || typed.length < STEM) return false
  const shared = Math.max(STEM, typed.length - 2)
  const isInflected =
    word.length <= typed.length + LONGER && word.startsWith(typed.slice(0, shared))
  return isInflected || word.startsWith(typed)
}

const ELIDED = /['’](?=[\p{L}\p{N}]{3})/gu // an apostrophe that may be that of an elision, such as l’

/**
 * Return the place in a word of a text from which it is one of `words`, or a form of it: 0, or
 * behind an apostrophe. Pages do not load the elisions of the languages, so any beginning of the
 * word may be one.
 * @param {string} word
 * @param {string[]} words
 * @returns {number | undefined}
 */
function matchPlace(word, words) {
  const places = [0, ...[...word.matchAll(ELIDED)].map(({ index }) => index + 1)]
  return places.find((place) => isMatch(word.slice(place), words))
}

/** @param {string[]} words */
const plainWords = (words) => words.map(compared).filter(Boolean)

/**
 * Split a text into pieces: `[text, whether it is marked]`.
 * @param {string} text
 * @param {string[]} words
 */
export function pieces(text, words) {
  const plain = plainWords(words)
  /** @type {[string, boolean][]} */
  const divided = []
  let end = 0
  for (const match of text.matchAll(WORD)) {
    const place = matchPlace(match[0], plain)
    if (place === undefined) continue
    const start = match.index + place
    if (start > end) divided.push([text.slice(end, start), false])
    divided.push([match[0].slice(place), true])
    end = match.index + match[0].length
  }
  if (end < text.length) divided.push([text.slice(end), false])
  return divided
}

/**
 * Return the part of the text around the words, as long as a hit shows.
 * @param {string} text
 * @param {string[]} words
 */
export function excerpt(text, words) {
  if (text.length <= WHOLE) return text
  const plain = plainWords(words)
  const places = [...text.matchAll(WORD)]
    .filter(([word]) => matchPlace(word, plain) !== undefined)
    .map(({ index }) => index)
  const best = densest(places)
  const start = best < CONTEXT / 2 ? 0 : text.lastIndexOf(" ", best - 30) + 1
  const end = text.length - start <= CONTEXT ? text.length : text.lastIndexOf(" ", start + CONTEXT)
  return `${start ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`
}

/**
 * Return the place from which an excerpt covers the most other places. If there are several, return
 * the first.
 * @param {number[]} places
 */
function densest(places) {
  /** @param {number} start */
  const within = (start) =>
    places.filter((place) => place >= start && place < start + CONTEXT - 20).length
  return places.reduce((one, other) => (within(other) > within(one) ? other : one), places[0] ?? 0)
}

/**
 * Return a node with the text, with the words in `<mark>` and the symbols drawn.
 * @param {string} text
 * @param {string[]} words
 */
export function marked(text, words) {
  const fragment = document.createDocumentFragment()
  for (const [piece, found] of pieces(text, words)) {
    const place = found ? fragment.appendChild(document.createElement("mark")) : fragment
    place.append(...withSymbols(piece))
  }
  return fragment
}

/**
 * Mark the words in the ruling that the address names. If it names none, mark them in the whole
 * page.
 * @param {Document} page
 * @param {string[]} words
 */
export function markIn(page, words) {
  let left = MOST
  for (const text of texts(page, target(page))) {
    if (!left) return
    if (text.parentElement?.closest(UNMARKED)) continue
    const fragment = marked(text.data, words)
    const count = fragment.querySelectorAll("mark").length
    if (!count) continue
    left = Math.max(0, left - count)
    text.replaceWith(fragment)
  }
}

/**
 * Return the element that the address names. For a heading, return its section.
 * @param {Document} page
 */
function target(page) {
  const named =
    page.getElementById(decodeURIComponent(location.hash.slice(1))) ?? page.querySelector("article")
  return (named && /^H\d$/.test(named.tagName) && named.parentElement) || named
}

/**
 * List all texts in a place. The list must be complete before any text is replaced, because that
 * would confuse the walker.
 * @param {Document} page
 * @param {Node | null} place
 */
function texts(page, place) {
  /** @type {Text[]} */
  const found = []
  if (!place) return found
  const walker = page.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode))
  return found
}
