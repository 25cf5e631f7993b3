// A record that was found, and what is known about it.

/** @import { IndexRecord, Page } from "../query/values.d.ts" */

/** @type {number[]} */
export const NO_VALUES = []

/** A record that was found. */
export class Hit {
  /** The share of the query that it answers. */
  share = 0
  weak = false
  /** @type {number[]} how well each word of the query is found */
  values = []
  /** @type {number[]} how close the found text is to the word in meaning */
  worths = []
  /** Values of the words that only its card says. */
  inherited = NO_VALUES
  /** How surely the query names its card or mechanic, and the positions of the words that do. */
  anchor = 0
  /** @type {number[]} */
  covered = []
  /** @type {string | undefined} the card that the query names */
  named
  /** @type {number[]} how well its text says each word of the query */
  said = []
  /** @type {string[]} the phrases of its text that say words of the query in another way */
  meant = []
  /** How many of the phrases it has. */
  phrases = 0
  /** @type {Page | undefined} */
  page

  /** @param {IndexRecord} record */
  constructor(record, score = 0) {
    this.record = record
    this.score = score
  }

  get lang() {
    return this.record.lang
  }

  get kind() {
    return this.record.kind
  }

  get number() {
    return this.record.number
  }

  /** The same for a record in several languages. */
  get key() {
    return this.record.key
  }

  /**
   * Add a found word, unless a better match for the same word of the query is already there.
   * @param {number} place
   * @param {number} value
   * @param {number} worth
   */
  add(place, value, worth) {
    if (this.values[place] >= value) return
    this.values[place] = value
    this.worths[place] = worth
  }
}
