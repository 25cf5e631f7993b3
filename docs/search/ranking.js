// What was found for the words of a query becomes one list, best first: roughly by what the index says.

const ENOUGH = 0.3 // of what the words that were looked up say, so much must stand in a hit
const LEAST = 8 // but so many of the others are worth a look where there are no better ones
const INHERITED = 0.4 // what only the card says counts so much to its ruling
const NOTHING = new Map()
const BELOW = { card: 0.68, mechanic: 0.6, rule: 0.85, set: 0.5 } // people ask for rulings

/**
 * `found` are `{place, worth, weight, matches}` for each word looked up; `phrases` and `excluded` lists of what must and
 * must not be there, all as an index finds them. Returns them with `share`, `score`, and whether they are `weak`.
 */
export function ranked({ found, phrases, excluded }) {
  const weights = new Map(found.map(({ place, weight }) => [place, weight]))
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const hits = new Map()
  for (const look of found) add(hits, look)
  inherit(hits)
  for (const matches of phrases) for (const { record } of matches) touch(hits, record).phrases++
  for (const matches of excluded) for (const { record } of matches) hits.delete(record.key)
  const list = [...hits.values()].filter((hit) => hit.phrases === phrases.length)
  for (const hit of list) rate(hit, weights, total, below(hit.kind))
  for (const hit of list) hit.weak = !phrases.length && total > 0 && hit.share < ENOUGH
  return best(list).filter(({ weak }, place) => !weak || place < LEAST)
}

/** The hits, best first; with `lang`, those in it before the others. */
export function best(hits, lang) {
  const own = (hit) => lang === undefined || hit.lang === lang
  const first = (one, other) => (one.lang === other.lang ? one.number - other.number : one.lang < other.lang ? -1 : 1)
  return hits.sort((one, other) => own(other) - own(one) || other.score - one.score || first(one, other))
}

function touch(hits, record) {
  const { key } = record
  if (!hits.has(key)) hits.set(key, { ...record, values: new Map(), inherited: NOTHING, phrases: 0 })
  return hits.get(key)
}

/** What a look finds; where several stand for one word of the query, the best counts. */
function add(hits, { place, worth, matches }) {
  const most = matches.reduce((sum, { score }) => Math.max(sum, score), 0)
  for (const { record, score } of matches) {
    const { values } = touch(hits, record)
    const value = worth * (0.6 + 0.4 * Math.sqrt(score / most))
    if (!(values.get(place)?.value >= value)) values.set(place, { value, worth })
  }
}

/** A ruling is read on its card's page, and need not repeat what the card says. `inherited` is that, by the word's place. */
function inherit(hits) {
  const cards = new Map([...hits.values()].filter(({ kind }) => kind === "card").map((hit) => [hit.holder, hit]))
  for (const hit of hits.values()) {
    const card = hit.kind === "ruling" && cards.get(hit.holder)
    if (card) hit.inherited = new Map([...card.values].map(([place, { value }]) => [place, INHERITED * value]))
  }
}

/** `share` is how much of the query a hit has, `score` also how well. */
function rate(hit, weights, total, kind) {
  let [sum, score] = [0, 0]
  for (const [place, { value, worth }] of hit.values) {
    sum += weights.get(place) * worth
    score += weights.get(place) * value
  }
  for (const [place, value] of hit.inherited) if (!hit.values.has(place)) score += weights.get(place) * value
  hit.share = total ? sum / total : 1
  hit.score = (total ? score * hit.share : 1) * kind
}

/** How much less a kind of record is worth than a ruling; still less to a `question`. */
export const below = (kind, question = false) => (BELOW[kind] ?? 1) ** (question ? 1.8 : 1)
