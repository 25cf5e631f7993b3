// What was found for the words of a query becomes one list, best first: roughly by what the index says.

const ENOUGH = 0.3 // of what the words that were looked up say, so much must stand in a hit
const LEAST = 8 // but so many of the others are worth a look where there are no better ones
const INHERITED = 0.4 // what only the card says counts so much to its ruling
const NOTHING = []
const BELOW = { card: 0.68, mechanic: 0.6, rule: 0.85, set: 0.5 } // people ask for rulings

/** A record that was found: how well each word of the query is, by its place; `inherited` what only its card says. */
export class Hit {
  constructor(record, score = 0) {
    Object.assign(this, { record, score, share: 0, weak: false, values: [], worths: [], inherited: NOTHING, phrases: 0, page: undefined })
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

  /** Note that a word is found, unless something better that stands for it is. */
  add(place, value, worth) {
    if (this.values[place] >= value) return
    this.values[place] = value
    this.worths[place] = worth
  }
}

/**
 * `found` are `{place, worth, weight, matches}` for each word looked up; `phrases` and `excluded` lists of what must and
 * must not be there, all as an index finds them. Returns them with `share`, `score`, and whether they are `weak`.
 */
export function ranked({ found, phrases, excluded }) {
  const weights = []
  for (const { place, weight } of found) weights[place] = weight
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const hits = new Map()
  for (const look of found) add(hits, look)
  const list = [...hits.values()]
  inherit(list)
  for (const matches of phrases) for (const { record } of matches) touch(hits, record).phrases++
  for (const matches of excluded) for (const { record } of matches) hits.delete(record)
  const left = phrases.length || excluded.length ? [...hits.values()].filter((hit) => hit.phrases === phrases.length) : list
  for (const hit of left) rate(hit, weights, total)
  for (const hit of left) hit.weak = !phrases.length && total > 0 && hit.share < ENOUGH
  return best(left).filter(({ weak }, place) => !weak || place < LEAST)
}

/** The hits, best first; with `lang`, those in it before the others. */
export function best(hits, lang) {
  const own = (hit) => lang === undefined || hit.lang === lang
  const first = (one, other) => (one.lang === other.lang ? one.number - other.number : one.lang < other.lang ? -1 : 1)
  return hits.sort((one, other) => own(other) - own(one) || other.score - one.score || first(one, other))
}

function touch(hits, record) {
  let hit = hits.get(record)
  if (!hit) hits.set(record, (hit = new Hit(record)))
  return hit
}

/** What a look finds; where several stand for one word of the query, the best counts. */
function add(hits, { place, worth, matches }) {
  const most = matches.reduce((sum, { score }) => Math.max(sum, score), 0)
  for (const { record, score } of matches) touch(hits, record).add(place, worth * (0.6 + 0.4 * Math.sqrt(score / most)), worth)
}

/** A ruling is read on its card's page, and need not repeat what the card says. */
function inherit(hits) {
  const cards = new Map()
  for (const { record, values } of hits) if (record.kind === "card") cards.set(record.holder, values.map((value) => INHERITED * value))
  for (const hit of hits) if (hit.kind === "ruling") hit.inherited = cards.get(hit.record.holder) ?? NOTHING
}

/** `share` is how much of the query a hit has, `score` also how well. */
function rate(hit, weights, total) {
  let [sum, score] = [0, 0]
  weights.forEach((weight, place) => {
    sum += weight * (hit.worths[place] ?? 0)
    score += weight * (hit.values[place] ?? hit.inherited[place] ?? 0)
  })
  hit.share = total ? sum / total : 1
  hit.score = (total ? score * hit.share : 1) * below(hit.kind)
}

/** How much less a kind of record is worth than a ruling; still less to a `question`. */
export const below = (kind, question = false) => (BELOW[kind] ?? 1) ** (question ? 1.8 : 1)
