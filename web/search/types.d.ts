// What crosses between Python, the worker and the page. Nothing of it is loaded by a browser.

import type { Index } from "./index.js"
import type { Lexicon } from "./lexicon.js"

// Written by generator/search/index.py.

/** What is read first of a language's index (`head`). */
export interface Head {
  /** The folder of its other files. */
  version: string
  /** What Pagefind reads first of its own: an entry, and compressed metadata in base 64. */
  entry: unknown
  metadata: string
  /** The kinds of records; `places` names each by its letter. */
  kinds: string[]
  /** So many records stand in one file of texts. */
  together: number
  places: string
  /** The endings of the forms of its words. */
  endings: string[]
}

/** What a language that has pages reads beside it (`speech`). */
export interface Speech extends Filing {
  /** How many records each language has, this one first. */
  languages: { [lang: string]: number }
  /** The languages that have pages. */
  pages: string[]
  /** The name of each set, and its day. */
  sets: { [code: string]: [string, string | null] }
  /** Words that are joined to the next one by an apostrophe, of all languages. */
  elisions: string[]
  keys: Keys
  /** In the order of the list. */
  filters: FilterRow[]
}

/** The names of the filters, by the keys that may be typed for them. */
export type Keys = { [typed: string]: string }

/** A row of the table of filters (generator/search/facets.py has the rest of it). */
export interface FilterRow {
  /** In addresses and in questions. */
  name: string
  /** The interface word of a value is `<prefix>_<value>`. */
  prefix: string
  /** The table that has the names of the values, if no interface words are. */
  table: string
  /** Whether a value without a name is a code, which is shown in capitals. */
  codes: boolean
  /** Whether the values are years. */
  years: boolean
}

/** How a lexicon is filed. */
export interface Filing {
  /** The letters of a beginning. */
  depth: number
  /** The first beginning in each file of words. */
  beginnings: string[]
  /** How many files there are of words that may have an error. */
  near: number
  /** The words that questions have and answers lack. */
  ignored: string[]
}

/** A row of a file of texts: kind, id, page, anchor, languages, title, other names, text. */
export type Row = [string, string, string, string, string[], string, string, string]

/** The values by which hits are filtered: `rows` has for each record a cell a column, of positions in `values`. */
export interface FacetTable {
  columns: string[]
  values: { [column: string]: string[] }
  rows: number[][][]
}

/** The entries of a file of the lexicon: `word count`, `kind/target/name`, `phrase|other:rarest:count|…`. */
export interface Entries {
  words?: string[]
  names?: string[]
  same?: string[]
}

/** The interface words of the search (`said`). */
export type Words = { [key: string]: string } & {
  sets: { [code: string]: string }
  languages: { [lang: string]: string }
  filters: FilterRow[]
}

// Within the worker.

/** A record of an index, by its number. `holder` is the same for all of one page. */
export interface Place {
  index: Index
  lang: string
  number: number
  kind: string
  holder: string
}

/** What a record says. */
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
}

/** A record that Pagefind found. */
export interface Match {
  record: Place
  score: number
}

/** Values by the name of their filter. */
export type Filters = { [name: string]: string[] }

/** A query, taken apart. */
export interface Query {
  /** The words, symbols with their braces. */
  terms: string[]
  phrases: string[]
  excluded: string[]
  filters: Filters
  /** What may be a name. */
  named: string
  /** Whether there is also what no name has. */
  beyond: boolean
}

/** A phrase that means the same as one that is typed; `rarest` is its rarest word. */
export interface Standin {
  phrase: string
  rarest: string
  count: number
  /** How much of the word it stands for it says: known when the weight of that is. */
  worth: number
}

/** A word of a query: what is known of it. */
export interface Concept {
  term: string
  /** As it is compared, or what is meant by it. */
  word: string
  /** How many records have it. */
  count: number
  /** The more, the more it tells. */
  weight: number
  same: Standin[]
  /** It hardly counts: questions have it, or it is hardly begun. */
  quiet: boolean
  /** It is hardly begun; `exact` records have it just so. */
  begun?: { exact: number }
  /** What is typed, if no record has it. */
  unknown?: string
  /** What is meant by it. */
  corrected?: string
  /** It is part of a phrase that means the same as another. */
  joined?: boolean
}

/** Phrases that mean the same as the `length` words from `from`. */
export interface Group {
  from: number
  length: number
  others: Standin[]
}

/** What is looked up for the word at a place of the query. */
export interface Look {
  text: string
  place: number
  count: number
  worth: number
}

/** The same with its answer. */
export interface Looked extends Pick<Look, "place" | "worth"> {
  weight: number
  matches: Match[]
}

/** What asking needs of a lexicon. */
export type Sayings = Pick<Lexicon, "about" | "depth" | "ignored" | "nearest" | "synonyms">

/** A name that is typed; `words` are how many telling ones were. */
export interface Name {
  kind: string
  target: string
  text: string
  score: number
  words: number
}

// Between the worker and the page.

/** A card, mechanic or set whose name was typed. */
export interface NamedHit {
  kind: string
  id: string
  title: string
  url: string
  score: number
  /** How many telling words were typed. */
  words: number
  text?: string
}

/** A record that answers. */
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

/** What a query finds, all best first. */
export interface Answer extends Early {
  total: number
  /** Whether there are more hits than were asked for. */
  more: boolean
  counts: Counts | undefined
  /** Whether other languages were searched. */
  others: boolean
  /** Whether other languages are worth a look, which was not taken. */
  further: boolean
  /** What was typed, and what was looked for instead. */
  corrected: [string, string][]
  suggestions: string[]
}

/** What may be asked of a filter: a value, several, or none. */
export type Choice = string | number | (string | number)[] | null | undefined

export interface Limits {
  filters?: { [name: string]: Choice }
  /** Whether hits in other languages are wanted; undefined: if there are few. */
  others?: boolean | undefined
  limit?: number
  /** Whether `counts` are wanted. */
  facets?: boolean
  /** Whether other languages are left for later. */
  hasty?: boolean
}

/** What the engine is asked; it throws when the `signal` tells it to stop. */
export interface Options extends Limits {
  early?: ((found: Early) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The same as the page asks it, which knows the words of its language. */
export interface Asking extends Limits {
  early?: ((found: Early & { words: Words }) => unknown) | false
  signal?: AbortSignal
}

/** To the worker: where the search is, which makes it ready; a question; or one that is taken back. */
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

/** From the worker, by the number of the question. */
export interface FromWorker {
  number: number
  early?: Early
  answer?: Answer
  failure?: string
}

/** A worker that the page started; `broken` once it failed. */
export type Started = Worker & { broken?: boolean }

/** A field and what belongs to it; `whole` if its answers fill the page. */
export interface Parts {
  form: HTMLFormElement
  field: HTMLInputElement
  status: HTMLElement
  found: HTMLElement
  whole?: boolean
}
