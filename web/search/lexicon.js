// Names that lead somewhere, words that are said, and what means the same: generator/search/lexicon.py writes it.

import { folded } from "./folding.js"
import { bucket, errors, forgiven, kin, nearKeys, sounded } from "./words.js"

const SHOWN = 6
const LONGEST = 6 // the words of a phrase that means the same
export const SURE = 0.9 // a name this like what was typed is it
const TYPED = 8 // so many words may be a name's

export class Lexicon {
  /** `index` reads the files, whose `head` says how they are filed. */
  constructor(index, { depth, beginnings, near, ignored }) {
    Object.assign(this, { index, depth, nearFiles: near, lang: index.lang, ignored: new Set(ignored) })
    this.files = beginnings.flatMap((beginning, number) => (beginning || !number ? { beginning, number } : []))
  }

  #beginning(word) {
    return [...word].slice(0, this.depth).join("")
  }

  /** The number of the file that has the words with this beginning. */
  #file(beginning) {
    let [from, to] = [0, this.files.length]
    while (to - from > 1) {
      const middle = (from + to) >> 1
      if (this.files[middle].beginning <= beginning) from = middle
      else to = middle
    }
    return this.files[from].number
  }

  /** What the files of `words` hold under `what`. */
  async #held(words, what) {
    const numbers = new Set(words.map((word) => this.#file(this.#beginning(word))))
    const files = await Promise.all([...numbers].map((number) => this.index.words(number)))
    return new Set(files.flatMap(({ said }) => said[what] ?? []))
  }

  /** The same of words that begin like these or, with an error, may be meant to. */
  async #near(words, what) {
    const numbers = new Set(words.flatMap((word) => nearKeys(word, this.depth)).map((key) => bucket(key, this.nearFiles)))
    const files = await Promise.all([...numbers].map((number) => this.index.near(number)))
    return new Set(files.flatMap((file) => file[what] ?? []))
  }

  /** The names that are typed, wholly or in part, best first: `{kind, target, text, score, words}`. */
  async names(typed) {
    const words = folded(typed).split(" ").filter((word) => word.length > 1)
    const telling = words.filter((word) => !this.ignored.has(word) && word.length >= this.depth)
    if (!telling.length || telling.length > TYPED) return []
    const found = match(await this.#held(telling, "names"), words, telling)
    if (found[0]?.score >= SURE) return found.slice(0, SHOWN)
    const unknown = await this.#unknown(telling)
    const further = unknown.length ? match(await this.#alike(telling, unknown), words, telling) : []
    return (further.length ? further : found).slice(0, SHOWN)
  }

  /** The words that may have an error, because no text and no name has them. */
  async #unknown(words) {
    const about = await Promise.all(words.map((word) => this.about(word)))
    return words.filter((_, place) => !about[place].count)
  }

  /** The names that have one of the words, or one that is meant by the unknown ones. */
  async #alike(words, unknown) {
    const [plain, near] = await Promise.all([this.#held(words, "names"), this.#near(unknown, "names")])
    return new Set([...plain, ...near])
  }

  /**
   * How many records have a word, in any of its forms or as the beginning of another: `{count, exact}`; where only a
   * name in another language has it, 1.
   */
  async about(typed) {
    let count = 0
    let exact = 0
    for (const entry of await this.#held([typed], "words")) {
      const [word, number] = counted(entry)
      if (word === typed) exact = number
      if (word.startsWith(typed) || kin(typed, word, this.lang)) count += number
    }
    if (!count && typed.length > 2) count = [...(await this.#held([typed], "names"))].some((entry) => named(entry).some((word) => word.startsWith(typed))) ? 1 : 0
    return { count, exact }
  }

  /** The word that is meant by one that nothing has; undefined where none is near. */
  async nearest(typed) {
    const most = forgiven(typed)
    if (!most) return undefined
    const held = (what) => this.#held([typed], what)
    const near = (what) => this.#near([typed], what)
    return closest(await held("words"), await held("names"), typed, most) ?? closest(await near("words"), await near("names"), typed, most)
  }

  /** Words to try instead of those that found nothing. */
  async suggestions(terms) {
    const found = await Promise.all(terms.filter((term) => /^\p{L}/u.test(term)).map((term) => this.nearest(folded(term))))
    return found.filter((word, place) => word && word !== folded(terms[place]))
  }

  /**
   * The groups of which the query has a phrase, longest first: `{from, length, others}`, its place among `words` and what
   * the records may say for it: `{phrase, rarest, count}`.
   */
  async synonyms(words) {
    const telling = words.filter((word) => !this.ignored.has(word))
    const typed = (word) => words.some((each) => kin(each, word, this.lang))
    const begun = [...(await this.#held(telling, "same"))].filter((entry) => typed(/^[^ |]*/.exec(entry)[0]))
    const groups = begun.map(group)
    const found = []
    for (let from = 0; from < words.length; from++) {
      for (let length = Math.min(LONGEST, words.length - from); length > 0; length--) {
        const typed = words.slice(from, from + length)
        const others = groups.filter(({ phrase }) => this.#said(phrase, typed)).flatMap((each) => each.others)
        if (others.length) found.push({ from, length, others })
      }
    }
    return found
  }

  /** Whether a phrase is typed; of one with several telling words, the others need not be. */
  #said(phrase, typed) {
    const alike = (one, other) => one.length === other.length && one.every((word, place) => kin(other[place], word, this.lang))
    if (alike(phrase, typed)) return true
    if (this.ignored.has(typed[0]) || this.ignored.has(typed.at(-1))) return false
    const [short, told] = [phrase, typed].map((words) => words.filter((word) => !this.ignored.has(word)))
    return short.length > 1 && alike(short, told)
  }
}

function group(entry) {
  const [phrase, ...others] = entry.split("|")
  return {
    phrase: phrase.split(" "),
    others: others.map((other) => {
      const [said, rarest, count] = other.split(":")
      return { phrase: said, rarest, count: Number(count) }
    }),
  }
}

function counted(entry) {
  const at = entry.lastIndexOf(" ")
  return [entry.slice(0, at), Number(entry.slice(at + 1))]
}

const named = (entry) => folded(entry.split("/").slice(2).join("/")).split(" ")

/** The nearest of the words and of the words of names; those that sound the same first, then the commonest. */
function closest(words, names, typed, most) {
  const candidates = new Map([...names].flatMap(named).map((word) => [word, 1]))
  for (const entry of words) candidates.set(...counted(entry))
  const heard = sounded(typed)
  return [...candidates]
    .map(([word, count]) => ({ word, count, wrong: errors(typed, word, most) - (sounded(word) === heard ? 0.5 : 0) }))
    .filter(({ wrong }) => wrong <= most)
    .sort((one, other) => one.wrong - other.wrong || other.count - one.count)[0]?.word
}

/** The names among `held` that have each telling word that was typed. */
function match(held, words, telling) {
  const found = new Map()
  for (const entry of held) {
    const [kind, target] = entry.split("/", 2)
    const text = entry.slice(kind.length + target.length + 2)
    const name = folded(text).split(" ")
    const score = Math.max(likeness(name, words, telling), joined(name, words))
    const known = found.get(`${kind}/${target}`)
    if (score && !(known?.score >= score)) found.set(`${kind}/${target}`, { kind, target, text, score, words: telling.length })
  }
  return [...found.values()].sort((one, other) => other.score - one.score || one.text.length - other.text.length || (one.text < other.text ? -1 : 1))
}

/** From 0 to 1: how much of the name was typed, and how well. Each telling word typed must be one of the name's. */
function likeness(name, words, telling) {
  let cost = 0
  const matched = new Set()
  for (const [place, typed] of words.entries()) {
    const [wrong, which] = likest(name, typed, matched, place === words.length - 1)
    if (wrong === Infinity) {
      if (telling.includes(typed)) return 0
      cost += 0.3
    } else {
      matched.add(which)
      cost += wrong
    }
  }
  return 1 / (1 + 0.25 * cost + 0.08 * (name.length - matched.size))
}

/** How wrong a typed word is as one of the name's that is not matched yet, and the place of that one. */
function likest(name, typed, matched, last) {
  let [least, which] = [Infinity, -1]
  for (const [place, word] of name.entries()) {
    if (matched.has(place)) continue
    const wrong = wrongness(typed, word, last)
    if (wrong < least) [least, which] = [wrong, place]
  }
  return [least, which]
}

function wrongness(typed, word, last) {
  if (word === typed) return 0
  if (word.startsWith(typed)) return last ? 0.2 : 0.4
  if (typed.length > 2 && sounded(word) === sounded(typed)) return 0.5
  return errors(typed, word, forgiven(typed), last && typed.length > 4) + 0.1
}

/** The same for what was typed with other spaces: `bloodbraidelf`, `tarmo goyf`. */
function joined(name, words) {
  const whole = words.join("")
  if (whole.length < 6 || name.length === words.length) return 0
  return name.join("") === whole ? 0.95 : name.join("").startsWith(whole) ? 0.8 : 0
}
