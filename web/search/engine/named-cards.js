// Finds the cards that have just the name that was given, for the cards of a deck list.

import { lettersOf } from "../words/folding.js"
import { shownNames } from "./display.js"

/** @import { Lexicon } from "../index/lexicon.js" */
/** @import { Site } from "./display.js" */

/**
 * Return the cards of a name in any language. The name of a face is one of its card.
 * @param {string} name
 * @param {Lexicon} lexicon
 * @param {Pick<Site, "base" | "lang">} site
 */
export async function namedCards(name, lexicon, site) {
  const names = await lexicon.names(name)
  const cards = names.filter(
    ({ kind, text }) => kind === "card" && lettersOf(text) === lettersOf(name),
  )
  return shownNames(cards, false, site)
}
