// The records of one language, and an index of their words. It is made when a file of texts
// arrives. generator/rulebinder/search/texts.py writes these files.

import { stem } from "../words/forms.js"
import { tokens } from "../words/tokens.js"

/** @import { Owner, SearchRecord } from "../query/values.d.ts" */
/** @import { TextFile } from "./format.d.ts" */

export class Texts {
  /** @type {SearchRecord[]} */
  records = []
  /** @type {Map<string, SearchRecord[]>} the records on each page */
  #pages = new Map()
  /** @type {number[]} the number of the stem of each word */
  stems = []
  /** @type {Map<string, number>} */
  #words = new Map()
  /** @type {Map<string, number>} */
  #stemNumbers = new Map()
  /** @type {number[][]} the numbers of the records that have each stem */
  #postings = []

  /** @type {Map<string, SearchRecord[]>} the records of the sections of each mechanic */
  #mechanics = new Map()

  /**
   * @param {string} lang
   * @param {number} mechanics the position of the mechanics among the values of a record
   */
  constructor(lang, mechanics) {
    this.lang = lang
    this.mechanics = mechanics
  }

  /**
   * Add the records of a file. `namesOf` returns the names of a page in other languages.
   * @param {TextFile} file
   * @param {(page: string) => string[]} namesOf
   */
  add({ cells, runs, more, ends, texts }, namesOf) {
    let at = 0
    for (const [kind, page, title, ids, anchors, langs, cell, count] of runs) {
      const names = namesOf(page)
      const heading = this.#stemsOf([title, ...names].join(" "))
      for (const end = at + count; at < end; at++) {
        const [family, revised, still] = more[at] ?? []
        this.#addRecord({
          kind: kind === "paragraph" ? "note" : kind,
          isParagraph: kind === "paragraph",
          id: `${ids}${ends[at]}` || (page.split("/").at(-1) ?? ""),
          page,
          anchor: `${anchors}${ends[at]}`,
          lang: this.lang,
          langs: langs.length ? langs : [this.lang],
          title,
          text: texts[at],
          explanation: "",
          values: cells[cell],
          family: family || undefined,
          revised: revised || null,
          still: still || null,
          heading,
          words: Int32Array.from(tokens(texts[at]), (word) => this.#numberOf(word)),
          number: this.records.length,
        })
      }
    }
  }

  /** @param {SearchRecord} record */
  #addRecord(record) {
    this.records.push(record)
    pushTo(this.#pages, record.page, record)
    if (record.kind === "note" || record.kind === "rule") {
      for (const slug of record.values[this.mechanics]) pushTo(this.#mechanics, slug, record)
    }
    for (const number of record.heading) this.#post(number, record.number)
    for (const word of record.words) this.#post(this.stems[word], record.number)
  }

  /**
   * @param {number} stemNumber
   * @param {number} record
   */
  #post(stemNumber, record) {
    const records = this.#postings[stemNumber]
    if (records.at(-1) !== record) records.push(record)
  }

  /** @param {string} text */
  #stemsOf(text) {
    return new Set(tokens(text).map((word) => this.stems[this.#numberOf(word)]))
  }

  /**
   * Return the number of a word. A new one gets the next number.
   * @param {string} word
   */
  #numberOf(word) {
    let number = this.#words.get(word)
    if (number === undefined) {
      number = this.stems.length
      this.#words.set(word, number)
      const form = stem(word, this.lang)
      let stemNumber = this.#stemNumbers.get(form)
      if (stemNumber === undefined) {
        stemNumber = this.#postings.push([]) - 1
        this.#stemNumbers.set(form, stemNumber)
      }
      this.stems.push(stemNumber)
    }
    return number
  }

  /**
   * Return the number of a word as it is written, or undefined if no record has it.
   * @param {string} word
   */
  wordNumber(word) {
    return this.#words.get(word)
  }

  /**
   * Return the number of the stem of a word, or undefined if no record has a form of it.
   * @param {string} word
   */
  stemNumber(word) {
    return this.#stemNumbers.get(stem(word, this.lang))
  }

  /**
   * Return the numbers of the records that have a stem.
   * @param {number | undefined} stemNumber
   */
  having(stemNumber) {
    return stemNumber === undefined ? [] : this.#postings[stemNumber]
  }

  /**
   * Count the records that have a form of a word.
   * @param {string} word
   */
  count(word) {
    return this.having(this.stemNumber(word)).length
  }

  /**
   * Count the records that have a word as it is written.
   * @param {string} word
   */
  exactCount(word) {
    const number = this.wordNumber(word)
    if (number === undefined) return 0
    const records = this.having(this.stems[number])
    return records.filter((record) => this.records[record].words.includes(number)).length
  }

  /**
   * Return the records on the page of a card, or those of the sections of a mechanic.
   * @param {Pick<Owner, "kind" | "id" | "page">} owner
   */
  recordsOf({ kind, id, page }) {
    return (kind === "mechanic" ? this.#mechanics.get(id) : this.#pages.get(page)) ?? []
  }

  /**
   * Return the record of a card or a mechanic itself.
   * @param {string} page
   */
  subjectOf(page) {
    return this.#pages.get(page)?.find(({ kind }) => kind === "card" || kind === "mechanic")
  }

  /**
   * Return whether texts are about a mechanic, by its record.
   * @param {SearchRecord} record
   */
  isInTexts({ id, values }) {
    return values[this.mechanics].includes(id)
  }

  /** Return all words that records have. */
  get words() {
    return this.#words.keys()
  }

  /**
   * Return the numbers of the words that begin like this, and the records that may have one.
   * @param {string} beginning
   */
  begun(beginning) {
    const words = new Set(
      [...this.#words].flatMap(([word, number]) => (word.startsWith(beginning) ? number : [])),
    )
    const numbers = [...words].flatMap((word) => this.#postings[this.stems[word]])
    return { words, records: new Set(numbers.map((number) => this.records[number])) }
  }
}

/**
 * Add a value to the list of a key.
 * @template Value
 * @param {Map<string, Value[]>} lists
 * @param {string} key
 * @param {Value} value
 */
export function pushTo(lists, key, value) {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
