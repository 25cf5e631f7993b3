// What was typed, taken apart: words, symbols, "phrases", -excluded words, and filters like set:fut or year:<2010.

/** @import { Filters, Query } from "./types.d.ts" */

// A minus, the key of a filter, and a "phrase", “phrase”, « phrase » or word.
const QUOTED = /"(?<phrase>[^"]*)"?|“(?<curly>[^”]*)”?|«(?<angled>[^»]*)»?/u
const PART = new RegExp(`(?<minus>-)?(?:(?<key>\\p{L}+):)?(?:${QUOTED.source}|(?<word>[^\\s"“«]+))`, "gu")
/** @type {{ [typed: string]: string }} */
const KEYS = {
  set: "set",
  lang: "lang",
  mechanic: "mechanic",
  type: "type",
  colour: "colour",
  color: "colour",
  year: "year",
  kind: "kind",
  edicion: "set",
  coleccion: "set",
  edition: "set",
  extension: "set",
  idioma: "lang",
  langue: "lang",
  mecanica: "mechanic",
  mecanique: "mechanic",
  tipo: "type",
  couleur: "colour",
  ano: "year",
  annee: "year",
  clase: "kind",
  genre: "kind",
}
const SYMBOL = /\{[^{}\s]{1,9}\}/g
const BETWEEN = /[\s,;:!?¿¡()[\]…·«»”"“]+/
const STATS = /^[+\-−–]?[\dx*]+\/[+\-−–]?[\dx*]+$/i
const RULE = /^\d{3}\.\d+[a-z]?\.?$/i

/**
 * The parts of a query. A symbol, a power and toughness or an "exact phrase" is `beyond` what a name has.
 * @param {string} query
 * @returns {Query}
 */
export function parse(query) {
  /** @type {Query} */
  const asked = { terms: [], phrases: [], excluded: [], filters: {}, named: "", beyond: false }
  for (const match of query.matchAll(PART)) sort(asked, match[0], match.groups ?? {})
  asked.phrases = asked.phrases.filter(Boolean)
  asked.named = asked.terms.filter(nameable).join(" ")
  asked.beyond = asked.phrases.length > 0 || !asked.terms.every(nameable)
  return asked
}

/** @typedef {{ [group: string]: string | undefined }} Groups */

/**
 * Note what a part of the query asks; `whole` is all of it.
 * @param {Query} asked
 * @param {string} whole
 * @param {Groups} groups
 */
function sort(asked, whole, groups) {
  const { minus, key, word } = groups
  const phrase = quoted(groups)
  const filter = minus ? undefined : filterOf(key)
  if (filter) addFilter(asked.filters, filter, phrase ?? word)
  else if (phrase !== undefined && !key) (minus ? asked.excluded : asked.phrases).push(phrase)
  else if (minus && /[\p{L}{]/u.test(whole)) asked.excluded.push(whole.slice(1))
  else asked.terms.push(...terms(whole))
}

/** @param {Groups} groups */
const quoted = ({ phrase, curly, angled }) => (phrase ?? curly ?? angled)?.trim()

/** @param {string} [key] */
function filterOf(key = "") {
  const name = plain(key)
  return Object.hasOwn(KEYS, name) ? KEYS[name] : undefined
}

/** @param {string} term */
const nameable = (term) => !/[{/]/.test(term)

/** @param {string} text */
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")

/**
 * @param {Filters} filters
 * @param {string} key
 * @param {string} [value]
 */
function addFilter(filters, key, value = "") {
  const values = (filters[key] ??= [])
  for (const each of value.split(",")) if (each) values.push(each)
}

/**
 * The words of a part: `{2}{W}` is two, `+1/+1` and `702.62a` are one, `double-faced` is two.
 * @param {string} part
 */
function terms(part) {
  const symbols = part.match(SYMBOL) ?? []
  const rest = part.replace(SYMBOL, " ").replace(/[’‘ʼ]/g, "'")
  return [...rest.split(BETWEEN).flatMap(words), ...symbols].map((term) => term.toLowerCase())
}

/**
 * @param {string} piece
 * @returns {string[]}
 */
function words(piece) {
  if (STATS.test(piece)) return [piece.replace(/[−–]/g, "-")]
  if (RULE.test(piece)) return [piece.replace(/\.$/, "")]
  const found = piece.split(/[-–—/.]+/).map((word) => word.replace(/^'+|'+$/g, ""))
  return found.filter((word) => /[\p{L}\p{N}]/u.test(word))
}
