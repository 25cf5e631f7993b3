// Reads the entries of the lexicon. format.d.ts lists their forms.

import { folded } from "../words/folding.js"

/** @import { Standin } from "../query/values.d.ts" */

/**
 * Split `phrase|other|…`.
 * @param {string} entry
 */
export function synonymGroup(entry) {
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
export function wordCount(entry) {
  const at = entry.lastIndexOf(" ")
  return [entry.slice(0, at), Number(entry.slice(at + 1))]
}

/**
 * Return the words of the name in `kind/target/records/name`.
 * @param {string} entry
 */
export const nameWords = (entry) => folded(entry.split("/").slice(3).join("/")).split(" ")

/**
 * List the records that a name leads to: language, first number and count.
 * @param {string} where
 * @returns {{ lang: string, first: number, count: number }[]}
 */
export const recordRanges = (where) => runs(where).filter(({ count }) => count)

/**
 * Return the number of the record that explains a mechanic, which has no count.
 * @param {string} where
 * @param {string} lang
 */
export const explainedBy = (where, lang) =>
  runs(where).find((run) => run.lang === lang && !run.count)?.first

/** @param {string} where */
const runs = (where) =>
  where.split(",").map((run) => {
    const [lang, first, count = "0"] = run.split(" ")
    return { lang, first: Number(first), count: Number(count) }
  })
