// Finds what the forms of a word have in common: the word without the endings that the language
// file lists.

import { memoized } from "./folding.js"

/** @type {Map<string, (word: string) => string>} what removes the endings of each language */
const STEMMERS = new Map()
const LEFT = 3 // the fewest letters that are left of a word

/**
 * Set the endings of a language.
 * @param {string} lang
 * @param {string[]} endings
 */
export function setEndings(lang, endings) {
  const longest = endings.toSorted((one, other) => other.length - one.length)
  STEMMERS.set(
    lang,
    memoized((word) => withoutEndings(word, longest)),
  )
}

/**
 * Return what a folded word has in common with its other forms: `copi` of `copy` and `copies`.
 * @param {string} word
 * @param {string} lang
 */
export const stem = (word, lang) => STEMMERS.get(lang)?.(word) ?? word

/**
 * Return a word without its endings. One may follow another: those of "lanzadas" are s, da and a.
 * @param {string} word
 * @param {string[]} endings
 */
function withoutEndings(word, endings) {
  if (!/^\p{L}/u.test(word)) return word
  let [rest, last] = [word, ""]
  for (;;) {
    const ending = endings.find((end) => isEnding(end, rest))
    if (!ending) break
    ;[rest, last] = [rest.slice(0, -ending.length), ending]
  }
  // "stopping" has its p twice, and "controlled" its l: but "butt" is no form of "but"
  const twice = /^[aeiou]/.test(last) ? /([^s])\1$/ : /(l)\1$/
  const single = rest.length > LEFT ? rest.replace(twice, "$1") : rest
  return single.length < LEFT ? single : single.replace(/y$/, "i")
}

/**
 * Return whether a word has an ending. The "s" of "loss" and the "d" of "card" are none.
 * @param {string} ending
 * @param {string} word
 */
function isEnding(ending, word) {
  const rest = word.slice(0, -ending.length)
  return (
    word.endsWith(ending) &&
    rest.length >= LEFT &&
    !(ending === "s" && rest.endsWith("s")) &&
    !(ending === "d" && !/[aeiou]$/.test(rest))
  )
}
