// Compares words. generator/search/lexicon.py does the same when the site is built.

import { folded, remembering } from "./folding.js"

/** @type {Map<string, Set<string>>} the word endings of each language with an open index */
const FORMS = new Map()
const SHARED = 4 // the fewest letters that two forms share
const BEGUN = 3 // the fewest if one form is the beginning of the other, or if a y changes
const CHANGED = /^(?:y|ie[sd])$/
const TOKEN = /\{[^{}\s]+\}|[+-]?[\dx*]{1,99}\/[+-]?[\dx*]+|\d{3}\.\d+[a-z]?|[\p{L}\p{M}\p{N}'’‘ʼ]+/gu
const MARKED = /[{/.]/
/** @type {{ [letter: string]: string }} */
const HEARD = { z: "s", v: "b", y: "i", w: "b" }

/**
 * Set the endings of a language, which come from the head of its index.
 * @param {string} lang
 * @param {string[]} endings
 */
export function inflect(lang, endings) {
  FORMS.set(lang, new Set(["", ...endings]))
}

/**
 * Return whether two folded words are forms of the same word in a language: `attacks` and `attacking`, `copy` and
 * `copies`.
 * @param {string} one
 * @param {string} other
 * @param {string} lang
 */
export function kin(one, other, lang) {
  if (one === other) return true
  const same = shared(one, other)
  const least = same === one.length || same === other.length ? BEGUN : SHARED
  if (same < BEGUN || (same < least && !CHANGED.test(one.slice(same)))) return false
  const endings = FORMS.get(lang)
  return endings !== undefined && endings.has(one.slice(same)) && endings.has(other.slice(same))
}

/**
 * Count the letters that two words share at their beginnings.
 * @param {string} one
 * @param {string} other
 */
function shared(one, other) {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same
}

/** Return how a word sounds, roughly, in any of the languages. People often spell names by ear. */
export const sounded = remembering((word) =>
  word
    .replace(/ph/g, "f")
    .replace(/h/g, "")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/ck|qu|[kq]/g, "c")
    .replace(/[ao]e/g, "e")
    .replace(/[zvyw]/g, (letter) => HEARD[letter])
    .replace(/(.)\1+/g, "$1"),
)

/**
 * Split a text into words in the form that is compared. A symbol, `+1/+1` and a rule's number are one word each.
 * @param {string} text
 */
export function tokens(text) {
  const found = [...text.toLowerCase().replace(/[−–]/g, "-").matchAll(TOKEN)]
  return found.flatMap(([word]) => (MARKED.test(word) ? word : folded(word).split(" ")))
}

/**
 * Return which of `count` files has `key`, by its 32-bit FNV-1a hash. generator/search computes the same hash.
 * @param {string} key
 * @param {number} count
 */
export function bucket(key, count) {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  return value % count
}

/**
 * Return the keys under which a misspelt word may be filed: its beginning, and its beginning without one of the first
 * letters.
 * @param {string} word
 * @param {number} depth
 */
export function nearKeys(word, depth) {
  const chars = [...word]
  const keys = new Set([chars.slice(0, depth).join("")])
  const gaps = Math.min(depth, chars.length)
  for (let gap = 0; gap < gaps; gap++) keys.add(chars.toSpliced(gap, 1).slice(0, depth).join(""))
  return [...keys]
}

/**
 * Return how many errors a word of this length may have.
 * @param {string} word
 */
export function forgiven(word) {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

const SHORT = 6 // in a shorter word one error may make any other word of it

/**
 * Return whether a short word is surely another one: it sounds the same, or two letters next to each other are swapped.
 * Other errors of short words are as likely words of another language.
 * @param {string} typed
 * @param {string} word
 */
export function surelyMeant(typed, word) {
  if (typed.length >= SHORT || sounded(typed) === sounded(word)) return true
  const at = [...typed].findIndex((letter, place) => letter !== word[place])
  return typed[at] === word[at + 1] && typed[at + 1] === word[at] && typed.slice(at + 2) === word.slice(at + 2)
}

/**
 * Count the wrong, missing, extra and swapped letters (optimal string alignment distance), or return Infinity if there
 * are more than `most`. With `open`, `typed` may be the beginning of `word`.
 * @param {string} typed
 * @param {string} word
 * @param {number} most
 */
export function errors(typed, word, most, open = false) {
  if (!open && Math.abs(typed.length - word.length) > most) return Infinity
  /** @type {number[]} */
  let before = []
  let above = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const line = aligned(typed, word, row, [before, above])
    if (Math.min(...line) > most) return Infinity
    before = above
    above = line
  }
  const found = open ? Math.min(...above.slice(1)) : above[word.length]
  return found > most ? Infinity : found
}

/**
 * Compute a row of the alignment table: the errors of the first `row` typed letters against each beginning of `word`.
 * @param {string} typed
 * @param {string} word
 * @param {number} row
 * @param {number[][]} rows the two rows before it
 */
function aligned(typed, word, row, [before, above]) {
  const line = [row]
  for (let column = 1; column <= word.length; column++) {
    const wrong = typed[row - 1] === word[column - 1] ? 0 : 1
    let least = Math.min(above[column - 1] + wrong, above[column] + 1, line[column - 1] + 1)
    const crossed = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
    if (row > 1 && column > 1 && crossed) least = Math.min(least, before[column - 2] + 1)
    line.push(least)
  }
  return line
}
