// Compares the spelling of words: how they sound, and how many letters differ.

import { memoized } from "./folding.js"

/** @type {{ [letter: string]: string }} */
const SOUNDS = { z: "s", v: "b", y: "i", w: "b" }

/** Return how a word sounds, roughly, in any of the languages. People often spell names by ear. */
export const soundOf = memoized((word) =>
  word
    .replace(/ph/g, "f")
    .replace(/h/g, "")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/ck|qu|[kq]/g, "c")
    .replace(/[ao]e/g, "e")
    .replace(/[zvyw]/g, (letter) => SOUNDS[letter])
    .replace(/(.)\1+/g, "$1"),
)

/**
 * Return how many errors a word of this length may have.
 * @param {string} word
 */
export function allowedErrors(word) {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

const SHORT = 6 // in a shorter word one error may make any other word of it

/**
 * Return whether a short word is surely another one: it sounds the same, or two letters next to
 * each other are swapped. Other errors of short words are as likely words of another language.
 * @param {string} typed
 * @param {string} word
 */
export function surelyMeant(typed, word) {
  if (typed.length >= SHORT || soundOf(typed) === soundOf(word)) return true
  const at = [...typed].findIndex((letter, place) => letter !== word[place])
  return (
    typed[at] === word[at + 1] &&
    typed[at + 1] === word[at] &&
    typed.slice(at + 2) === word.slice(at + 2)
  )
}

/**
 * Count the wrong, missing, extra and swapped letters (optimal string alignment distance), or
 * return Infinity if there are more than `most`.
 * @param {string} typed
 * @param {string} word
 * @param {number} most
 */
export function editDistance(typed, word, most) {
  const isFar = Math.abs(typed.length - word.length) > most || differ(typed, word) > 2 * most
  const errors = isFar ? Infinity : alignmentCost(typed, word)
  return errors > most ? Infinity : errors
}

/**
 * Count the letters that only one of two words has. An error makes at most two.
 * @param {string} one
 * @param {string} other
 */
function differ(one, other) {
  let bits = lettersIn(one) ^ lettersIn(other)
  let count = 0
  for (; bits; bits &= bits - 1) count++
  return count
}

/** @param {string} word */
function lettersIn(word) {
  let bits = 0
  for (let place = 0; place < word.length; place++) bits |= 1 << (word.charCodeAt(place) & 31)
  return bits
}

/**
 * Return how many errors make `typed` of `word`. It is computed from those of all beginnings of
 * `typed`, row by row.
 * @param {string} typed
 * @param {string} word
 */
function alignmentCost(typed, word) {
  /** @type {number[]} */
  let before = []
  let above = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const line = [above[0] + 1]
    for (let column = 1; column <= word.length; column++) {
      const crossed = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      line.push(
        Math.min(
          above[column - 1] + Number(typed[row - 1] !== word[column - 1]),
          above[column] + 1,
          line[column - 1] + 1,
          crossed ? before[column - 2] + 1 : Infinity,
        ),
      )
    }
    before = above
    above = line
  }
  return above[word.length]
}
