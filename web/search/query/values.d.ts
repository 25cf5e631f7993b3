// The types of the values that the parts of the engine exchange. No browser loads this file.

import type { Index } from "../index/index.js"
import type { Lexicon } from "../index/lexicon.js"
import type { Hit } from "../ranking/hits.js"

/** A record of an index, by its number. All records on one page have the same `holder`. */
export interface IndexRecord {
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
  /** What the text means (ranking/meaning.js). */
  vector: string
  revised?: string | null
  /** The verdict on a ruling: `gone` or `correct`. */
  still?: string | null
}

/** A record that was found. */
export interface Match {
  record: IndexRecord
  score: number
}

/** A filter, and the values of which a hit must fit one. */
export interface Condition {
  name: string
  values: string[]
}

/** A query, taken apart. */
export interface Query {
  /** The words and the symbols, which keep their braces. */
  terms: string[]
  phrases: string[]
  excluded: string[]
  /** All of them must be met. */
  filters: Condition[]
  /** None of them may be met. */
  without: Condition[]
  /** The keys that name no filter, as they were typed. */
  strange: string[]
  /** The part that may be a name. */
  named: string
  /** What it has besides filters, exclusions and phrases, as it was typed. */
  text: string
  /** Whether it also has parts that no name has. */
  beyond: boolean
}

/** A query and its options. */
export interface Asked extends Query {
  /** As it was typed. */
  query: string
  /** Phrases that say what a word may mean, if it means several things, and the query with each. */
  readings: { phrase: string; query: string }[]
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
  /** The names in the query of cards that the library does not have. */
  absent: string[]
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
  /**
   * The records that answer a usual question which it belongs to, and how much it counts for them.
   */
  usual?: { records: Set<IndexRecord>; worth: number }[]
}

/** A card or a mechanic that the query names. */
export interface Anchor {
  kind: string
  /**
   * The slug of its page. A page that is in one language only has that language with it:
   * `ember-fox@en`.
   */
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
export interface Lookup {
  text: string
  place: number
  count: number
  worth: number
}

/** A lookup and the matches that it found. */
export interface LookupResult extends Pick<Lookup, "place" | "worth"> {
  weight: number
  matches: Match[]
}

/** The parts of a lexicon that rating a query needs. */
export type QueryLexicon = Pick<
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
