// Shows what is above the hits: an explanation with its best ruling, links for cards that the site
// lacks, and the senses of a word.

import { elsewhereLink, newElement } from "./elements.js"
import { withSymbols } from "./symbols.js"

/** @import { Words } from "../index/format.d.ts" */
/** @import { Answer, Answered, Explained, ShownPage } from "./messages.d.ts" */

/**
 * @typedef {Pick<Answer, "answered"> & Partial<Pick<Answer, "missing" | "readings">> & { words:
 *   Words }} Answering
 */

const DAY = /^\d{4}-\d\d-\d\d\// // published rulings, which have no short address
/** @type {Intl.DateTimeFormatOptions} */
const WRITTEN = { year: "numeric", month: "long", day: "numeric" }

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
      newElement("p", { className: "rb-elsewhere" }, elsewhere(name, words)),
    ),
    ...(readings.length ? [choice(readings, words, follow)] : []),
    ...(answered ? [answer(answered, words, { base, lang })] : []),
  ]
}

/**
 * @param {string} name
 * @param {Words} words
 */
const elsewhere = (name, words) =>
  elsewhereLink(
    name,
    words.search_elsewhere.replace("{name}", () => name),
  )

/**
 * Return buttons with what a word may mean.
 * @param {Answer["readings"]} readings
 * @param {Words} words
 * @param {(query: string) => void} follow
 */
function choice(readings, words, follow) {
  const list = newElement("p", { className: "rb-readings" }, words.search_meant)
  for (const { phrase, query } of readings) {
    const button = newElement("button", {
      type: "button",
      className: "rb-suggestion",
      textContent: phrase,
    })
    button.addEventListener("click", () => follow(query))
    list.append(" ", button)
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
  const number = rule && words.rule_title.replace("{number}", () => rule)
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
 * Return a ruling with buttons that copy it. It has the parts that web/scripts/copy-menu.js reads
 * of a ruling.
 * @param {ShownPage} best
 * @param {Words} words
 * @param {{ base: string, lang: string }} page
 */
function quotation(best, words, { base, lang }) {
  const { kind, id, url, title, text, setName, released, revised, still } = best
  const number = String(id.split("/").at(-1))
  const ruling = newElement(
    "div",
    { className: "ruling", lang: best.lang },
    newElement("span", { className: "ruling-number", hidden: true, textContent: number }),
    newElement("div", { className: "ruling-text" }, ...text.split("\n").map(paragraph)),
  )
  ruling.dataset.short = DAY.test(id) ? url : `${base}r/${id}/`
  const published = released ? written(released, lang) : ""
  const verdict = still ? words[`search_${still}`] : ""
  if (verdict) ruling.dataset.verdict = verdict
  const source = [`${words[`hit_${kind}`]} ${number}`, setName, published, verdict]
    .filter(Boolean)
    .join(" · ")
  const about = kind === "ruling" ? `${title} · ${source}` : source
  const foot = newElement(
    "p",
    { className: "rb-hit-facts" },
    newElement("a", { href: url, textContent: about }),
  )
  foot.append(
    copyButton(ruling, "link", words.search_copy_link),
    copyButton(ruling, "text", words.search_copy_quote),
  )
  const quoted = newElement("div", { className: "rb-answer-ruling" }, ruling, foot)
  const said = {
    name: title,
    set: setName ?? "",
    language: words.languages[best.lang] ?? best.lang,
    published,
  }
  Object.assign(
    quoted.dataset,
    said,
    revised && { revised: words.revised.replace("{date}", written(revised, lang)) },
  )
  return quoted
}

/** @param {string} line */
const paragraph = (line) => newElement("p", {}, ...withSymbols(line))

/**
 * Return a button that copies a ruling in a form.
 * @param {HTMLElement} ruling
 * @param {string} form
 * @param {string} textContent
 */
function copyButton(ruling, form, textContent) {
  const button = newElement("button", { type: "button", className: "rb-suggestion", textContent })
  button.addEventListener("click", () => void ruling.dispatchEvent(copying(form)))
  return button
}

/**
 * Return the event on which web/scripts/copy-menu.js copies a ruling.
 * @param {string} form
 */
const copying = (form) => new CustomEvent("rb-copy", { bubbles: true, detail: form })

/**
 * @param {string} day
 * @param {string} lang
 */
const written = (day, lang) => new Date(`${day}T00:00`).toLocaleDateString(lang, WRITTEN)
