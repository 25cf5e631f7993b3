// Parses a query: words, symbols, "phrases", -excluded words, and filters like set:fut or
// year:<2010.

import { spacedElisions, unelided } from "../words/folding.js"
import { tokens } from "../words/tokens.js"

/** @import { Keys } from "../index/format.d.ts" */
/** @import { Choice } from "../view/messages.d.ts" */
/** @import { Condition, Query } from "./values.d.ts" */

// An optional minus, an optional filter key with a sign, then a "phrase", “phrase”, « phrase » or
// word.
const QUOTED = /"(?<phrase>[^"]*)"?|“(?<curly>[^”]*)”?|«(?<angled>[^»]*)»?/u
const PART = new RegExp(
  `(?<minus>-)?(?:(?<key>\\p{L}+)(?<sign>:|!=|[<>]=?|=))?(?:${QUOTED.source}|(?<word>[^\\s"“«]+))`,
  "gu",
)
const SYMBOL = /\{[^{}\s]{1,9}\}/g
const BETWEEN = /[\s,;:!?¿¡()[\]…·«»”"“<>=]+/
const STATS = /^[+\-−–]?[\dx*]+\/[+\-−–]?[\dx*]+$/i
const RULE = /^\d{3}\.\d+[a-z]?\.?$/i
const HYBRID = /^[wubrg]\/[wubrgp]$/i
const COMPARED = /^(?:[<>]=?|=)$/
const VALUE = /^[<>=]*[\p{L}\p{N}]/u // an address has another
const TEXT = /(?<=^|\s)(-?)(?:o|oracle|fo|name)[:=](?=\S)/gi // keys of Scryfall for the text, which is searched anyway

/**
 * Parse a query. `keys` maps the keys that may be typed to the names of filters. The short keys of
 * Scryfall work too. Parts that full stops or hyphens join are one word if `isWord` says so of them
 * without these marks: ED-E, V.A.T.S.
 * @param {string} query
 * @param {Keys} keys
 * @param {(word: string) => boolean} isWord
 * @returns {Query}
 */
export function parse(query, keys, isWord = () => false) {
  /** @type {Query} */
  const asked = {
    text: "",
    terms: [],
    phrases: [],
    excluded: [],
    filters: [],
    without: [],
    strange: [],
  }
  for (const match of query.replace(TEXT, "$1").matchAll(PART)) {
    addPart(asked, match[0], match.groups ?? {}, keys)
  }
  // what is in quotes, or after a minus, may be only begun
  const hasWords = (/** @type {string} */ phrase) => tokens(phrase).join("") !== ""
  asked.phrases = asked.phrases.filter(hasWords)
  asked.excluded = asked.excluded.filter(hasWords)
  asked.terms = asked.text.split(" ").flatMap((part) => termsOf(part, isWord))
  return asked
}

/** @typedef {{ [group: string]: string | undefined }} Groups the parts of a match */

/**
 * Add a part of the query to its kind. `whole` is the part as it was typed.
 * @param {Query} asked
 * @param {string} whole
 * @param {Groups} groups
 * @param {Keys} keys
 */
function addPart(asked, whole, groups, keys) {
  const { minus, key, sign, word = "" } = groups
  const phrase = quoted(groups)
  const value = phrase ?? word
  const name = unelided(key ?? "")
  if (Object.hasOwn(keys, name)) return addCondition(asked, keys[name], groups, value)
  if (key && VALUE.test(value)) asked.strange.push(`${key}${sign}`)
  if (phrase !== undefined && !key) {
    asked[minus ? "excluded" : "phrases"].push(spacedElisions(phrase))
  } else if (minus && /[\p{L}{]/u.test(whole)) {
    // an elision before the word is not a part of it
    asked.excluded.push(...spacedElisions(whole.slice(1)).split(" ").slice(-1))
  } else asked.text = `${asked.text} ${whole}`.trim()
}

/** @param {Groups} groups */
const quoted = ({ phrase, curly, angled }) => (phrase ?? curly ?? angled)?.trim()

/**
 * Add the values of a filter, with the sign of a comparison. A comma separates values of which one
 * is enough.
 * @param {Query} asked
 * @param {string} name
 * @param {Groups} groups
 * @param {string} value
 */
function addCondition(asked, name, { minus, sign = "" }, value) {
  const compared = COMPARED.test(sign) ? sign : ""
  const values = value.split(",").filter(Boolean)
  const conditions = Boolean(minus) === (sign === "!=") ? asked.filters : asked.without
  if (values.length) conditions.push({ name, values: values.map((part) => compared + part) })
}

/**
 * Split a part into words: `{2}{W}` is two, `+1/+1` and `702.62a` are one, `double-faced` is two.
 * @param {string} part
 * @param {(word: string) => boolean} isWord
 */
function termsOf(part, isWord) {
  const symbols = part.match(SYMBOL) ?? []
  const rest = spacedElisions(part.replace(SYMBOL, " ")).replace(/[’‘ʼ]/g, "'")
  const words = rest.split(BETWEEN).flatMap((piece) => wordsOf(piece, isWord))
  return [...words, ...symbols].map((term) => term.toLowerCase())
}

/**
 * @param {string} piece
 * @param {(word: string) => boolean} isWord
 * @returns {string[]}
 */
function wordsOf(piece, isWord) {
  if (STATS.test(piece)) return [piece.replace(/[−–]/g, "-")]
  if (RULE.test(piece)) return [piece.replace(/\.$/, "")]
  if (HYBRID.test(piece)) return [`{${piece}}`]
  const words = piece
    .split(/[-–—/.]+/)
    .map((word) => word.replace(/^'+|'+$/g, ""))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const whole = words.map(unelided).join("")
  return words.length > 1 && isWord(whole) ? [whole] : words
}

/**
 * Return what was chosen for each filter as conditions.
 * @param {{ [name: string]: Choice }} chosen
 * @returns {Condition[]}
 */
export function chosenConditions(chosen) {
  return Object.entries(chosen).flatMap(([name, choice]) => {
    const values = [choice]
      .flat()
      .filter((value) => value !== undefined && value !== null && value !== "")
    return values.length ? [{ name, values: values.map(String) }] : []
  })
}
