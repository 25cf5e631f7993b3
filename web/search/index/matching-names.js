// Finds the names among entries of the lexicon that match what was typed.

import { folded } from "../words/folding.js"
import { nameLikeness, spacingLikeness } from "../words/likeness.js"

/** @import { Name } from "../query/values.d.ts" */

/**
 * Return the names among `held` that have each meaningful word of the query.
 * @param {string[]} held
 * @param {string[]} words
 * @param {string[]} telling
 * @param {Set<string>} known the words of the query that have no errors
 */
export function matchingNames(held, words, telling, known) {
  /** @type {Map<string, Name>} */
  const found = new Map()
  for (const entry of held) {
    const [kind, target, where] = entry.split("/", 3)
    const text = entry.slice(kind.length + target.length + where.length + 3)
    const name = folded(text).split(" ")
    const score = Math.max(nameLikeness(name, words, telling, known), spacingLikeness(name, words))
    const before = found.get(`${kind}/${target}`)?.score ?? 0
    if (score > before) {
      found.set(`${kind}/${target}`, { kind, target, where, text, score, words: telling.length })
    }
  }
  return [...found.values()].sort(nameOrder)
}

/**
 * If a mechanic has exactly the typed name, leave out those that only contain it: they are mostly
 * those of another language.
 * @param {Name[]} found
 * @param {string[]} words
 */
export function withoutOtherMechanics(found, words) {
  const whole = found.some(({ kind, score }) => kind === "mechanic" && score === 1)
  const begins = (/** @type {Name} */ { text }) => folded(text).startsWith(words.join(" "))
  return whole ? found.filter((name) => name.kind !== "mechanic" || begins(name)) : found
}

/**
 * @param {Name} one
 * @param {Name} other
 */
function nameOrder(one, other) {
  return (
    other.score - one.score ||
    one.text.length - other.text.length ||
    (one.text < other.text ? -1 : 1)
  )
}
