// Prepares hits for display: their addresses on the site, and the words to mark.

import { SURE } from "../index/lexicon.js"
import { textWithoutTitle } from "../ranking/text-rating.js"

/** @import { Speech } from "../index/format.d.ts" */
/** @import { Concept, Found, Name, Page, Query } from "../query/values.d.ts" */
/** @import { Hit } from "../ranking/hits.js" */
/** @import { NamedHit, ShownHit } from "../view/messages.d.ts" */

/** @typedef {Pick<Speech, "pages" | "sets"> & { base: string, lang: string }} Site */

const OF_CARD = 2 // further rulings of a card are folded (view/results.js)
const LITTLE = 3 // words of so few letters are not marked for their meaning alone
const PARTLY = 0.5 // how far the score of a name drops if the query has parts that no name has
/** @type {{ [kind: string]: string }} */
const FOLDERS = { card: "cards", mechanic: "mechanics", set: "sets", rule: "rules" }
const OF_SET = /^(?:ruling|note|release|paragraph|rule)$/ // the ids of these kinds begin with their set

/**
 * Return the first `limit` hits, and between them the further rulings of the same cards: those are
 * folded.
 * @param {Hit[]} hits
 * @param {number} limit
 */
export function firstHits(hits, limit) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  let places = 0
  const end = hits.findIndex(({ kind, record }) => {
    const count = (counts.get(record.holder) ?? 0) + 1
    if (kind === "ruling") counts.set(record.holder, count)
    if (kind !== "ruling" || count <= OF_CARD) places++
    return places > limit
  })
  return end < 0 ? hits : hits.slice(0, end)
}

/**
 * Return the hits to show. Rulings that say the same of several cards are one hit.
 * @param {Hit[]} chosen
 * @param {Concept[]} words
 * @param {Query} query
 * @param {Site} site
 */
export async function shownHits(chosen, words, query, site) {
  const pages = await Promise.all(chosen.map(pageOf))
  const marked = wordsToMark(words, query)
  /** @type {ShownHit[]} */
  const hits = []
  /** @type {Map<string, ShownHit>} */
  const rulings = new Map()
  for (const [place, page] of pages.entries()) {
    const { score } = chosen[place]
    const hit = {
      ...shownPage(page, site),
      score,
      words: [...marked, ...meantWords(chosen[place])],
      copies: [],
    }
    const said = page.kind === "ruling" ? `${page.lang} ${textWithoutTitle(page)}` : hit.url
    const first = rulings.get(said)
    if (first && first.title !== hit.title) first.copies.push({ title: hit.title, url: hit.url })
    else hits.push(hit)
    if (!first) rulings.set(said, hit)
  }
  return hits
}

/**
 * Return the content of a hit, and remember it in the hit.
 * @param {Pick<Hit, "page" | "record" | "number">} hit
 */
export async function pageOf(hit) {
  hit.page ??= await hit.record.index.read(hit.number)
  return hit.page
}

/**
 * Return a hit with its address. If the record also exists in the site's language, that language's
 * page shows the other text, so the hit links to a page in its own language.
 * @param {Page} page
 * @param {Site} site
 */
export function shownPage(
  { kind, id, url, anchor, langs, lang, title, text, revised, still },
  site,
) {
  const own = langs.includes(site.lang) && site.pages.includes(lang) ? lang : site.lang
  const set = setOf(kind, id)
  const [setName, released] = (set === null ? undefined : site.sets[set]) ?? [null, null]
  const target = anchor && `#${anchor}`
  const address = `${site.base}${own}/${url}/${target}`
  return { id, kind, lang, title, text, set, setName, released, revised, still, url: address }
}

/**
 * @param {string} kind
 * @param {string} id
 */
function setOf(kind, id) {
  if (OF_SET.test(kind)) return id.split("/", 1)[0]
  return kind === "set" ? id : null
}

/**
 * Return the words to mark: the meaningful ones, as typed and as corrected.
 * @param {Concept[]} words
 * @param {Query} query
 */
function wordsToMark(words, { phrases }) {
  const some = words.filter(({ quiet }) => !quiet)
  const marked = (some.length ? some : words).flatMap(({ term, corrected }) =>
    corrected ? [corrected, term] : [term],
  )
  return [...marked, ...phrases.flatMap((phrase) => phrase.split(/\s+/))]
}

/**
 * Return the words of a hit that mean the same as words of the query.
 * @param {Pick<Hit, "meant">} hit
 */
const meantWords = ({ meant }) => [
  ...new Set(meant.flatMap((phrase) => phrase.split(" ")).filter(isTelling)),
]

/** @param {string} word */
const isTelling = (word) => word.length > LITTLE

/**
 * Return names with the addresses of their pages.
 * @param {Name[]} names
 * @param {boolean} beyond whether the query has parts that no name has
 * @param {Pick<Site, "base" | "lang">} site
 * @returns {NamedHit[]}
 */
export function shownNames(names, beyond, { base, lang }) {
  return names.map(({ kind, target, text, score, words }) => {
    const [id, only = lang] = target.split("@")
    const url = `${base}${only}/${FOLDERS[kind]}/${id}/`
    return { kind, id, title: text, url, score: beyond ? score * PARTLY : score, words }
  })
}

/**
 * Split the names into those with a page, and those of cards that the library does not have. Of the
 * latter, only names that were typed in full count, and only if no other name fits as well.
 * @param {Name[]} names
 * @param {number} sure the least score of a name that was typed in full
 */
export function knownAndMissing(names, sure) {
  const [known, absent] = [
    names.filter(({ kind }) => kind !== "absent"),
    names.filter(({ kind }) => kind === "absent"),
  ]
  const isKnown = known.some(({ score }) => score >= sure)
  const missing = isKnown ? [] : absent.filter(({ score }) => score >= sure).map(({ text }) => text)
  return { known, missing: missing.slice(0, 1) }
}

/**
 * Return the name of a card that a query has and the library lacks. A query that is a known name
 * has none.
 * @param {{ known: Name[], missing: string[] }} named
 * @param {Pick<Found, "absent">} found
 */
export function missingNames({ known, missing }, { absent }) {
  if (known.some(({ score }) => score >= SURE)) return []
  return [...missing, ...absent].slice(0, 1)
}
