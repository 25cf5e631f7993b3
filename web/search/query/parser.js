// Parses a query: words, symbols, "phrases", -excluded words, and filters like set:fut or year:<2010.

import { spacedElisions, unelided } from "../words/folding.js"

/** @import { Keys } from "../index/format.d.ts" */
/** @import { Choice } from "../view/messages.d.ts" */
/** @import { Filters, Query } from "./values.d.ts" */

// An optional minus, an optional filter key, then a "phrase", “phrase”, « phrase » or word.
const QUOTED = /"(?<phrase>[^"]*)"?|“(?<curly>[^”]*)”?|«(?<angled>[^»]*)»?/u
const PART = new RegExp(`(?<minus>-)?(?:(?<key>\\p{L}+):)?(?:${QUOTED.source}|(?<word>[^\\s"“«]+))`, "gu")
const SYMBOL = /\{[^{}\s]{1,9}\}/g
const BETWEEN = /[\s,;:!?¿¡()[\]…·«»”"“]+/
const STATS = /^[+\-−–]?[\dx*]+\/[+\-−–]?[\dx*]+$/i
const RULE = /^\d{3}\.\d+[a-z]?\.?$/i
const HYBRID = /^[wubrg]\/[wubrgp]$/i
const COLOURS = /^[wubrgc]{2,5}$/i
const TEXT = /(?<=^|\s)(-?)(?:o|oracle|fo|name):(?=\S)/gi // keys of Scryfall for the text, which is searched anyway

/**
 * Parse a query. `keys` maps the keys that may be typed to the names of filters. `beyond` is set if the query has a
 * symbol, a power and toughness or an "exact phrase", which no name has. The short keys of Scryfall work too.
 * @param {string} query
 * @param {Keys} keys
 * @returns {Query}
 */
export function parse(query, keys) {
  /** @type {Query} */
  const asked = { terms: [], phrases: [], excluded: [], filters: {}, without: {}, named: "", beyond: false }
  for (const match of query.replace(TEXT, "$1").matchAll(PART)) addPart(asked, match[0], match.groups ?? {}, keys)
  asked.phrases = asked.phrases.filter(Boolean).map(spacedElisions)
  asked.named = asked.terms.filter(mayBeName).join(" ")
  asked.beyond = asked.phrases.length > 0 || !asked.terms.every(mayBeName)
  return asked
}

/** @typedef {{ [group: string]: string | undefined }} Groups */

/**
 * Add a part of the query to its kind. `whole` is the part as it was typed.
 * @param {Query} asked
 * @param {string} whole
 * @param {Groups} groups
 * @param {Keys} keys
 */
function addPart(asked, whole, groups, keys) {
  const { minus, key, word } = groups
  const phrase = quoted(groups)
  const filter = filterOf(key, keys)
  if (filter) addFilter(minus ? asked.without : asked.filters, filter, phrase ?? word)
  else if (phrase !== undefined && !key) (minus ? asked.excluded : asked.phrases).push(phrase)
  else if (minus && /[\p{L}{]/u.test(whole)) asked.excluded.push(withoutElision(whole.slice(1)))
  else asked.terms.push(...terms(whole))
}

/**
 * Return a word without the elision before it.
 * @param {string} word
 */
const withoutElision = (word) => spacedElisions(word).split(" ").at(-1) ?? word

/** @param {Groups} groups */
const quoted = ({ phrase, curly, angled }) => (phrase ?? curly ?? angled)?.trim()

/**
 * @param {string | undefined} key
 * @param {Keys} keys
 */
function filterOf(key = "", keys) {
  const typed = unelided(key)
  return Object.hasOwn(keys, typed) ? keys[typed] : undefined
}

/** @param {string} term */
const mayBeName = (term) => !/[{/]/.test(term)

/**
 * @param {Filters} filters
 * @param {string} key
 * @param {string} [value]
 */
function addFilter(filters, key, value = "") {
  const values = (filters[key] ??= [])
  const letters = key === "colour" && COLOURS.test(value) ? value : value.split(",")
  for (const each of letters) if (each) values.push(each)
}

/**
 * Split a part into words: `{2}{W}` is two, `+1/+1` and `702.62a` are one, `double-faced` is two.
 * @param {string} part
 */
function terms(part) {
  const symbols = part.match(SYMBOL) ?? []
  const rest = spacedElisions(part.replace(SYMBOL, " ")).replace(/[’‘ʼ]/g, "'")
  return [...rest.split(BETWEEN).flatMap(words), ...symbols].map((term) => term.toLowerCase())
}

/**
 * @param {string} piece
 * @returns {string[]}
 */
function words(piece) {
  if (STATS.test(piece)) return [piece.replace(/[−–]/g, "-")]
  if (RULE.test(piece)) return [piece.replace(/\.$/, "")]
  if (HYBRID.test(piece)) return [`{${piece}}`]
  const found = piece.split(/[-–—/.]+/).map((word) => word.replace(/^'+|'+$/g, ""))
  return found.filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/**
 * Join the filters that were typed with those that were chosen.
 * @param {Filters} typed
 * @param {{ [name: string]: Choice }} chosen
 */
export function mergedFilters(typed, chosen) {
  const filters = { ...typed }
  for (const [key, choice] of Object.entries(chosen)) {
    const given = [choice].flat().filter((each) => each !== undefined && each !== null && each !== "")
    const values = given.map(String)
    if (values.length) filters[key] = [...(filters[key] ?? []), ...values]
  }
  return filters
}
