// Joins the records found for the words of a query into one list, best first. The scores come from the index.

/** @import { Looked, Match, Page, Place } from "./types.d.ts" */

const ENOUGH = 0.3 // a hit with a smaller share of the query is weak
const LEAST = 8 // a weak hit is kept only if it is among this many best hits
const INHERITED = 0.4 // what a word counts for a ruling if only its card says it
const FOUND = 0.6 // what a word counts if it is found at all; the index's score gives the rest
/** @type {number[]} */
const NOTHING = []
/** @type {{ [kind: string]: number }} */
const BELOW = { card: 0.68, mechanic: 0.6, rule: 0.85, set: 0.5 } // rulings have 1: people look for them most
const ASKED = 1.8 // a question lowers the others further, as an exponent

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

/**
 * Rank the records. `phrases` and `excluded` list the matches that hits must and must not have. Return the hits with
 * `share` and `score`, and mark those that are `weak`.
 * @param {{ found: Looked[], phrases: Match[][], excluded: Match[][] }} asked
 */
export function ranked({ found, phrases, excluded }) {
  /** @type {Hits} */
  const hits = new Map()
  for (const look of found) add(hits, look)
  const list = [...hits.values()]
  inherit(list)
  for (const { record } of phrases.flat()) touch(hits, record).phrases++
  for (const { record } of excluded.flat()) hits.delete(record)
  const all = phrases.length || excluded.length ? [...hits.values()] : list
  const left = all.filter((hit) => hit.phrases === phrases.length)
  const weights = weightsOf(found)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (const hit of left) rate(hit, weights, total)
  for (const hit of left) hit.weak = !phrases.length && total > 0 && hit.share < ENOUGH
  return best(left).filter(({ weak }, place) => !weak || place < LEAST)
}

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
 * Sort the hits, best first. With `lang`, hits in that language come before all others.
 * @param {Hit[]} hits
 * @param {string} [lang]
 */
export function best(hits, lang) {
  /** @param {Hit} hit */
  const own = (hit) => (lang === undefined || hit.lang === lang ? 1 : 0)
  return hits.sort((one, other) => own(other) - own(one) || other.score - one.score || first(one, other))
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
    touch(hits, record).add(place, worth * (FOUND + (1 - FOUND) * Math.sqrt(score / most)), worth)
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
      values.map((value) => INHERITED * value),
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
export const below = (kind, question = false) => (BELOW[kind] ?? 1) ** (question ? ASKED : 1)
