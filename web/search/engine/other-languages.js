// Decides whether other languages are searched too.

import { isRuleNumber, isUniversal } from "../query/concepts.js"

/** @import { Found, Query } from "../query/values.d.ts" */
/** @import { Hit } from "../ranking/hits.js" */

const FEW = 3 // with fewer hits in the page's language, other languages are searched too
const GOOD = 0.6 // unless the best hit covers this share of the query

/**
 * Return whether there are few hits and another language may have more: it may know a word that this one lacks, or the
 * query may be written alike in any language. Nothing in another language answers for a card that the library lacks.
 * @param {Query} asked
 * @param {Found} found
 * @param {string} lang
 */
export const isUnsure = (asked, { ranking, words, absent }, lang) =>
  !absent.length &&
  isFew(
    ranking.filter((hit) => hit.anchor || hit.lang === lang),
    asked.terms,
  ) &&
  (isUniversalQuery(asked) || words.some(({ unknown }) => unknown))

/**
 * Return whether there are few good hits. For a query that cites only rules, even a good hit does not end the search,
 * because notes in any language may cite them.
 * @param {Hit[]} ranking
 * @param {string[]} terms
 */
const isFew = (ranking, terms) =>
  ranking.filter(({ weak }) => !weak).length < FEW && (!(ranking[0]?.share >= GOOD) || terms.every(isRuleNumber))

/**
 * Return whether a query may be written in the same way in any language.
 * @param {Query} asked
 */
export const isUniversalQuery = ({ terms, phrases }) => phrases.length > 0 || terms.every(isUniversal)
