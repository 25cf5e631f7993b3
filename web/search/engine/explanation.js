// Explains a mechanic in our words.

import { folded } from "../words/folding.js"
import { shownPage } from "./display.js"

/** @import { SearchRecord } from "../query/values.d.ts" */
/** @import { Answered } from "../view/messages.d.ts" */
/** @import { Site } from "./display.js" */

const RULE = /\n?(\d{3}(?:\.\d+[a-z]?)?)$/ // the number of its rule ends the text of a mechanic

/**
 * Return the explanation of one of the mechanics that a query names: that which names another of
 * them, or else the first.
 * @param {SearchRecord[]} mechanics their own records
 * @param {Site} site
 * @returns {Answered | undefined}
 */
export function explanation(mechanics, site) {
  const explained = mechanics.flatMap((record) => {
    const whole = `${record.explanation}\n${record.text}`.trim()
    const text = whole.replace(RULE, "")
    return text ? [{ record, text, rule: whole.match(RULE)?.[1] ?? "" }] : []
  })
  const naming = explained.find(({ record, text }) =>
    mechanics.some((other) => other !== record && folded(text).includes(folded(other.title))),
  )
  const [first] = naming ? [naming] : explained
  if (!first) return undefined
  const { record, text, rule } = first
  return { mechanic: { ...shownPage(record, site), text, rule } }
}
