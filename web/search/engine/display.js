// Prepares hits and names for display: their addresses on the site, and the words to mark.

import { folded, lettersOf } from "../words/folding.js"

/** @import { Head } from "../index/format.d.ts" */
/** @import { Library } from "../index/library.js" */
/** @import { Understood } from "../query/understanding.js" */
/** @import { Hit, Query, QueryWord } from "../query/values.d.ts" */
/** @import { SearchRecord, TypedName } from "../query/values.d.ts" */
/** @import { Answered, CardFacts, NamedHit, ShownHit } from "../view/messages.d.ts" */

/** @typedef {Pick<Head, "pages" | "sets"> & { base: string, lang: string }} Site */

const OF_CARD = 2 // further rulings of a card are folded (view/results.js)
const LITTLE = 3 // words of so few letters are not marked for their meaning alone
const COST = /^(?:\{[^{}\s]+\})+$/
// the number of its rule ends the text of a mechanic
const RULE = /\n?(\d{3}(?:\.\d+[a-z]?)?)$/
const OF_SET = /^(?:set|ruling|note|release|paragraph|rule)$/ // their ids begin with a set

/**
 * Return the first `limit` hits, and between them those that say the same as an earlier one and the
 * further rulings of the same cards, which are folded.
 * @param {Hit[]} hits
 * @param {number} limit
 */
export function firstHits(hits, limit) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  const families = new Set()
  let places = 0
  const end = hits.findIndex(({ record }) => {
    const { kind, page } = record
    const family = familyOf(record)
    if (families.has(family)) return false
    families.add(family)
    const count = (counts.get(page) ?? 0) + 1
    if (kind === "ruling") counts.set(page, count)
    if (kind !== "ruling" || count <= OF_CARD) places++
    return places > limit
  })
  return end < 0 ? hits : hits.slice(0, end)
}

/**
 * Return what rulings and notes have in common if they say the same.
 * @param {SearchRecord} record
 */
const familyOf = ({ lang, family, title, text }) => `${lang} ${family ?? `${title} ${text}`}`

/**
 * Return the hits to show. Rulings and notes that say the same are one hit.
 * @param {Hit[]} chosen
 * @param {QueryWord[]} words
 * @param {Query} query
 * @param {Site} site
 */
export function shownHits(chosen, words, query, site) {
  const marked = wordsToMark(words, query)
  /** @type {ShownHit[]} */
  const hits = []
  /** @type {Map<string, ShownHit>} */
  const families = new Map()
  for (const { record, matches, score } of chosen) {
    const meant = matches.flatMap(({ phrase = "" }) => phrase.split(" "))
    const marks = new Set([...marked, ...meant.filter((word) => word.length > LITTLE)])
    const hit = { ...shownPage(record, site), score, words: [...marks], copies: [] }
    const family = familyOf(record)
    const first = families.get(family)
    const title = first?.title === hit.title ? (hit.setName ?? hit.title) : hit.title
    if (first) first.copies.push({ title, url: hit.url })
    else hits.push(hit)
    if (!first) families.set(family, hit)
  }
  return hits
}

/**
 * Return a record with its address. If it also exists in the site's language, that language's page
 * shows the other text, so it links to a page in its own language.
 * @param {SearchRecord} record
 * @param {Site} site
 */
function shownPage(record, site) {
  const { id, page, anchor, langs, lang, title, text, revised, still } = record
  const kind = record.isParagraph ? "paragraph" : record.kind
  const own = langs.includes(site.lang) && site.pages.includes(lang) ? lang : site.lang
  const set = OF_SET.test(kind) ? id.split("/", 1)[0] : null
  const [setName, released] = (set === null ? undefined : site.sets[set]) ?? [null, null]
  const target = anchor && `#${anchor}`
  const url = `${site.base}${own}/${page}/${target}`
  return { id, kind, lang, title, text, set, setName, released, revised, still, url }
}

/**
 * Return the words to mark: the meaningful ones, as typed and as corrected.
 * @param {QueryWord[]} words
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
 * Return our explanation of the mechanic that players ask about, or of one of those that a query
 * names: that which names another of them, or else the first.
 * @param {Understood} meaning
 * @param {Library} library
 * @param {Site} site
 * @returns {Promise<Answered | undefined>}
 */
export async function explanation({ leading, question }, library, site) {
  const pages = question ? [`mechanics/${question.id}`] : leading.map(({ owner }) => owner.page)
  const records = pages.flatMap((page) => library.own.subjectOf(page) ?? [])
  await library.explain(records)
  const explained = records.flatMap((record) => {
    const whole = `${record.explanation}\n${record.text}`.trim()
    const text = whole.replace(RULE, "")
    return text ? [{ ...shownPage(record, site), text, rule: whole.match(RULE)?.[1] ?? "" }] : []
  })
  const naming = explained.find(({ id, text }) =>
    records.some((other) => other.id !== id && folded(text).includes(folded(other.title))),
  )
  const mechanic = naming ?? explained[0]
  return mechanic && { mechanic }
}

/**
 * Return a name with the address of its page, and what the list shows of a card.
 * @param {TypedName} name
 * @param {Library} library
 * @param {Site} site
 * @returns {NamedHit}
 */
export function shownName(name, library, { base, lang }) {
  const { owner, text, score, words } = name
  const { kind, id, only } = owner
  const facts = kind === "card" ? cardFacts(name, library) : undefined
  const url = `${base}${only || lang}/${kind}s/${id}/`
  return { kind, id, title: facts?.title ?? text, url, score, words, facts }
}

/**
 * Return what the list shows of a card, or undefined if no text of it is there. The page's language
 * comes first.
 * @param {Pick<TypedName, "owner" | "text">} name
 * @param {Library} library
 * @returns {CardFacts | undefined}
 */
function cardFacts({ owner, text }, library) {
  const records = [...library.texts.values()]
    .map((texts) => texts.recordsOf(owner))
    .find(({ length }) => length)
  if (!records) return undefined
  const card = records.find(({ kind }) => kind === "card")
  const rulings = records.filter(({ kind }) => kind === "ruling")
  // a card has its name, its cost if it has one, and its type in lines of their own
  const [, second = "", third = ""] = card?.text.split("\n") ?? []
  const [cost, type] = COST.test(second) ? [second, third] : ["", second]
  // a name is shown as it is printed: for a nickname, or if only marks differ, that of the page
  const title = card?.title ?? text
  const isOther = owner.names.includes(text) && lettersOf(text) !== lettersOf(title)
  return {
    title: isOther ? text : title,
    cost,
    type: records[0].lang === library.lang ? type : "",
    sets: [...new Set(rulings.map(({ id }) => id.split("/", 1)[0]))],
    rulings: rulings.length,
  }
}
