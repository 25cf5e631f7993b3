// Joins the parts of a name that people write with full stops or hyphens: ED-E, V.A.T.S.

import { folded } from "../words/folding.js"
import { mayBeName } from "./parser.js"

/** @import { Lexicon } from "../index/lexicon.js" */
/** @import { Query } from "./values.d.ts" */

const POINTED = /[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)+/gu

/**
 * Return a query with one word instead of the parts of each name that the lexicon has without
 * marks.
 * @param {Query} parsed
 * @param {string} query as it was typed
 * @param {Pick<Lexicon, "about">} lexicon
 * @returns {Promise<Query>}
 */
export async function withJoinedNames(parsed, query, lexicon) {
  let joined = parsed.terms
  for (const [written] of query.matchAll(POINTED)) {
    const parts = written.split(/[.-]/).map(folded)
    const whole = parts.join("")
    const { exact, named } = await lexicon.about(whole)
    const from = joined.findIndex((_, place) =>
      parts.every((part, step) => folded(joined[place + step] ?? "") === part),
    )
    if ((exact || named) && from >= 0) joined = joined.toSpliced(from, parts.length, whole)
  }
  return joined === parsed.terms
    ? parsed
    : { ...parsed, terms: joined, named: joined.filter(mayBeName).join(" ") }
}
