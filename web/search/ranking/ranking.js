// Joins the records found for the words of a query into one list, best first. The scores come from
// the index.

import { WEIGHTS } from "../weights.js"
import { Hit, NO_VALUES } from "./hits.js"

/** @import { Anchor, Concept, IndexRecord, LookupResult, Match } from "../query/values.d.ts" */

/** @typedef {Pick<Anchor, "target" | "sure" | "covered"> & { records: IndexRecord[] }} Anchored */
/** @typedef {Map<IndexRecord, Hit>} Hits */
/** @typedef {{ found: LookupResult[], phrases: Match[][], excluded: Match[][] }} Sought */

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
  const left = gatheredHits(asked, anchored).filter((hit) => hit.phrases === phrases.length)
  const weights = anchored.length ? words.map(({ weight }) => weight) : lookupWeights(found)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (const hit of left) rate(hit, weights, total)
  for (const hit of left) hit.weak = !phrases.length && isWeak(hit, total)
  return bestFirst(left).filter(({ weak }, place) => !weak || place < WEIGHTS.WEAK)
}

/**
 * Return the records that were found, and those of named cards.
 * @param {Sought} asked
 * @param {Anchored[]} anchored
 */
function gatheredHits({ found, phrases, excluded }, anchored) {
  /** @type {Hits} */
  const hits = new Map()
  for (const lookup of found) addLookup(hits, lookup)
  for (const anchor of anchored) addAnchored(hits, anchor)
  inherit([...hits.values()])
  for (const { record } of phrases.flat()) hitFor(hits, record).phrases++
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
 * @param {LookupResult[]} found
 */
function lookupWeights(found) {
  /** @type {number[]} */
  const weights = []
  for (const { place, weight } of found) weights[place] = weight
  return weights
}

/**
 * Sort the hits, best first. With `lang`, hits in that language come before all others, except
 * those about a card that the query names, and unless they answer much less of the query than the
 * others do.
 * @param {Hit[]} hits
 * @param {string} [lang]
 */
export function bestFirst(hits, lang) {
  const most = hits.reduce((greatest, { share }) => Math.max(greatest, share), 0)
  /** @param {Hit} hit */
  const isOwn = (hit) => hit.lang === lang && hit.share >= WEIGHTS.OWN * most
  /** @param {Hit} hit */
  const own = (hit) => (lang === undefined || hit.anchor || isOwn(hit) ? 1 : 0)
  return hits.sort(
    (one, other) => own(other) - own(one) || other.score - one.score || tieOrder(one, other),
  )
}

/**
 * Return every record that is not excluded, for a query of filters alone.
 * @param {{ records: IndexRecord[] }[]} indexes
 * @param {Match[][]} excluded
 */
export function everyRecord(indexes, excluded) {
  const without = new Set(excluded.flat().map(({ record }) => record))
  const records = indexes.flatMap((index) => index.records.filter((record) => !without.has(record)))
  return bestFirst(records.map((record) => new Hit(record, 1)))
}

/**
 * Return the hits without those that only repeat an earlier one in another language.
 * @param {Hit[]} hits
 */
export function withoutTwins(hits) {
  const seen = new Set()
  return hits.filter(({ key }) => !seen.has(key) && seen.add(key))
}

/**
 * Compare hits with equal scores, so that the same query always gives the same order.
 * @param {Hit} one
 * @param {Hit} other
 */
function tieOrder(one, other) {
  if (one.lang === other.lang) return one.number - other.number
  return one.lang < other.lang ? -1 : 1
}

/**
 * @param {Hits} hits
 * @param {IndexRecord} record
 */
function hitFor(hits, record) {
  let hit = hits.get(record)
  if (!hit) hits.set(record, (hit = new Hit(record)))
  return hit
}

/**
 * Add the records that a lookup found. If several lookups belong to one word of the query, the best
 * one counts.
 * @param {Hits} hits
 * @param {LookupResult} lookup
 */
function addLookup(hits, { place, worth, matches }) {
  const most = matches.reduce((sum, { score }) => Math.max(sum, score), 0)
  for (const { record, score } of matches) {
    hitFor(hits, record).add(
      place,
      worth * (WEIGHTS.FOUND + (1 - WEIGHTS.FOUND) * Math.sqrt(score / most)),
      worth,
    )
  }
}

/**
 * Add the records of a card or a mechanic that the query names.
 * @param {Hits} hits
 * @param {Anchored} anchored
 */
function addAnchored(hits, { target, sure, covered, records }) {
  for (const record of records) {
    const hit = hitFor(hits, record)
    for (const place of covered) hit.add(place, sure, 1)
    hit.covered = [...hit.covered, ...covered]
    hit.anchor = Math.max(hit.anchor, sure)
    if (sure) hit.named ??= target
  }
}

/**
 * Let rulings inherit the words of their card. A ruling is read on its card's page, so it need not
 * repeat what the card says.
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
  for (const hit of hits) {
    if (hit.kind === "ruling") hit.inherited = cards.get(hit.record.holder) ?? NO_VALUES
  }
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
  hit.score = (total ? score * hit.share : 1) * kindWeight(hit.kind)
}

/**
 * Return how much a kind of record is worth compared with a ruling. For a `question`, other kinds
 * are worth even less.
 * @param {string} kind
 */
export function kindWeight(kind, question = false) {
  /** @type {{ [kind: string]: number }} */
  const worth = WEIGHTS.BELOW
  return (worth[kind] ?? 1) ** (question ? WEIGHTS.ASKED : 1)
}
