// Rates how likely a word is a misspelt form of another. A slip of the fingers hits a key nearby,
// swaps two letters, doubles one or leaves one out, and mostly not the first. Other differences are
// as likely another word: "painted" is not "printed".

import { alignmentCosts, soundOf } from "./spelling.js"

const KEYBOARDS = [
  ["qwertyuiop", "asdfghjklñ", "zxcvbnm"],
  ["azertyuiop", "qsdfghjklm", "wxcvbn"],
]
const VOWELS = /^[aeiou]$/
const SOUND = 0.5 // a word that sounds the same was spelt by ear
const LIKELY = 1
const DOUBTFUL = 1.5 // only in a long word, which may have two slips
const UNLIKELY = 2
const FIRST = 1 // added for a wrong first letter

/** @type {Map<string, string>} the keys next to each key */
const NEIGHBORS = new Map()
for (const rows of KEYBOARDS) {
  for (const [row, keys] of rows.entries()) {
    for (const [column, key] of [...keys].entries()) {
      const above = rows[row - 1]?.slice(column, column + 2) ?? ""
      const below = rows[row + 1]?.slice(Math.max(0, column - 1), column + 1) ?? ""
      const beside = `${keys[column - 1] ?? ""}${keys[column + 1] ?? ""}`
      NEIGHBORS.set(key, `${NEIGHBORS.get(key) ?? ""}${beside}${above}${below}`)
    }
  }
}

/** @type {(one: string, other: string | undefined) => boolean} */
const areNeighbors = (one, other) =>
  other !== undefined && Boolean(NEIGHBORS.get(one)?.includes(other))

/**
 * Return the cost of the slips that make `typed` of `word`, or Infinity if it is more than `most`.
 * @param {string} typed
 * @param {string} word
 * @param {number} most
 */
export function typoCost(typed, word, most) {
  if (Math.abs(typed.length - word.length) > most) return Infinity
  const slips = firstCost(typed, word) + alignmentCost(typed, word)
  const cost = Math.min(slips, SOUND + alignmentCost(soundOf(typed), soundOf(word)))
  return cost > most ? Infinity : cost
}

/**
 * @param {string} typed
 * @param {string} word
 */
function firstCost(typed, word) {
  const isSwapped = typed[0] === word[1] && typed[1] === word[0]
  return typed[0] === word[0] || isSwapped ? 0 : FIRST
}

/**
 * @param {string} typed
 * @param {string} word
 */
const alignmentCost = (typed, word) =>
  alignmentCosts(typed, word, { added: additionCost, replaced: replacementCost })[word.length]

/**
 * Return the cost of a letter in place of another.
 * @param {string} typed
 * @param {string} meant
 */
function replacementCost(typed, meant) {
  if (typed === meant) return 0
  if (areNeighbors(typed, meant)) return LIKELY
  return VOWELS.test(typed) && VOWELS.test(meant) ? DOUBTFUL : UNLIKELY
}

/**
 * Return the cost of a letter too many.
 * @param {string} typed
 * @param {number} place
 */
function additionCost(typed, place) {
  const letter = typed[place]
  const [last, next] = [typed[place - 1], typed[place + 1]]
  return letter === last ||
    letter === next ||
    areNeighbors(letter, last) ||
    areNeighbors(letter, next)
    ? LIKELY
    : DOUBTFUL
}
