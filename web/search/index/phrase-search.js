// Looks for exact phrases in records.

import { stem } from "../words/forms.js"
import { tokens } from "../words/tokens.js"

/** @import { Library } from "./library.js" */
/** @import { SearchRecord } from "../query/values.d.ts" */

const NONE = -1 // the number of a word that no text has

/**
 * Return whether a record has the words of a phrase one after the other. With `inForms`, a single
 * word may have another form.
 * @param {SearchRecord} record
 * @param {string} phrase
 * @param {Library} library
 */
export function hasPhrase(record, phrase, library, inForms = false) {
  const words = tokens(phrase)
  const texts = library.texts.get(record.lang)
  if (inForms && words.length === 1) {
    const form = stem(words[0], record.lang)
    return record.heading.has(form) || record.words.some((word) => texts?.stems[word] === form)
  }
  if (` ${tokens(record.title).join(" ")} `.includes(` ${words.join(" ")} `)) return true
  const wanted = words.map((word) => texts?.wordNumber(word) ?? NONE)
  return record.words.some((_, start) =>
    wanted.every((number, step) => record.words[start + step] === number),
  )
}
