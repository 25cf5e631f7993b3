// Decides which languages a query is searched in.

/** @import { Condition, Query } from "./values.d.ts" */

/**
 * Return which of the languages `all` a query is searched in: `langs`, and those in which named
 * cards may be found. `others` says whether the reader wants other languages than that of the page,
 * `own`. The search is `open` if nobody has said so.
 * @param {Pick<Query, "filters" | "without">} query
 * @param {{ all: string[], own: string, others?: boolean | undefined }} site
 */
export function searchedLanguages({ filters, without }, { all, own, others }) {
  const [asked, barred] = [languagesOf(filters), languagesOf(without).flat()]
  const wanted = all.filter((lang) => {
    const code = lang.toLowerCase()
    return !barred.includes(code) && asked.every((langs) => langs.includes(code))
  })
  const isSaid = asked.length + barred.length > 0
  const elsewhere = others ?? (isSaid ? wanted.some((lang) => lang !== own) : undefined)
  const near = !asked.length && wanted.includes(own) ? [own] : wanted
  return {
    langs: elsewhere ? wanted : near,
    reach: others === false ? near : wanted,
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
    .map(({ values }) => values.map((value) => value.replace(/^=/, "").toLowerCase()))
