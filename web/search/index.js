// The index of one language: Pagefind finds what has a word, and the texts of what is read come many together.
// generator/search/indexing.py writes it, and makes pagefind.js of the script that Pagefind brings.

import { library } from "./pagefind.js"
import { bytes, decoded, once, unpacked } from "./files.js"
import { elide } from "./folding.js"
import { Lexicon } from "./lexicon.js"
import { inflect } from "./words.js"

/** @import { Instance } from "./pagefind.js" */
/** @import { Entries, FacetTable, Head, Match, Page, Place, Row, Speech } from "./types.d.ts" */

/**
 * Pagefind, and the failure of what is `missing`: it gets its files from here, where that is heard of.
 * @typedef {{ pagefind: Instance, missing: unknown }} Finder
 */

const NEWLINE = 10
const OFTEN = 0.15 // what more of the records have tells nothing of a language
const MANY = 1000 // nor what so many have
const HELD = 20 // what so many words have is remembered: who types asks for most of them again
const SOON = 2 // ms until Pagefind looks again whether it is ready; it would wait for 50

export class Index {
  /** @type {Place[]} */
  records = []
  /** @type {Lexicon | undefined} a language that has no pages has none */
  lexicon
  /** @type {Map<Index, Promise<Finder>>} by the index whose stems they have */
  #finders = new Map()
  /** @type {Map<string, Promise<any>>} */
  #files = new Map()
  /** @type {Map<string, Place>} the records by the names that Pagefind has for them */
  #named = new Map()
  /** @type {Map<string, Promise<Match[]>>} */
  #found = new Map()
  #folder = ""

  /**
   * @param {string} folder that of the search's files
   * @param {string} lang
   */
  constructor(folder, lang) {
    this.lang = lang
    this.home = `${folder}${lang}/`
  }

  /** Ready to look up words. With `early`, Pagefind is fetched too, and its largest file first. */
  async open(early = false) {
    if (early) this.wasm()
    /** @type {Head & Partial<Speech>} */
    this.head = await unpacked(`${this.home}head`, true)
    this.#folder = `${this.home}${this.head.version}/`
    this.records = records(this.head, this)
    inflect(this.lang, this.head.endings)
    if (this.head.elisions) elide(this.head.elisions)
    if (this.head.near) this.lexicon = new Lexicon(this, /** @type {Head & Speech} */ (this.head))
    if (early) this.#finder(this)
    return this
  }

  /** What was read first. */
  #opened() {
    return /** @type {Head} */ (this.head)
  }

  /**
   * Whether a word tells something in the language, as far as is known: one that has no pages has no lexicon.
   * @param {string} word
   */
  async has(word) {
    if (!this.lexicon) return true
    if (this.lexicon.ignored.has(word)) return false
    const { count, exact } = await this.lexicon.about(word)
    return count > 0 && exact <= Math.min(OFTEN * this.records.length, MANY)
  }

  /** Pagefind's part that is no script, with the stems of the language. */
  wasm() {
    return once(this.#files, "wasm", () => bytes(`${this.home}wasm`, true))
  }

  /**
   * What has a word or a "phrase". `like` is an index whose stems will do, for a word that no language inflects: those
   * of this language need not be fetched then.
   * @param {string} text
   * @param {Index} like
   */
  lookup(text, like = this) {
    if (this.#found.size >= HELD) this.#found.clear()
    return once(this.#found, text, async () => {
      const finder = await this.#finder(this.#finders.has(this) ? this : like)
      const { results } = await finder.pagefind.search(text)
      if (finder.missing) this.#lost(finder)
      return results.map(({ id, score }) => ({ record: this.#record(id), score }))
    })
  }

  /**
   * The record that Pagefind names so.
   * @param {string} id
   */
  #record(id) {
    let record = this.#named.get(id)
    if (!record) this.#named.set(id, (record = this.records[numbered(id)]))
    return record
  }

  /**
   * Pagefind goes on without a file that did not come, would find less, and would never ask for it again.
   * @param {Finder} finder
   */
  #lost({ missing }) {
    this.#finders.clear()
    throw missing
  }

  /**
   * Pagefind with this index and the stems of another.
   * @param {Index} like
   */
  #finder(like) {
    return once(this.#finders, like, () => this.#started(like))
  }

  /**
   * @param {Index} like
   * @returns {Promise<Finder>}
   */
  async #started(like) {
    const { entry, metadata } = this.#opened()
    const [wasm, meta] = await Promise.all([like.wasm(), decoded(metadata)])
    /** @param {string} url */
    const fetched = async (url) => {
      if (url.includes("pagefind-entry.json")) return new Response(JSON.stringify(entry))
      if (url.endsWith(".pf_meta")) return new Response(meta)
      return new Response(url.endsWith(".pagefind") ? wasm : await this.#words(url, finder))
    }
    const made = library(fetched, (done) => setTimeout(done, SOON))
    const pagefind = made.createInstance({ basePath: `${this.#folder}index/`, noWorker: true })
    /** @type {Finder} */
    const finder = { pagefind, missing: undefined }
    await pagefind.filters() // it has none, but answers when it is ready
    return finder
  }

  /**
   * What Pagefind asks for: the file is named by its number.
   * @param {string} url
   * @param {Finder} finder
   */
  async #words(url, finder) {
    try {
      const [, name] = /([^/]*)\.pf_index$/.exec(url) ?? []
      return (await this.words(numbered(name))).index
    } catch (failure) {
      finder.missing = failure
      throw failure
    }
  }

  /**
   * A file of words, in the order of the alphabet: what is `said` of them, and the part of the `index` that has them.
   * @param {number} number
   * @returns {Promise<{ said: Entries, index: Uint8Array<ArrayBuffer> }>}
   */
  words(number) {
    return once(this.#files, `words ${number}`, async () => {
      const content = new Uint8Array(await bytes(`${this.#folder}words/${number}`))
      const end = content.indexOf(NEWLINE)
      return { said: JSON.parse(new TextDecoder().decode(content.subarray(0, end))), index: content.slice(end + 1) }
    })
  }

  /**
   * What words may be meant, by the hash of a beginning that may have an error.
   * @param {number} number
   * @returns {Promise<Entries>}
   */
  near(number) {
    return this.#read(`near/${number}`)
  }

  /**
   * What a record says.
   * @param {number} number
   * @returns {Promise<Page>}
   */
  async read(number) {
    const { together } = this.#opened()
    /** @type {Row[]} */
    const rows = await this.#read(`texts/${Math.floor(number / together)}`)
    const [kind, id, url, anchor, langs, title, names, text] = rows[number % together]
    return { kind, id, url, anchor, langs, lang: this.lang, title, names, text }
  }

  /**
   * The table of what records are filtered by.
   * @returns {Promise<FacetTable>}
   */
  facets() {
    return this.#read("facets")
  }

  /** @param {string} file */
  #read(file) {
    return once(this.#files, file, () => unpacked(`${this.#folder}${file}`))
  }
}

/**
 * The number of a record or file that Pagefind names: in base 16, the last digit first.
 * @param {string} id
 */
const numbered = (id) => parseInt([...id].reverse().join(""), 16)

/**
 * Each record, by its number.
 * @param {Head} head
 * @param {Index} index
 */
function records({ places, kinds }, index) {
  /** @type {Place[]} */
  const found = []
  const { lang } = index
  let page = -1
  for (const [, letter, count] of places.matchAll(/([A-Za-z])(\d*)/g)) {
    const kind = kinds[letter.toLowerCase().charCodeAt(0) - 97]
    if (letter < "a") page++
    const holder = `${lang} ${page}`
    const next = found.length + Number(count || 1)
    while (found.length < next) found.push({ index, lang, number: found.length, kind, holder })
  }
  return found
}
