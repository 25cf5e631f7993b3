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
/** @typedef {{ value: number, places: number[], phrase?: string }} Said */
/** @typedef {{ stems: number[], worth: number, text: string }} Standin */
/**
 * A word of the query in one language.
 * @typedef {{ exact: number | undefined, stem: number | undefined, standins: Standin[] }} Wanted
 */

const NEAR = 8 // words at this distance from each other still belong together
const AROUND = 4 // how many other words may interrupt a phrase
const [ENOUGH, MANY] = [300, 5000] // with enough candidates, no list of so many is added
const LITTLE = 0.75 // a word with a smaller value is only meant
const QUESTION = 3 // a query of this many meaningful words is a question, which rulings answer best

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
  const query = {
    words,
    usual,
    total: words.reduce((sum, { weight }) => sum + weight, 0) || 1,
    isQuestion: words.filter(({ quiet }) => !quiet).length >= QUESTION,
    leads: leading.flatMap(({ covered }) => covered),
  }
  const hits = []
  for (const [lang, texts] of library.texts) {
    const wanted = words.map((word) => wantedIn(word, texts, lang === library.lang))
    const candidates = new Set(beside.filter((record) => record.lang === lang))
    if (langs.includes(lang)) addHaving(candidates, words, wanted, texts)
    const scan = scanner(wanted, texts)
    for (const record of candidates) {
      if (!sought.accepts(record)) continue
      const anchor = anchored.get(record) ?? NO_ANCHOR
      const said = wordValues({ record, wanted, anchor, usual }, scan, texts)
      const hit = hitOf(record, said, anchor, query)
      if (hit.share) hits.push(hit)
    }
  }
  for (const group of groupedByCard(hits)) raiseDistinct(group, words)
  return hits
}

/**
 * Rate a record by what it says.
 * @param {SearchRecord} record
 * @param {Said[]} said
 * @param {Anchored} anchor
 * @param {{ words: QueryWord[], total: number, isQuestion: boolean, leads: number[] }} query
 * @returns {Hit}
 */
function hitOf(record, said, { sure, named, covered }, { words, total, isQuestion, leads }) {
  const share = words.reduce((sum, { weight }, at) => sum + weight * said[at].value, 0) / total
  const near = closeness(words, said, covered, total)
  const long = WEIGHTS.LONG * Math.log2(1 + record.words.length / 20)
  const lacks = leads.some((place) => said[place].value < LITTLE) ? WEIGHTS.LACKS : 1
  const worth = kindWeight(record.kind, isQuestion) * lacks
  const score = (share + WEIGHTS.SQUARE * share * share + near - long) * worth
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
      own(other) - own(one) ||
      Number(isGone(one)) - Number(isGone(other)) ||
      other.score - one.score ||
      order(one.record, other.record),
  )
}

/**
 * Return whether a ruling is no longer true: it never comes before one that is.
 * @param {Hit} hit
 */
const isGone = ({ record }) => record.still === "gone"

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
 * Return what to look for in the texts of a language in place of a word of the query. `isOwn` says
 * whether the query is in this language.
 * @param {QueryWord} word
 * @param {Texts} texts
 * @param {boolean} isOwn
 * @returns {Wanted}
 */
function wantedIn(word, texts, isOwn) {
  const isSame = isOwn || word.isForeign || /^[{\d+*]/.test(word.word)
  const phrases = isOwn ? word.same : (word.abroad[texts.lang] ?? [])
  return {
    exact: isSame ? texts.wordNumber(word.word) : undefined,
    stem: isSame ? texts.stemNumber(word.word) : undefined,
    standins: phrases.flatMap((phrase) => standinOf(phrase, texts)),
  }
}

/**
 * @param {Phrase} phrase
 * @param {Texts} texts
 * @returns {Standin[]}
 */
function standinOf({ text, worth }, texts) {
  const stems = text.split(" ").flatMap((word) => texts.stemNumber(word) ?? [])
  return stems.length === text.split(" ").length ? [{ stems, worth, text }] : []
}

/**
 * Add the records that have a telling word or the rarest word of a phrase in its place. If there
 * are many, those that only have common words are left out: others say more.
 * @param {Set<SearchRecord>} candidates
 * @param {QueryWord[]} words
 * @param {Wanted[]} wanted
 * @param {Texts} texts
 */
function addHaving(candidates, words, wanted, texts) {
  /** @param {number} one @param {number} other */
  const rarer = (one, other) =>
    texts.having(other).length < texts.having(one).length ? other : one
  const telling = wanted.filter((_, place) => !words[place].quiet)
  const stems = telling.flatMap(({ stem, standins }) => [
    ...(stem === undefined ? [] : [stem]),
    ...standins.map((standin) => standin.stems.reduce(rarer)),
  ])
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
 * Return a function that finds the places of all wanted words in a text in one pass.
 * @param {Wanted[]} wanted
 * @param {Texts} texts
 */
function scanner(wanted, { stems }) {
  const all = wanted.flatMap(({ stem, standins }) => [
    ...(stem === undefined ? [] : [stem]),
    ...standins.flatMap((standin) => standin.stems),
  ])
  const sought = new Set(all)
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
 * Return how well a record says each word of the query. A word that names its card is said by each
 * of its rulings. Another word counts less if only the card says it.
 * @param {{ record: SearchRecord, wanted: Wanted[], usual: UsualAnswer[], anchor: Anchored }} rated
 * @param {(words: Int32Array) => Map<number, number[]>} scan
 * @param {Texts} texts
 * @returns {Said[]}
 */
function wordValues({ record, wanted, anchor, usual }, scan, texts) {
  const places = scan(record.words)
  const card = record.kind === "ruling" ? texts.subjectOf(record.page) : undefined
  const answered = usual.filter(({ records }) => records.has(record))
  return wanted.map((word, place) => {
    const said = textValue(word, record, places)
    if (anchor.covered.has(place)) return { ...said, value: 1 }
    for (const { places: cued, worth } of answered) {
      if (cued.includes(place) && worth > said.value) said.value = worth
    }
    const { stem } = word
    const isOnCard = card && stem !== undefined && said.value < WEIGHTS.INHERITED
    return isOnCard && card.words.some((number) => texts.stems[number] === stem)
      ? { value: WEIGHTS.INHERITED, places: [] }
      : said
  })
}

/**
 * Return how well a record says a word, or a phrase that means the same.
 * @param {Wanted} wanted
 * @param {SearchRecord} record
 * @param {Map<number, number[]>} places
 * @returns {Said}
 */
function textValue({ exact, stem = -1, standins }, { words, heading }, places) {
  const own = places.get(stem) ?? []
  const isExact = own.some((place) => words[place] === exact)
  /** @type {Said} */
  let best = { value: isExact ? 1 : own.length && WEIGHTS.FORM, places: own }
  /** @param {Said} other */
  const offer = (other) => {
    if (other.value > best.value) best = other
  }
  if (heading.has(stem)) offer({ value: WEIGHTS.FORM, places: [] })
  for (const { stems, worth, text } of standins) {
    if (worth <= best.value) continue
    const starts = phrasePlaces(stems, places)
    if (starts.length) offer({ value: worth, places: starts, phrase: text })
    else if (stems.every((number) => heading.has(number))) {
      offer({ value: WEIGHTS.FORM * worth, places: [] })
    }
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
 * Return a bonus for words that are as close together as in the query. Those that name the card are
 * left out: each of its rulings is about it, wherever it has the name.
 * @param {QueryWord[]} words
 * @param {Said[]} said
 * @param {Set<number>} covered
 * @param {number} total
 */
function closeness(words, said, covered, total) {
  const seen = [...said.keys()].filter((place) => said[place].places.length && !covered.has(place))
  let sum = 0
  for (let step = 0; step + 1 < seen.length; step++) {
    const [one, next] = [seen[step], seen[step + 1]]
    const least = leastDistance(said[one].places, said[next].places)
    if (least > NEAR) continue
    sum += Math.min(words[one].weight, words[next].weight) / total / Math.sqrt(least)
  }
  return WEIGHTS.TOGETHER * sum
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
 * Return how much a kind of record is worth compared with a ruling. For a question, other kinds are
 * worth even less.
 * @param {string} kind
 * @param {boolean} isQuestion
 */
export function kindWeight(kind, isQuestion) {
  /** @type {{ [kind: string]: number }} */
  const worth = WEIGHTS.BELOW
  return (worth[kind] ?? 1) ** (isQuestion ? WEIGHTS.ASKED : 1)
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
 * @param {QueryWord[]} words
 */
function raiseDistinct(hits, words) {
  const weights = words.map(({ weight }, place) => {
    if (hits[0].covered.has(place)) return 0
    const having = hits.reduce((sum, { said }) => sum + said[place].value, 0)
    const rare = Math.log((hits.length + 1) / (having + 0.5))
    return having ? Math.max(0, Math.sqrt(weight) * rare) : 0
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (!total) return
  for (const hit of hits) {
    const own = weights.reduce((sum, weight, place) => sum + weight * hit.said[place].value, 0)
    hit.score += (WEIGHTS.APART * hit.anchor * own) / total
  }
}
