// Recognizes the names of cards that the site has nothing about: those on the list of the site, and
// others by their form and by words that nothing knows.

import { folded } from "../words/folding.js"

/** @import { Anchor, QueryWord } from "./values.d.ts" */

/**
 * A name, and the positions of its words in the query. One on the list is surely no page's.
 * @typedef {{ text: string, places: number[], isListed: boolean }} AbsentName
 */
/**
 * What a query has: its text as it was typed, its words, and the cards and mechanics that it names.
 * @typedef {{ text: string, words: QueryWord[], named: Anchor[] }} Named
 */
/**
 * What is known of names: those that the site lacks by their first words, the small words of names,
 * and whether everybody uses a word.
 * @typedef {object} NameLists
 * @property {Map<string, string[]>} absent
 * @property {string[]} links
 * @property {(word: string) => boolean} isEveryday
 */

const CAPITALIZED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]*/gu
const NAME = 3 // a query of more words is not a name unless it has capitals or strange words
const LONG = 5 // a shorter word that nothing knows may be slang
const RARE = 3 // a word in so few records may be a word of a name

/**
 * Return the names in a query that the site lacks: those on the list, or else one that is likely by
 * its form.
 * @param {Named} query
 * @param {NameLists} lists
 * @returns {AbsentName[]}
 */
export function absentNames(query, lists) {
  const { text, words } = query
  const capitals = capitalPlaces(text, words)
  const listed = listedNames(query, capitals, lists)
  if (listed.length) return listed
  const places = capitalizedName(query, capitals, lists) ?? strangeName(query, lists)
  const likely = places.map((place) => words[place])
  return likely.length ? [{ text: written(likely, text), places, isListed: false }] : []
}

/**
 * Return the positions of the words with a capital. Capitals say nothing if all words have one.
 * @param {string} text
 * @param {QueryWord[]} words
 */
function capitalPlaces(text, words) {
  const capitals = new Set([...text.matchAll(CAPITALIZED)].map(([word]) => folded(word)))
  const some = [...words.keys()].filter((place) => capitals.has(words[place].typed))
  const isTitle = some.some((place) => place && words[place].quiet && words[place].typed.length > 1)
  const isSilent = isTitle || !/\p{Ll}/u.test(text)
  return new Set(isSilent ? [] : some.filter((place) => !words[place].quiet))
}

/**
 * Return the names on the list that a query has, the longest first. One word alone is mostly an
 * ordinary word, so it must be the whole query, have a capital or be strange.
 * @param {Named} query
 * @param {Set<number>} capitals
 * @param {NameLists} lists
 */
function listedNames({ words, named }, capitals, { absent, isEveryday }) {
  const cards = named.filter(({ owner, complete }) => owner.kind === "card" && complete)
  /** @type {AbsentName[]} */
  const names = []
  for (const [from, word] of words.entries()) {
    const isAlone = words.length === 1 || (from && capitals.has(from))
    for (const text of absent.get(word.typed) ?? []) {
      const parts = folded(text).split(" ")
      const places = parts.map((_, step) => from + step)
      const isTyped = parts.every((part, step) => words[from + step]?.typed === part)
      const isName = parts.length > 1 || isAlone || isStrange(word, isEveryday)
      const isCard = cards.some(({ covered }) => places.every((place) => covered.includes(place)))
      if (isTyped && isName && !isCard) names.push({ text, places, isListed: true })
    }
  }
  return names.sort((one, other) => other.places.length - one.places.length)
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
const overlaps = (one, other) => one.some((place) => other.includes(place))

/**
 * Return the names that are meant, without those that are only a part of an absent one.
 * @param {Anchor[]} named
 * @param {AbsentName[]} absent
 */
export const withoutParts = (named, absent) =>
  named.filter(({ complete, covered }) =>
    absent.every(
      ({ places, isListed }) =>
        !overlaps(places, covered) || covered.length > places.length || (complete && !isListed),
    ),
  )

/**
 * Return the positions of the first words with capitals, unless the query names a card, or another
 * name has them all.
 * @param {Named} query
 * @param {Set<number>} capitals
 * @param {NameLists} lists
 */
function capitalizedName({ words, named }, capitals, { links }) {
  const runFrom = (/** @type {number} */ from) =>
    run(from, words, (place) => capitals.has(place), links)
  const from = [...capitals].find((place) => runFrom(place).length > 1)
  if (from === undefined) return undefined
  const places = runFrom(from)
  const isNamed = named.some(
    ({ owner, complete, covered }) =>
      (owner.kind === "card" && complete) || places.every((place) => covered.includes(place)),
  )
  return isNamed ? undefined : places
}

/**
 * Return the positions of a word that nothing knows and its neighbors: they belong to it if hardly
 * any record has them. One such word alone is a name only if nothing else is asked. A query of a
 * few words without any question word is a name too, if hardly any record has one of them.
 * @param {Named} query
 * @param {NameLists} lists
 */
function strangeName({ words, named }, { links, isEveryday }) {
  const isName = (/** @type {number} */ place) =>
    isStrange(words[place], isEveryday) || (isRare(words[place]) && !words[place].same.length)
  let from = words.findIndex((word) => isStrange(word, isEveryday))
  if (from < 0) {
    const isShort = words.length > 1 && words.length <= NAME && !named.length
    const isOwn = words.every((word) => isTelling(word) && !word.isForeign)
    return isShort && isOwn && words.some(isRare) ? [...words.keys()] : []
  }
  while (from && isName(from - 1)) from--
  const places = run(from, words, isName, links)
  const isQuery = words.filter(({ quiet }) => !quiet).length === 1
  return places.length > 1 || isQuery ? places : []
}

/**
 * Return the positions of the words of a name from the first one on, with the small words of names
 * and what comes after a genitive.
 * @param {number} from
 * @param {QueryWord[]} words
 * @param {(place: number) => boolean} isName
 * @param {string[]} links
 */
function run(from, words, isName, links) {
  let last = from
  for (let at = from + 1; at < words.length; at++) {
    if (isName(at) || /['’]s$/.test(words[at - 1].term)) last = at
    else if (!links.includes(words[at].typed)) break
  }
  return Array.from({ length: last - from + 1 }, (_, step) => from + step)
}

/**
 * Return whether nothing knows a word: no text, no name and no list of the language's words.
 * @param {QueryWord} word
 * @param {NameLists["isEveryday"]} isEveryday
 */
export const isStrange = ({ typed, isUnknown, corrected, isBegun }, isEveryday) =>
  isUnknown && !corrected && !isBegun && typed.length >= LONG && !isEveryday(typed)

/** @param {QueryWord} word */
const isTelling = ({ term, quiet }) => !quiet && /^\p{L}/u.test(term)

/** @param {QueryWord} word */
const isRare = (word) => isTelling(word) && word.count <= RARE

/**
 * Return words as they are written in the query.
 * @param {QueryWord[]} words
 * @param {string} text
 */
function written(words, text) {
  const terms = words.map(({ term }) => term.replace(/[^\p{L}\p{N}]/gu, "."))
  const pattern = new RegExp(terms.join("[^\\p{L}\\p{N}]+"), "iu")
  return pattern.exec(text)?.[0] ?? words.map(({ term }) => term).join(" ")
}
