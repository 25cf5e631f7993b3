// The types of the data that generator/rulebinder/search writes. No browser loads this file.

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
  /** Words before a noun. */
  articles: string[]
  /** The small words of names. */
  links: string[]
  /** Questions for an explanation: `what is {name}`. */
  explaining: string[]
  senses: Ambiguous[]
  keys: Keys
  values: ValueNames
  /** In the order in which they are shown. */
  filters: FilterRow[]
}

/**
 * The forms of a word that means several things, and its senses: phrases, with the words beside
 * which each is meant.
 */
export type Ambiguous = [words: string[], senses: { [phrase: string]: string[] }]

/** The names of the filters, by the keys that may be typed for them. */
export type Keys = { [typed: string]: string }

/** A row of the table of filters. generator/rulebinder/search/facets.py has its other columns. */
export interface FilterRow {
  /** The name in addresses and in queries. */
  name: string
  /** The interface word of a value is `<prefix>_<value>`. */
  prefix: string
  /** The table with the names of the values, if they are not interface words. */
  table: string
  /** Whether a value without a name is shown in capitals, as a code. */
  codes: boolean
  /** How its values are compared with a choice (fitting.js). */
  compared: "same" | "words" | "letters" | "day" | "number"
  /** The filters whose values it has too. */
  also: string[]
  /** Whether the page lists its values. The others can only be typed. */
  offered: boolean
}

/** The values that words of a language name, by filter: `{colour: {red: "R"}}`. */
export type ValueNames = { [filter: string]: { [word: string]: string } }

/** How the files of a lexicon are divided. */
export interface Filing {
  /** How many letters a beginning has. */
  depth: number
  /**
   * The first beginning in each file of words. If the file only continues one, it is the whole
   * first word.
   */
  starts: string[]
  /** How many files of words for misspelt queries there are. */
  near: number
  /** Only a language with pages has these: */
  named?: Named
  /** The words that occur in questions but not in answers. */
  ignored?: string[]
  /** How many usual questions have an answer. */
  questions?: number
  /**
   * The cues of usual questions that are ignored words or forms of them: their files are not read.
   */
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

/**
 * A row of a file of texts: kind (or `paragraph`), id, page, anchor, languages, title, other names,
 * text, vector, day of a revision, verdict.
 */
export type Row = [
  string,
  string,
  string,
  string,
  string[],
  string,
  string,
  string,
  string,
  (string | null)?,
  string?,
]

/**
 * The values by which hits are filtered. `rows` has a list for each record, with the positions in
 * `values` for each column.
 */
export interface FacetTable {
  columns: string[]
  values: { [column: string]: string[] }
  rows: number[][][]
}

/**
 * The entries of a file of words: `others` are words of other languages, `named` words of names,
 * `unruled` names of cards without rulings. The others have the forms `word count`,
 * `kind/target/records/name`, `phrase|other:rarest:count|…`, `phrase|lang:other|…`, `cue
 * questions`, `word vector` (ranking/meaning.js) and `word records` (postings.js).
 */
export interface Entries {
  words?: string[]
  names?: string[]
  same?: string[]
  abroad?: string[]
  asked?: string[]
  vectors?: string[]
  unruled?: string[]
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
