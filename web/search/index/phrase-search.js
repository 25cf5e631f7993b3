// Finds records that have an exact phrase.

import { tokens } from "../words/tokens.js"

/** @import { Library } from "./library.js" */
/** @import { SearchRecord } from "../query/values.d.ts" */

const NONE = -1 // the number of a word that no text has

/**
 * Return what decides whether a record has the words of a phrase one after the other. With
 * `inForms`, a single word may have another form.
 * @param {string} phrase
 * @param {Library} library
 * @returns {(record: SearchRecord) => boolean}
 */
export function phraseTest(phrase, library, inForms = false) {
  const words = tokens(phrase)
  return (record) => {
    const texts = library.texts.get(record.lang)
    if (inForms && words.length === 1) {
      const form = texts?.stemNumber(words[0]) ?? NONE
      return record.heading.has(form) || record.words.some((word) => texts?.stems[word] === form)
    }
    if (` ${tokens(record.title).join(" ")} `.includes(` ${words.join(" ")} `)) return true
    const wanted = words.map((word) => texts?.wordNumber(word))
    return record.words.some((_, start) =>
      wanted.every((number, step) => record.words[start + step] === (number ?? NONE)),
    )
  }
}
