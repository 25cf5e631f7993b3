// Joins the parts of a name that people write with full stops or hyphens: ED-E, V.A.T.S.

import { folded } from "../words/folding.js"
import { mayBeName } from "./parser.js"

/** @import { Query } from "./values.d.ts" */

const POINTED = /[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)+/gu

/**
 * Return a query with one word instead of the parts of each name that is written without marks too.
 * @param {Query} parsed
 * @param {string} query as it was typed
 * @param {(word: string) => boolean} isWord whether a text or a name has a word
 * @returns {Query}
 */
export function withJoinedNames(parsed, query, isWord) {
  let { terms } = parsed
  for (const [written] of query.matchAll(POINTED)) {
    const parts = written.split(/[.-]/).map(folded)
    const whole = parts.join("")
    const from = terms.findIndex((_, place) =>
      parts.every((part, step) => folded(terms[place + step] ?? "") === part),
    )
    if (from >= 0 && isWord(whole)) terms = terms.toSpliced(from, parts.length, whole)
  }
  return { ...parsed, terms, named: terms.filter(mayBeName).join(" ") }
}
