// What was found for the words of a query becomes one list, best first: roughly by what the index says.

const ENOUGH = 0.3 // of what the words that were looked up say, so much must stand in a hit
const INHERITED = 0.4 // what only the card says counts so much to its ruling
const BELOW = { card: 0.68, mechanic: 0.6, rule: 0.85, set: 0.5 } // people ask for rulings

/**
 * `found` are `{place, worth, weight, matches}` for each word looked up; `phrases` and `excluded` maps of what must and
 * must not be there. Returns `{key, score, data}`, in `langs` (all where undefined).
 */
export function ranked({ found, phrases, excluded, langs }) {
  const weights = new Map(found.map(({ place, weight }) => [place, weight]))
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const hits = new Map()
  for (const look of found) add(hits, { ...look, matches: within(look.matches, langs) })
  inherit(hits)
  for (const matches of phrases) for (const [key, match] of within(matches, langs)) touch(hits, key, match).phrases++
  const list = [...hits.values()].filter((hit) => hit.phrases === phrases.length && !excluded.some((matches) => matches.has(hit.key)))
  for (const hit of list) rate(hit, weights, total, below(kindOf(hit.key)))
  return best(list.filter((hit) => phrases.length || !total || hit.share >= ENOUGH))
}

/** What is in `langs` (all where undefined): a language that another query opened must not change what this one finds. */
function within(matches, langs) {
  return new Map([...matches].filter(([key]) => !langs || langs.some((lang) => key.startsWith(`${lang}_`))))
}

/** The hits in `langs` (all where undefined), best first; with `lang`, those in it before the others. */
export function best(hits, langs, lang) {
  const own = (hit) => lang === undefined || hit.key.startsWith(`${lang}_`)
  return hits
    .filter((hit) => !langs || langs.some((each) => hit.key.startsWith(`${each}_`)))
    .sort((one, other) => own(other) - own(one) || other.score - one.score || (one.key < other.key ? -1 : 1))
}

function touch(hits, key, match) {
  if (!hits.has(key)) hits.set(key, { key, data: match.data, values: new Map(), phrases: 0 })
  return hits.get(key)
}

/** What a look finds; where several stand for one word of the query, the best counts. */
function add(hits, { place, worth, matches }) {
  const most = Math.max(...[...matches.values()].map((match) => match.score))
  for (const [key, match] of matches) {
    const { values } = touch(hits, key, match)
    const value = worth * (0.6 + 0.4 * Math.sqrt(match.score / most))
    if (!(values.get(place)?.value >= value)) values.set(place, { value, worth })
  }
}

/** A ruling is read on its card's page, and need not repeat what the card says. `inherited` is that, by the word's place. */
function inherit(hits) {
  const cards = new Map([...hits.values()].filter(({ key }) => kindOf(key) === "card").map((hit) => [holderOf(hit.key), hit]))
  for (const hit of hits.values()) {
    const card = kindOf(hit.key) === "ruling" && cards.get(holderOf(hit.key))
    hit.inherited = new Map(card ? [...card.values].map(([place, { value }]) => [place, INHERITED * value]) : [])
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

/** The kind of a record, which its key says: `en_3f9a1c-ruling12-0`. */
const kindOf = (key) => /-([a-z]+)\d+-\d+$/.exec(key)?.[1]

/** The page of the site that holds it, in one language. */
const holderOf = (key) => key.replace(/-[a-z]+(\d+)-\d+$/, "-$1")

/** How much less a kind of record is worth than a ruling; still less to a `question`. */
export const below = (kind, question = false) => (BELOW[kind] ?? 1) ** (question ? 1.8 : 1)
