// Makes what the search found citable: web/scripts/copy-menu.js adds the buttons that share it and
// copy it.

import { fill } from "../common.js"

/** @import { Words } from "../index/format.d.ts" */
/** @import { ShownPage } from "./messages.d.ts" */

/** @typedef {{ base: string, lang: string }} Site the address of the site, and the language */

const DAY = /^\d{4}-\d\d-\d\d\// // published rulings, which have no short address
const NUMBERED = /^(?:ruling|note|release)$/ // these ids end with a number that the pages show
const PARAGRAPH = "paragraph" // the pages show a sign instead of its number
/** @type {Intl.DateTimeFormatOptions} */
const WRITTEN = { year: "numeric", month: "long", day: "numeric" }

/** @param {ShownPage} page */
const numberOf = ({ kind, id }) => (NUMBERED.test(kind) && id.split("/").at(-1)) || ""

/**
 * Let an element have the attributes that the buttons of a ruling read. What has no permanent
 * number stays as it is.
 * @template {HTMLElement} Shown
 * @param {Shown} element
 * @param {ShownPage} page
 * @param {Words} words
 * @param {Site} site
 */
export function cite(element, page, words, { base, lang }) {
  const number = numberOf(page)
  if (!number && page.kind !== PARAGRAPH) return element
  const { id, url, title, text, setName, released, revised, still } = page
  element.classList.add("rb-cited")
  Object.assign(
    element.dataset,
    {
      name: title,
      text,
      number,
      short: DAY.test(id) ? url : `${base}r/${id}/`,
    },
    setName && { set: setName },
    page.lang !== lang && { language: words.languages[page.lang] ?? page.lang },
    released && { published: day(released, lang) },
    revised && { revised: revision(revised, words, lang) },
    still && { verdict: words[`search_${still}`] },
  )
  return element
}

/**
 * Return the kind of what was found, with the number that it has on its page, its set, its days and
 * the verdict on it. Rulings on mechanics are numbered like those of cards; paragraphs have neither
 * kind nor number.
 * @param {ShownPage} page
 * @param {Words} words
 * @param {string} lang
 */
export function source(page, words, lang) {
  const { kind, setName, released, revised, still } = page
  return [
    [words[`hit_${kind === "note" ? "ruling" : kind}`], numberOf(page)].filter(Boolean).join(" "),
    setName,
    released && day(released, lang),
    revised && revision(revised, words, lang),
    still && words[`search_${still}`],
  ]
    .filter(Boolean)
    .join(" · ")
}

/**
 * @param {string} revised
 * @param {Words} words
 * @param {string} lang
 */
const revision = (revised, words, lang) => fill(words.revised, { date: day(revised, lang) })

/**
 * @param {string} date
 * @param {string} lang
 */
const day = (date, lang) => new Date(`${date}T00:00`).toLocaleDateString(lang, WRITTEN)
