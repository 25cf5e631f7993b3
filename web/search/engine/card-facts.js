// What the list shows of a typed name: a card has its cost, its type, its sets and the number of
// its rulings.

import { recordRanges } from "../index/entries.js"
import { lettersOf } from "../words/folding.js"

/** @import { Index } from "../index/index.js" */
/** @import { Name, Page } from "../query/values.d.ts" */
/** @import { CardFacts } from "../view/messages.d.ts" */

const MOST = 16 // the most records of a card that are read for its facts
const COST = /^(?:\{[^{}\s]+\})+$/

/**
 * Return the facts of a card, or undefined if no record of it is in one of the `indexes`. The first
 * index that has one gives the facts.
 * @param {Name} name
 * @param {Index[]} indexes
 * @param {string} lang the language of the page
 * @returns {Promise<CardFacts | undefined>}
 */
export async function cardFacts({ kind, target, where, text }, indexes, lang) {
  if (kind !== "card" || !where) return undefined
  const parts = recordRanges(where)
  const index = indexes.find((each) => parts.some((run) => run.lang === each.lang))
  if (!index) return undefined
  const records = parts
    .filter((run) => run.lang === index.lang)
    .flatMap(({ first, count }) => index.records.slice(first, first + count))
  const pages = await Promise.all(records.slice(0, MOST).map(({ number }) => index.read(number)))
  const card = pages.find((page) => page.kind === "card" && page.id === target.split("@")[0])
  const sets = new Set(
    pages.filter((page) => page.kind === "ruling").map(({ id }) => id.split("/", 1)[0]),
  )
  const rulings = records.filter((record) => record.kind === "ruling").length
  return {
    title: card ? properName(card, text) : text,
    ...costAndType(card?.text ?? "", index.lang === lang),
    sets: [...sets],
    rulings,
  }
}

/**
 * Return the name of a card that was typed as it is printed: that of its page for a nickname, or if
 * only marks differ.
 * @param {Pick<Page, "title" | "names">} card
 * @param {string} text
 */
function properName({ title, names }, text) {
  const isOther = names.split(" / ").includes(text) && lettersOf(text) !== lettersOf(title)
  return isOther ? text : title
}

/**
 * Return the cost and the type in a card's text: its name, its cost if it has one, and its type are
 * lines of their own. A type in another language than that of the page is left out.
 * @param {string} text
 * @param {boolean} isOwn whether the text is in the page's language
 */
function costAndType(text, isOwn) {
  const [, second = "", third = ""] = text.split("\n")
  const [cost, type] = COST.test(second) ? [second, third] : ["", second]
  return { cost, type: isOwn ? type : "" }
}
