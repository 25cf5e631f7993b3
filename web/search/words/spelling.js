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
 * return Infinity if there are more than `most`. With `open`, `typed` may be the beginning of
 * `word`.
 * @param {string} typed
 * @param {string} word
 * @param {number} most
 */
export function editDistance(typed, word, most, open = false) {
  if (!open && Math.abs(typed.length - word.length) > most) return Infinity
  /** @type {number[]} */
  let before = []
  let above = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const line = tableRow(typed, word, row, [before, above])
    if (Math.min(...line) > most) return Infinity
    before = above
    above = line
  }
  const found = open ? Math.min(...above.slice(1)) : above[word.length]
  return found > most ? Infinity : found
}

/**
 * Compute a row of the alignment table: the errors of the first `row` typed letters against each
 * beginning of `word`.
 * @param {string} typed
 * @param {string} word
 * @param {number} row
 * @param {number[][]} rows the two rows before it
 */
function tableRow(typed, word, row, [before, above]) {
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
