// The most promising hits are read: how much of the query they say, and how near to each other.

import { kin, tokens } from "./words.js"

const NEAR = 8 // words so far from each other still belong together
const SAME = 0.85 // what means the same counts less
const AROUND = 4 // so many other words may stand in a phrase that means the same
const NAMED = 0.9 // a word of the title counts a little less than one of the text

/**
 * From 0 to about 1.5: how well a record, `{title, names, text, lang}`, answers the `asked` (see asking.js). What of it
 * the card says is `inherited`, by its place in the query.
 */
export function worth(record, asked, inherited) {
  const { lang } = record
  const text = tokens(record.text)
  const title = tokens(`${record.title} ${record.names}`)
  const total = asked.reduce((sum, { weight }) => sum + weight, 0)
  const found = asked.map((each, place) => {
    const own = said(each, text, title, lang, place === asked.length - 1)
    return inherited[place] > own.value ? { value: inherited[place], places: [] } : own
  })
  const share = asked.reduce((sum, { weight }, place) => sum + weight * found[place].value, 0) / (total || 1)
  return { share, score: share ** 1.3 + together(asked, found, total) - 0.04 * Math.log2(1 + text.length / 20) }
}

/** What a record says without the words of its title, so that the same rulings of two cards are alike. */
export function unnamed({ title, text }) {
  const names = new Set(tokens(title))
  return tokens(text).filter((word) => !names.has(word)).join(" ")
}

/** How well a word of the query, or what means the same, is said, and where in the text. */
function said({ word, term, unknown, same }, text, title, lang, last) {
  const own = positions(text, word, term, lang, last)
  const places = own.length || !unknown ? own : positions(text, unknown, term, lang, last)
  if (places.length) return { value: 1, places }
  const standing = alike(text, same, lang)
  const named = NAMED * (positions(title, word, term, lang, last).length ? 1 : alike(title, same, lang).value)
  return named > standing.value ? { value: named, places: [] } : standing
}

/** Where the words say best what means the same. */
function alike(words, same, lang) {
  let best = { value: 0, places: [] }
  for (const { phrase, worth } of same) {
    const { value, places } = passage(words, phrase.split(" "), lang)
    if (value * worth * SAME > best.value) best = { value: value * worth * SAME, places }
  }
  return best
}

function positions(words, word, term, lang, last) {
  const exact = /[{/]/.test(term)
  const found = []
  for (const [place, each] of words.entries()) {
    if (each === word || each === term || (!exact && (kin(word, each, lang) || (last && word.length > 2 && each.startsWith(word))))) found.push(place)
  }
  return found
}

/** Where a phrase stands: 1 as it is, less where other words stand in it. */
function passage(words, phrase, lang) {
  const starts = words.flatMap((each, place) => (kin(phrase[0], each, lang) ? [place] : []))
  let found = { value: 0, places: [] }
  for (const start of starts) {
    const end = reach(words, phrase, start, lang)
    if (end === undefined) continue
    const value = end - start + 1 === phrase.length ? 1 : 0.8
    if (value > found.value) found = { value, places: [start] }
    else if (value === found.value) found.places.push(start)
  }
  return found
}

/** The end of a phrase that begins at `start`, its words in their order with few between them. */
function reach(words, phrase, start, lang) {
  let at = start
  for (const word of phrase.slice(1)) {
    const next = words.slice(at + 1, start + phrase.length + AROUND).findIndex((each) => kin(word, each, lang))
    if (next < 0) return undefined
    at += 1 + next
  }
  return at
}

/** Words that stand near each other as in the query say more. */
function together(asked, found, total) {
  const seen = found.map((each, place) => ({ ...each, weight: asked[place].weight })).filter(({ places }) => places.length)
  let sum = 0
  for (const [place, one] of seen.entries()) {
    const next = seen[place + 1]
    if (!next) break
    const least = Math.min(...one.places.flatMap((here) => next.places.map((there) => Math.abs(there - here) || NEAR)))
    if (least <= NEAR) sum += (Math.min(one.weight, next.weight) / total) * (1 / Math.sqrt(least))
  }
  return 0.4 * sum
}
