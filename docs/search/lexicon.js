// Names that lead somewhere, words that are said, and what means the same: generator/search/lexicon.py writes it.

import { bucket, errors, folded, forgiven, nearKeys } from "./words.js"

const SHOWN = 6
const LONGEST = 6 // the words of a phrase that means the same

/** The JSON of a compressed file. */
export async function unpacked(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).json()
}

export class Lexicon {
  constructor(folder, { depth, files }) {
    Object.assign(this, { folder, depth, files, loaded: new Map() })
  }

  async #file(key) {
    const number = bucket(key, this.files)
    if (!this.loaded.has(number)) {
      const loading = unpacked(`${this.folder}${number}`)
      loading.catch(() => this.loaded.delete(number))
      this.loaded.set(number, loading)
    }
    return this.loaded.get(number)
  }

  #beginning(word) {
    return [...word].slice(0, this.depth).join("")
  }

  /** What the files of `words` hold under `what`; with `near`, those of beginnings with an error too. */
  async #held(words, what, near = false) {
    const keys = new Set(words.map((word) => this.#beginning(word)))
    if (near) for (const word of words) for (const key of nearKeys(word, this.depth)) keys.add(key)
    const files = await Promise.all([...keys].map((key) => this.#file(key)))
    return new Set(files.flatMap((file) => file[what] ?? []))
  }

  /** The names that are typed, wholly or in part, best first: `{kind, target, text, score, words}`. */
  async names(typed, ignored) {
    const words = folded(typed).split(" ").filter((word) => word.length > 1)
    const telling = words.filter((word) => !ignored.has(word) && word.length >= this.depth)
    if (!telling.length) return []
    const asked = telling.slice(0, 8)
    let found = match(await this.#held(asked, "names"), words, telling)
    if (!found.length || found[0].score < 0.9) found = match(await this.#held(asked, "names", true), words, telling)
    return found.slice(0, SHOWN)
  }

  /** Whether something has a word that begins like this one, or another form of it. */
  async knows(typed) {
    const least = Math.max(4, typed.length - 3)
    return [...(await this.#held([typed], "words"))].some((entry) => {
      const word = entry.slice(0, entry.lastIndexOf(" "))
      return word.startsWith(typed) || (word.length - least < 4 && word.slice(0, least) === typed.slice(0, least))
    })
  }

  /** The word that is meant by one that nothing has; undefined where none is near. */
  async nearest(typed) {
    const most = forgiven(typed)
    if (!most) return undefined
    const found = (held) => closest(held, typed, most)
    return found(await this.#held([typed], "words")) ?? found(await this.#held([typed], "words", true))
  }

  /** Words to try instead of those that found nothing. */
  async suggestions(terms) {
    const found = await Promise.all(terms.filter((term) => !term.startsWith("{")).map((term) => this.nearest(folded(term))))
    return found.filter(Boolean)
  }

  /** The groups of which the query has a phrase: `{words: [places in the query], others: [phrases]}`. */
  async synonyms(terms) {
    const words = terms.map((term) => (term.startsWith("{") ? term : folded(term)))
    const plain = words.filter((word) => word.length >= this.depth && !word.startsWith("{"))
    const groups = [...(await this.#held(plain, "same"))].map((group) => group.split("|"))
    const found = []
    for (let start = 0; start < words.length; start++) {
      for (let length = Math.min(LONGEST, words.length - start); length > 0; length--) {
        const phrase = words.slice(start, start + length).join(" ")
        const others = groups.filter((group) => group.includes(phrase)).flat().filter((each) => each !== phrase)
        if (!others.length) continue
        found.push({ words: Array.from({ length }, (_, place) => start + place).map((place) => terms[place]), others: [...new Set(others)] })
        break
      }
    }
    return found
  }
}

function closest(held, typed, most) {
  const found = [...held].map((entry) => {
    const [word, count] = entry.split(" ")
    return { word, count: Number(count), wrong: errors(typed, word, most) }
  })
  return found.filter(({ wrong }) => wrong <= most).sort((one, other) => one.wrong - other.wrong || other.count - one.count)[0]?.word
}

/** The names among `held` that have each telling word that was typed. */
function match(held, words, telling) {
  const found = new Map()
  for (const entry of held) {
    const [kind, target] = entry.split("/", 2)
    const text = entry.slice(kind.length + target.length + 2)
    const score = likeness(folded(text).split(" "), words, telling)
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
    const last = place === words.length - 1
    let least = Infinity
    let which = -1
    for (const [number, word] of name.entries()) {
      if (matched.has(number)) continue
      const wrong = word === typed ? 0 : word.startsWith(typed) ? (last ? 0.2 : 0.4) : errors(typed, word, forgiven(typed), last && typed.length > 4) + 0.1
      if (wrong < least) [least, which] = [wrong, number]
    }
    if (least === Infinity) {
      if (telling.includes(typed)) return 0
      cost += 0.3
    } else {
      matched.add(which)
      cost += least
    }
  }
  const left = name.length - matched.size
  return 1 / (1 + 0.25 * cost + 0.08 * left)
}
