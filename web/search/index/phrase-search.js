// Finds records that have an exact phrase.

import { tokens } from "../words/tokens.js"

/** @import { Library } from "./library.js" */
/** @import { SearchRecord } from "../query/values.d.ts" */

/**
 * Return what decides whether a record has the words of a phrase one after the other. With
 * `inForms`, a single word may have another form.
 * @param {string} phrase
 * @param {Library} library
 * @returns {(record: SearchRecord) => boolean}
 */
export function phraseTest(phrase, library, inForms = false) {
  const words = tokens(phrase)
  /** @type {Map<string, (number | undefined)[]>} */
  const numbers = new Map()
  for (const [lang, texts] of library.texts) {
    numbers.set(
      lang,
      words.map((word) => texts.wordNumber(word)),
    )
  }
  return (record) => {
    const texts = library.texts.get(record.lang)
    if (inForms && words.length === 1) {
      const number = texts?.stemNumber(words[0])
      return (
        number !== undefined && texts !== undefined && texts.having(number).includes(record.number)
      )
    }
    const wanted = numbers.get(record.lang) ?? []
    const title = tokens(record.title)
    return (
      ` ${title.join(" ")} `.includes(` ${words.join(" ")} `) ||
      record.words.some((_, start) =>
        wanted.every(
          (number, step) => number !== undefined && record.words[start + step] === number,
        ),
      )
    )
  }
}

/**
 * Return the records that have a word of the phrases, in some languages.
 * @param {string[]} phrases
 * @param {Library} library
 * @param {string[]} langs
 * @returns {SearchRecord[]}
 */
export const recordsWith = (phrases, library, langs) =>
  langs.flatMap((lang) => {
    const texts = library.texts.get(lang)
    const rarest = phrases
      .flatMap(tokens)
      .map((word) => texts?.having(texts.stemNumber(word)) ?? [])
    const [fewest = []] = rarest.sort((one, other) => one.length - other.length)
    return fewest.flatMap((number) => texts?.records[number] ?? [])
  })
