// The types of the messages between the page and the worker. No browser loads this file.

import type { Words } from "../index/format.d.ts"

/** What the list shows of a card. */
export interface CardFacts {
  /** The name that was typed, as it is printed. */
  title: string
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
  /** Whether the name of a card was misspelt. */
  near?: boolean
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
  /** The verdict on it: `gone` or `correct`. */
  still?: string | null
  score: number
  /** The words to mark in it. */
  words: string[]
  /** The same ruling of other cards. */
  copies: { title: string; url: string }[]
}

/** The content of a hit, with its address. */
export type ShownPage = Omit<ShownHit, "score" | "words" | "copies">

/** A mechanic: its text is our words for it. `rule` is the number of its rule, or empty. */
export interface Explained extends ShownPage {
  rule: string
}

/** What a question asks for: the explanation of a mechanic. */
export interface Answered {
  mechanic: Explained
}

/** How many hits have each value of each filter. */
export type Counts = { [name: string]: { [value: string]: number } }

/** The result of a query. All lists are sorted, best first. */
export interface Answer {
  names: NamedHit[]
  hits: ShownHit[]
  /** Set if the query asks for an explanation. */
  answered: Answered | undefined
  /** Whether files are still being read, so that a better answer follows. */
  loading: boolean
  total: number
  /** Whether there are more hits than requested. */
  more: boolean
  counts: Counts | undefined
  /** Whether other languages were searched. */
  others: boolean
  /** The values of filters that no record has, with values that are like them. */
  unknown: { name: string; value: string; near: string[] }[]
  /** The keys that name no filter, as they were typed. */
  strange: string[]
  /** The numbers of rules that have no page. */
  unquoted: string[]
  /** The names of cards that were typed and that the library does not have. */
  missing: string[]
  /** Whether even the best hit says little of the query. */
  unsure: boolean
  /** Phrases that say what a word may mean, if it means several things, and the query with each. */
  readings: { phrase: string; query: string }[]
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
}

/** The options of the engine. It throws if the `signal` aborts. */
export interface Options extends Limits {
  early?: ((answer: Answer) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The options of the page, which adds the words of its language. */
export interface Asking extends Limits {
  early: (answer: Answer & { words: Words }) => unknown
  signal?: AbortSignal
}

/** A question: a query, or the name of a card. */
export type Question =
  { name?: undefined; query: string; options: Limits & { early: boolean } } | { name: string }

/** To the worker: load the engine, answer a question, or cancel one. */
export type ToWorker =
  | { number?: undefined; stop?: undefined; base: string; lang: string }
  | ({ number: number; stop?: undefined; base: string; lang: string } & Question)
  | { number: number; stop: true }

/** From the worker, with the number of the question. */
export interface FromWorker {
  number: number
  early?: Answer
  answer?: Answer | NamedHit[]
  failure?: string
}

/** A worker that the page started. `broken` is set if it failed. */
export type Started = Worker & { broken?: boolean }

/** A field and the elements that belong to it. `whole` is set on the search page. */
export interface Parts {
  form: HTMLFormElement
  field: HTMLTextAreaElement
  status: HTMLElement
  found: HTMLElement
  whole?: boolean
}
