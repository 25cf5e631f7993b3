// How like a name what was typed is: wholly or in part, with errors, with other spaces.

import { errors, forgiven, sounded } from "./words.js"

// What a typed word costs that is the name's, but not as it is typed.
const LAST = 0.2 // it is the beginning of one, and more of it may follow
const BEGINNING = 0.4
const SOUND = 0.5
const INEXACT = 0.1 // beside each error
const FOREIGN = 0.3 // a word of mere questions that the name lacks
// What costs and words that are not typed make of a likeness.
const COST = 0.25
const UNTYPED = 0.08
// How like it is when only the spaces differ, or the end is lacking too.
const WHOLE = 0.95
const PART = 0.8
const LEAST = 6 // letters, for that

/**
 * From 0 to 1: how much of the name was typed, and how well. Each telling word typed must be one of the name's.
 * @param {string[]} name
 * @param {string[]} words
 * @param {string[]} telling
 */
export function likeness(name, words, telling) {
  let cost = 0
  /** @type {Set<number>} */
  const matched = new Set()
  for (const [place, typed] of words.entries()) {
    const { wrong, which } = likest(name, typed, matched, place === words.length - 1)
    if (wrong === Infinity) {
      if (telling.includes(typed)) return 0
      cost += FOREIGN
    } else {
      matched.add(which)
      cost += wrong
    }
  }
  return 1 / (1 + COST * cost + UNTYPED * (name.length - matched.size))
}

/**
 * How wrong a typed word is as one of the name's that is not matched yet, and the place of that one.
 * @param {string[]} name
 * @param {string} typed
 * @param {Set<number>} matched
 * @param {boolean} last
 */
function likest(name, typed, matched, last) {
  let least = { wrong: Infinity, which: -1 }
  for (const [which, word] of name.entries()) {
    if (matched.has(which)) continue
    const wrong = wrongness(typed, word, last)
    if (wrong < least.wrong) least = { wrong, which }
  }
  return least
}

/**
 * @param {string} typed
 * @param {string} word
 * @param {boolean} last
 */
function wrongness(typed, word, last) {
  if (word === typed) return 0
  if (word.startsWith(typed)) return last ? LAST : BEGINNING
  if (typed.length > 2 && sounded(word) === sounded(typed)) return SOUND
  return errors(typed, word, forgiven(typed), last && typed.length > 4) + INEXACT
}

/**
 * The same for what was typed with other spaces: `bloodbraidelf`, `tarmo goyf`.
 * @param {string[]} name
 * @param {string[]} words
 */
export function joined(name, words) {
  const whole = words.join("")
  if (whole.length < LEAST || name.length === words.length) return 0
  if (name.join("") === whole) return WHOLE
  return name.join("").startsWith(whole) ? PART : 0
}
