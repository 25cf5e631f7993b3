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
/** @type {{ [kind: string]: string }} */
const FOLDERS = { card: "cards", mechanic: "mechanics", set: "sets", rule: "rules" }
// the number of its rule ends the text of a mechanic
const RULE = /\n?(\d{3}(?:\.\d+[a-z]?)?)$/
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
  const end = hits.findIndex(({ record: { kind, page } }) => {
    const count = (counts.get(page) ?? 0) + 1
    if (kind === "ruling") counts.set(page, count)
    if (kind !== "ruling" || count <= OF_CARD) places++
    return places > limit
  })
  return end < 0 ? hits : hits.slice(0, end)
}

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
  for (const { record, said, score } of chosen) {
    const marks = [...marked, ...meantWords(said)]
    const hit = { ...shownPage(record, site), score, words: marks, copies: [] }
    const family = `${record.lang} ${record.family ?? `${record.title} ${record.text}`}`
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
export function shownPage(record, site) {
  const { id, page, anchor, langs, lang, title, text, revised, still } = record
  const kind = record.isParagraph ? "paragraph" : record.kind
  const own = langs.includes(site.lang) && site.pages.includes(lang) ? lang : site.lang
  const set = setOf(kind, id)
  const [setName, released] = (set === null ? undefined : site.sets[set]) ?? [null, null]
  const target = anchor && `#${anchor}`
  const url = `${site.base}${own}/${page}/${target}`
  return { id, kind, lang, title, text, set, setName, released, revised, still, url }
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
 * Return the words of a hit that mean the same as words of the query.
 * @param {Hit["said"]} said
 */
const meantWords = (said) => [
  ...new Set(
    said.flatMap(({ phrase = "" }) => phrase.split(" ")).filter((word) => word.length > LITTLE),
  ),
]

/**
 * Return our explanation of the mechanic that players ask about, or of one of those that a query
 * names: that which names another of them, or else the first.
 * @param {Understood} meaning
 * @param {Library} library
 * @param {Site} site
 * @returns {Promise<Answered | undefined>}
 */
export async function explanation({ leading, question }, library, site) {
  const pages = question ? [question.page] : leading.map(({ owner }) => owner.page)
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
export function shownNameWithFacts(name, library, site) {
  const facts = cardFacts(name, library)
  return { ...shownName({ ...name, text: facts?.title ?? name.text }, site), facts }
}

/**
 * Return a name with the address of its page.
 * @param {TypedName} name
 * @param {Site} site
 * @returns {NamedHit}
 */
export function shownName({ owner: { kind, id, only }, text, score, words }, { base, lang }) {
  const url = `${base}${only || lang}/${FOLDERS[kind]}/${id}/`
  return { kind, id, title: text, url, score, words }
}

/**
 * Return what the list shows of a card, or undefined if no text of it is there. The page's language
 * comes first.
 * @param {Pick<TypedName, "owner" | "text">} name
 * @param {Library} library
 * @returns {CardFacts | undefined}
 */
function cardFacts({ owner, text }, library) {
  if (owner.kind !== "card") return undefined
  const { lang } = library
  const langs = [lang, ...[...library.texts.keys()].filter((code) => code !== lang)]
  const records = langs.map((code) => library.recordsOf(owner, [code])).find((of) => of.length)
  if (!records) return undefined
  const card = records.find(({ kind }) => kind === "card")
  const rulings = records.filter(({ kind }) => kind === "ruling")
  return {
    title: card ? properName(card, owner.names, text) : text,
    ...costAndType(card?.text ?? "", records[0].lang === lang),
    sets: [...new Set(rulings.map(({ id }) => id.split("/", 1)[0]))],
    rulings: rulings.length,
  }
}

/**
 * Return the name of a card that was typed as it is printed: that of its page for a nickname, or if
 * only marks differ.
 * @param {SearchRecord} card
 * @param {string[]} names
 * @param {string} text
 */
function properName({ title }, names, text) {
  const isOther = names.includes(text) && lettersOf(text) !== lettersOf(title)
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
