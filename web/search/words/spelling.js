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
 * return Infinity if there are more than `most`: few, because each is tried in every way.
 * @param {string} typed
 * @param {string} word
 * @param {number} most
 * @returns {number}
 */
export function editDistance(typed, word, most) {
  if (Math.abs(typed.length - word.length) > most) return Infinity
  if (typed === word) return 0
  let at = 0
  while (typed[at] === word[at]) at++
  const after = (/** @type {number} */ some, /** @type {number} */ others) =>
    editDistance(typed.slice(at + some), word.slice(at + others), most - 1)
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at]
  return 1 + Math.min(after(1, 1), after(1, 0), after(0, 1), isSwapped ? after(2, 2) : Infinity)
}
