// Recognizes the names of cards that the site has nothing about.

import { folded } from "../words/folding.js"

/** @import { Anchor, QueryWord } from "./values.d.ts" */

/**
 * @typedef {{ text: string, places: number[] }} AbsentName a name, and the positions of its words
 *   in the query
 */

const CAPITALIZED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]*/gu
const NAME = 3 // a query of more words is not a name unless it has capitals
const LONG = 5 // a shorter word that nothing knows may be slang
const RARE = 3 // a word in so few records may be a word of a name

/**
 * Return the names that are in a query as a whole. One word alone is mostly an ordinary word, so it
 * must be the whole query or have a capital.
 * @param {string[]} terms
 * @param {Map<string, string[]>} names by their first words
 * @param {string} query
 * @returns {AbsentName[]}
 */
export function absentNames(terms, names, query) {
  const typed = terms.map(folded)
  const capitals = new Set(
    [...query.matchAll(CAPITALIZED)].filter(({ index }) => index).map(([word]) => folded(word)),
  )
  const found = []
  for (const text of typed.flatMap((word) => names.get(word) ?? [])) {
    const words = folded(text).split(" ")
    const from = typed.findIndex((_, start) =>
      words.every((word, step) => typed[start + step] === word),
    )
    if (from < 0 || (words.length === 1 && typed.length > 1 && !capitals.has(words[0]))) continue
    found.push({ text, places: words.map((_, step) => from + step) })
  }
  return withoutParts(found)
}

/**
 * Leave out names that are parts of longer ones.
 * @param {AbsentName[]} found
 */
function withoutParts(found) {
  const longest = found.sort((one, other) => other.places.length - one.places.length)
  return longest.filter(
    (each, at) => longest.findIndex(({ places }) => overlaps(places, each.places)) === at,
  )
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
export const overlaps = (one, other) => one.some((place) => other.includes(place))

/**
 * Return the name around a word that nothing knows: no text, no name and no list of the language's
 * words has it. Its neighbors belong to it if hardly any record has them. One such word alone is a
 * name only if nothing else is asked.
 * @param {string} query
 * @param {QueryWord[]} words
 * @param {{ links: string[], isEveryday: (word: string) => boolean }} language
 * @returns {AbsentName | undefined}
 */
export function strangeName(query, words, { links, isEveryday }) {
  const isStrange = (/** @type {QueryWord} */ { typed, isUnknown, corrected, isBegun }) =>
    isUnknown && !corrected && !isBegun && typed.length >= LONG && !isEveryday(typed)
  const isRare = (/** @type {QueryWord | undefined} */ word) =>
    word && !word.quiet && /^\p{L}/u.test(word.term) && word.count <= RARE && !word.same.length
  const at = words.findIndex(isStrange)
  if (at < 0) return undefined
  let [from, to] = [at, at]
  while (isRare(words[from - 1])) from--
  const isLinked = (/** @type {number} */ place) =>
    links.includes(words[place]?.typed) && isRare(words[place + 1])
  while (isRare(words[to + 1]) || isLinked(to + 1)) to++
  if (/['’]s$/.test(words[to].term) && words[to + 1]) to++
  const telling = words.filter(({ quiet }) => !quiet)
  if (from === to && telling.length > 1) return undefined
  const part = words.slice(from, to + 1)
  return { text: written(part, query), places: part.map((_, step) => from + step) }
}

/**
 * Return words as they are written in the query.
 * @param {QueryWord[]} words
 * @param {string} query
 */
function written(words, query) {
  const terms = words.map(({ term }) => term.replace(/[^\p{L}\p{N}]/gu, "."))
  const pattern = new RegExp(terms.join("[^\\p{L}\\p{N}]+"), "iu")
  return pattern.exec(query)?.[0] ?? words.map(({ term }) => term).join(" ")
}

/**
 * Return the part of a query that has the form of a name: two capitalized words or more, or a short
 * query with a rare word. A name in `meant` may be what such a query means, unless it has only a
 * part of another one: capitals show that, or an unknown word, or that only other languages have
 * rulings of it. `links` are the small words of names.
 * @param {string} query
 * @param {QueryWord[]} words
 * @param {Anchor[]} meant
 * @param {{ links: string[], lang: string }} own the reader's language
 * @returns {AbsentName | undefined}
 */
export function likelyName(query, words, meant, { links, lang }) {
  const capitalized = capitalizedName(query, words, new Set(links))
  const text = capitalized ?? shortQueryAsName(query, words)
  if (!text) return undefined
  const parts = new Set(folded(text).split(" "))
  const places = [...words.keys()].filter((place) => parts.has(folded(words[place].term)))
  const near = meant.filter(({ covered }) => overlaps(covered, places))
  /** @param {Anchor} anchor */
  const isOther = (anchor) =>
    isPartOf(anchor, places) &&
    (capitalized || !anchor.owner.files[lang] || places.some((place) => isUnknown(place, anchor)))
  /**
   * @param {number} place
   * @param {Anchor} anchor
   */
  const isUnknown = (place, { covered }) => words[place].isUnknown && !covered.includes(place)
  return near.every(isOther) ? { text, places } : undefined
}

/**
 * Return whether an anchor is only a part of a name that has words at `places` too.
 * @param {Pick<Anchor, "complete" | "covered">} anchor
 * @param {number[]} places
 */
export const isPartOf = ({ complete, covered }, places) =>
  overlaps(covered, places) && !complete && !places.every((place) => covered.includes(place))

/**
 * Return the first name by its capitals. A query in capitals only says nothing by them, and neither
 * does a question word at the beginning of a sentence.
 * @param {string} query
 * @param {QueryWord[]} words
 * @param {Set<string>} links
 */
function capitalizedName(query, words, links) {
  if (!/\p{Ll}/u.test(query)) return undefined
  const quiet = new Set(words.filter((each) => each.quiet).map(({ term }) => folded(term)))
  const capitals = [...query.matchAll(CAPITALIZED)].filter(([word]) => !quiet.has(folded(word)))
  for (const [at, first] of capitals.entries()) {
    let last = at
    while (
      last + 1 < capitals.length &&
      areLinked(query, capitals[last], capitals[last + 1], links)
    ) {
      last++
    }
    if (last > at) return query.slice(first.index, end(capitals[last]))
  }
  return undefined
}

/** @param {RegExpExecArray | RegExpMatchArray} match */
const end = (match) => (match.index ?? 0) + match[0].length

/**
 * Return whether there are only links between two capitalized words.
 * @param {string} query
 * @param {RegExpMatchArray} one
 * @param {RegExpMatchArray} next
 * @param {Set<string>} links
 */
const areLinked = (query, one, next, links) =>
  query
    .slice(end(one), next.index)
    .split(/[\s,]+/)
    .every((word) => !word || links.has(word))

/**
 * Return a query of a few words without any question word, if hardly any record has one of them.
 * @param {string} query
 * @param {QueryWord[]} words
 */
function shortQueryAsName(query, words) {
  const isShort = words.length > 1 && words.length <= NAME && words.every(isTelling)
  return isShort && words.some(({ count }) => count <= RARE) ? query.trim() : undefined
}

/** @param {QueryWord} word */
const isTelling = ({ term, quiet, isForeign }) => !quiet && !isForeign && /^\p{L}/u.test(term)
