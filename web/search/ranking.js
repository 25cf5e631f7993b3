// Makes one list of the records that are found for the words of a query: best first, roughly by the index's scores.

/** @import { Looked, Match, Page, Place } from "./types.d.ts" */

const ENOUGH = 0.3 // of what the words that were looked up say, so much must stand in a hit
const LEAST = 8 // but so many of the others are worth a look where there are no better ones
const INHERITED = 0.4 // what only the card says counts so much to its ruling
const FOUND = 0.6 // what a word counts that is found at all; the rest is how well the index says it is found
/** @type {number[]} */
const NOTHING = []
/** @type {{ [kind: string]: number }} */
const BELOW = { card: 0.68, mechanic: 0.6, rule: 0.85, set: 0.5 } // people ask for rulings
const ASKED = 1.8 // and still less for others by a question

/** A record that was found. */
export class Hit {
  /** How much of the query it has. */
  share = 0
  weak = false
  /** @type {number[]} how well each word of the query is found, by its place */
  values = []
  /** @type {number[]} how well what was found stands for the word */
  worths = []
  /** What only its card says. */
  inherited = NOTHING
  /** How many phrases it has. */
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
   * Note that a word is found, unless something better that stands for it is.
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
 * `phrases` and `excluded` are lists of what must and must not be there, all as an index finds them. Returns the hits
 * with `share`, `score`, and whether they are `weak`.
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
 * The weights of the words that were looked up, by their place.
 * @param {Looked[]} found
 */
function weightsOf(found) {
  /** @type {number[]} */
  const weights = []
  for (const { place, weight } of found) weights[place] = weight
  return weights
}

/**
 * The hits, best first; with `lang`, those in it before the others.
 * @param {Hit[]} hits
 * @param {string} [lang]
 */
export function best(hits, lang) {
  /** @param {Hit} hit */
  const own = (hit) => (lang === undefined || hit.lang === lang ? 1 : 0)
  return hits.sort((one, other) => own(other) - own(one) || other.score - one.score || first(one, other))
}

/**
 * The order of the indexes.
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
 * What a look finds; where several stand for one word of the query, the best counts.
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
 * A ruling is read on its card's page, and need not repeat what the card says.
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
 * `share` is how much of the query a hit has, `score` also how well.
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
 * How much less a kind of record is worth than a ruling; still less to a `question`.
 * @param {string} kind
 */
export const below = (kind, question = false) => (BELOW[kind] ?? 1) ** (question ? ASKED : 1)
