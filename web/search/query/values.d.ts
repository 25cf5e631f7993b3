// The types of the values that the parts of the engine exchange. No browser loads this file.

/** What has names: a card, a mechanic, a set or a rule. */
export interface Owner {
  kind: string
  id: string
  /** The language of its page, if that is the only one. */
  only: string
  /** The address of its page below a language. */
  page: string
  /** The files of texts that have something of it, by language. */
  files: { [lang: string]: number[] }
  names: string[]
}

export interface KnownName {
  owner: Owner
  text: string
  words: string[]
  /** Whether it is often an ordinary word. */
  isOrdinary: boolean
  /** Whether it is only the beginning of the name: "Kaalia" of "Kaalia, the Vast". */
  isShort: boolean
}

/** Something to find. generator/rulebinder/search/listing.py says more. */
export interface SearchRecord {
  kind: string
  isParagraph: boolean
  id: string
  page: string
  anchor: string
  lang: string
  langs: string[]
  title: string
  text: string
  explanation: string
  /** The values of each filter. */
  values: string[][]
  /** Rulings that say the same have the same family. */
  family: string | undefined
  revised: string | null
  /** The verdict on a ruling: `gone`, `correct` or `changed`. */
  still: string | null
  /** The stems of its title, in all languages. */
  heading: Set<string>
  /** The words of its text, by their numbers. */
  words: Int32Array
  number: number
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
  /** What it has besides filters, exclusions and phrases, as it was typed. */
  text: string
}

/** A query and its options. */
export interface Asked extends Query {
  /** Phrases that say what a word may mean, if it means several things, and the query with each. */
  readings: { phrase: string; query: string }[]
  /** The languages to search. */
  langs: string[]
  /** The languages in which named cards may be found. */
  reach: string[]
  /** Whether `langs` has others than the page's. */
  elsewhere: boolean | undefined
  /** Whether the engine may decide that itself. */
  open: boolean
}

/** A phrase that means the same as a part of the query, and how much of it. */
export interface Phrase {
  text: string
  worth: number
}

/** A word of a query, and what is known about it. */
export interface QueryWord {
  term: string
  /** The form that is compared. */
  typed: string
  /** The same after corrections. */
  word: string
  /** How many records have it. */
  count: number
  /** How much it says. */
  weight: number
  same: Phrase[]
  /** Phrases of other languages with the same meaning, by language. */
  abroad: { [lang: string]: Phrase[] }
  /** It hardly counts: it is a question word. */
  quiet: boolean
  /** Neither a text, a name nor the list of everyday words has it as it was typed. */
  isNew?: boolean
  /** No text has it, but texts of another language do. */
  isForeign?: boolean
  /** It may be the beginning of a word. */
  isBegun?: boolean
  /** No text, name or phrase has it. */
  isUnknown?: boolean
  /** The same, and it is not corrected: it may be a word of a name that the site lacks. */
  isStrange?: boolean
  corrected?: string
}

/** A card or a mechanic that the query names. */
export interface Anchor {
  owner: Owner
  /** How surely it is meant, from 0 to 1. */
  sure: number
  /** Whether the whole name or the short name was typed. */
  complete: boolean
  /** The positions of the words of the query that name it. */
  covered: number[]
}

/** A name of which the query may be all. `words` is how many telling words were typed. */
export interface TypedName {
  owner: Owner
  text: string
  score: number
  words: number
}

/** Records that answer a usual question, and what the words at `places` count for them. */
export interface UsualAnswer {
  records: Set<SearchRecord>
  places: number[]
  worth: number
}

/** How well a record says a word: from 0 to 1, and at which words of its text. */
export interface Match {
  value: number
  places: number[]
  phrase?: string | undefined
}

/** A record that was found. */
export interface Hit {
  record: SearchRecord
  /** How well it says each word of the query, where, and in which phrase instead. */
  matches: Match[]
  /** The share of the query that it answers. */
  share: number
  /** How surely the query names its card. */
  anchor: number
  /** The positions of the words that name its card or mechanic. */
  covered: Set<number>
  score: number
}
