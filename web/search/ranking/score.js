// Finds the records that have a word of a query, and rates each once: how much of the query it
// says, and how close together.

import { WEIGHTS } from "../weights.js"

/** @import { Library } from "../index/library.js" */
/** @import { Texts } from "../index/texts.js" */
/** @import { Anchor, Hit, Phrase, QueryWord } from "../query/values.d.ts" */
/** @import { SearchRecord, UsualAnswer } from "../query/values.d.ts" */

/**
 * What a query asks for. `accepts` says whether a record may be a hit.
 * @typedef {object} Sought
 * @property {QueryWord[]} words
 * @property {Anchor[]} anchors
 * @property {Anchor[]} leading the mechanics that it surely names
 * @property {UsualAnswer[]} usual
 * @property {string[]} langs the languages whose words are searched
 * @property {string[]} reach those in which named cards may be found
 * @property {(record: SearchRecord) => boolean} accepts
 */

/** How well a record says a word: from 0 to 1, and at which words of its text. */
/** @typedef {{ value: number, places: number[], phrase?: string | undefined }} Said */
/**
 * Something that says a word of the query in one language: the word itself, of which `exact` is the
 * number, or a phrase that means the same.
 * @typedef {Phrase & { stems: number[], exact?: number }} Wanted
 */

// a rule's number, a symbol, or power and toughness: it has the same form in every language
const UNIVERSAL = /^[{\d+*]/
const NONE = -1 // the number of a word that only has other forms in the texts
const NEAR = 8 // words at this distance from each other still belong together
const AROUND = 4 // how many other words may interrupt a phrase
const [ENOUGH, MANY] = [300, 5000] // with enough candidates, no list of so many is added

/**
 * What all records are rated by: how much each word decides and all of them together, the positions
 * of those that name a mechanic, and the language of the page.
 * @typedef {{ weights: number[], total: number, leads: number[], lang: string }} Rating
 */

/**
 * Return the hits with their scores.
 * @param {Sought} sought
 * @param {Library} library
 * @returns {Hit[]}
 */
export function scoredHits(sought, library) {
  const { words, anchors, leading, usual, langs, reach } = sought
  const anchored = anchoredRecords(anchors, library, reach)
  const beside = [...anchored.keys(), ...usual.flatMap(({ records }) => [...records])]
  const weights = words.map(({ weight }) => weight)
  const leads = leading.flatMap(({ covered }) => covered)
  const rating = { weights, total: sum(weights) || 1, leads, lang: library.lang }
  const hits = []
  for (const [lang, texts] of library.texts) {
    const wanted = words.map((word) => wantedIn(word, texts, lang === library.lang))
    const candidates = new Set(beside.filter((record) => record.lang === lang))
    if (langs.includes(lang)) addHaving(candidates, words, wanted, texts)
    const valuesOf = valuing(wanted, usual, texts)
    for (const record of candidates) {
      if (!sought.accepts(record)) continue
      const anchor = anchored.get(record) ?? NO_ANCHOR
      const hit = hitOf(record, valuesOf(record, anchor.covered), anchor, rating)
      if (hit.share) hits.push(hit)
    }
  }
  for (const group of groupedByCard(hits)) raiseDistinct(group, weights)
  return hits
}

/**
 * Return how much a kind of record is worth compared with a ruling.
 * @param {string} kind
 */
export function kindWeight(kind) {
  /** @type {{ [kind: string]: number }} */
  const below = WEIGHTS.BELOW
  return below[kind] ?? 1
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0)

/**
 * Rate a record by what it says.
 * @param {SearchRecord} record
 * @param {Said[]} said
 * @param {Anchored} anchor
 * @param {Rating} rating
 * @returns {Hit}
 */
function hitOf(record, said, { sure, named, covered }, { weights, total, leads, lang }) {
  const share = sum(weights.map((weight, place) => weight * said[place].value)) / total
  const near = WEIGHTS.TOGETHER * (closeness(weights, said, covered) / total)
  const long = WEIGHTS.LONG * Math.log2(1 + record.words.length / 20)
  let worth = kindWeight(record.kind)
  if (record.lang !== lang) worth *= WEIGHTS.ABROAD
  if (record.still === "gone") worth *= WEIGHTS.GONE
  if (!sure && leads.some((place) => !said[place].value)) worth *= WEIGHTS.LACKS
  const score = (share + near - long) * worth
  return { record, said, share, anchor: sure, named, covered, score }
}

/**
 * @typedef {{ covered: Set<number>, sure: number, named: string | undefined }} Anchored
 * @type {Anchored}
 */
const NO_ANCHOR = { covered: new Set(), sure: 0, named: undefined }

/**
 * Sort the hits, best first. Hits in the language `lang` come before all others, except those about
 * a card that the query names, and unless they answer much less of the query than the others do.
 * @param {Hit[]} hits
 * @param {string} lang
 */
export function sortHits(hits, lang) {
  const most = hits.reduce((greatest, { share }) => Math.max(greatest, share), 0)
  /** @param {Hit} hit */
  const own = ({ anchor, record, share }) =>
    anchor || (record.lang === lang && share >= WEIGHTS.OWN * most) ? 1 : 0
  return hits.sort(
    (one, other) =>
      own(other) - own(one) || other.score - one.score || order(one.record, other.record),
  )
}

/**
 * @param {SearchRecord} one
 * @param {SearchRecord} other
 */
const order = (one, other) =>
  compare(one.lang, other.lang) || compare(one.page, other.page) || one.number - other.number

/**
 * @param {string} one
 * @param {string} other
 */
const compare = (one, other) => Number(one > other) - Number(one < other)

/**
 * Return what says a word of the query in the texts of a language. `isOwn` says whether the query
 * is in this language.
 * @param {QueryWord} word
 * @param {Texts} texts
 * @param {boolean} isOwn
 */
function wantedIn(word, texts, isOwn) {
  const isSame = isOwn || word.isForeign || UNIVERSAL.test(word.word)
  const phrases = isOwn ? word.same : (word.abroad[texts.lang] ?? [])
  const itself = { text: word.word, worth: 1, exact: texts.wordNumber(word.word) ?? NONE }
  return [...(isSame ? [itself] : []), ...phrases].flatMap((/** @type {Phrase} */ phrase) => {
    const words = phrase.text.split(" ")
    const stems = words.flatMap((part) => texts.stemNumber(part) ?? [])
    return stems.length === words.length ? [{ ...phrase, stems }] : []
  })
}

/**
 * Add the records that have a telling word or the rarest word of a phrase in its place. If there
 * are many, those that only have common words are left out: others say more.
 * @param {Set<SearchRecord>} candidates
 * @param {QueryWord[]} words
 * @param {Wanted[][]} wanted
 * @param {Texts} texts
 */
function addHaving(candidates, words, wanted, texts) {
  /** @param {number} one @param {number} other */
  const rarer = (one, other) =>
    texts.having(other).length < texts.having(one).length ? other : one
  const telling = wanted.filter((_, place) => !words[place].quiet).flat()
  const stems = telling.map((phrase) => phrase.stems.reduce(rarer))
  const lists = [...new Set(stems)].map((stem) => texts.having(stem))
  for (const numbers of lists.sort((one, other) => one.length - other.length)) {
    if (candidates.size + numbers.length > MANY && candidates.size > ENOUGH) break
    for (const number of numbers) candidates.add(texts.records[number])
  }
}

/**
 * Return the records of the cards and mechanics that a query names. Words find those of a mechanic
 * in the page's language better, so only those in other languages are returned; a mechanic that
 * only these explain counts like a card.
 * @param {Anchor[]} anchors
 * @param {Library} library
 * @param {string[]} reach
 */
function anchoredRecords(anchors, library, reach) {
  /** @type {Map<SearchRecord, Anchored>} */
  const anchored = new Map()
  for (const { owner, sure, covered } of anchors) {
    const isAbroad = !library.own.recordsOf(owner).length
    const isNamed = owner.kind === "card" || isAbroad
    for (const record of library.recordsOf(owner, reach)) {
      if (!isNamed && record.lang === library.lang) continue
      const before = anchored.get(record) ?? NO_ANCHOR
      anchored.set(record, {
        covered: new Set([...before.covered, ...covered]),
        sure: Math.max(before.sure, isNamed ? sure : 0),
        named: before.named ?? (isNamed ? owner.page : undefined),
      })
    }
  }
  return anchored
}

/**
 * Return a function that says how well a record of some texts says each word of the query. A word
 * that names its card is said by each of its rulings: their positions are `covered`. Another word
 * counts less if only the card says it.
 * @param {Wanted[][]} wanted
 * @param {UsualAnswer[]} usual
 * @param {Texts} texts
 */
function valuing(wanted, usual, texts) {
  const placesOf = scanner(wanted, texts)
  /** @type {Map<SearchRecord, Said[]>} */
  const remembered = new Map()
  const ofText = (/** @type {SearchRecord} */ record) => {
    const places = placesOf(record.words)
    return wanted.map((word) => textValue(word, record, places))
  }
  const ofSubject = (/** @type {SearchRecord} */ record) => {
    const subject = texts.subjectOf(record.page)
    if (!subject || subject === record) return undefined
    const before = remembered.get(subject) ?? ofText(subject)
    remembered.set(subject, before)
    return before
  }
  return (/** @type {SearchRecord} */ record, /** @type {Set<number>} */ covered) => {
    const subject = ofSubject(record)
    const values = ofText(record)
    for (const { records, places, worth } of usual) {
      if (!records.has(record)) continue
      for (const place of places) values[place].value = Math.max(values[place].value, worth)
    }
    return values.map((said, place) => {
      if (covered.has(place)) return { ...said, value: 1 }
      const inherited = WEIGHTS.INHERITED * (subject?.[place].value ?? 0)
      return inherited > said.value ? { value: inherited, places: [] } : said
    })
  }
}

/**
 * Return a function that finds the places of all wanted words in a text in one pass.
 * @param {Wanted[][]} wanted
 * @param {Texts} texts
 */
function scanner(wanted, { stems }) {
  const sought = new Set(wanted.flat().flatMap((phrase) => phrase.stems))
  return (/** @type {Int32Array} */ words) => {
    /** @type {Map<number, number[]>} */
    const places = new Map()
    for (let place = 0; place < words.length; place++) {
      const number = stems[words[place]]
      if (!sought.has(number)) continue
      const before = places.get(number)
      if (before) before.push(place)
      else places.set(number, [place])
    }
    return places
  }
}

/**
 * Return how well a record says a word, or a phrase that means the same. The title counts less than
 * the text, and another form of a word less than the word: "counters" are seldom "countered".
 * @param {Wanted[]} wanted
 * @param {SearchRecord} record
 * @param {Map<number, number[]>} places
 * @returns {Said}
 */
function textValue(wanted, { words, heading }, places) {
  /** @type {Said} */
  let best = { value: 0, places: [] }
  for (const { stems, worth, text, exact } of wanted) {
    if (worth <= best.value) continue
    const starts = phrasePlaces(stems, places)
    if (!starts.length && !stems.every((number) => heading.has(number))) continue
    const isItself = exact === undefined ? starts.length : starts.some((at) => words[at] === exact)
    const value = isItself ? worth : worth * WEIGHTS.OTHERWISE
    if (value <= best.value) continue
    best = { value, places: starts, phrase: exact === undefined ? text : undefined }
  }
  return best
}

/**
 * Return the places at which a phrase begins. Its words must be in order, with few others between
 * them.
 * @param {number[]} stems
 * @param {Map<number, number[]>} places
 */
function phrasePlaces(stems, places) {
  const starts = places.get(stems[0]) ?? []
  if (stems.length === 1) return starts
  return starts.filter((start) => {
    let at = start
    return stems.slice(1).every((number) => {
      const next = places
        .get(number)
        ?.find((place) => place > at && place < start + stems.length + AROUND)
      at = next ?? at
      return next !== undefined
    })
  })
}

/**
 * Return how much the words say that are close together in a text, and next to each other in the
 * query. Those that name the card are left out: each of its rulings is about it, wherever it has
 * the name.
 * @param {number[]} weights
 * @param {Said[]} said
 * @param {Set<number>} covered
 */
function closeness(weights, said, covered) {
  const seen = [...said.keys()].filter((place) => said[place].places.length && !covered.has(place))
  let close = 0
  for (let step = 0; step + 1 < seen.length; step++) {
    const [one, next] = [seen[step], seen[step + 1]]
    const least = leastDistance(said[one].places, said[next].places)
    if (least <= NEAR) close += Math.min(weights[one], weights[next]) / Math.sqrt(least)
  }
  return close
}

/**
 * Return the smallest distance between two lists of places. One word in both lists is not near
 * itself.
 * @param {number[]} one
 * @param {number[]} other
 */
function leastDistance(one, other) {
  let least = Infinity
  for (const here of one) {
    for (const there of other) least = Math.min(least, Math.abs(there - here) || NEAR)
  }
  return least
}

/**
 * Group the hits about the cards that a query names.
 * @param {Hit[]} hits
 */
function groupedByCard(hits) {
  /** @type {Map<string, Hit[]>} */
  const groups = new Map()
  for (const hit of hits) {
    if (hit.named && hit.record.kind !== "card") {
      groups.set(hit.named, [...(groups.get(hit.named) ?? []), hit])
    }
  }
  return groups.values()
}

/**
 * Raise the rulings of a named card that say what the others do not. All of them are about the
 * card, so the words that few of them have are what the question is about.
 * @param {Hit[]} hits
 * @param {number[]} weights
 */
function raiseDistinct(hits, weights) {
  const rare = weights.map((weight, place) => {
    const having = sum(hits.map(({ said }) => said[place].value))
    if (hits[0].covered.has(place) || !having) return 0
    return Math.sqrt(weight) * Math.max(0, Math.log((hits.length + 1) / (having + 0.5)))
  })
  const total = sum(rare) || 1
  for (const hit of hits) {
    const says = sum(rare.map((weight, place) => weight * hit.said[place].value))
    hit.score += (WEIGHTS.APART * hit.anchor * says) / total
  }
}
