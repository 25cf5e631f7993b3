// Joins the parts of a name that people write with full stops or hyphens: ED-E, V.A.T.S.

import { folded } from "../words/folding.js"

/** @import { Lexicon } from "../index/lexicon.js" */

const POINTED = /[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)+/gu

/**
 * Return the terms of a query, with one word instead of the parts of each name that the lexicon has without marks.
 * @param {string[]} terms
 * @param {string} query
 * @param {Pick<Lexicon, "about">} lexicon
 */
export async function withJoinedNames(terms, query, lexicon) {
  let joined = terms
  for (const [written] of query.matchAll(POINTED)) {
    const parts = written.split(/[.-]/).map(folded)
    const whole = parts.join("")
    const { exact, named } = await lexicon.about(whole)
    const from = joined.findIndex((_, place) => parts.every((part, step) => folded(joined[place + step] ?? "") === part))
    if ((exact || named) && from >= 0) joined = joined.toSpliced(from, parts.length, whole)
  }
  return joined
}
