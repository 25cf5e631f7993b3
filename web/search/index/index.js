// The index of one language. Its words come in files by the alphabet, and its texts in files of
// many records. generator/rulebinder/search/bundle.py writes these files.

import { setElisions } from "../words/folding.js"
import { setEndings } from "../words/forms.js"
import { tokens } from "../words/tokens.js"
import { once, readJson } from "./files.js"
import { Lexicon } from "./lexicon.js"
import {
  consecutive,
  indexedWords,
  postingList,
  ratedRecords,
  relativeLengths,
} from "./postings.js"
import { records } from "./records.js"

/** @import { IndexRecord, Match, Page } from "../query/values.d.ts" */
/** @import { Entries, FacetTable, Head, Row, Speech } from "./format.d.ts" */

const OFTEN = 0.15 // a word in a larger share of the records says nothing about the language
const MANY = 1000 // and neither does a word in more records than this
const HELD = 20 // lookups that are remembered: while someone types, most words stay the same

export class Index {
  /** @type {IndexRecord[]} */
  records = []
  /** @type {number[]} */
  #lengths = []
  /** @type {Map<string, Promise<any>>} */
  #files = new Map()
  /** @type {Map<string, Promise<Match[]>>} */
  #found = new Map()
  #folder = ""

  /**
   * @param {string} folder the folder of the search files
   * @param {string} lang
   */
  constructor(folder, lang) {
    this.lang = lang
    this.folder = folder
    this.home = `${folder}${lang}/`
  }

  /** Get ready to look up words. */
  async open() {
    /** @type {Head & Partial<Speech>} */
    this.head = await readJson(`${this.home}head`, true)
    this.#folder = `${this.home}${this.head.version}/`
    this.records = records(this.head, this)
    this.#lengths = relativeLengths(this.head.lengths)
    setEndings(this.lang, this.head.endings)
    if (this.head.elisions) setElisions(this.head.elisions)
    this.lexicon = new Lexicon(this, this.head)
    return this
  }

  /** Return the head of the index, which is read first. */
  #opened() {
    return /** @type {Head} */ (this.head)
  }

  /** Return the lexicon of the language, which comes with the head. */
  get #lexicon() {
    return /** @type {Lexicon} */ (this.lexicon)
  }

  /**
   * Return whether a word helps to find records in this language.
   * @param {string} word
   */
  async has(word) {
    const [only] = indexedWords([word])
    if (only !== word) return (await this.#lexicon.found(only)) !== undefined
    if (this.#lexicon.ignored.has(word)) return false
    const { count, exact } = await this.#lexicon.about(word)
    return count > 0 && exact <= Math.min(OFTEN * this.records.length, MANY)
  }

  /**
   * Find the records that have a word, or that have several words one after the other.
   * @param {string} text
   */
  lookup(text) {
    if (this.#found.size >= HELD) this.#found.clear()
    return once(this.#found, text, async () => {
      const words = indexedWords(tokens(text).map((word) => word.replace(/-/g, "")))
      const found = words.length > 1 ? await this.#phrase(words) : await this.#word(words[0] ?? "")
      return found.map(({ number, score }) => ({ record: this.records[number], score }))
    })
  }

  /**
   * Rate the records that have a word, in any of its forms.
   * @param {string} word
   */
  async #word(word) {
    const forms = await this.#lexicon.forms(word)
    const found = await Promise.all(
      forms.map(async (form) => ({ value: form.value, postings: await this.#postings(form.word) })),
    )
    return ratedRecords(found, this.#lengths)
  }

  /**
   * Return the records that have the words one after the other.
   * @param {string[]} words
   */
  async #phrase(words) {
    const found = await Promise.all(words.map((word) => this.#postings(word)))
    return consecutive(found).map(({ number }) => ({ number, score: 1 }))
  }

  /** @param {string} word */
  async #postings(word) {
    const runs = await this.#lexicon.found(word)
    return runs === undefined ? [] : postingList(runs)
  }

  /**
   * Return a file of words: what is known about them, and the records that have them.
   * @param {number} number
   * @returns {Promise<Entries>}
   */
  words(number) {
    return this.#read(`words/${number}`)
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
   * Return the words of names that may be meant by a misspelt word, by the hash of its beginning.
   * All languages share these files.
   * @param {number} number
   * @returns {Promise<Entries>}
   */
  named(number) {
    const version = this.#opened().named?.version
    return once(this.#files, `named/${number}`, () =>
      readJson(`${this.folder}named/${version}/${number}`),
    )
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
    const [kind, id, url, anchor, langs, title, names, text, vector, revised = null, still = null] =
      rows[number % together]
    return {
      kind,
      id,
      url,
      anchor,
      langs,
      lang: this.lang,
      title,
      names,
      text,
      vector,
      revised,
      still,
    }
  }

  /**
   * Return the table of values by which records are filtered.
   * @returns {Promise<FacetTable>}
   */
  facets() {
    return this.#read("facets")
  }

  /**
   * Return the records that answer each usual question in this language: `en 12 3|es 40`.
   * @returns {Promise<string[]>}
   */
  usual() {
    return this.#read("usual")
  }

  /** @param {string} file */
  #read(file) {
    return once(this.#files, file, () => readJson(`${this.#folder}${file}`))
  }
}
