// Finds the records that have a word of a query, and rates each once: how much of the query it
// says, and how close together.

import { pushTo } from "../index/texts.js"
import { WEIGHTS } from "../weights.js"
import { stem } from "../words/forms.js"

/** @import { Library } from "../index/library.js" */
/** @import { Texts } from "../index/texts.js" */
/** @import { Anchor, Hit, Match, Phrase, QueryWord } from "../query/values.d.ts" */
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

/**
 * Something that says a word of the query in one language: the word itself, of which `exact` is the
 * number, or a phrase that means the same.
 * @typedef {Phrase & { parts: string[], stems: string[], exact?: number }} Wanted
 */

// a rule's number, a symbol, or power and toughness: it has the same form in every language
const UNIVERSAL = /^[{\d+*]/
const NONE = -1 // the number of a word that only has other forms in the texts
const NEAR = 8 // words at this distance from each other still belong together
const AROUND = 4 // how many other words may interrupt a phrase
const [ENOUGH, MANY] = [300, 5000] // with enough candidates, no list of so many is added

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
  const total = sum(weights) || 1
  const leads = leading.flatMap(({ covered }) => covered)
  const hits = []
  for (const [lang, texts] of library.texts) {
    const wanted = words.map((word) => wantedIn(word, texts, lang === library.lang))
    const candidates = new Set(beside.filter((record) => record.lang === lang))
    if (langs.includes(lang)) addHaving(candidates, words, wanted, texts)
    const matchesOf = valuing(wanted, usual, texts)
    for (const record of candidates) {
      if (!sought.accepts(record)) continue
      const { covered, sure: anchor } = anchored.get(record) ?? NO_ANCHOR
      const matches = matchesOf(record, covered)
      const share = sum(weights.map((weight, place) => weight * matches[place].value)) / total
      if (!share) continue
      const near = WEIGHTS.TOGETHER * (closeness(weights, matches, covered) / total)
      const long = WEIGHTS.LONG * Math.log2(1 + record.words.length / 20)
      const lacks = !anchor && leads.some((place) => !matches[place].value)
      const worth = worthOf(record, library.lang) * (lacks ? WEIGHTS.LACKS : 1)
      const hit = { record, matches, share, anchor, covered, score: (share + near - long) * worth }
      hits.push(hit)
    }
  }
  raiseDistinct(hits, weights)
  return hits
}

/**
 * Return how much a record is worth compared with a ruling in the language of the page.
 * @param {SearchRecord} record
 * @param {string} own
 */
export function worthOf({ kind, lang, still }, own) {
  /** @type {{ [kind: string]: number }} */
  const below = WEIGHTS.BELOW
  const worth = (below[kind] ?? 1) * (lang === own ? 1 : WEIGHTS.ABROAD)
  return still === "gone" ? worth * WEIGHTS.GONE : worth
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0)

/**
 * @typedef {{ covered: Set<number>, sure: number }} Anchored
 * @type {Anchored}
 */
const NO_ANCHOR = { covered: new Set(), sure: 0 }

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
    const parts = phrase.text.split(" ")
    const isThere = parts.every((part) => texts.having(part).length)
    return isThere ? [{ ...phrase, parts, stems: parts.map((part) => stem(part, texts.lang)) }] : []
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
  const lists = wanted
    .filter((_, place) => !words[place].quiet)
    .flat()
    .map(({ parts }) => parts.map((part) => texts.having(part)).sort(byLength)[0])
  for (const numbers of [...new Set(lists)].sort(byLength)) {
    if (candidates.size + numbers.length > MANY && candidates.size > ENOUGH) break
    for (const number of numbers) candidates.add(texts.records[number])
  }
}

/** @param {number[]} one @param {number[]} other */
const byLength = (one, other) => one.length - other.length

/**
 * Return the records of the cards and mechanics that a query names. Words find those of a mechanic
 * well enough, so that only a mechanic which other languages explain counts like a card.
 * @param {Anchor[]} anchors
 * @param {Library} library
 * @param {string[]} reach
 */
function anchoredRecords(anchors, library, reach) {
  /** @type {Map<SearchRecord, Anchored>} */
  const anchored = new Map()
  for (const { owner, sure, covered } of anchors) {
    const isNamed = owner.kind === "card" || !library.own.recordsOf(owner).length
    for (const record of library.recordsOf(owner, reach)) {
      const before = anchored.get(record) ?? NO_ANCHOR
      anchored.set(record, {
        covered: new Set([...before.covered, ...covered]),
        sure: Math.max(before.sure, isNamed ? sure : 0),
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
  const ofText = (/** @type {SearchRecord} */ record) => {
    const places = placesOf(record.words)
    return wanted.map((word) => textValue(word, record, places))
  }
  /** @type {Map<SearchRecord, Match[]>} */
  const remembered = new Map()
  return (/** @type {SearchRecord} */ record, /** @type {Set<number>} */ covered) => {
    const subject = texts.subjectOf(record.page) ?? record
    const inherited = remembered.get(subject) ?? ofText(subject)
    remembered.set(subject, inherited)
    const matches = ofText(record)
    for (const { records, places, worth } of usual) {
      if (!records.has(record)) continue
      for (const place of places) matches[place].value = Math.max(matches[place].value, worth)
    }
    return matches.map((match, place) => {
      if (covered.has(place)) return { ...match, value: 1 }
      const value = WEIGHTS.INHERITED * inherited[place].value
      return value > match.value ? { value, places: [] } : match
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
    /** @type {Map<string, number[]>} */
    const places = new Map()
    for (let place = 0; place < words.length; place++) {
      const form = stems[words[place]]
      if (sought.has(form)) pushTo(places, form, place)
    }
    return places
  }
}

/**
 * Return how well a record says a word, or a phrase that means the same. The title counts less than
 * the text, and another form of a word less than the word: "counters" are seldom "countered".
 * @param {Wanted[]} wanted
 * @param {SearchRecord} record
 * @param {Map<string, number[]>} places
 * @returns {Match}
 */
function textValue(wanted, { words, heading }, places) {
  /** @type {Match} */
  let best = { value: 0, places: [] }
  for (const { stems, worth, text, exact } of wanted) {
    if (worth <= best.value) continue
    const starts = phrasePlaces(stems, places)
    if (!starts.length && !stems.every((form) => heading.has(form))) continue
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
 * @param {string[]} stems
 * @param {Map<string, number[]>} places
 */
function phrasePlaces(stems, places) {
  const starts = places.get(stems[0]) ?? []
  return starts.filter((start) => {
    let at = start
    return stems.slice(1).every((form) => {
      const next = places
        .get(form)
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
 * @param {Match[]} matches
 * @param {Set<number>} covered
 */
function closeness(weights, matches, covered) {
  const seen = [...matches.keys()].filter(
    (place) => matches[place].places.length && !covered.has(place),
  )
  let close = 0
  for (let step = 0; step + 1 < seen.length; step++) {
    const [one, next] = [seen[step], seen[step + 1]]
    const least = leastDistance(matches[one].places, matches[next].places)
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
 * Raise the rulings of each named card that say what the others do not. All of them are about the
 * card, so the words that few of them have are what the question is about.
 * @param {Hit[]} hits
 * @param {number[]} weights
 */
function raiseDistinct(hits, weights) {
  /** @type {Map<string, Hit[]>} */
  const groups = new Map()
  for (const hit of hits) {
    if (hit.anchor && hit.record.kind !== "card") pushTo(groups, hit.record.page, hit)
  }
  for (const group of groups.values()) {
    const rare = weights.map((weight, place) => {
      const having = sum(group.map(({ matches }) => matches[place].value))
      if (group[0].covered.has(place) || !having) return 0
      return Math.sqrt(weight) * Math.max(0, Math.log((group.length + 1) / (having + 0.5)))
    })
    const total = sum(rare) || 1
    for (const hit of group) {
      const says = sum(rare.map((weight, place) => weight * hit.matches[place].value))
      hit.score += (WEIGHTS.APART * hit.anchor * says) / total
    }
  }
}
