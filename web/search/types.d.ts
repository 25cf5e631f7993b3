// The types of the data that Python, the worker and the page exchange. No browser loads this file.

import type { Index } from "./index.js"
import type { Lexicon } from "./lexicon.js"
import type { Hit } from "./ranking.js"

// Written by generator/search/index.py.

/** The part of a language's index that is read first (`head`). */
export interface Head extends Filing {
  /** The folder of its other files. */
  version: string
  /** The kinds of records. `places` names each kind by its letter. */
  kinds: string[]
  /** How many records one file of texts has. */
  together: number
  places: string
  /** The length of each record: the next letter is twice as long. */
  lengths: string
  /** The records that an earlier language has too, in runs: `12 en 40 3,88 en 90`. */
  twins: string
  /** The endings of word forms. */
  endings: string[]
}

/** What a language with pages has in addition (`speech`). */
export interface Speech {
  /** How many records each language has, this one first. */
  languages: { [lang: string]: number }
  /** The languages that have pages. */
  pages: string[]
  /** The name and the day of each set. */
  sets: { [code: string]: [string, string | null] }
  /** Words that an apostrophe joins to the next one, in all languages. */
  elisions: string[]
  keys: Keys
  /** In the order in which they are shown. */
  filters: FilterRow[]
}

/** The names of the filters, by the keys that may be typed for them. */
export type Keys = { [typed: string]: string }

/** A row of the table of filters. generator/search/facets.py has its other columns. */
export interface FilterRow {
  /** The name in addresses and in queries. */
  name: string
  /** The interface word of a value is `<prefix>_<value>`. */
  prefix: string
  /** The table with the names of the values, if they are not interface words. */
  table: string
  /** Whether a value without a name is shown in capitals, as a code. */
  codes: boolean
  /** Whether the values are years. */
  years: boolean
}

/** How the files of a lexicon are divided. */
export interface Filing {
  /** How many letters a beginning has. */
  depth: number
  /** The first beginning in each file of words. If the file only continues one, it is the whole first word. */
  starts: string[]
  /** How many files of words for misspelt queries there are. */
  near: number
  /** Only a language with pages has these: */
  named?: Named
  /** The words that occur in questions but not in answers. */
  ignored?: string[]
  /** How many usual questions have an answer. */
  questions?: number
  /** The cues of usual questions that are ignored words or forms of them: their files are not read. */
  asked?: string[]
}

/** How the files of the words that names have are divided. All languages share them. */
export interface Named {
  /** The folder of the files. */
  version: string
  /** How many letters a beginning has. */
  depth: number
  /** How many files there are. */
  near: number
}

/** A row of a file of texts: kind, id, page, anchor, languages, title, other names, text. */
export type Row = [string, string, string, string, string[], string, string, string, string?]

/**
 * The values by which hits are filtered. `rows` has a list for each record, with the positions in `values` for each
 * column.
 */
export interface FacetTable {
  columns: string[]
  values: { [column: string]: string[] }
  rows: number[][][]
}

/**
 * The entries of a file of words: `others` are words of other languages, `named` words of names. The others have the forms `word count`,
 * `kind/target/records/name`, `phrase|other:rarest:count|…`, `phrase|lang:other|…`, `cue questions` and `word records`
 * (postings.js).
 */
export interface Entries {
  words?: string[]
  names?: string[]
  same?: string[]
  abroad?: string[]
  asked?: string[]
  others?: string[]
  named?: string[]
  found?: string[]
}

/** The interface words of the search (`said`). */
export type Words = { [key: string]: string } & {
  sets: { [code: string]: string }
  languages: { [lang: string]: string }
  filters: FilterRow[]
}

// Within the worker.

/** A record of an index, by its number. All records on one page have the same `holder`. */
export interface Place {
  index: Index
  lang: string
  number: number
  kind: string
  holder: string
  /** The same for a record in several languages. */
  key: string
}

/** The content of a record. */
export interface Page {
  kind: string
  id: string
  url: string
  anchor: string
  langs: string[]
  lang: string
  title: string
  names: string
  text: string
  revised?: string | null
}

/** A record that was found. */
export interface Match {
  record: Place
  score: number
}

/** Values by the name of their filter. */
export type Filters = { [name: string]: string[] }

/** A query, taken apart. */
export interface Query {
  /** The words and the symbols, which keep their braces. */
  terms: string[]
  phrases: string[]
  excluded: string[]
  filters: Filters
  /** Values that hits must not have. */
  without: Filters
  /** The part that may be a name. */
  named: string
  /** Whether it also has parts that no name has. */
  beyond: boolean
}

/** A query and its options. */
export interface Asked extends Query {
  /** Whether more text may follow. */
  hasty: boolean
  /** The languages to search. */
  langs: string[]
  /** The languages in which named cards may be found. */
  reach: string[]
  /** Whether `langs` has others than the page's. */
  elsewhere: boolean | undefined
  /** Whether the engine may decide that itself. */
  open: boolean
  signal: AbortSignal | undefined
}

/** The result of the indexes for a query. */
export interface Found {
  ranking: Hit[]
  words: Concept[]
  indexes: Index[]
  /** Whether a hasty query left out a mechanic's records in other languages. */
  deferred: boolean
  corrected: [string, string][]
  others?: true
}

/** A phrase that means the same as one in the query. `rarest` is its rarest word. */
export interface Standin {
  phrase: string
  rarest: string
  count: number
  /** How much of the replaced word it says. It is set once the weight of that word is known. */
  worth: number
}

/** A word of a query, and what is known about it. */
export interface Concept {
  term: string
  /** The form that is compared, after corrections. */
  word: string
  /** How many records have it. */
  count: number
  /** How much it says. */
  weight: number
  same: Standin[]
  /** Phrases of other languages with the same meaning, by language. */
  abroad: { [lang: string]: Standin[] }
  /** Only names have it, and no text of the language. */
  named?: boolean
  /** It hardly counts: it is a question word, or only the beginning of a word. */
  quiet: boolean
  /** Set if it is only the beginning of a word; `exact` records have it as a whole word. */
  begun?: { exact: number }
  /** The word as typed, if no record has it. */
  unknown?: string
  /** No text has it, but texts of another language do. */
  foreign?: boolean
  /** The correction, if there is one. */
  corrected?: string
  /** It is part of a phrase that has a synonym. */
  joined?: boolean
  /** The records that answer a usual question which it belongs to, and how much it counts for them. */
  usual?: { records: Set<Place>; worth: number }[]
}

/** A card or a mechanic that the query names. */
export interface Anchor {
  kind: string
  target: string
  /** Its records, as the lexicon has them. */
  where: string
  /** How surely it is meant, from 0 to 1. */
  sure: number
  /** Whether the whole name or the short name was typed. */
  complete: boolean
  /** The positions of the words of the query that name it. */
  covered: number[]
}

/** Phrases that mean the same as the `length` words from `from`. */
export interface Group {
  from: number
  length: number
  others: Standin[]
}

/** A text to look up for the word at a position of the query. */
export interface Look {
  text: string
  place: number
  count: number
  worth: number
}

/** A look and the matches that it found. */
export interface Looked extends Pick<Look, "place" | "worth"> {
  weight: number
  matches: Match[]
}

/** The parts of a lexicon that rating a query needs. */
export type Sayings = Pick<
  Lexicon,
  "about" | "abroad" | "asked" | "depth" | "ignored" | "isForeign" | "nearest" | "synonyms"
>

/** A matching name. `words` is the number of meaningful words that were typed. */
export interface Name {
  /** `card`, `mechanic`, `set`, `rule`, or `absent` for a card that the library does not have. */
  kind: string
  target: string
  /** Its records, as the lexicon has them. */
  where: string
  text: string
  score: number
  words: number
}

// Between the worker and the page.

/** What the list shows of a card. */
export interface CardFacts {
  /** Empty for a card without a cost. */
  cost: string
  type: string
  /** The codes of the sets whose documents have rulings for it. */
  sets: string[]
  rulings: number
}

/** A card, mechanic or set whose name was typed. */
export interface NamedHit {
  kind: string
  id: string
  title: string
  url: string
  score: number
  /** How many meaningful words were typed. */
  words: number
  text?: string
  facts?: CardFacts | undefined
}

/** A record that matches. */
export interface ShownHit {
  kind: string
  id: string
  lang: string
  title: string
  text: string
  url: string
  set: string | null
  setName: string | null
  released: string | null
  /** The day on which a ruling was revised. */
  revised?: string | null
  score: number
  /** The words to mark in it. */
  words: string[]
}

/** How many hits have each value of each filter. */
export type Counts = { [name: string]: { [value: string]: number } }

export interface Early {
  names: NamedHit[]
  hits: ShownHit[]
}

/** The result of a query. All lists are sorted, best first. */
export interface Answer extends Early {
  total: number
  /** Whether there are more hits than requested. */
  more: boolean
  counts: Counts | undefined
  /** Whether other languages were searched. */
  others: boolean
  /** Whether other languages are worth searching, but were not searched. */
  further: boolean
  /** The values of filters that no record has, with values that are like them. */
  unknown: { name: string; value: string; near: string[] }[]
  /** The numbers of rules that have no page. */
  unquoted: string[]
  /** The names of cards that were typed and that the library does not have. */
  missing: string[]
  /** Pairs of a typed word and its correction. */
  corrected: [string, string][]
  suggestions: string[]
}

/** A choice for a filter: a value, several, or none. */
export type Choice = string | number | (string | number)[] | null | undefined

export interface Limits {
  filters?: { [name: string]: Choice }
  /** Whether to search other languages. If undefined, they are searched if there are few hits. */
  others?: boolean | undefined
  limit?: number
  /** Whether to return `counts`. */
  facets?: boolean
  /** Whether to leave other languages for later. */
  hasty?: boolean
}

/** The options of the engine. It throws if the `signal` aborts. */
export interface Options extends Limits {
  early?: ((found: Early) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The options of the page, which adds the words of its language. */
export interface Asking extends Limits {
  early?: ((found: Early & { words: Words }) => unknown) | false
  signal?: AbortSignal
}

/** To the worker: load the engine, answer a question, or cancel one. */
export type ToWorker =
  | { number?: undefined; stop?: undefined; base: string; lang: string }
  | {
      number: number
      stop?: undefined
      base: string
      lang: string
      query: string
      options: Limits & { early: boolean }
    }
  | { number: number; stop: true }

/** From the worker, with the number of the question. */
export interface FromWorker {
  number: number
  early?: Early
  answer?: Answer
  failure?: string
}

/** A worker that the page started. `broken` is set if it failed. */
export type Started = Worker & { broken?: boolean }

/** A field and the elements that belong to it. `whole` is set on the search page. */
export interface Parts {
  form: HTMLFormElement
  field: HTMLInputElement
  status: HTMLElement
  found: HTMLElement
  whole?: boolean
}
