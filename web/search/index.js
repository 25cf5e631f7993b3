// The index of one language. Pagefind finds the records that have a word. Their texts come in files of many records.
// generator/search/indexing.py writes these files, and makes pagefind.js from Pagefind's own script.

import { library } from "./pagefind.js"
import { bytes, decoded, once, unpacked } from "./files.js"
import { elide, folded } from "./folding.js"
import { Lexicon } from "./lexicon.js"
import { records } from "./places.js"
import { inflect } from "./words.js"

/** @import { Instance } from "./pagefind.js" */
/** @import { Entries, FacetTable, Head, Match, Page, Place, Row, Speech } from "./types.d.ts" */

/**
 * Pagefind, and the error of a file that it could not get. Pagefind would ignore that error, so `#lost` checks for it.
 * @typedef {{ pagefind: Instance, missing: unknown }} Finder
 */

const NEWLINE = 10
const WORD = /^[\p{L}\p{M}'’]+$/u
const OFTEN = 0.15 // a word in a larger share of the records says nothing about the language
const MANY = 1000 // and neither does a word in more records than this
const HELD = 20 // lookups that are remembered: while someone types, most words stay the same
const SOON = 2 // ms between Pagefind's checks whether it is ready; its own 50 would delay the first answer

export class Index {
  /** @type {Place[]} */
  records = []
  /** @type {Lexicon | undefined} undefined for a language without pages */
  lexicon
  /** @type {Map<Index, Promise<Finder>>} by the index whose stemmer they use */
  #finders = new Map()
  /** @type {Map<string, Promise<any>>} */
  #files = new Map()
  /** @type {Map<string, Place>} the records by Pagefind's names for them */
  #named = new Map()
  /** @type {Map<string, Promise<Match[]>>} */
  #found = new Map()
  #folder = ""

  /**
   * @param {string} folder the folder of the search files
   * @param {string} lang
   */
  constructor(folder, lang) {
    this.lang = lang
    this.home = `${folder}${lang}/`
  }

  /** Get ready to look up words. With `early`, fetch Pagefind too, starting with its largest file. */
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

  /** Return the head of the index, which is read first. */
  #opened() {
    return /** @type {Head} */ (this.head)
  }

  /**
   * Return whether a word helps to find records in this language. Without a lexicon nobody knows, so the answer is
   * true.
   * @param {string} word
   */
  async has(word) {
    if (!this.lexicon) return true
    if (this.lexicon.ignored.has(word)) return false
    const { count, exact } = await this.lexicon.about(word)
    return count > 0 && exact <= Math.min(OFTEN * this.records.length, MANY)
  }

  /** Return the WebAssembly part of Pagefind, which has the stemmer of the language. */
  wasm() {
    return once(this.#files, "wasm", () => bytes(`${this.home}wasm`, true))
  }

  /**
   * Find the records that have a word or a "phrase". For a word that no language inflects, the stemmer of `like` works
   * as well, and that of this language need not be fetched.
   * @param {string} text
   * @param {Index} like
   */
  lookup(text, like = this) {
    if (this.#found.size >= HELD) this.#found.clear()
    return once(this.#found, text, async () => {
      if (!(await this.#mayHave(text))) return []
      const finder = await this.#finder(this.#finders.has(this) ? this : like)
      const { results } = await finder.pagefind.search(text)
      if (finder.missing) this.#lost(finder)
      return results.map(({ id, score }) => ({ record: this.#record(id), score }))
    })
  }

  /**
   * Return whether a record may have a word or a "phrase". For an unknown word, Pagefind returns the records with the
   * most similar words that it has read by then, so that the same query would not always have the same results.
   * @param {string} text
   */
  async #mayHave(text) {
    const word = folded(text)
    if (!this.lexicon || !WORD.test(text) || word.includes(" ") || this.lexicon.ignored.has(word)) return true
    return (await this.lexicon.about(word)).count > 0
  }

  /**
   * Return the record for a Pagefind id. Ids repeat in every answer, so they are remembered.
   * @param {string} id
   */
  #record(id) {
    let record = this.#named.get(id)
    if (!record) this.#named.set(id, (record = this.records[numbered(id)]))
    return record
  }

  /**
   * Forget all finders and throw. If a file is missing, Pagefind continues without it: it would find less, and would
   * never request the file again.
   * @param {Finder} finder
   */
  #lost({ missing }) {
    this.#finders.clear()
    throw missing
  }

  /**
   * Return Pagefind with this index and the stemmer of another.
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
    await pagefind.filters() // there are no filters, but this waits until Pagefind is ready
    return finder
  }

  /**
   * Return the part of the index that Pagefind requests. The file is named by its number.
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
   * Return a file of words: what is `said` about them (one line of JSON), then the part of Pagefind's index with those
   * words. They share a file so that one request gets both.
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
   * Return the words that may be meant by a misspelt word, by the hash of its beginning.
   * @param {number} number
   * @returns {Promise<Entries>}
   */
  near(number) {
    return this.#read(`near/${number}`)
  }

  /**
   * Return the content of a record.
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
   * Return the table of values by which records are filtered.
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
 * Return the number in a Pagefind id: base 16, with the last digit first.
 * @param {string} id
 */
const numbered = (id) => parseInt([...id].reverse().join(""), 16)
