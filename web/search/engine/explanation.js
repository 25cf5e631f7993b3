// Explains a mechanic: our words for it, and the ruling that says best what it is.

import { explainedBy, recordRanges } from "../index/entries.js"
import { tokens } from "../words/tokens.js"
import { shownPage } from "./display.js"

/** @import { Index } from "../index/index.js" */
/** @import { Name } from "../query/values.d.ts" */
/** @import { Hit } from "../ranking/hits.js" */
/** @import { Answered } from "../view/messages.d.ts" */
/** @import { Site } from "./display.js" */

const MOST = 24 // the most notes that are read
const RULE = /\n?(\d{3}\.\d+[a-z]?)$/ // the number of its rule ends the text of a mechanic

/**
 * Return the explanation of the mechanic whose name was typed, with the note that says this best,
 * or else with the best ruling of the `ranking`.
 * @param {Name[]} names
 * @param {Index} index
 * @param {Hit[]} ranking
 * @param {Site} site
 * @returns {Promise<Answered | undefined>}
 */
export async function explanation(names, index, ranking, site) {
  const name = names.find(({ kind, score }) => kind === "mechanic" && score === 1)
  const number = name && explainedBy(name.where, index.lang)
  if (!name || number === undefined) return undefined
  const page = await index.read(number)
  const rule = page.text.match(RULE)?.[1] ?? ""
  const text = page.text.replace(RULE, "")
  if (!text) return undefined
  const best = await bestNote(text, name.where, index)
  const further = best ?? (await bestRuling(index, ranking))
  return {
    mechanic: { ...shownPage(page, site), text, rule },
    best: further && shownPage(further, site),
  }
}

/**
 * Return the best hit as the answer to a question, if it is a ruling.
 * @param {Hit[]} ranking
 * @param {Site} site
 * @returns {Answered | undefined}
 */
export function bestAnswer([best], site) {
  if (!best?.page || (best.kind !== "ruling" && best.kind !== "note")) return undefined
  return { mechanic: undefined, best: shownPage(best.page, site) }
}

/**
 * Return the note of the mechanic's sections in the language of the page that is most like a text.
 * @param {string} text
 * @param {string} where
 * @param {Index} index
 */
async function bestNote(text, where, index) {
  const runs = recordRanges(where).filter(({ lang }) => lang === index.lang)
  const records = runs.flatMap(({ first, count }) => index.records.slice(first, first + count))
  const notes = records.filter(({ kind }) => kind === "note").slice(0, MOST)
  const ignored = index.lexicon?.ignored ?? new Set()
  const telling = (/** @type {string} */ each) =>
    new Set(tokens(each).filter((word) => !ignored.has(word)))
  const rated = await Promise.all(
    notes.map(async ({ number }) => {
      const page = await index.read(number)
      return { page, like: likeness(telling(text), telling(page.text)) }
    }),
  )
  return rated.sort((one, other) => other.like - one.like)[0]?.page
}

/**
 * Return from 0 to 1 how many words two texts have in common (Dice's coefficient).
 * @param {Set<string>} one
 * @param {Set<string>} other
 */
const likeness = (one, other) =>
  (2 * [...one].filter((word) => other.has(word)).length) / (one.size + other.size)

/**
 * @param {Index} index
 * @param {Hit[]} ranking
 */
async function bestRuling(index, ranking) {
  const hit = ranking.find(({ kind, lang }) => kind === "ruling" && lang === index.lang)
  return hit && index.read(hit.number)
}
