// Reads the files for words with an error in the beginning.
// generator/rulebinder/search/words/lexicon.py writes them: the words of each language, and the
// words of names once for all languages.

import { allowedErrors } from "../words/spelling.js"
import { bucket, misspellingKeys } from "./buckets.js"

/** @import { Entries, Filing } from "./format.d.ts" */

/**
 * Reads the files of a language, and those with the words of names.
 * @typedef {object} MisspellingFiles
 * @property {string} lang
 * @property {(number: number) => Promise<Entries>} near
 * @property {(number: number) => Promise<Entries>} named
 */

export class Misspellings {
  #index
  #depth
  #words
  #named

  /**
   * @param {MisspellingFiles} index
   * @param {Filing} head
   */
  constructor(index, { depth, near, named }) {
    this.#index = index
    this.#depth = depth
    this.#words = near // none if nobody types in this language
    this.#named = named
  }

  /**
   * Return the entries of words that begin like a word, allowing for an error in the beginning.
   * @param {string} word
   */
  async words(word) {
    if (!this.#words) return new Set()
    const files = await Promise.all(
      fileNumbers(word, this.#depth, this.#words).map((each) => this.#index.near(each)),
    )
    return new Set(files.flatMap(({ words = [] }) => words))
  }

  /**
   * Return whether only another language has a word. The file of its beginning tells.
   * @param {string} word
   */
  async isForeign(word) {
    if (!this.#words || !allowedErrors(word)) return false
    const beginning = [...word].slice(0, this.#depth).join("")
    const { others = [] } = await this.#index.near(bucket(beginning, this.#words))
    return others.includes(word)
  }

  /**
   * Return the words of names that begin like a word, allowing for an error in the beginning.
   * @param {string} word
   */
  async named(word) {
    if (!this.#named) return []
    const { depth, near } = this.#named
    const files = await Promise.all(
      fileNumbers(word, depth, near).map((each) => this.#index.named(each)),
    )
    return [...new Set(files.flatMap(({ named = [] }) => named))]
  }
}

/**
 * Return the numbers of the files that have the words which may be meant by this one.
 * @param {string} word
 * @param {number} depth
 * @param {number} count
 */
function fileNumbers(word, depth, count) {
  return [...new Set(misspellingKeys(word, depth).map((key) => bucket(key, count)))]
}
