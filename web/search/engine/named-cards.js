// Finds the cards that have just the name that was given, for the cards of a deck list.

import { lettersOf } from "../words/folding.js"
import { typoCost } from "../words/typos.js"
import { shownNames } from "./display.js"

/** @import { Lexicon } from "../index/lexicon.js" */
/** @import { Site } from "./display.js" */

const SLIPS = 1.5 // the most that a misspelt name may cost

/**
 * Return the cards of a name in any language. The name of a face is one of its card. If there is
 * none, return the card of which the name is a misspelling, as one that is near.
 * @param {string} name
 * @param {Lexicon} lexicon
 * @param {Pick<Site, "base" | "lang">} site
 */
export async function namedCards(name, lexicon, site) {
  const cards = (await lexicon.names(name)).filter(({ kind }) => kind === "card")
  const letters = lettersOf(name)
  const exact = cards.filter(({ text }) => lettersOf(text) === letters)
  if (exact.length) return shownNames(exact, false, site)
  const near = cards.find(({ text }) => typoCost(letters, lettersOf(text), SLIPS) <= SLIPS)
  return shownNames(near ? [near] : [], false, site).map((card) => ({ ...card, near: true }))
}
