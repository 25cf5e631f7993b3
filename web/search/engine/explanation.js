// Explains a mechanic: our words for it, and the ruling that says best what it is.

import { explainedBy, recordRanges } from "../index/entries.js"
import { shownPage } from "./display.js"

/** @import { Index } from "../index/index.js" */
/** @import { Name } from "../query/values.d.ts" */
/** @import { Hit } from "../ranking/hits.js" */
/** @import { Explained } from "../view/messages.d.ts" */
/** @import { Site } from "./display.js" */

const RULE = /\n?(\d{3}\.\d+[a-z]?)$/ // the number of its rule ends the text of a mechanic

/**
 * Return the explanation of the mechanic whose name was typed. Its best ruling is the first note of its newest section
 * in the language of the page, or else the best of the `ranking`.
 * @param {Name[]} names
 * @param {Index} index
 * @param {Hit[]} ranking
 * @param {Site} site
 * @returns {Promise<Explained | undefined>}
 */
export async function explanation(names, index, ranking, site) {
  const name = names.find(({ kind, score }) => kind === "mechanic" && score === 1)
  const number = name && explainedBy(name.where, index.lang)
  if (!name || number === undefined) return undefined
  const [page, best] = await Promise.all([index.read(number), bestRuling(name.where, index, ranking)])
  const rule = page.text.match(RULE)?.[1] ?? ""
  const text = page.text.replace(RULE, "")
  if (!text) return undefined
  return { ...shownPage(page, site), text, rule, best: best && shownPage(best, site) }
}

/**
 * @param {string} where
 * @param {Index} index
 * @param {Hit[]} ranking
 */
async function bestRuling(where, index, ranking) {
  const runs = recordRanges(where).filter(({ lang }) => lang === index.lang) // the newest section comes first
  const notes = runs.flatMap(({ first, count }) => index.records.slice(first, first + count))
  const note = notes.find(({ kind }) => kind === "note")
  const record = note ?? ranking.find(({ kind, lang }) => kind === "ruling" && lang === index.lang)?.record
  return record && index.read(record.number)
}
