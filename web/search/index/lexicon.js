// Names with a page, words of the records, and phrases with the same meaning.
// generator/rulebinder/search/words/lexicon.py writes them.

import { folded } from "../words/folding.js"
import { sameWord } from "../words/forms.js"
import { wordCost } from "../words/likeness.js"
import { allowedErrors, surelyMeant } from "../words/spelling.js"
import { typoCost } from "../words/typos.js"
import { nameWords, standin, synonymGroup, translation, wordCount } from "./entries.js"
import { Misspellings } from "./misspellings.js"
import { matchingNames, withoutOtherMechanics } from "./matching-names.js"
import { keyedNumbers } from "./postings.js"

/** @import { Name } from "../query/values.d.ts" */
/** @import { Entries, Filing } from "./format.d.ts" */
/** @import { MisspellingFiles } from "./misspellings.js" */

/**
 * @typedef {MisspellingFiles & { words: (number: number) => Promise<Entries> }} Files reads the
 *   files of a language
 */

const SHOWN = 6
const LONGEST = 6 // the most words of a phrase that has a synonym
export const SURE = 0.9 // a name with this likeness or more is the name that was typed
const TYPED = 8 // a query with more words is not a name

export class Lexicon {
  /** @type {Set<string>} words that occur in questions but not in answers */
  ignored
  /** @type {number} */
  depth
  /** How many usual questions have an answer. */
  questions
  #index
  #near
  /** The cues of usual questions that are words like the ignored ones, whose files are not read. */
  #asked
  /** The files by the first word in each, and those of them that begin with a new beginning. */
  #shelves
  #files

  /**
   * @param {Files} index
   * @param {Filing} head
   */
  constructor(index, head) {
    const { depth, starts, ignored = [], questions = 0, asked = [] } = head
    this.questions = questions
    this.lang = index.lang
    this.depth = depth
    this.ignored = new Set(ignored)
    this.#index = index
    this.#near = new Misspellings(index, head)
    this.#asked = new Map(asked.map(keyedNumbers))
    this.#shelves = starts.map((start, number) => ({ start, number }))
    this.#files = this.#shelves.filter(({ start }) => [...start].length <= depth)
  }

  /**
   * Return the number of the file that has the entries of a word.
   * @param {string} word
   */
  #file(word) {
    return lastFile(this.#files, [...word].slice(0, this.depth).join(""))
  }

  /**
   * Return the entries of one kind from the files of `words`.
   * @param {string[]} words
   * @param {keyof Entries} what
   */
  async #held(words, what) {
    const numbers = new Set(words.map((word) => this.#file(word)))
    const files = await Promise.all([...numbers].map((number) => this.#index.words(number)))
    return new Set(files.flatMap((file) => file[what] ?? []))
  }

  /**
   * Return the names that match, wholly or in part, best first. The files for misspelt words are
   * read only if no name is certain.
   * @param {string} typed
   */
  async names(typed) {
    const words = folded(typed)
      .split(" ")
      .filter((word) => word.length > 1)
    const telling = words.filter((word) => !this.ignored.has(word) && word.length >= this.depth)
    if (!telling.length || telling.length > TYPED) return []
    const [held, about] = await Promise.all([
      this.#held(telling, "names"),
      Promise.all(telling.map((word) => this.about(word))),
    ])
    const known = new Set(telling.filter((_, place) => about[place].exact))
    // no text and no name has them
    const unknown = telling.filter((_, place) => !about[place].count)
    const found = matchingNames(held, words, telling, known)
    if (found[0]?.score >= SURE) return withoutOtherMechanics(found, words).slice(0, SHOWN)
    const near = await this.#nearNames(unknown, words.at(-1))
    const further = near.size
      ? matchingNames(new Set([...held, ...near]), words, telling, known)
      : []
    return (further.length ? further : found).slice(0, SHOWN)
  }

  /**
   * Return the names with a word like one of these, which are misspelt.
   * @param {string[]} words
   * @param {string} [open] the one of which the end may be missing
   */
  async #nearNames(words, open) {
    const meant = words.map(async (word) => {
      const near = await this.#near.named(word)
      return near.filter((each) => wordCost(word, each, word === open) < Infinity)
    })
    return this.#held((await Promise.all(meant)).flat(), "names")
  }

  /**
   * Count the records that have a word, in any of its forms or as the beginning of another word.
   * `exact` counts only the word itself. If only a name in another language has the word, it is
   * `named`, and the count is 1.
   * @param {string} typed
   */
  async about(typed) {
    let count = 0
    let exact = 0
    for (const entry of await this.#held([typed], "words")) {
      const [word, number] = wordCount(entry)
      if (word === typed) exact = number
      if (word.startsWith(typed) || sameWord(typed, word, this.lang)) count += number
    }
    const named = !count && typed.length > 2 && (await this.#isNamed(typed))
    return { count: named ? 1 : count, exact, named }
  }

  /**
   * Return the forms of a word that records have, and the words that begin like it, with how well
   * each answers for it.
   * @param {string} typed
   */
  async forms(typed) {
    const words = [...(await this.#held([typed], "words"))].map((entry) => wordCount(entry)[0])
    const close = words.filter((word) => sameWord(typed, word, this.lang))
    const begun = words.filter((word) => word.startsWith(typed) && !close.includes(word))
    return [
      ...close.map((word) => ({ word, value: 1 })),
      ...begun.map((word) => ({ word, value: typed.length / word.length })),
    ]
  }

  /**
   * Return the records that have a word, as the index lists them.
   * @param {string} word
   */
  async found(word) {
    const { found = [] } = await this.#index.words(lastFile(this.#shelves, word))
    return found.find((entry) => entry.startsWith(`${word} `))?.slice(word.length + 1)
  }

  /**
   * Return whether a word of a name begins like this.
   * @param {string} typed
   */
  async #isNamed(typed) {
    return [...(await this.#held([typed], "names"))].some((entry) =>
      nameWords(entry).some((word) => word.startsWith(typed)),
    )
  }

  /**
   * Return the word that is probably meant by an unknown one, or undefined if none is near. A word
   * of another language is not misspelt, and neither is the first word of a phrase that has a
   * synonym. With `inNames`, only words of names are considered.
   * @param {string} typed
   */
  async nearest(typed, inNames = false) {
    if (!allowedErrors(typed)) return undefined
    if ((await this.isForeign(typed)) || (await this.#isSlang(typed))) return undefined
    const none = new Set()
    const names = [...(await this.#held([typed], "names"))]
    const beside = closestWord(
      inNames ? none : await this.#held([typed], "words"),
      names.flatMap(nameWords),
      typed,
    )
    if (beside !== undefined) return beside
    return closestWord(
      ...(await Promise.all([inNames ? none : this.#near.words(typed), this.#near.named(typed)])),
      typed,
    )
  }

  /**
   * Return whether a word is one of another language.
   * @param {string} word
   */
  isForeign(word) {
    return this.#near.isForeign(word)
  }

  /**
   * Return the words like this one in which people ask usual questions, with the numbers of these.
   * @param {string} word
   * @returns {Promise<Map<string, number[]>>}
   */
  async asked(word) {
    return this.ignored.has(word)
      ? this.#asked
      : new Map([...(await this.#held([word], "asked"))].map(keyedNumbers))
  }

  /**
   * Return the vector of a word. It is in a file that is read for the word anyway.
   * @param {string} word
   */
  async vector(word) {
    const entries = [...(await this.#held([word], "vectors"))].map((entry) => entry.split(" "))
    return entries.find(([each]) => each === word)?.[1]
  }

  /**
   * Return whether a word is the first meaningful one of a phrase that has a synonym: "impulse", of
   * "impulse draw".
   * @param {string} word
   */
  async #isSlang(word) {
    return [...(await this.#held([word], "same"))].some((entry) => this.#first(entry) === word)
  }

  /**
   * Return the first meaningful word of the phrase of an entry.
   * @param {string} entry
   */
  #first(entry) {
    const words = entry.split("|", 1)[0].split(" ")
    return words.find((word) => !this.ignored.has(word)) ?? words[0]
  }

  /**
   * Return words to try in place of those that found nothing.
   * @param {string[]} terms
   */
  async suggestions(terms) {
    const words = terms.filter((term) => /^\p{L}/u.test(term)).map(folded)
    const found = await Promise.all(words.map((word) => this.nearest(word)))
    return found.filter((word, place) => word !== undefined && word !== words[place]).map(String)
  }

  /**
   * Return the groups of synonyms that match a phrase of the query. At each position, longer
   * phrases come first.
   * @param {string[]} words
   */
  async synonyms(words) {
    const found = await this.#groups(words, "same")
    return found.map(({ others, ...part }) => ({ ...part, others: others.map(standin) }))
  }

  /**
   * Return the groups of phrases in other languages that mean the same as a phrase of the query.
   * @param {string[]} words
   */
  async abroad(words) {
    const found = await this.#groups(words, "abroad")
    return found.map(({ others, ...part }) => ({ ...part, others: others.map(translation) }))
  }

  /**
   * Return the entries that match a phrase of the query. At each position, longer phrases come
   * first.
   * @param {string[]} words
   * @param {"same" | "abroad"} what
   */
  async #groups(words, what) {
    const telling = words.filter((word) => !this.ignored.has(word))
    /** @param {string} word */
    const typed = (word) => words.some((each) => sameWord(each, word, this.lang))
    const entries = [...(await this.#held(telling, what))]
    const groups = entries.filter((entry) => typed(this.#first(entry))).map(synonymGroup)
    const found = []
    for (let from = 0; from < words.length; from++) {
      for (let length = Math.min(LONGEST, words.length - from); length > 0; length--) {
        const part = words.slice(from, from + length)
        const others = groups
          .filter(({ phrase }) => this.#isSaid(phrase, part))
          .flatMap((each) => each.others)
        if (others.length) found.push({ from, length, others })
      }
    }
    return found
  }

  /**
   * Return the page of a rule, or else that of the rule that it belongs to: 702.62 for 702.62a.
   * @param {string} number
   * @returns {Promise<Name | undefined>}
   */
  async rule(number) {
    for (const text of new Set([number, number.replace(/[a-z]$/, ""), number.split(".")[0]])) {
      const words = folded(text).split(" ")
      const [found] = [...(await this.#held(words, "names"))].filter(
        (entry) => entry.startsWith("rule/") && entry.endsWith(`/${text}`),
      )
      if (found) {
        return {
          kind: "rule",
          target: found.split("/")[1],
          where: "",
          text,
          score: 1,
          words: words.length,
        }
      }
    }
    return undefined
  }

  /**
   * Return the names that may be in a query: those with one of its words, and those that are like
   * an unknown one.
   * @param {string[]} words
   * @param {string[]} unknown
   */
  async named(words, unknown) {
    const telling = words.filter((word) => !this.ignored.has(word))
    const [held, near] = await Promise.all([this.#held(telling, "names"), this.#nearNames(unknown)])
    return new Set([...held, ...near])
  }

  /**
   * Return the names of cards without a page that may be in a query: those without rulings, and
   * those that only the catalogue has.
   * @param {string[]} words
   */
  async absent(words) {
    const telling = words.filter((word) => !this.ignored.has(word))
    const [unruled, names] = await Promise.all([
      this.#held(telling, "unruled"),
      this.#held(telling, "names"),
    ])
    const catalogued = [...names].filter((entry) => entry.startsWith("absent/"))
    return [...unruled, ...catalogued.map((entry) => entry.split("/").slice(3).join("/"))]
  }

  /**
   * Return whether a phrase was typed. If it has several meaningful words, its other words may be
   * missing or different.
   * @param {string[]} phrase
   * @param {string[]} typed
   */
  #isSaid(phrase, typed) {
    if (this.#isForm(phrase, typed)) return true
    if (this.ignored.has(typed[0]) || this.ignored.has(typed[typed.length - 1])) return false
    const [wanted, given] = [phrase, typed].map((words) =>
      words.filter((word) => !this.ignored.has(word)),
    )
    return wanted.length > 1 && this.#isForm(wanted, given)
  }

  /**
   * Return whether two phrases consist of forms of the same words.
   * @param {string[]} one
   * @param {string[]} other
   */
  #isForm(one, other) {
    return (
      one.length === other.length &&
      one.every((word, place) => sameWord(other[place], word, this.lang))
    )
  }
}

/**
 * Find the number of the last file that starts with this word or one before it, by binary search.
 * @param {{ start: string, number: number }[]} files
 * @param {string} word
 */
function lastFile(files, word) {
  let [from, to] = [0, files.length]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if (files[middle].start <= word) from = middle
    else to = middle
  }
  return files[from].number
}

/**
 * Return the nearest of the words and of the words of names. Words that sound the same come first,
 * then common ones.
 * @param {Set<string>} words
 * @param {string[]} names the words of names
 * @param {string} typed
 */
function closestWord(words, names, typed) {
  const most = allowedErrors(typed)
  /** @type {Map<string, number>} */
  const candidates = new Map(names.map((word) => [word, 1]))
  for (const entry of words) candidates.set(...wordCount(entry))
  return [...candidates]
    .map(([word, count]) => ({ word, count, wrong: typoCost(typed, word, most) }))
    .filter(({ word, wrong }) => wrong <= most && surelyMeant(typed, word))
    .sort((one, other) => one.wrong - other.wrong || other.count - one.count)[0]?.word
}
