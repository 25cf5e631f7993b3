// What was found for each word of a query becomes one list, best first.

const PROMISING = 40 // how many of the best are looked at more closely
const ENOUGH = 0.3 // of what the words of a query say, so much must stand in a hit
const NEAR = 6
const BELOW = { card: 0.72, mechanic: 0.62, rule: 0.8, set: 0.5 } // people ask for rulings

/**
 * `terms` are `{word, found}`, `same` the synonyms of some of them, `phrases` and `excluded` maps of what must and
 * must not be there; `counts` is how many records each language has. Returns `{key, score, data}`.
 */
export function ranked({ terms, same, phrases, excluded, langs, lang, counts, kinds }) {
  const looked = terms.map((term) => ({ ...term, found: withSame(term, same) })).filter(({ found }) => found.size)
  const total = looked.reduce((sum, term) => sum + weight(term, counts), 0) + weightless(terms, looked, counts)
  const hits = new Map()
  for (const term of looked) add(hits, term, weight(term, counts))
  for (const found of phrases) for (const [key, match] of found) touch(hits, key, match).phrases++
  let list = [...hits.values()].filter((hit) => hit.phrases === phrases.length && !excluded.some((found) => found.has(hit.key)))
  for (const hit of list) hit.score = score(hit, total) * (BELOW[kinds.get(hit.key)] ?? 1)
  if (!phrases.length || looked.length) list = list.filter((hit) => !total || hit.weight / total >= ENOUGH)
  list = best(list, langs)
  for (const hit of list.slice(0, PROMISING)) hit.score += closeness(hit, looked)
  return best(list, undefined, lang)
}

/** The hits in `langs` (all where undefined), best first; those in `lang` before the others. */
export function best(hits, langs, lang) {
  const own = (hit) => lang === undefined || hit.key.startsWith(`${lang}_`)
  return hits
    .filter((hit) => !langs || langs.some((each) => hit.key.startsWith(`${each}_`)))
    .sort((one, other) => own(other) - own(one) || other.score - one.score || (one.key < other.key ? -1 : 1))
}

/** What a word or what means the same finds; a synonym counts a little less. */
function withSame({ word, found }, same) {
  const groups = same.filter(({ words }) => words.includes(word))
  if (!groups.length) return found
  const all = new Map(found)
  for (const group of groups) {
    for (const [key, match] of group.found) {
      const less = { ...match, score: match.score * 0.8 }
      if (!(all.get(key)?.score >= less.score)) all.set(key, less)
    }
  }
  return all
}

/** How much a word says: the rarer, the more. */
function weight({ found }, counts) {
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return Math.log(1 + records / (1 + found.size))
}

/** Words that nothing has count as if they were of middling weight, so that what is left is no full match. */
function weightless(terms, looked, counts) {
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (terms.length - looked.length) * Math.log(1 + Math.sqrt(records)) * 0.5
}

function touch(hits, key, match) {
  if (!hits.has(key)) hits.set(key, { key, data: match.data, weight: 0, value: 0, places: [], phrases: 0 })
  return hits.get(key)
}

function add(hits, term, weight) {
  const most = Math.max(...[...term.found.values()].map((match) => match.score))
  for (const [key, match] of term.found) {
    const hit = touch(hits, key, match)
    hit.weight += weight
    hit.value += weight * (0.5 + 0.5 * Math.sqrt(match.score / most))
    hit.places.push([term.word, match.words])
  }
}

const score = (hit, total) => (total ? hit.value * (hit.weight / total) ** 1.5 : 1)

/** Words that stand beside each other as in the query say more. */
function closeness(hit, looked) {
  const places = new Map(hit.places)
  let sum = 0
  for (const [place, term] of looked.entries()) {
    const next = looked[place + 1]
    if (!next || !places.has(term.word) || !places.has(next.word)) continue
    let least = Infinity
    for (const one of places.get(term.word)) for (const other of places.get(next.word)) least = Math.min(least, Math.abs(other - one))
    if (least <= NEAR) sum += 0.8 / Math.max(least, 1)
  }
  return sum
}
