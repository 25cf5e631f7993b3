// Decides whether other languages are searched too.

import { isRuleNumber, isUniversal } from "../query/concepts.js"

/** @import { Condition, Found, Query } from "../query/values.d.ts" */
/** @import { Hit } from "../ranking/hits.js" */

const FEW = 3 // with fewer hits in the page's language, other languages are searched too
const GOOD = 0.6 // unless the best hit covers this share of the query

/**
 * Return whether there are few hits and another language may have more: it may know a word that
 * this one lacks, or the query may be written alike in any language. Nothing in another language
 * answers for a card that the library lacks.
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
 * Return whether there are few good hits. For a query that cites only rules, even a good hit does
 * not end the search, because notes in any language may cite them.
 * @param {Hit[]} ranking
 * @param {string[]} terms
 */
const isFew = (ranking, terms) =>
  ranking.filter(({ weak }) => !weak).length < FEW &&
  (!(ranking[0]?.share >= GOOD) || terms.every(isRuleNumber))

/**
 * Return whether a query may be written in the same way in any language.
 * @param {Query} asked
 */
export const isUniversalQuery = ({ terms, phrases }) =>
  phrases.length > 0 || terms.every(isUniversal)

/**
 * Return which of the languages `all` a query is searched in: `langs`, and those in which named
 * cards may be found. `others` says whether the reader wants other languages than that of the page,
 * `own`. The search is `open` if nobody has said so.
 * @param {Pick<Query, "filters" | "without">} query
 * @param {{ all: string[], own: string, others?: boolean }} site
 */
export function searchedLanguages({ filters, without }, { all, own, others }) {
  const [asked, barred] = [languagesOf(filters), languagesOf(without).flat()]
  const allowed = all.filter((lang) => !barred.includes(lang.toLowerCase()))
  const isSaid = asked.length + barred.length > 0
  const wanted = allowed.filter((lang) =>
    asked.every((langs) => langs.includes(lang.toLowerCase())),
  )
  const elsewhere = others ?? (isSaid ? wanted.some((lang) => lang !== own) : undefined)
  if (asked.length) return { langs: wanted, reach: wanted, elsewhere, open: false }
  const near = allowed.includes(own) ? [own] : allowed
  const reach = others === false ? near : allowed
  return {
    langs: elsewhere ? allowed : near,
    reach,
    elsewhere,
    open: others === undefined && !isSaid,
  }
}

/**
 * Return the languages of each condition that names some.
 * @param {Condition[]} conditions
 */
const languagesOf = (conditions) =>
  conditions
    .filter(({ name }) => name === "lang")
    .map(({ values }) => values.map((each) => each.toLowerCase()))
