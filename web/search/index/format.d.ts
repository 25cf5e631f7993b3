// The types of the data that generator/rulebinder/search writes. No browser loads this file.

/** What is read first on pages of a language (`head`). */
export interface Head {
  files: Files
  /** How many records each language has, this one first. */
  languages: { [lang: string]: number }
  /** The languages that have pages. */
  pages: string[]
  /** Words that occur in questions but not in answers. */
  ignored: string[]
  /** The name and the day of each set. */
  sets: { [code: string]: [string, string | null] }
  /** The endings of word forms, by language. */
  endings: { [lang: string]: string[] }
  /** Words that an apostrophe joins to the next one, in all languages. */
  elisions: string[]
  /** The small words of names. */
  links: string[]
  senses: Ambiguous[]
  keys: Keys
  values: ValueNames
  /** In the order in which they are shown. */
  filters: FilterRow[]
}

/** The addresses of the other files, from the folder of the search. */
export interface Files {
  names: string
  /** The names of cards that the site has nothing about. */
  absent: string
  languages: {
    [lang: string]: LanguageFiles
  }
}

export interface LanguageFiles {
  texts: string[]
  /** The records of no set. */
  further: string
  /** Our explanations of mechanics that no text is about, by their ids. */
  explanations: string
  phrases: string
  answers: string
}

/**
 * The forms of a word that means several things, and its senses: phrases, with the words beside
 * which each is meant.
 */
export type Ambiguous = [words: string[], senses: { [phrase: string]: string[] }]

/** The names of the filters, by the keys that may be typed for them. */
export type Keys = { [typed: string]: string }

/** A row of the table of filters. generator/rulebinder/search/listing.py has its other columns. */
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
  /** Whether all records of a language have the same value. */
  same: boolean
}

/** The values that words of a language name, by filter: `{colour: {red: "R"}}`. */
export type ValueNames = { [filter: string]: { [word: string]: string } }

/**
 * A file of texts. `runs` are records that are alike but for their texts: kind (or `paragraph`),
 * page, title, what ids (unless the page ends with the id) and anchors begin with, languages, the
 * position of the values of filters in `cells`, and how many there are. `ends` has what ids and
 * anchors end with, and `more` the family, the day of a revision and the verdict of some records,
 * by their number.
 */
export interface TextFile {
  cells: string[][][]
  runs: [string, string, string, string, string, string[], number, number][]
  more: { [number: number]: [string, string, string] }
  ends: string[]
  texts: string[]
}

/**
 * Names by the kind of their owner, then by the files that have texts of it (`en 0,en 3,es 1`). A
 * row is the id of the owner, unless the first name gives it, and its names. `@` and a language are
 * after the id of a card with a page in this one alone, `~` is before a nickname, and `en:` before a
 * word for a mechanic in English.
 */
export type NameFile = { [kind: string]: { [place: string]: string[][] } }

/**
 * The phrases of a language: groups that mean the same, groups with those of other languages, the
 * words in which people ask each usual question, what players ask, and vectors: their words, all
 * letters, and everyday words without one.
 */
export interface PhraseFile {
  same: string[][]
  abroad: [string[], { [lang: string]: string[] }][]
  asked: string[]
  /** Mechanics, what players ask about them, and words of the ruling that answers it. */
  players: [slug: string, question: string, answer: string][]
  vectors: [string, string, string]
}

/** The interface words of the search (`said`). */
export type Words = { [key: string]: string } & {
  sets: { [code: string]: string }
  languages: { [lang: string]: string }
  filters: FilterRow[]
}
