// Splits texts into words, the same for queries and for records, so that each word of a query can
// match.

import { folded } from "./folding.js"

const TOKEN =
  /\{[^{}\s]+\}|[+-]?[\dx*]{1,99}\/[+-]?[\dx*]+|\d{3}\.\d+[a-z]?|[\p{L}\p{M}\p{N}'’‘ʼ]+/gu
const MARKED = /[{/.]/
// Chinese and Japanese have no spaces between words: each letter is one
const UNSPACED = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/g

/**
 * Split a text into words in the form that is compared. A symbol, `+1/+1` and a rule's number are
 * one word each. Signs do not count.
 * @param {string} text
 */
export function tokens(text) {
  const parts = text.toLowerCase().replace(/[−–]/g, "-").replace(UNSPACED, " $& ")
  return [...parts.matchAll(TOKEN)].flatMap(([word]) =>
    MARKED.test(word) ? word.replaceAll("-", "") : folded(word).split(" "),
  )
}
