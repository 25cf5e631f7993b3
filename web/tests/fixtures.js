// Makes records, words and hits for tests that do not depend on their content.

/** @import { FilterRow } from "../search/index/format.d.ts" */
/** @import { Anchor, QueryWord, SearchRecord } from "../search/query/values.d.ts" */
/** @import { Answer, ShownHit } from "../search/view/messages.d.ts" */

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
 * @param {Partial<QueryWord>} more
 * @returns {QueryWord}
 */
export const queryWord = (term, more = {}) => ({
  term,
  typed: term,
  word: term,
  count: 1,
  weight: 1,
  same: [],
  abroad: {},
  quiet: false,
  ...more,
})

/**
 * Make a record.
 * @param {Partial<SearchRecord>} more
 * @returns {SearchRecord}
 */
export const record = (more) => ({
  kind: "ruling",
  isParagraph: false,
  id: "a/1",
  page: "",
  anchor: "",
  lang: "en",
  langs: ["en"],
  title: "",
  text: "",
  explanation: "",
  values: [],
  family: undefined,
  revised: null,
  still: null,
  heading: new Set(),
  words: new Int32Array(),
  number: 0,
  ...more,
})

/**
 * Make a card that a query names, with rulings in English.
 * @param {Partial<Anchor>} more
 * @returns {Anchor}
 */
export const anchor = (more) => ({
  owner: {
    kind: "card",
    id: "fox",
    only: "",
    page: "cards/fox",
    files: { en: [0] },
    names: ["Fox"],
  },
  sure: 1,
  complete: true,
  covered: [0],
  ...more,
})

/** @type {Answer} */
export const NOTHING = {
  names: [],
  hits: [],
  answered: undefined,
  loading: false,
  total: 0,
  more: false,
  counts: undefined,
  others: false,
  unknown: [],
  strange: [],
  unquoted: [],
  missing: [],
  partial: false,
  unsure: false,
  readings: [],
  corrected: [],
  suggestions: [],
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
  same: name === "lang",
  ...more,
})
