// Decides what the search does not know: names that nothing here is about, and hits that say little
// of a query.

import { isPartOf, overlaps } from "../query/absent-names.js"
import { stem } from "../words/forms.js"
import { tokens } from "../words/tokens.js"

/** @import { AbsentName } from "../query/absent-names.js" */
/** @import { Anchor, Hit, QueryWord } from "../query/values.d.ts" */

const LITTLE = 0.45 // a best hit that says a smaller share of the query is no sure answer

/**
 * Return whether even the best hit says little of a query that names no card.
 * @param {Hit[]} ranking
 * @param {QueryWord[]} words
 */
export const isDoubtful = ([best], words) =>
  Boolean(best) && words.length > 1 && !best.anchor && best.share < LITTLE

/**
 * Return the names that are meant, without those that are only a part of an `absent` one, or of one
 * that is `likely`.
 * @param {Anchor[]} meant
 * @param {AbsentName[]} absent
 * @param {AbsentName | undefined} likely
 */
export function withoutOthers(meant, absent, likely) {
  /** @param {Anchor} anchor */
  const isOther = (anchor) =>
    absent.some(
      ({ places }) => overlaps(places, anchor.covered) && anchor.covered.length <= places.length,
    ) ||
    (likely && isPartOf(anchor, likely.places))
  return meant.filter((anchor) => !isOther(anchor))
}

/**
 * Return a name unless the best hit has all of its words.
 * @param {AbsentName | undefined} name
 * @param {Hit[]} hits
 */
export function unansweredName(name, [best]) {
  if (!name) return []
  const { title = "", text = "", lang = "" } = best?.record ?? {}
  const stems = new Set(tokens(`${title} ${text}`).map((word) => stem(word, lang)))
  const isSaid = tokens(name.text).every((word) => stems.has(stem(word, lang)))
  return isSaid ? [] : [name]
}
