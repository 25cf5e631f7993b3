// All that the search knows, in memory. The names and the texts of the page's language come first,
// phrases and other languages behind them. A large site divides its texts among several files:
// those of the cards that a question names come first.

import { folded, setElisions } from "../words/folding.js"
import { setEndings } from "../words/forms.js"
import { allArrived, once, readJson } from "./files.js"
import { Names } from "./names.js"
import { Phrases } from "./phrases.js"
import { pushTo, Texts } from "./texts.js"

/** @import { Owner, SearchRecord } from "../query/values.d.ts" */
/** @import { Head, PhraseFile, TextFile } from "./format.d.ts" */

export class Library {
  /** @type {Map<string, Promise<any>>} */
  #reading = new Map()
  /** @type {Head | undefined} */
  #head
  names = new Names({})
  /** @type {Map<string, Texts>} the texts of each language that are there */
  texts = new Map()
  /** @type {Phrases | undefined} those of the page's language */
  phrases
  /** @type {Set<string>} words that occur in questions but not in answers */
  ignored = new Set()
  /** @type {Map<string, string[][]>} the phrases that answer each usual question, by language */
  answers = new Map()
  /** @type {Map<string, string[]>} cards that the site has nothing about, by their first words */
  absent = new Map()
  /** Whether all is there. */
  isComplete = false

  /**
   * @param {string} base the address of the site's root
   * @param {string} lang the language of the pages
   */
  constructor(base, lang) {
    this.folder = `${base}search/`
    this.lang = lang
  }

  /** Load what a first answer needs. If that fails, the next call tries again. */
  async open() {
    await once(this.#reading, "head", () => this.#readHead())
    const first = this.isLarge ? [] : this.#textFiles(this.lang)
    await Promise.all([this.#names(), ...first])
  }

  async #readHead() {
    /** @type {Head} */
    const head = await readJson(`${this.folder}${this.lang}/head`, true)
    setElisions(head.elisions)
    for (const [lang, endings] of Object.entries(head.endings)) setEndings(lang, endings)
    const columns = head.filters.filter(({ same }) => !same)
    const mechanics = columns.findIndex(({ name }) => name === "mechanic")
    for (const lang of Object.keys(head.languages)) this.texts.set(lang, new Texts(lang, mechanics))
    this.ignored = new Set(head.ignored)
    this.#head = head
  }

  /** What is read first. Nothing else may be asked before `open()`. */
  get head() {
    return /** @type {Head} */ (this.#head)
  }

  #names() {
    return this.#once(this.head.files.names, (file) => (this.names = new Names(file)))
  }

  /** Whether the texts of the page's language are in several files. */
  get isLarge() {
    return this.#files(this.lang).texts.length > 1
  }

  /** @param {string} lang */
  #files(lang) {
    return this.head.files.languages[lang]
  }

  /**
   * Load the files with texts of the `owners`: those in `langs`, or in all that the query may
   * `reach` if there are none.
   * @param {Owner[]} owners
   * @param {{ langs: string[], reach: string[] }} asked
   */
  async loadNear(owners, { langs, reach }) {
    const wanted = owners.flatMap(({ files }) => {
      const near = langs.some((lang) => files[lang]) ? langs : reach
      return near.flatMap((lang) =>
        this.#textFiles(lang, (_, number) => files[lang]?.includes(number)),
      )
    })
    await allArrived(wanted)
  }

  /**
   * Return the records of a card or of the sections of a mechanic in some languages.
   * @param {Owner} owner
   * @param {string[]} langs
   */
  recordsOf(owner, langs) {
    return langs.flatMap((lang) => this.texts.get(lang)?.recordsOf(owner) ?? [])
  }

  /** Return all records, or those in some languages. */
  records(langs = [...this.texts.keys()]) {
    return langs.flatMap((lang) => this.texts.get(lang)?.records ?? [])
  }

  /**
   * Return whether one of the languages may have more than what is there.
   * @param {string[]} langs
   */
  isPartial(langs) {
    return !this.isComplete && langs.some((lang) => lang !== this.lang)
  }

  /**
   * Return whether a text or a name has a word.
   * @param {string} word
   */
  hasWord(word) {
    return this.names.byWord.has(word) || this.own.wordNumber(word) !== undefined
  }

  /** Return the words of the texts in the page's language, and of names. */
  get words() {
    return [...this.own.words, ...this.names.byWord.keys()]
  }

  /**
   * Return whether a text in the page's language is about a mechanic.
   * @param {Owner} owner
   */
  hasTexts({ page }) {
    const record = this.own.subjectOf(page)
    return record !== undefined && this.own.isInTexts(record)
  }

  /** The texts of the page's language. */
  get own() {
    return /** @type {Texts} */ (this.texts.get(this.lang))
  }

  /** Load all of the page's language. */
  async loadOwn() {
    const { further, phrases } = this.#files(this.lang)
    /** @param {PhraseFile} file */
    const set = (file) => {
      this.phrases = new Phrases(this.lang, file, this.ignored, this.names.mechanics)
    }
    const reading = this.#once(phrases, set, this.#names())
    await Promise.all([...this.#textFiles(this.lang), reading, this.#answers(this.lang)])
    await this.#textFile(this.lang, further)
  }

  /**
   * Load all that is not there yet. Without a network, other languages may be missing: the next
   * call tries again.
   */
  async loadAll() {
    if (this.isComplete) return
    await this.loadOwn()
    const others = [...this.texts.keys()].filter((lang) => lang !== this.lang)
    const all = others.flatMap((lang) => [...this.#textFiles(lang), this.#answers(lang)])
    const isComplete = await allArrived(all)
    // an owner's list may have all cards
    await this.#once(this.head.files.absent, (/** @type {string[]} */ file) => {
      for (const name of file) pushTo(this.absent, folded(name).split(" ")[0], name)
    })
    this.isComplete = isComplete
  }

  /**
   * @param {string} lang
   * @param {(file: string, number: number) => boolean} isWanted
   */
  #textFiles(lang, isWanted = () => true) {
    const { texts } = this.#files(lang)
    return texts.filter(isWanted).map((file) => this.#textFile(lang, file))
  }

  /**
   * @param {string} lang
   * @param {string} file
   */
  #textFile(lang, file) {
    /** @param {TextFile} content */
    const add = (content) => this.texts.get(lang)?.add(content, (page) => this.names.ofPage(page))
    return this.#once(file, add, this.#names())
  }

  /**
   * Load the explanations of mechanics if one of their `records` lacks it: those that no text is
   * about have them in a file of their own.
   * @param {SearchRecord[]} records
   */
  async explain(records) {
    const { own } = this
    if (records.every((record) => record.explanation || own.isInTexts(record))) return
    const { explanations } = this.#files(this.lang)
    const reading = this.#once(explanations, (/** @type {{ [id: string]: string }} */ file) => {
      for (const [id, text] of Object.entries(file)) {
        const record = own.subjectOf(`mechanics/${id}`)
        if (record) record.explanation = text
      }
    })
    await allArrived([reading])
  }

  /** @param {string} lang */
  #answers(lang) {
    return this.#once(this.#files(lang).answers, (file) => this.answers.set(lang, file))
  }

  /**
   * Read a file, and use it once, after what it `needs`. If that fails, the next call tries again.
   * @param {string} file
   * @param {(content: any) => unknown} use
   * @param {Promise<unknown>} [needs]
   */
  #once(file, use, needs) {
    return once(this.#reading, file, async () => {
      const [content] = await Promise.all([readJson(`${this.folder}${file}`), needs])
      return use(content)
    })
  }
}
