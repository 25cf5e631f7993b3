// The records of one language, and an index of their words. It is made when a file of texts
// arrives. generator/rulebinder/search/listing.py writes these files.

import { stem } from "../words/forms.js"
import { tokens } from "../words/tokens.js"

/** @import { Owner, SearchRecord } from "../query/values.d.ts" */
/** @import { TextFile } from "./format.d.ts" */

const INITIALS = 2
const NONE = -1 // the number of a word that no text has

export class Texts {
  /** @type {SearchRecord[]} */
  records = []
  /** @type {Map<string, SearchRecord[]>} the records on each page */
  #pages = new Map()
  /** @type {string[]} the stem of each word, by its number */
  stems = []
  /** @type {Map<string, number>} the numbers of the words */
  #words = new Map()
  /** @type {Map<string, [string, number][]>} the words with the same first letters */
  #initials = new Map()
  /** @type {Map<string, number[]>} the numbers of the records that have each stem */
  #postings = new Map()

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
      const heading = new Set(
        tokens([title, ...names].join(" ")).map((word) => stem(word, this.lang)),
      )
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
    const stems = new Set(record.heading)
    for (const word of record.words) stems.add(this.stems[word])
    for (const form of stems) pushTo(this.#postings, form, record.number)
  }

  /**
   * Return the number of a word. A new one gets the next number.
   * @param {string} word
   */
  #numberOf(word) {
    const number = this.#words.get(word) ?? this.stems.length
    if (number === this.stems.length) {
      this.#words.set(word, number)
      pushTo(this.#initials, word.slice(0, INITIALS), [word, number])
      this.stems.push(stem(word, this.lang))
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
   * Return the numbers of the records that have a form of a word.
   * @param {string} word
   */
  having(word) {
    return this.#postings.get(stem(word, this.lang)) ?? []
  }

  /**
   * Count the records that have a word as it is written.
   * @param {string} word
   */
  exactCount(word) {
    const number = this.wordNumber(word) ?? NONE
    return this.having(word).filter((record) => this.records[record].words.includes(number)).length
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
      (this.#initials.get(beginning.slice(0, INITIALS)) ?? []).flatMap(([word, number]) =>
        word.startsWith(beginning) ? number : [],
      ),
    )
    const numbers = [...words].flatMap((word) => this.#postings.get(this.stems[word]) ?? [])
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
