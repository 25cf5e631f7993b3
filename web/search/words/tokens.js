// Splits texts into words, the same for queries and for records, so that each word of a query can
// match.

import { folded } from "./folding.js"

const TOKEN =
  /\{[^{}\s]+\}|[+-]?[\dx*]{1,99}\/[+-]?[\dx*]+|\d{3}\.\d+[a-z]?|[\p{L}\p{M}\p{N}'’‘ʼ]+/gu
const MARKED = /[{/.]/

/**
 * Split a text into words in the form that is compared. A symbol, `+1/+1` and a rule's number are
 * one word each.
 * @param {string} text
 */
export function tokens(text) {
  const found = [...text.toLowerCase().replace(/[−–]/g, "-").matchAll(TOKEN)]
  return found.flatMap(([word]) => (MARKED.test(word) ? word : folded(word).split(" ")))
}
