// Reads the entries of the lexicon. types.d.ts lists their forms.

import { folded } from "./folding.js"

/** @import { Standin } from "./types.d.ts" */

/**
 * Split `phrase|other|…`.
 * @param {string} entry
 */
export function group(entry) {
  const [phrase, ...others] = entry.split("|")
  return { phrase: phrase.split(" "), others }
}

/**
 * Split `lang:phrase`.
 * @param {string} other
 */
export function translation(other) {
  const [lang, phrase] = other.split(":")
  return { lang, phrase }
}

/**
 * Split `phrase:rarest word:count`.
 * @param {string} other
 * @returns {Standin}
 */
export function standin(other) {
  const [phrase, rarest, count] = other.split(":")
  return { phrase, rarest, count: Number(count), worth: 0 }
}

/**
 * Split `word count`.
 * @param {string} entry
 * @returns {[string, number]}
 */
export function counted(entry) {
  const at = entry.lastIndexOf(" ")
  return [entry.slice(0, at), Number(entry.slice(at + 1))]
}

/**
 * Return the words of the name in `kind/target/records/name`.
 * @param {string} entry
 */
export const wordsOf = (entry) => folded(entry.split("/").slice(3).join("/")).split(" ")
