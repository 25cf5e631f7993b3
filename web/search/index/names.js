// The names of cards, mechanics, sets and rules in all languages.
// generator/rulebinder/search/bundle.py writes them.

import { folded, lettersOf } from "../words/folding.js"
import { allowedErrors, editDistance } from "../words/spelling.js"
import { pushTo } from "./texts.js"

/** @import { KnownName, Owner } from "../query/values.d.ts" */
/** @import { NameFile } from "./format.d.ts" */

const NICKNAME = "~" // before a name that no card has printed
const LANGUAGE = /^([\w-]+):/ // before a word for a mechanic
const FILE = /([^,]+) (\d+)/g // a language, and the number of a file of its texts

/** @typedef {{ [lang: string]: string[] }} MechanicWords the words for a mechanic by language */

export class Names {
  /** @type {Map<string, KnownName[]>} the names with each word */
  byWord = new Map()
  /** @type {MechanicWords[]} */
  mechanics = []
  /** @type {Map<string, KnownName[]>} the whole names with the same letters */
  #byLetters = new Map()
  /** @type {Map<string, Owner>} the owners by the address of their page below a language */
  #pages = new Map()

  /** @param {NameFile} file */
  constructor(file) {
    for (const [kind, byPlace] of Object.entries(file)) {
      for (const [place, rows] of Object.entries(byPlace)) {
        /** @type {Owner["files"]} */
        const files = {}
        for (const [, lang, number] of place.matchAll(FILE)) (files[lang] ??= []).push(+number)
        for (const [target, ...names] of rows) {
          this.#add(kind, target, files, kind === "mechanic" ? this.#mechanicWords(names) : names)
        }
      }
    }
  }

  /**
   * Keep the words for a mechanic by their languages, and return all.
   * @param {string[]} marked
   */
  #mechanicWords(marked) {
    /** @type {MechanicWords} */
    const words = {}
    for (const text of marked) {
      const [mark, lang] = LANGUAGE.exec(text) ?? ["", ""]
      ;(words[lang] ??= []).push(text.slice(mark.length))
    }
    this.mechanics.push(words)
    return [...new Set(Object.values(words).flat())]
  }

  /**
   * @param {string} kind
   * @param {string} target its id, unless the first name gives it; perhaps `@` and a language
   * @param {Owner["files"]} files
   * @param {string[]} marked
   */
  #add(kind, target, files, marked) {
    const [written, only = ""] = target.split("@")
    const id = written || folded(marked[0]).replaceAll(" ", "-")
    const page = only ? `../${only}/cards/${id}` : `${kind}s/${id}`
    const names = marked.filter((name) => !name.startsWith(NICKNAME))
    const owner = { kind, id, only, page, files, names }
    this.#pages.set(page, owner)
    const faces = marked.flatMap((name) => name.split(" // ").slice(1))
    for (const text of marked.map((name) => name.replace(NICKNAME, ""))) {
      // the second face of a card is often an ordinary word
      const isOrdinary = faces.includes(text) && !text.includes(" ")
      const short = kind === "card" ? text.split(",")[0] : text
      for (const part of new Set([text, short])) {
        const words = folded(part).split(" ")
        const name = { owner, text, words, isOrdinary, isShort: part !== text }
        for (const word of new Set(words)) pushTo(this.byWord, word, name)
        const isTwice = this.written(text).some((other) => other.owner === owner)
        if (!name.isShort && !isTwice) pushTo(this.#byLetters, words.join(""), name)
      }
    }
  }

  /**
   * Return the names with just these letters and numbers, one of each owner.
   * @param {string} text
   */
  written(text) {
    return this.#byLetters.get(lettersOf(text)) ?? []
  }

  /**
   * Return the card whose name has the fewest errors in its letters, if so few are likely.
   * @param {string} text
   */
  nearCard(text) {
    const letters = lettersOf(text)
    let least = allowedErrors(letters) + 1
    let nearest
    for (const [other, names] of this.#byLetters) {
      const errors = editDistance(letters, other, least - 1)
      const card = errors < least && names.find(({ owner }) => owner.kind === "card")
      if (card) [nearest, least] = [card, errors]
    }
    return nearest
  }

  /**
   * Return the names of what a page is about. A mechanic that no text is about is found by its
   * title alone, so that its other names never come before rulings in other languages.
   * @param {string} page
   */
  ofPage(page) {
    const owner = this.#pages.get(page)
    return owner && (owner.kind !== "mechanic" || Object.keys(owner.files).length)
      ? owner.names
      : []
  }
}
