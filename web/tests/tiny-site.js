// The whole search over a few invented records: the engine reads the files of this site.

import { gzipSync } from "node:zlib"
import { Engine } from "../search/engine/engine.js"
import { filter } from "./fixtures.js"

/** @import { Head, NameFile, PhraseFile, TextFile } from "../search/index/format.d.ts" */
/** @import { Options } from "../search/view/messages.d.ts" */

/**
 * A record: its text, and what differs from a ruling of a card that is called like its set and
 * number. A text alone has nothing else.
 * @typedef {object} Row
 * @property {string} text
 * @property {string} [title]
 * @property {string} [kind]
 * @property {string} [set]
 * @property {string[]} [langs]
 * @property {string} [family]
 * @property {string[]} [mechanics]
 * @property {string} [explanation]
 * @property {string} [still] the verdict on it
 */
/**
 * A site: the records of each language, a list for each file of texts. `names` are further names by
 * the page of their owner, `asked` and `answers` the usual questions.
 * @typedef {object} TinySite
 * @property {{ [lang: string]: (Row | string)[][] }} texts
 * @property {{ [page: string]: string[] }} [names]
 * @property {string[]} [absent]
 * @property {string[][]} [same]
 * @property {PhraseFile["abroad"]} [abroad]
 * @property {string[]} [asked]
 * @property {string[][]} [answers]
 * @property {PhraseFile["players"]} [players]
 * @property {string[]} [ignored]
 * @property {{ [word: string]: string }} [vectors]
 * @property {Head["senses"]} [senses]
 */

const BASE = "https://rules.test/"
const SEARCH = `${BASE}search/`

/**
 * Return an engine that reads a site, and the addresses of the files that it has read. As long as
 * they are there, a file in `broken` cannot be reached, and the server has none in `lost`.
 * @param {TinySite} site
 */
export function engineOf(site, lang = "en") {
  const files = filesOf(site, lang)
  /** @type {string[]} */
  const reads = []
  /** @type {Set<string>} */
  const broken = new Set()
  /** @type {Set<string>} */
  const lost = new Set()
  globalThis.fetch = async (address) => {
    const name = String(address).slice(SEARCH.length)
    reads.push(name)
    if (broken.has(name)) throw new TypeError("no network")
    if (lost.has(name)) return new Response("", { status: 404 })
    return new Response(gzipSync(JSON.stringify(files[name])))
  }
  return { engine: new Engine(BASE, lang), reads, broken, lost }
}

/**
 * Return the ids of the hits for a query, best first.
 * @param {TinySite} site
 * @param {string} query
 * @param {Options} options
 */
export async function idsOf(site, query, options = {}) {
  const { hits } = await engineOf(site).engine.search(query, options)
  return hits.map(({ id }) => id)
}

/**
 * @param {TinySite} site
 * @param {string} lang
 * @returns {{ [name: string]: unknown }}
 */
function filesOf(site, lang) {
  const { texts, absent = [], ignored = [], asked = [], answers = [], senses = [] } = site
  const { players = [], vectors = {}, same = [], abroad = [] } = site
  /** @type {PhraseFile} */
  const phrases = {
    same,
    abroad,
    asked,
    players,
    vectors: [Object.keys(vectors).join(" "), Object.values(vectors).join(""), ""],
  }
  /** @type {Head} */
  const head = {
    files: { names: "names", absent: "absent", languages: {} },
    languages: {},
    pages: Object.keys(texts),
    ignored,
    sets: { emb: ["Ember Fields", "2026-01-02"], fro: ["Frozen Fields", null] },
    endings: {},
    elisions: [],
    links: ["of"],
    senses,
    keys: { set: "set", lang: "lang", kind: "kind" },
    values: {},
    filters: [filter("lang"), filter("kind"), filter("set"), filter("mechanic")],
  }
  /** @type {{ [name: string]: unknown }} */
  const files = { [`${lang}/head`]: head, absent, phrases, answers }
  for (const [code, shards] of Object.entries(texts)) {
    const names = shards.map((_, number) => `${code}/texts-${number}`)
    head.files.languages[code] = {
      texts: names,
      further: `${code}/further`,
      explanations: `${code}/explanations`,
      phrases: "phrases",
      answers: "answers",
    }
    head.languages[code] = shards.flat().length
    head.endings[code] = ["s", "ed", "ing"]
    for (const [number, rows] of shards.entries()) files[names[number]] = textFile(rows, number)
    files[`${code}/further`] = textFile([], 0)
    files[`${code}/explanations`] = Object.fromEntries(
      shards
        .flat()
        .map((row) => whole(row, 0, 0))
        .flatMap(({ id, explanation }) => (explanation ? [[id, explanation]] : [])),
    )
  }
  files.names = nameFile(site)
  return files
}

/** @param {string} title */
const slug = (title) => title.toLowerCase().replaceAll(" ", "-")

/**
 * @param {Row | string} row
 * @param {number} file
 * @param {number} at
 * @returns {Required<Omit<Row, "langs">> & { langs: string[], id: string, page: string }}
 */
function whole(row, file, at) {
  const given = typeof row === "string" ? { text: row } : row
  const { kind = "ruling", title = `Card ${file} ${at}`, set = "emb" } = given
  const isSubject = kind === "card" || kind === "mechanic"
  const folder = kind === "note" || kind === "mechanic" ? "mechanics" : "cards"
  return {
    langs: [],
    family: "",
    still: "",
    mechanics: [],
    explanation: "",
    ...given,
    kind,
    title,
    set,
    id: isSubject ? slug(title) : `${set}/${slug(title)}/${at + 1}`,
    page: `${folder}/${slug(title)}`,
  }
}

/**
 * @param {(Row | string)[]} rows
 * @param {number} file
 * @returns {TextFile}
 */
function textFile(rows, file) {
  const records = rows.map((row, at) => whole(row, file, at))
  return {
    cells: records.map(({ kind, set, mechanics }) => [[kind], [set], mechanics]),
    runs: records.map(({ kind, page, title, id, langs }, at) => [
      kind,
      page,
      title,
      id,
      "",
      langs,
      at,
      1,
    ]),
    more: Object.fromEntries(records.map(({ family, still }, at) => [at, [family, "", still]])),
    ends: records.map(() => ""),
    texts: records.map(({ text }) => text),
  }
}

/**
 * @param {TinySite} site
 * @returns {NameFile}
 */
function nameFile({ texts, names = {} }) {
  /** @type {Map<string, { titles: Set<string>, places: Map<string, Set<number>> }>} */
  const owners = new Map()
  for (const [lang, shards] of Object.entries(texts)) {
    for (const [file, rows] of shards.entries()) {
      for (const [at, row] of rows.entries()) {
        const { page, title } = whole(row, file, at)
        const before = owners.get(page) ?? { titles: new Set(), places: new Map() }
        before.titles.add(page.startsWith("mechanics/") ? `${lang}:${title}` : title)
        before.places.set(lang, (before.places.get(lang) ?? new Set()).add(file))
        owners.set(page, before)
      }
    }
  }
  /** @type {NameFile} */
  const file = {}
  for (const [page, { titles, places }] of owners) {
    const [folder, id] = page.split("/")
    const place = [...places]
      .flatMap(([lang, held]) => [...held].map((number) => `${lang} ${number}`))
      .join(",")
    const rows = ((file[folder.slice(0, -1)] ??= {})[place] ??= [])
    rows.push([id, ...titles, ...(names[page] ?? [])])
  }
  return file
}
