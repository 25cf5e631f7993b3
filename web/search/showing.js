// The hits as the page shows them: their addresses on the site, and the words to mark.

/** @import { Hit } from "./ranking.js" */
/** @import { Concept, Name, NamedHit, Page, Query, ShownHit, Speech } from "./types.d.ts" */

/** @typedef {Pick<Speech, "pages" | "sets"> & { base: string, lang: string }} Site with the language of its pages */

const PARTLY = 0.5 // a name is so likely what is meant where more is typed than a name can be
/** @type {{ [kind: string]: string }} */
const FOLDERS = { card: "cards", mechanic: "mechanics", set: "sets" }
const OF_SET = /^(?:ruling|note|release|rule)$/ // the kinds whose ids begin with their set

/**
 * Of the same record in two languages, the first.
 * @param {Hit[]} chosen
 * @param {Concept[]} words
 * @param {Query} query
 * @param {Site} site
 */
export async function shownHits(chosen, words, query, site) {
  const pages = await Promise.all(chosen.map(pageOf))
  const marked = toMark(words, query)
  const seen = new Set()
  /** @type {ShownHit[]} */
  const shown = []
  for (const [place, page] of pages.entries()) {
    const record = `${page.kind} ${page.id}`
    if (!seen.has(record)) shown.push({ ...shownPage(page, site), score: chosen[place].score, words: marked })
    seen.add(record)
  }
  return shown
}

/**
 * What a hit says.
 * @param {Pick<Hit, "page" | "record" | "number">} hit
 */
export async function pageOf(hit) {
  hit.page ??= await hit.record.index.read(hit.number)
  return hit.page
}

/**
 * @param {Page} page
 * @param {Site} site
 */
function shownPage({ kind, id, url, anchor, langs, lang, title, text }, site) {
  const own = langs.includes(site.lang) && site.pages.includes(lang) ? lang : site.lang
  const set = setOf(kind, id)
  const [setName, released] = (set === null ? undefined : site.sets[set]) ?? [null, null]
  const target = anchor && `#${anchor}`
  return { id, kind, lang, title, text, set, setName, released, url: `${site.base}${own}/${url}/${target}` }
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
 * The words to mark in what is found: those that tell something, as they were typed and as they were meant.
 * @param {Concept[]} words
 * @param {Query} query
 */
function toMark(words, { phrases }) {
  const some = words.filter(({ quiet }) => !quiet)
  const marked = (some.length ? some : words).flatMap(({ term, corrected }) => (corrected ? [corrected, term] : [term]))
  return [...marked, ...phrases.flatMap((phrase) => phrase.split(/\s+/))]
}

/**
 * Names with their pages.
 * @param {Name[]} names
 * @param {boolean} beyond whether more was typed than a name can be
 * @param {Site} site
 * @returns {NamedHit[]}
 */
export function shownNames(names, beyond, { base, lang }) {
  return names.map(({ kind, target, text, score, words }) => {
    const url = `${base}${lang}/${FOLDERS[kind]}/${target}/`
    return { kind, id: target, title: text, url, score: beyond ? score * PARTLY : score, words }
  })
}
