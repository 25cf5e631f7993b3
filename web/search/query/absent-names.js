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

const CAPITALIZED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]*/gu
const RARE = 3 // a word in so few records may be a word of a name

/**
 * Return the names in a query that the site lacks: those on the list, or else one that is likely by
 * its form.
 * @param {Named} query
 * @param {Map<string, string[]>} absent names by their first words
 * @param {string[]} links the small words of names
 * @returns {AbsentName[]}
 */
export function absentNames(query, absent, links) {
  const capitals = capitalPlaces(query)
  const listed = listedNames(query, capitals, absent)
  return listed.length ? listed : likelyNames(query, capitals, links)
}

/**
 * Return the positions of the words with a capital. Capitals say nothing if all words have one.
 * @param {Named} query
 */
function capitalPlaces({ text, words }) {
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
 * @param {Map<string, string[]>} absent
 */
function listedNames({ words, named }, capitals, absent) {
  const cards = named.filter(({ owner, complete }) => owner.kind === "card" && complete)
  /** @type {AbsentName[]} */
  const names = []
  for (const [from, { typed, isStrange }] of words.entries()) {
    const isAlone = words.length === 1 || (from && capitals.has(from)) || isStrange
    for (const text of absent.get(typed) ?? []) {
      const parts = folded(text).split(" ")
      const places = parts.map((_, step) => from + step)
      const isTyped = parts.every((part, step) => words[from + step]?.typed === part)
      const isCard = cards.some((card) => coversAll(card, places))
      if (isTyped && (parts.length > 1 || isAlone) && !isCard) {
        names.push({ text, places, isListed: true })
      }
    }
  }
  return names.sort((one, other) => other.places.length - one.places.length)
}

/**
 * @param {Anchor} anchor
 * @param {number[]} places
 */
const coversAll = ({ covered }, places) => places.every((place) => covered.includes(place))

/**
 * Return the name that a query probably has: words with capitals, or one that nothing knows, and
 * the neighbors that belong to it, because they have capitals or hardly any record has them. One
 * word alone is a name only if nothing knows it, and nothing else is asked.
 * @param {Named} query
 * @param {Set<number>} capitals
 * @param {string[]} links
 * @returns {AbsentName[]}
 */
function likelyNames({ text, words, named }, capitals, links) {
  const isSure = (/** @type {number} */ at) => capitals.has(at) || words[at].isStrange === true
  const isName = (/** @type {number} */ at) => {
    const { term, quiet, count, same } = words[at]
    const isRare = !quiet && /^\p{L}/u.test(term) && count <= RARE && !same.length
    return isSure(at) || (isRare && !capitals.size)
  }
  for (let from of [...words.keys()].filter(isSure)) {
    const isAll = words[from].isStrange && words.filter(({ quiet }) => !quiet).length === 1
    while (from && isName(from - 1)) from--
    const places = run(from, words, isName, links)
    const isNamed = named.some(
      (anchor) => (anchor.owner.kind === "card" && anchor.complete) || coversAll(anchor, places),
    )
    if (isNamed || (places.length < 2 && !isAll)) continue
    const terms = places.map((at) => words[at].term)
    return [{ text: written(terms, text), places, isListed: false }]
  }
  return []
}

/**
 * Return the names that are meant, without those that are only a part of an absent one.
 * @param {Anchor[]} named
 * @param {AbsentName[]} absent
 */
export const withoutParts = (named, absent) =>
  named.filter(({ complete, covered }) =>
    absent.every(
      ({ places, isListed }) =>
        !places.some((place) => covered.includes(place)) ||
        covered.length > places.length ||
        (complete && !isListed),
    ),
  )

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
 * Return words as they are written in the query.
 * @param {string[]} terms
 * @param {string} text
 */
function written(terms, text) {
  const parts = terms.map((term) => term.replace(/[^\p{L}\p{N}]/gu, "."))
  const pattern = new RegExp(parts.join("[^\\p{L}\\p{N}]+"), "iu")
  return pattern.exec(text)?.[0] ?? terms.join(" ")
}
