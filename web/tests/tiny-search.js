// A whole search over a few invented records, in memory: everything but the index and the files is
// the real engine.

import { recordRanges } from "../search/index/entries.js"
import { concepts } from "../search/query/concepts.js"
import { lookups } from "../search/query/lookups.js"
import { anchors } from "../search/query/names.js"
import { usualAnswers } from "../search/query/usual-questions.js"
import { questionVector } from "../search/ranking/meaning.js"
import { ranked } from "../search/ranking/ranking.js"
import { reranked } from "../search/ranking/reranking.js"
import { sameWord, setEndings } from "../search/words/forms.js"
import { tokens } from "../search/words/tokens.js"
import { cues, place, page as shownPage } from "./fixtures.js"

/** @import { Index } from "../search/index/index.js" */
/** @import { Concept, IndexRecord, QueryLexicon } from "../search/query/values.d.ts" */
/** @import { Hit } from "../search/ranking/hits.js" */

/**
 * A record: its text, and what differs from a ruling of a card of its own.
 * @typedef {{ text: string, title?: string, kind?: string, card?: string, lang?: string, vector?:
 *   string }} Row
 */

/**
 * A library and a question. `counts` are the words that more records have than those listed, `same`
 * the groups of phrases that mean the same, `names` the cards that a question may name, `usual` the
 * rows of usual questions, and `vectors` what words mean.
 * @typedef {object} Asked
 * @property {string} question
 * @property {Row[]} records
 * @property {{ [word: string]: number }} [counts]
 * @property {string[][]} [same]
 * @property {string[]} [ignored]
 * @property {string[]} [names]
 * @property {string[]} [usual]
 * @property {{ [word: string]: string }} [vectors]
 */

const RECORDS = 1000
const LONG = 12 // a text of so many words halves the score of the index
const LANGS = ["de", "en", "es"]
for (const lang of LANGS) setEndings(lang, ["s", "ed", "ing"])

/**
 * Return the positions of the records that answer a question, best first.
 * @param {Asked} asked
 */
export async function answer(asked) {
  const { question, records, ignored = [], names = [], usual = [], vectors = {} } = asked
  const places = records.map(({ kind = "ruling", lang = "en", card }, number) =>
    place(number, { kind, lang, holder: `${lang} ${card ?? number}` }),
  )
  const words = await concepts(question.split(" "), lexicon(asked), RECORDS)
  const entries = names.map((name) => entry(name, records))
  const meant = anchors(words, entries, {
    ignored: new Set(ignored),
    articles: ["the"],
    query: question,
    records: RECORDS,
    lang: "en",
  })
  const anchored = meant.map(({ target, sure, covered, where }) => ({
    target,
    sure,
    covered,
    records: recordRanges(where).flatMap(({ first, count }) => places.slice(first, first + count)),
  }))
  const index = /** @type {Index} */ ({ lang: "en", records: places })
  const own = cues("en", usual)
  const usually = await usualAnswers(
    words,
    { lexicon: own, usual: async () => own.answers },
    [index],
    () => false,
  )
  const ranking = ranked(
    { found: [...found(words, asked, places), ...usually], phrases: [], excluded: [] },
    anchored,
    words,
  )
  /** @param {Hit} hit */
  const page = async (hit) => (hit.page ??= content(records[hit.number], hit.number))
  const means = await questionVector(words, { vector: async (word) => vectors[word] })
  const hits = await reranked(ranking, words, {
    page,
    lang: "en",
    vector: means,
    early: undefined,
    signal: undefined,
  })
  return hits.map(({ number }) => number)
}

/**
 * Look up the words that are worth it. A match scores more if its text is short.
 * @param {Concept[]} words
 * @param {Asked} asked
 * @param {IndexRecord[]} places
 */
function found(words, { records, ignored = [] }, places) {
  return lookups(words, [], RECORDS, new Set(ignored)).map(({ text, place: at, worth }) => ({
    place: at,
    worth,
    weight: words[at].weight,
    matches: places
      .filter(({ number, lang }) => has(records[number], text, lang))
      .map((record) => ({
        record,
        score: LONG / (LONG + tokens(records[record.number].text).length),
      })),
  }))
}

/**
 * @param {Row} row
 * @param {string} word
 */
const has = ({ text, title = "" }, word, lang = "en") =>
  tokens(`${title} ${text}`).some((each) => sameWord(word, each, lang) || each.startsWith(word))

/**
 * @param {Asked} asked
 * @returns {QueryLexicon}
 */
function lexicon({ records, counts = {}, same = [], ignored = [] }) {
  /** @param {string} word */
  const count = (word) => counts[word] ?? records.filter((row) => has(row, word)).length
  /** @param {string} phrase */
  const standin = (phrase) => {
    const [rarest] = phrase.split(" ").sort((one, other) => count(one) - count(other))
    return { phrase, rarest, count: count(rarest), worth: 0 }
  }
  return {
    depth: 3,
    ignored: new Set(ignored),
    about: async (word) => ({ count: count(word), exact: count(word), named: false }),
    abroad: async () => [],
    asked: async () => new Map(),
    isForeign: async () => false,
    nearest: async () => undefined,
    synonyms: async (typed) =>
      same.flatMap(([phrase, ...others]) => {
        const from = typed.indexOf(phrase)
        return from < 0 ? [] : [{ from, length: 1, others: others.map(standin) }]
      }),
  }
}

/**
 * Return the entry of a card's name, as the lexicon has it.
 * @param {string} name
 * @param {Row[]} records
 */
function entry(name, records) {
  const first = records.findIndex(({ title }) => title === name)
  const count = records.filter(({ title }) => title === name).length
  return `card/${name.toLowerCase().replace(/ /g, "-")}/${first < 0 ? "" : `en ${first} ${count}`}/${name}`
}

/**
 * @param {Row} row
 * @param {number} number
 */
const content = (row, number) =>
  shownPage({ ...row, id: String(number), langs: [row.lang ?? "en"] })
