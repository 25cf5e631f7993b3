// Makes records, words and hits for tests that do not depend on their content.

/** @import { FilterRow } from "../search/index/format.d.ts" */
/** @import { Index } from "../search/index/index.js" */
/** @import { Concept, IndexRecord, Page } from "../search/query/values.d.ts" */
/** @import { ShownHit } from "../search/view/messages.d.ts" */

/**
 * @param {Partial<ShownHit>} more
 * @returns {ShownHit}
 */
export const hit = (more) => ({
  kind: "ruling",
  id: "a/1",
  lang: "en",
  title: "",
  text: "",
  url: "",
  set: null,
  setName: null,
  released: null,
  score: 1,
  words: [],
  copies: [],
  ...more,
})

/**
 * Make a word of a query.
 * @param {string} term
 * @param {Partial<Concept>} more
 * @returns {Concept}
 */
export const concept = (term, more = {}) => ({
  term,
  word: term,
  count: 1,
  weight: 1,
  same: [],
  abroad: {},
  quiet: false,
  ...more,
})

/**
 * Make a record whose index is never used.
 * @param {number} number
 * @param {Partial<IndexRecord>} more
 * @returns {IndexRecord}
 */
export const place = (number, more = {}) => ({
  index: /** @type {Index} */ ({}),
  lang: "en",
  number,
  kind: "ruling",
  holder: `en ${number}`,
  key: `${more.lang ?? "en"} ${number}`,
  ...more,
})

/**
 * Make the content of a record.
 * @param {Partial<Page>} more
 * @returns {Page}
 */
export const page = (more) => ({
  kind: "ruling",
  id: "a/1",
  url: "",
  anchor: "",
  langs: ["en"],
  lang: "en",
  title: "",
  names: "",
  text: "",
  vector: "",
  ...more,
})

/**
 * Make the usual questions of a language from rows: the words in which people ask, then the records
 * that answer.
 * @param {string} lang
 * @param {string[]} rows
 */
export function cues(lang, rows) {
  /** @type {Map<string, number[]>} */
  const known = new Map()
  const answers = rows.map((row, number) => {
    const [words, ...held] = row.split("|")
    for (const word of words.split(" ")) known.set(word, [...(known.get(word) ?? []), number])
    return held.join("|")
  })
  return { lang, questions: answers.filter(Boolean).length, asked: async () => known, answers }
}

/**
 * Make a row of the table of filters.
 * @param {string} name
 * @param {Partial<FilterRow>} more
 * @returns {FilterRow}
 */
export const filter = (name, more = {}) => ({
  name,
  prefix: "",
  table: "",
  codes: false,
  compared: "same",
  also: [],
  offered: true,
  ...more,
})
