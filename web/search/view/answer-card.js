// Shows what is above the hits: an explanation, and the senses of a word.

import { fill } from "../common.js"
import { newButton, newElement } from "./elements.js"
import { withSymbols } from "./symbols.js"

/** @import { Words } from "../index/format.d.ts" */
/** @import { Answer, Answered } from "./messages.d.ts" */

/**
 * Return what is shown above the hits. `follow` searches for a reading that is chosen.
 * @param {Answer & { words: Words }} answer
 * @param {(query: string) => void} follow
 */
export const aboveHits = ({ answered, readings, words }, follow) => [
  ...(readings.length ? [meant(readings, words, follow)] : []),
  ...(answered ? [explanation(answered, words)] : []),
]

/**
 * Return buttons with what may be meant.
 * @param {Answer["readings"]} readings
 * @param {Words} words
 * @param {(query: string) => void} follow
 */
export function meant(readings, words, follow) {
  const list = newElement("p", { className: "rb-readings" }, words.search_meant)
  for (const { phrase, query } of readings) {
    list.append(
      " ",
      newButton(phrase, () => follow(query), "rb-suggestion"),
    )
  }
  return list
}

/**
 * Return our explanation of a mechanic.
 * @param {Answered} answered
 * @param {Words} words
 */
function explanation({ mechanic: { title, url, text, rule } }, words) {
  const card = newElement("section", { className: "rb-answer" })
  card.setAttribute("aria-label", words.search_answer)
  const number = rule && fill(words.rule_title, { number: rule })
  const facts = newElement("small", {}, [words.hit_mechanic, number].filter(Boolean).join(" · "))
  const link = newElement("a", { href: url, textContent: title })
  const head = newElement("h2", { className: "rb-answer-head" }, link, " ", facts)
  card.append(head, newElement("p", {}, ...withSymbols(text)))
  return card
}
