// The search engine. It looks up each word in the index separately and ranks the hits, so that a
// hit may lack a word of the query. It runs in a worker (worker.js), and reads the files that
// generator/rulebinder/search writes.

import { recordRanges } from "../index/entries.js"
import { Facets } from "../index/facets.js"
import { offlineFallback, once } from "../index/files.js"
import { Index } from "../index/index.js"
import { SURE } from "../index/lexicon.js"
import { concepts } from "../query/concepts.js"
import { explainedSubject } from "../query/explaining.js"
import { withJoinedNames } from "../query/joined-names.js"
import { lookups } from "../query/lookups.js"
import { chosenConditions, parse } from "../query/parser.js"
import { sensed } from "../query/senses.js"
import { usualAnswers } from "../query/usual-questions.js"
import { bestFirst, everyRecord, ranked, withoutTwins } from "../ranking/ranking.js"
import { questionVector } from "../ranking/meaning.js"
import { EARLY, reranked } from "../ranking/reranking.js"
import { cardFacts } from "./card-facts.js"
import {
  firstHits,
  knownAndMissing,
  missingNames,
  pageOf,
  shownHits,
  shownNames,
} from "./display.js"
import { isDoubtful, unansweredName } from "./doubts.js"
import { bestAnswer, explanation } from "./explanation.js"
import { meantNames } from "./meant.js"
import { typedNames, unquotedRules } from "./naming.js"
import { isUniversalQuery, isUnsure, searchedLanguages } from "./other-languages.js"

/** @import { Head, Speech } from "../index/format.d.ts" */
/** @import { Lexicon } from "../index/lexicon.js" */
/** @import { Anchor, Asked, Concept, Found, Match, Name } from "../query/values.d.ts" */
/** @import { Hit } from "../ranking/hits.js" */
/** @import { Answer, Early, Options } from "../view/messages.d.ts" */

/** @typedef {((part: Partial<Early>) => void) | undefined} Tell gets the first results */

const SHOWN = 10

export class Engine {
  /** @type {Map<string, Promise<Index>>} */
  #indexes = new Map()
  /** @type {Facets | undefined} */
  #tables

  /**
   * @param {string} base the address of the site's root
   * @param {string} lang the language of the pages
   */
  constructor(base, lang) {
    this.base = base
    this.lang = lang
  }

  /** Load everything that a first query needs. If that fails, the next query tries again. */
  async ready() {
    const { head, lexicon } = await this.#index(this.lang)
    this.head = /** @type {Head & Speech} */ (head)
    this.lexicon = /** @type {Lexicon} */ (lexicon) // the language has pages, so it has one
    this.#tables ??= new Facets(this.head.filters, this.head.values, this.head.sets)
    return { head: this.head, lexicon: this.lexicon }
  }

  /**
   * Return the index of a language.
   * @param {string} lang
   */
  #index(lang) {
    return once(this.#indexes, lang, () => new Index(`${this.base}search/`, lang).open())
  }

  /** @param {string[]} langs */
  #opened(langs) {
    return Promise.all(langs.map((lang) => this.#index(lang)))
  }

  /** Return the head of the index of the pages' language. */
  get #head() {
    return /** @type {Head & Speech} */ (this.head)
  }

  get #facets() {
    return /** @type {Facets} */ (this.#tables)
  }

  get #lexicon() {
    return /** @type {Lexicon} */ (this.lexicon)
  }

  /** Return the parts of the site that addresses of hits need. */
  get #site() {
    const { pages, sets } = this.#head
    return { base: this.base, lang: this.lang, pages, sets }
  }

  /** Return all languages of the index. */
  get #langs() {
    return Object.keys(this.#head.languages)
  }

  /**
   * Search for a query. With `early`, report the first `{names, hits}` while the others are still
   * being read. With `hasty`, search no other languages, and set `further` if they are worth
   * searching.
   * @param {string} query
   * @param {Options} options
   * @returns {Promise<Answer>}
   */
  async search(query, options = {}) {
    await this.ready()
    const asked = await this.#asked(query, options)
    const tell = options.early && reporter(options.early)
    const [named, own] = await Promise.all([
      this.#naming(asked, tell),
      this.#found(asked, asked.langs, tell),
      tell && this.#answered(asked).then((answered) => tell({ answered })),
    ])
    const unsure =
      asked.open &&
      named.known.every(({ kind }) => kind === "rule") &&
      isUnsure(asked, own, this.lang)
    const found =
      unsure && !options.hasty ? await offlineFallback(own, this.#wider(asked, own)) : own
    const further = Boolean(options.hasty) && (unsure || found.deferred)
    const names = await this.#described(named.known, asked)
    const missing = missingNames(named, found)
    const answered = await this.#answered(asked, found.ranking)
    return { names, missing, answered, further, ...(await this.#answer(found, asked, options)) }
  }

  /**
   * Return an answer without the names and what is missing among them.
   * @param {Found} found
   * @param {Asked} asked
   * @param {Options} options
   */
  async #answer(found, asked, { limit = SHOWN, facets = false }) {
    const { ranking, words, corrected, others } = found
    const hits = withoutTwins(ranking)
    const first = firstHits(hits, limit)
    return {
      hits: await shownHits(first, words, asked, this.#site),
      total: hits.length,
      more: hits.length > first.length,
      counts: facets ? await this.#counts(found) : undefined,
      unsure: isDoubtful(ranking, words),
      readings: asked.readings,
      others: others ?? asked.elsewhere ?? false,
      corrected,
      unknown: this.#facets.unknown([...asked.filters, ...asked.without]),
      strange: asked.strange,
      unquoted: await unquotedRules(asked.terms, this.#lexicon),
      suggestions: ranking.length ? [] : await this.#lexicon.suggestions(asked.terms),
    }
  }

  /**
   * @param {string} query
   * @param {Options} options
   * @returns {Promise<Asked>}
   */
  async #asked(query, options) {
    const { filters = {}, others, signal } = options
    const hasty = Boolean(options.hasty)
    const parsed = await withJoinedNames(parse(query, this.#head.keys), query, this.#lexicon)
    const senses = sensed(parsed.terms, this.#head.senses, query)
    const searched = { ...parsed, filters: [...parsed.filters, ...chosenConditions(filters)] }
    const reached = searchedLanguages(searched, { all: this.#langs, own: this.lang, others })
    return { ...searched, ...senses, ...reached, query, hasty, signal }
  }

  /**
   * @param {Asked} asked
   * @param {Tell} tell
   */
  async #naming({ named, beyond }, tell) {
    const names = knownAndMissing(await typedNames(named, this.#lexicon), SURE)
    if (names.known.length) tell?.({ names: shownNames(names.known, beyond, this.#site) })
    return names
  }

  /**
   * Return the names with the facts of cards. Only indexes that are open are asked.
   * @param {Name[]} names
   * @param {Asked} asked
   */
  async #described(names, { beyond }) {
    const others = [...this.#indexes.keys()].filter((lang) => lang !== this.lang)
    const opened = await Promise.all(
      [this.lang, ...others].map((lang) => offlineFallback(undefined, this.#index(lang))),
    )
    const indexes = opened.flatMap((index) => index ?? [])
    const facts = await Promise.all(
      names.map((name) => offlineFallback(undefined, cardFacts(name, indexes, this.lang))),
    )
    return shownNames(names, beyond, this.#site).map((name, place) => {
      return { ...name, title: facts[place]?.title ?? name.title, facts: facts[place] }
    })
  }

  /**
   * Return what answers a query that is the name of a mechanic or asks for an explanation.
   * @param {Asked} asked
   * @param {Hit[]} ranking
   */
  async #answered({ named, beyond, filters, without, excluded }, ranking = []) {
    if (!named || beyond || excluded.length + filters.length + without.length) return undefined
    const { subject, isQuestion } = explainedSubject(named, this.#head)
    const names = await this.#lexicon.names(subject)
    const found = await explanation(names, await this.#index(this.lang), ranking, this.#site)
    return found ?? (isQuestion ? bestAnswer(ranking, this.#site) : undefined)
  }

  /**
   * Search the indexes of `langs`, and read the most promising hits to rank them.
   * @param {Asked} asked
   * @param {string[]} langs
   * @param {Tell} [tell]
   * @returns {Promise<Found>}
   */
  async #found(asked, langs, tell) {
    const { signal } = asked
    const indexes = await this.#opened(langs)
    /** @param {string} text */
    const lookup = async (text) =>
      (await Promise.all(indexes.map((index) => index.lookup(text)))).flat()
    const [words, phrases, excluded] = await Promise.all([
      concepts(asked.terms, this.#lexicon, this.#head.languages[this.lang]),
      Promise.all(asked.phrases.map((phrase) => lookup(phrase))),
      Promise.all(asked.excluded.map(lookup)),
    ])
    signal?.throwIfAborted()
    const { meant, absent, likely } = await meantNames(words, asked, this.#lexicon, this.#head)
    const [found, anchored, usual, question] = await Promise.all([
      this.#lookedUp(words, indexes, lookup),
      this.#anchored(meant, asked),
      this.#usual(words, indexes, asked),
      questionVector(words, this.#lexicon),
    ])
    signal?.throwIfAborted()
    const isAsking =
      words.length || phrases.length || !(asked.filters.length + asked.without.length)
    const all = isAsking
      ? ranked({ found: [...found, ...usual], phrases, excluded }, anchored, words)
      : everyRecord(indexes, excluded)
    const ranking = await this.#kept(all, asked, indexes)
    /** @param {Hit[]} hits */
    const report = async (hits) =>
      tell?.({
        hits: await shownHits(withoutTwins(hits).slice(0, EARLY), words, asked, this.#site),
      })
    const reading = {
      page: pageOf,
      lang: this.lang,
      vector: question,
      early: tell && report,
      signal,
    }
    const sorted = words.length
      ? await reranked(ranking, words, reading)
      : bestFirst(ranking, this.lang)
    const missing = absent.length ? absent : unansweredName(likely, sorted)
    return {
      ranking: sorted,
      absent: missing.map(({ text }) => text),
      deferred: meant.some((anchor) => anchor.kind !== "card" && this.#parts(anchor, asked).length),
      corrected: words.flatMap(({ term, corrected }) => (corrected ? [[term, corrected]] : [])),
      words,
      indexes,
    }
  }

  /**
   * Return the records of the cards and mechanics that a query names. Those of mechanics wait until
   * the query is complete, and they come before no other hit.
   * @param {Anchor[]} meant
   * @param {Asked} asked
   */
  #anchored(meant, asked) {
    return Promise.all(
      meant.map(async (anchor) => {
        const { kind, target, sure, covered } = anchor
        const parts = kind !== "card" && asked.hasty ? [] : this.#parts(anchor, asked)
        const held = await Promise.all(
          parts.map(async ({ lang, first, count }) => {
            const index = await offlineFallback(undefined, this.#index(lang))
            return index ? index.records.slice(first, first + count) : []
          }),
        )
        return { target, sure: kind === "card" ? sure : 0, covered, records: held.flat() }
      }),
    )
  }

  /**
   * Return the runs of records of a name in the languages that a query may be answered in. Words
   * find the records of a mechanic in the page's language better, so only those in other languages
   * are returned.
   * @param {Anchor} anchor
   * @param {Asked} asked
   */
  #parts({ kind, where }, { reach }) {
    return recordRanges(where).filter(
      ({ lang }) => reach.includes(lang) && (kind === "card" || lang !== this.lang),
    )
  }

  /**
   * Look up the words that are worth it.
   * @param {Concept[]} words
   * @param {Index[]} indexes
   * @param {(text: string) => Promise<Match[]>} lookup
   */
  async #lookedUp(words, indexes, lookup) {
    const records = this.#head.languages[this.lang]
    const worthy = lookups(
      words,
      await this.#foreign(words, indexes),
      records,
      this.#lexicon.ignored,
    )
    return Promise.all(
      worthy.map(async ({ text, place, worth }) => {
        return { place, worth, weight: words[place].weight, matches: await lookup(text) }
      }),
    )
  }

  /**
   * Return what answers the usual questions of a query. Other languages wait until it is complete.
   * @param {Concept[]} words
   * @param {Index[]} indexes
   * @param {Asked} asked
   */
  async #usual(words, indexes, { hasty, reach }) {
    /** @param {string} lang */
    const further = (lang) =>
      !hasty && reach.includes(lang) && offlineFallback(undefined, this.#index(lang))
    const own = await this.#index(this.lang)
    return usualAnswers(
      words,
      { lexicon: this.#lexicon, usual: () => own.usual() },
      indexes,
      further,
    )
  }

  /**
   * Filter the hits. The indexes are chosen by language already, so a language filter alone needs
   * no table.
   * @param {Hit[]} ranking
   * @param {Asked} asked
   * @param {Index[]} indexes
   */
  async #kept(ranking, { filters, without }, indexes) {
    if ([...filters, ...without].every(({ name }) => name === "lang")) return ranking // the indexes are chosen by it
    await this.#loadFacets(indexes, ranking)
    return this.#facets.kept(ranking, filters, without)
  }

  /**
   * Search all languages, and return that result if it has more hits.
   * @param {Asked} asked
   * @param {Found} own
   * @returns {Promise<Found>}
   */
  async #wider(asked, own) {
    if (!(await this.#isPromising(asked, own))) return own
    const wider = await this.#found(asked, this.#langs)
    return wider.ranking.length > own.ranking.length ? { ...wider, others: true } : own
  }

  /**
   * Return whether other languages may have hits. This needs only their lexicons, which are much
   * smaller than an index.
   * @param {Asked} asked
   * @param {Found} found
   */
  async #isPromising(asked, { words }) {
    return (
      isUniversalQuery(asked) ||
      (await this.#foreign(words, await this.#opened(this.#langs))).length > 0
    )
  }

  /**
   * Return the words that are unknown in this language and known in another of the `indexes`.
   * @param {Concept[]} words
   * @param {Index[]} indexes
   */
  async #foreign(words, indexes) {
    const further = indexes.filter(({ lang }) => lang !== this.lang)
    const known = await Promise.all(
      words.map(({ unknown }) =>
        unknown ? Promise.all(further.map((index) => index.has(unknown))) : [],
      ),
    )
    return words.filter((_, place) => known[place].some(Boolean))
  }

  /** @param {Found} found */
  async #counts({ ranking, indexes }) {
    await this.#loadFacets(indexes, ranking)
    return this.#facets.counts(ranking)
  }

  /**
   * Load the values of the hits, which may be in other languages than the indexes that were
   * searched.
   * @param {Index[]} indexes
   * @param {Hit[]} ranking
   */
  #loadFacets(indexes, ranking) {
    const beside = ranking.map(({ record }) => record.index)
    return this.#facets.load([...new Set([...indexes, ...beside])])
  }
}

/**
 * Report everything that is known so far, each time a part is added.
 * @param {(found: Early) => void} early
 * @returns {Tell}
 */
function reporter(early) {
  /** @type {Early} */
  const first = { names: [], hits: [], answered: undefined }
  return (part) => early(Object.assign(first, part))
}
