// Finds the cards, mechanics, sets and rules whose names were typed.

import { SURE } from "../index/lexicon.js"
import { isRuleNumber } from "../query/concepts.js"
import { folded } from "../words/folding.js"

/** @import { Lexicon } from "../index/lexicon.js" */
/** @import { Name } from "../query/values.d.ts" */

const MEANT = 3 // the most synonyms of a query that are looked up as names

/**
 * Return the names that match. If there are none, return names that mean the same as the whole
 * query.
 * @param {string} typed
 * @param {Lexicon} lexicon
 * @returns {Promise<Name[]>}
 */
export async function typedNames(typed, lexicon) {
  if (!typed) return []
  const numbers = typed.split(" ").filter(isRuleNumber)
  const rules = await Promise.all(numbers.map((number) => lexicon.rule(number)))
  if (rules.some(Boolean)) return rules.flatMap((rule) => rule ?? [])
  const names = await lexicon.names(typed)
  if (names.some(({ kind, score }) => kind !== "absent" || score >= SURE)) return names
  const words = typed.split(" ").map(folded)
  const whole = (await lexicon.synonyms(words)).find(({ length }) => length === words.length)
  const meant = whole?.others.slice(0, MEANT) ?? []
  const others = await Promise.all(meant.map(({ phrase }) => lexicon.names(phrase)))
  return others.flat().filter(({ score }) => score >= SURE)
}

/**
 * Return the numbers of rules that have no page, because no document quotes or cites them.
 * @param {string[]} terms
 * @param {Lexicon} lexicon
 */
export async function unquotedRules(terms, lexicon) {
  const numbers = terms.filter(isRuleNumber)
  const rules = await Promise.all(numbers.map((number) => lexicon.rule(number)))
  return numbers.filter((_, place) => !rules[place])
}
