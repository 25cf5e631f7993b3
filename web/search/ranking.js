// Joins the records found for the words of a query into one list, best first. The scores come from the index.

import { WEIGHTS } from "./weights.js"

/** @import { Anchor, Concept, Looked, Match, Page, Place } from "./types.d.ts" */
/** @typedef {Pick<Anchor, "target" | "sure" | "covered"> & { records: Place[] }} Anchored */

/** @type {number[]} */
const NOTHING = []

/** A record that was found. */
export class Hit {
  /** The share of the query that it answers. */
  share = 0
  weak = false
  /** @type {number[]} how well each word of the query is found */
  values = []
  /** @type {number[]} how close the found text is to the word in meaning */
  worths = []
  /** Values of the words that only its card says. */
  inherited = NOTHING
  /** How surely the query names its card or mechanic, and the positions of the words that do. */
  anchor = 0
  /** @type {number[]} */
  covered = []
  /** @type {string | undefined} the card that the query names */
  named
  /** @type {number[]} how well its text says each word of the query */
  said = []
  /** @type {string[]} the phrases of its text that say words of the query in another way */
  meant = []
  /** How many of the phrases it has. */
  phrases = 0
  /** @type {Page | undefined} */
  page

  /** @param {Place} record */
  constructor(record, score = 0) {
    this.record = record
    this.score = score
  }

  get lang() {
    return this.record.lang
  }

  get kind() {
    return this.record.kind
  }

  get number() {
    return this.record.number
  }

  /** The same for a record in several languages. */
  get key() {
    return this.record.key
  }

  /**
   * Add a found word, unless a better match for the same word of the query is already there.
   * @param {number} place
   * @param {number} value
   * @param {number} worth
   */
  add(place, value, worth) {
    if (this.values[place] >= value) return
    this.values[place] = value
    this.worths[place] = worth
  }
}

/** @typedef {Map<Place, Hit>} Hits */
/** @typedef {{ found: Looked[], phrases: Match[][], excluded: Match[][] }} Sought */

/**
 * Rank the records. `phrases` and `excluded` list the matches that hits must and must not have, and
 * `anchored` the records of the cards that the query names. Return the hits with
 * `share` and `score`, and mark those that are `weak`.
 * @param {Sought} asked
 * @param {Anchored[]} anchored
 * @param {Concept[]} words
 */
export function ranked(asked, anchored = [], words = []) {
  const { found, phrases } = asked
  const left = gathered(asked, anchored).filter((hit) => hit.phrases === phrases.length)
  const weights = anchored.length ? words.map(({ weight }) => weight) : weightsOf(found)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (const hit of left) rate(hit, weights, total)
  for (const hit of left) hit.weak = !phrases.length && isWeak(hit, total)
  return best(left).filter(({ weak }, place) => !weak || place < WEIGHTS.WEAK)
}

/**
 * Return the records that were found, and those of named cards.
 * @param {Sought} asked
 * @param {Anchored[]} anchored
 */
function gathered({ found, phrases, excluded }, anchored) {
  /** @type {Hits} */
  const hits = new Map()
  for (const look of found) add(hits, look)
  for (const anchor of anchored) fasten(hits, anchor)
  inherit([...hits.values()])
  for (const { record } of phrases.flat()) touch(hits, record).phrases++
  for (const { record } of excluded.flat()) hits.delete(record)
  return [...hits.values()]
}

/**
 * Return whether a hit answers too little of a query with words.
 * @param {Hit} hit
 * @param {number} total
 */
const isWeak = ({ share, anchor }, total) => total > 0 && share < WEIGHTS.ENOUGH && !anchor

/**
 * Return the weights of the words that were looked up, by their position in the query.
 * @param {Looked[]} found
 */
function weightsOf(found) {
  /** @type {number[]} */
  const weights = []
  for (const { place, weight } of found) weights[place] = weight
  return weights
}

/**
 * Sort the hits, best first. With `lang`, hits in that language come before all others, except those about a card that
 * the query names, and unless they answer much less of the query than the others do.
 * @param {Hit[]} hits
 * @param {string} [lang]
 */
export function best(hits, lang) {
  const most = hits.reduce((greatest, { share }) => Math.max(greatest, share), 0)
  /** @param {Hit} hit */
  const isOwn = (hit) => hit.lang === lang && hit.share >= WEIGHTS.OWN * most
  /** @param {Hit} hit */
  const own = (hit) => (lang === undefined || hit.anchor || isOwn(hit) ? 1 : 0)
  return hits.sort((one, other) => own(other) - own(one) || other.score - one.score || first(one, other))
}

/**
 * Return every record that is not excluded, for a query of filters alone.
 * @param {{ records: Place[] }[]} indexes
 * @param {Match[][]} excluded
 */
export function everything(indexes, excluded) {
  const without = new Set(excluded.flat().map(({ record }) => record))
  const records = indexes.flatMap((index) => index.records.filter((record) => !without.has(record)))
  return best(records.map((record) => new Hit(record, 1)))
}

/**
 * Return the hits without those that only repeat an earlier one in another language.
 * @param {Hit[]} hits
 */
export function apart(hits) {
  const seen = new Set()
  return hits.filter(({ key }) => !seen.has(key) && seen.add(key))
}

/**
 * Compare hits with equal scores, so that the same query always gives the same order.
 * @param {Hit} one
 * @param {Hit} other
 */
function first(one, other) {
  if (one.lang === other.lang) return one.number - other.number
  return one.lang < other.lang ? -1 : 1
}

/**
 * @param {Hits} hits
 * @param {Place} record
 */
function touch(hits, record) {
  let hit = hits.get(record)
  if (!hit) hits.set(record, (hit = new Hit(record)))
  return hit
}

/**
 * Add the records that a look found. If several looks belong to one word of the query, the best one counts.
 * @param {Hits} hits
 * @param {Looked} look
 */
function add(hits, { place, worth, matches }) {
  const most = matches.reduce((sum, { score }) => Math.max(sum, score), 0)
  for (const { record, score } of matches) {
    touch(hits, record).add(place, worth * (WEIGHTS.FOUND + (1 - WEIGHTS.FOUND) * Math.sqrt(score / most)), worth)
  }
}

/**
 * Add the records of a card or a mechanic that the query names.
 * @param {Hits} hits
 * @param {Anchored} anchored
 */
function fasten(hits, { target, sure, covered, records }) {
  for (const record of records) {
    const hit = touch(hits, record)
    for (const place of covered) hit.add(place, sure, 1)
    hit.covered = [...hit.covered, ...covered]
    hit.anchor = Math.max(hit.anchor, sure)
    if (sure) hit.named ??= target
  }
}

/**
 * Let rulings inherit the words of their card. A ruling is read on its card's page, so it need not repeat what the card
 * says.
 * @param {Hit[]} hits
 */
function inherit(hits) {
  /** @type {Map<string, number[]>} */
  const cards = new Map()
  for (const { record, values } of hits) {
    if (record.kind !== "card") continue
    cards.set(
      record.holder,
      values.map((value) => WEIGHTS.INHERITED * value),
    )
  }
  for (const hit of hits) if (hit.kind === "ruling") hit.inherited = cards.get(hit.record.holder) ?? NOTHING
}

/**
 * Set `share`, how much of the query a hit answers, and `score`, which also counts how well.
 * @param {Hit} hit
 * @param {number[]} weights
 * @param {number} total
 */
function rate(hit, weights, total) {
  let [sum, score] = [0, 0]
  weights.forEach((weight, place) => {
    sum += weight * (hit.worths[place] ?? 0)
    score += weight * (hit.values[place] ?? hit.inherited[place] ?? 0)
  })
  hit.share = total ? sum / total : 1
  hit.score = (total ? score * hit.share : 1) * below(hit.kind)
}

/**
 * Return how much a kind of record is worth compared with a ruling. For a `question`, other kinds are worth even less.
 * @param {string} kind
 */
export function below(kind, question = false) {
  /** @type {{ [kind: string]: number }} */
  const worth = WEIGHTS.BELOW
  return (worth[kind] ?? 1) ** (question ? WEIGHTS.ASKED : 1)
}
