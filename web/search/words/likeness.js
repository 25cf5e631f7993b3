// Rates how much a typed text is like a name: wholly or in part, with errors, or with other spaces.

import { allowedErrors, editDistance, soundOf } from "./spelling.js"

// The cost of a typed word that matches a word of the name, but not exactly.
const LAST = 0.2 // the last word typed is the beginning of it, so the rest may follow
const BEGINNING = 0.4
const SOUND = 0.5
const INEXACT = 0.1 // added to the number of errors
const FOREIGN = 0.3 // a question word that the name does not have
// How strongly the costs and the untyped words reduce the likeness.
const COST = 0.25
const UNTYPED = 0.08
// The likeness if only the spaces differ, and if the end is missing too.
const WHOLE = 0.95
const PART = 0.8
const LEAST = 6 // the fewest letters for that

/**
 * Return from 0 to 1 how much of the name was typed, and how well. It is 0 if the name lacks a
 * meaningful word or half of all words: it must cover what was typed. Words that are `known` have
 * no errors.
 * @param {string[]} name
 * @param {string[]} words
 * @param {string[]} telling
 * @param {Set<string>} known
 */
export function nameLikeness(name, words, telling, known) {
  let cost = 0
  /** @type {Set<number>} */
  const matched = new Set()
  for (const [place, typed] of words.entries()) {
    const isLast = place === words.length - 1
    const { wrong, which } = likestWord(name, matched, (word) =>
      known.has(typed) ? knownCost(typed, word, isLast) : wordCost(typed, word, isLast),
    )
    if (wrong === Infinity) {
      if (telling.includes(typed)) return 0
      cost += FOREIGN
    } else {
      matched.add(which)
      cost += wrong
    }
  }
  if (matched.size * 2 < words.length) return 0
  return 1 / (1 + COST * cost + UNTYPED * (name.length - matched.size))
}

/**
 * Find the unmatched word of the name that costs least. Return the cost and the position of the
 * word.
 * @param {string[]} name
 * @param {Set<number>} matched
 * @param {(word: string) => number} cost
 */
function likestWord(name, matched, cost) {
  let least = { wrong: Infinity, which: -1 }
  for (const [which, word] of name.entries()) {
    if (matched.has(which)) continue
    const wrong = cost(word)
    if (wrong < least.wrong) least = { wrong, which }
  }
  return least
}

/**
 * Return the cost of a typed word in place of a word of a name, or Infinity if it is another word.
 * @param {string} typed
 * @param {string} word
 * @param {boolean} last whether it may be the beginning of the word
 */
export function wordCost(typed, word, last) {
  if (word === typed) return 0
  if (word.startsWith(typed)) return last ? LAST : BEGINNING
  if (typed.length > 2 && soundOf(word) === soundOf(typed)) return SOUND
  return editDistance(typed, word, allowedErrors(typed), last && typed.length > 4) + INEXACT
}

/**
 * Return the cost of a known word: it is the word of the name, its beginning or its plural, or
 * another word.
 * @param {string} typed
 * @param {string} word
 * @param {boolean} last
 */
function knownCost(typed, word, last) {
  if (word.startsWith(typed)) return wordCost(typed, word, last)
  return typed === `${word}s` ? INEXACT : Infinity
}

/**
 * Rate a text with other spaces than the name: `bloodbraidelf`, `tarmo goyf`.
 * @param {string[]} name
 * @param {string[]} words
 */
export function spacingLikeness(name, words) {
  const whole = words.join("")
  if (whole.length < LEAST || name.length === words.length) return 0
  if (name.join("") === whole) return WHOLE
  return name.join("").startsWith(whole) ? PART : 0
}
