// Shows what is above the hits: an explanation with its best ruling, links for cards that the site
// lacks, and the senses of a word.

import { fill } from "../../scripts/common.js"
import { cite, source } from "./citing.js"
import { elsewhereLink, newButton, newElement } from "./elements.js"
import { withSymbols } from "./symbols.js"

/** @import { Words } from "../index/format.d.ts" */
/** @import { Answer, Answered, Explained, ShownPage } from "./messages.d.ts" */

/**
 * @typedef {Pick<Answer, "answered"> & Partial<Pick<Answer, "missing" | "readings">> & { words:
 *   Words }} Answering
 */

/**
 * Return what is shown above the hits. `follow` searches for a reading that is chosen.
 * @param {Answering} answer
 * @param {{ base: string, lang: string, follow: (query: string) => void }} page
 */
export function aboveHits(
  { answered, missing = [], readings = [], words },
  { base, lang, follow },
) {
  return [
    ...missing.map((name) =>
      newElement(
        "p",
        { className: "rb-elsewhere" },
        elsewhereLink(name, fill(words.search_elsewhere, { name })),
      ),
    ),
    ...(readings.length ? [choice(readings, words, follow)] : []),
    ...(answered ? [answer(answered, words, { base, lang })] : []),
  ]
}

/**
 * Return buttons with what a word may mean.
 * @param {Answer["readings"]} readings
 * @param {Words} words
 * @param {(query: string) => void} follow
 */
function choice(readings, words, follow) {
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
 * @param {Answered} answered
 * @param {Words} words
 * @param {{ base: string, lang: string }} page
 */
function answer({ mechanic, best }, words, page) {
  const card = newElement("section", { className: "rb-answer" })
  card.setAttribute("aria-label", words.search_answer)
  if (mechanic) card.append(...explanation(mechanic, words))
  if (best) card.append(quotation(best, words, page))
  return card
}

/**
 * @param {Explained} mechanic
 * @param {Words} words
 */
function explanation({ title, url, text, rule }, words) {
  const number = rule && fill(words.rule_title, { number: rule })
  const facts = newElement("small", {}, [words.hit_mechanic, number].filter(Boolean).join(" · "))
  const head = newElement(
    "p",
    { className: "rb-answer-head" },
    newElement("a", { href: url, textContent: title }),
  )
  head.append(" ", facts)
  return [head, newElement("p", {}, ...withSymbols(text))]
}

/**
 * Return a ruling, with its source.
 * @param {ShownPage} best
 * @param {Words} words
 * @param {{ base: string, lang: string }} page
 */
function quotation(best, words, page) {
  const { kind, url, title, text } = best
  const about = source(best, words, page.lang)
  const foot = newElement(
    "p",
    { className: "rb-hit-facts" },
    newElement("a", { href: url, textContent: kind === "ruling" ? `${title} · ${about}` : about }),
  )
  return newElement(
    "div",
    { className: "rb-answer-ruling" },
    newElement("div", { lang: best.lang }, ...text.split("\n").map(paragraph)),
    cite(foot, best, words, page),
  )
}

/** @param {string} line */
const paragraph = (line) => newElement("p", {}, ...withSymbols(line))
