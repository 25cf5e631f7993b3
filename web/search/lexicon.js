// Names that have a page, words of the records, phrases with the same meaning: generator/search/lexicon.py makes it.

import { folded } from "./folding.js"
import { joined, likeness } from "./likeness.js"
import { bucket, errors, forgiven, kin, nearKeys, sounded } from "./words.js"

/** @import { Entries, Filing, Group, Name, Standin } from "./types.d.ts" */

/**
 * What reads the files of a language.
 * @typedef {object} Files
 * @property {string} lang
 * @property {(number: number) => Promise<{ said: Entries }>} words
 * @property {(number: number) => Promise<Entries>} near
 */

const SHOWN = 6
const LONGEST = 6 // the words of a phrase that means the same
export const SURE = 0.9 // a name this like what was typed is it
const TYPED = 8 // so many words may be a name's
const SOUNDED = 0.5 // so much less wrong is what sounds the same

export class Lexicon {
  /** @type {Set<string>} the words that questions have and answers lack */
  ignored
  /** @type {number} */
  depth
  #index
  #near
  /** The files of words, by their first beginning; one without any has the words of the one before. */
  #files

  /**
   * @param {Files} index
   * @param {Filing} head
   */
  constructor(index, { depth, beginnings, near, ignored }) {
    this.lang = index.lang
    this.depth = depth
    this.ignored = new Set(ignored)
    this.#index = index
    this.#near = near
    this.#files = beginnings.flatMap((beginning, number) => (beginning || !number ? { beginning, number } : []))
  }

  /**
   * The number of the file that has a word.
   * @param {string} word
   */
  #file(word) {
    const beginning = [...word].slice(0, this.depth).join("")
    let [from, to] = [0, this.#files.length]
    while (to - from > 1) {
      const middle = (from + to) >> 1
      if (this.#files[middle].beginning <= beginning) from = middle
      else to = middle
    }
    return this.#files[from].number
  }

  /**
   * What the files of `words` hold under `what`.
   * @param {string[]} words
   * @param {keyof Entries} what
   */
  async #held(words, what) {
    const numbers = new Set(words.map((word) => this.#file(word)))
    const files = await Promise.all([...numbers].map((number) => this.#index.words(number)))
    return new Set(files.flatMap(({ said }) => said[what] ?? []))
  }

  /**
   * The same of words that begin like these or, with an error, may be meant to.
   * @param {string[]} words
   * @param {keyof Entries} what
   */
  async #alike(words, what) {
    const keys = words.flatMap((word) => nearKeys(word, this.depth))
    const numbers = new Set(keys.map((key) => bucket(key, this.#near)))
    const files = await Promise.all([...numbers].map((number) => this.#index.near(number)))
    return new Set(files.flatMap((file) => file[what] ?? []))
  }

  /**
   * The names that are typed, wholly or in part, best first.
   * @param {string} typed
   */
  async names(typed) {
    const words = folded(typed)
      .split(" ")
      .filter((word) => word.length > 1)
    const telling = words.filter((word) => !this.ignored.has(word) && word.length >= this.depth)
    if (!telling.length || telling.length > TYPED) return []
    const held = await this.#held(telling, "names")
    const found = match(held, words, telling)
    if (found[0]?.score >= SURE) return found.slice(0, SHOWN)
    const unknown = await this.#unknown(telling)
    const near = unknown.length ? await this.#alike(unknown, "names") : []
    const further = unknown.length ? match(new Set([...held, ...near]), words, telling) : []
    return (further.length ? further : found).slice(0, SHOWN)
  }

  /**
   * The words that may have an error, because no text and no name has them.
   * @param {string[]} words
   */
  async #unknown(words) {
    const about = await Promise.all(words.map((word) => this.about(word)))
    return words.filter((_, place) => !about[place].count)
  }

  /**
   * How many records have a word, in any of its forms or as the beginning of another, and how many have it `exact`;
   * if only a name in another language has it, 1.
   * @param {string} typed
   */
  async about(typed) {
    let count = 0
    let exact = 0
    for (const entry of await this.#held([typed], "words")) {
      const [word, number] = counted(entry)
      if (word === typed) exact = number
      if (word.startsWith(typed) || kin(typed, word, this.lang)) count += number
    }
    if (!count && typed.length > 2 && (await this.#isNamed(typed))) count = 1
    return { count, exact }
  }

  /**
   * Whether a word of a name begins so.
   * @param {string} typed
   */
  async #isNamed(typed) {
    return [...(await this.#held([typed], "names"))].some((entry) =>
      named(entry).some((word) => word.startsWith(typed)),
    )
  }

  /**
   * The word that is meant by one that nothing has; undefined if none is near.
   * @param {string} typed
   */
  async nearest(typed) {
    if (!forgiven(typed)) return undefined
    const beside = closest(await this.#held([typed], "words"), await this.#held([typed], "names"), typed)
    return beside ?? closest(await this.#alike([typed], "words"), await this.#alike([typed], "names"), typed)
  }

  /**
   * Words to try instead of those that found nothing.
   * @param {string[]} terms
   */
  async suggestions(terms) {
    const words = terms.filter((term) => /^\p{L}/u.test(term)).map(folded)
    const found = await Promise.all(words.map((word) => this.nearest(word)))
    return found.filter((word, place) => word !== undefined && word !== words[place]).map(String)
  }

  /**
   * The groups of which the query has a phrase, longest first at each of its places.
   * @param {string[]} words
   */
  async synonyms(words) {
    const telling = words.filter((word) => !this.ignored.has(word))
    /** @param {string} word */
    const typed = (word) => words.some((each) => kin(each, word, this.lang))
    const entries = [...(await this.#held(telling, "same"))]
    const groups = entries.filter((entry) => typed(entry.split(/[ |]/, 1)[0])).map(group)
    /** @type {Group[]} */
    const found = []
    for (let from = 0; from < words.length; from++) {
      for (let length = Math.min(LONGEST, words.length - from); length > 0; length--) {
        const part = words.slice(from, from + length)
        const others = groups.filter(({ phrase }) => this.#isSaid(phrase, part)).flatMap((each) => each.others)
        if (others.length) found.push({ from, length, others })
      }
    }
    return found
  }

  /**
   * Whether a phrase is typed; of one with several telling words, the others need not be.
   * @param {string[]} phrase
   * @param {string[]} typed
   */
  #isSaid(phrase, typed) {
    if (this.#isForm(phrase, typed)) return true
    if (this.ignored.has(typed[0]) || this.ignored.has(typed[typed.length - 1])) return false
    const [short, told] = [phrase, typed].map((words) => words.filter((word) => !this.ignored.has(word)))
    return short.length > 1 && this.#isForm(short, told)
  }

  /**
   * Whether two phrases have forms of the same words.
   * @param {string[]} one
   * @param {string[]} other
   */
  #isForm(one, other) {
    return one.length === other.length && one.every((word, place) => kin(other[place], word, this.lang))
  }
}

/**
 * `phrase|other:rarest:count|…`
 * @param {string} entry
 */
function group(entry) {
  const [phrase, ...others] = entry.split("|")
  return { phrase: phrase.split(" "), others: others.map(standin) }
}

/**
 * @param {string} other
 * @returns {Standin}
 */
function standin(other) {
  const [phrase, rarest, count] = other.split(":")
  return { phrase, rarest, count: Number(count), worth: 0 }
}

/**
 * `word count`
 * @param {string} entry
 * @returns {[string, number]}
 */
function counted(entry) {
  const at = entry.lastIndexOf(" ")
  return [entry.slice(0, at), Number(entry.slice(at + 1))]
}

/**
 * The words of a name, `kind/target/name`.
 * @param {string} entry
 */
const named = (entry) => folded(entry.split("/").slice(2).join("/")).split(" ")

/**
 * The nearest of the words and of the words of names; those that sound the same first, then the commonest.
 * @param {Set<string>} words
 * @param {Set<string>} names
 * @param {string} typed
 */
function closest(words, names, typed) {
  const most = forgiven(typed)
  /** @type {Map<string, number>} */
  const candidates = new Map([...names].flatMap(named).map((word) => [word, 1]))
  for (const entry of words) candidates.set(...counted(entry))
  const heard = sounded(typed)
  /** @param {string} word */
  const wrongness = (word) => errors(typed, word, most) - (sounded(word) === heard ? SOUNDED : 0)
  return [...candidates]
    .map(([word, count]) => ({ word, count, wrong: wrongness(word) }))
    .filter(({ wrong }) => wrong <= most)
    .sort((one, other) => one.wrong - other.wrong || other.count - one.count)[0]?.word
}

/**
 * The names among `held` that have each telling word that was typed.
 * @param {Set<string>} held
 * @param {string[]} words
 * @param {string[]} telling
 */
function match(held, words, telling) {
  /** @type {Map<string, Name>} */
  const found = new Map()
  for (const entry of held) {
    const [kind, target] = entry.split("/", 2)
    const text = entry.slice(kind.length + target.length + 2)
    const name = folded(text).split(" ")
    const score = Math.max(likeness(name, words, telling), joined(name, words))
    const known = found.get(`${kind}/${target}`)?.score ?? 0
    if (score > known) found.set(`${kind}/${target}`, { kind, target, text, score, words: telling.length })
  }
  return [...found.values()].sort(better)
}

/**
 * @param {Name} one
 * @param {Name} other
 */
function better(one, other) {
  return other.score - one.score || one.text.length - other.text.length || (one.text < other.text ? -1 : 1)
}
