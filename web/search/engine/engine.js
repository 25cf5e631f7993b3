// The search engine. It holds all texts, rates each record that has a word of the query once, and
// puts the hits in order. It runs in a worker (worker.js).

import { Facets } from "../index/facets.js"
import { Library } from "../index/library.js"
import { searchedLanguages } from "../query/languages.js"
import { chosenConditions, parse } from "../query/parser.js"
import { isRuleNumber, nearestWord } from "../query/query-words.js"
import { sensed } from "../query/senses.js"
import { ruleNames, understood } from "../query/understanding.js"
import { saying, usualAnswers } from "../query/usual-questions.js"
import { raiseAlike } from "../ranking/meaning.js"
import { hasPhrase } from "../index/phrase-search.js"
import { scoredHits, sortHits, worthOf } from "../ranking/score.js"
import { stem } from "../words/forms.js"
import { tokens } from "../words/tokens.js"
import { explanation, firstHits, shownHits, shownName } from "./display.js"

/** @import { Understood } from "../query/understanding.js" */
/** @import { Asked, Hit, SearchRecord } from "../query/values.d.ts" */
/** @import { Answer, Options } from "../view/messages.d.ts" */

const SHOWN = 10
const ALIKE = 60 // so many of the best hits are compared with the meaning of the question
const FEW = 3 // with fewer hits in the page's language, other languages are searched too
const CONTEXT = 4 // beside so many telling words, a name may only be told
const WEAK = 0.3 // a hit with a smaller share of the query is shown only among the best
const WEAKEST = 30
const LITTLE = 0.45 // a best hit that says a smaller share of the query is no sure answer
const MORE = 0.6 // the same if it lacks the word that tells most

export class Engine {
  /**
   * @param {string} base the address of the site's root
   * @param {string} lang the language of the pages
   */
  constructor(base, lang) {
    this.base = base
    this.lang = lang
    this.library = new Library(base, lang)
  }

  /**
   * Load what a first answer needs, and then all else. If that fails, the next query tries again.
   */
  async ready() {
    await this.library.open()
    if (!this.library.isLarge && !savesData()) {
      this.library.loadAll().catch(() => {}) // a question will report it
    }
  }

  /**
   * Search for a query. With `early`, report a first answer while files are still being read. It
   * says `loading`, and nothing about what the site lacks. A reader who wants to load little gets
   * an answer without the files that it does not need.
   * @param {string} query
   * @param {Options} options
   * @returns {Promise<Answer>}
   */
  async search(query, options = {}) {
    const { library } = this
    await this.ready()
    const asked = this.#asked(query, options)
    if (!library.isComplete) {
      const { anchors } = understood(asked, library)
      // nobody knows yet which words are rare on a large site: many cards have one in their names
      const cards = anchors
        .filter(({ owner, complete }) => owner.kind === "card" && (complete || !library.isLarge))
        .map(({ owner }) => owner)
      await library.loadNear(cards, asked)
      options.signal?.throwIfAborted()
      if (savesData()) {
        if (!cards.length) await library.loadOwn()
        const answer = await this.#answer(asked, options)
        if (answer.hits.length && !asked.elsewhere) return answer
      } else options.early?.({ ...(await this.#answer(asked, options)), loading: true })
      await library.loadAll()
      options.signal?.throwIfAborted()
    }
    return this.#answer(asked, options)
  }

  /**
   * Return the cards of a name in any language. The name of a face is one of its card. If there is
   * none, return the card of which the name is a misspelling, as one that is near.
   * @param {string} name
   */
  async cards(name) {
    await this.ready()
    const { names } = this.library
    const exact = names.written(name).filter(({ owner }) => owner.kind === "card")
    const near = exact.length ? undefined : names.nearCard(name)
    const cards = near ? [near] : exact
    return cards.map(({ owner, text }) => ({
      ...shownName({ owner, text, score: 1, words: 1 }, this.library, this.#site),
      ...(near ? { near: true } : {}),
    }))
  }

  /** Return the parts of the site that addresses of hits need. */
  get #site() {
    const { pages, sets } = this.library.head
    return { base: this.base, lang: this.lang, pages, sets }
  }

  get #facets() {
    const { filters, values, sets } = this.library.head
    return new Facets(filters, values, sets)
  }

  /**
   * @param {string} query
   * @param {Options} options
   * @returns {Asked}
   */
  #asked(query, { filters = {}, others }) {
    const { head } = this.library
    const parsed = parse(query, head.keys, (word) => this.library.hasWord(word))
    parsed.filters.push(...chosenConditions(filters))
    const langs = { all: Object.keys(head.languages), own: this.lang, others }
    const senses = sensed(parsed.terms, head.senses, query)
    return { ...parsed, ...senses, ...searchedLanguages(parsed, langs) }
  }

  /**
   * @param {Asked} asked
   * @param {Options} options
   * @returns {Promise<Answer>}
   */
  async #answer(asked, { limit = SHOWN, facets = false }) {
    const { library } = this
    const meaning = understood(asked, library)
    const { words, typed } = meaning
    const own = this.#hits(asked, meaning, asked.langs)
    const missing = missingNames(meaning, own)
    const hits = missing.length ? own : this.#widerHits(asked, meaning, own)
    const shown = withoutTwins(hits)
    const first = firstHits(shown, limit)
    const conditions = [...asked.filters, ...asked.without]
    return {
      names: typed.map((name) => shownName(name, library, this.#site)),
      missing: library.isComplete ? missing.slice(0, 1) : [],
      partial: library.isPartial(asked.reach),
      answered: conditions.length ? undefined : await explanation(meaning, library, this.#site),
      hits: shownHits(first, words, asked, this.#site),
      total: shown.length,
      more: shown.length > first.length,
      counts: facets ? this.#facets.counts(hits.map(({ record }) => record)) : undefined,
      unsure: library.isComplete && isDoubtful(hits, meaning),
      readings: asked.readings,
      others: hits !== own || asked.elsewhere || false,
      corrected: words.flatMap(({ term, corrected }) => (corrected ? [[term, corrected]] : [])),
      unknown: conditions.length ? this.#facets.unknown(conditions, library.records()) : [],
      strange: asked.strange,
      unquoted: asked.terms.filter(
        (term) => isRuleNumber(term) && !ruleNames(term, library).length,
      ),
      suggestions: (hits.length ? [] : words)
        .filter(({ isUnknown, corrected }) => isUnknown && !corrected)
        .flatMap(({ word }) => nearestWord(word, library.words) ?? []),
      loading: false,
    }
  }

  /**
   * Return the hits in some languages, best first.
   * @param {Asked} asked
   * @param {Understood} meaning
   * @param {string[]} langs
   */
  #hits(asked, { words, anchors, leading, question }, langs) {
    const { library, lang } = this
    const accepts = this.#test(asked)
    const { phrases, filters, without, reach } = asked
    if (!words.length) {
      const isAsking = phrases.length + filters.length + without.length > 0
      const records = isAsking ? library.records(langs) : []
      const plain = { matches: [], share: 1, anchor: 0, covered: new Set() }
      const hits = records.filter(accepts).map((record) => {
        return { ...plain, record, score: worthOf(record, lang) }
      })
      return sortHits(hits, lang)
    }
    const usual = usualAnswers(words, library, { langs, reach })
    const answers = new Set(question ? saying(question.answer, library.own) : [])
    usual.push({ records: answers, places: [...words.keys()], worth: 1 })
    const sought = { words, anchors, leading, usual, langs, reach, accepts }
    const hits = sortHits(scoredHits(sought, library), lang)
    const { phrases: meanings, own } = library
    const alike = hits.slice(0, ALIKE).filter(({ record }) => record.lang === lang)
    if (meanings && alike[0] === hits[0]) raiseAlike(alike, words, meanings, own)
    const isAnswer = (/** @type {Hit} */ { record }) => Number(answers.has(record))
    return sortHits(hits, lang)
      .filter((hit, place) => place < WEAKEST || isStrong(hit))
      .sort((one, other) => isAnswer(other) - isAnswer(one))
  }

  /**
   * Return what decides whether a record may be a hit: it has all phrases, no excluded word, and
   * fits the filters.
   * @param {Asked} asked
   * @returns {(record: SearchRecord) => boolean}
   */
  #test({ phrases, excluded, filters, without }) {
    const { library } = this
    const fits = this.#facets.test(filters, without)
    return (record) =>
      fits(record) &&
      phrases.every((phrase) => hasPhrase(record, phrase, library)) &&
      !excluded.some((phrase) => hasPhrase(record, phrase, library, true))
  }

  /**
   * Return the hits in all languages if there are more, and few good ones in the page's language.
   * @param {Asked} asked
   * @param {Understood} meaning
   * @param {Hit[]} hits
   */
  #widerHits(asked, meaning, hits) {
    if (!asked.open || hits.filter(isStrong).length >= FEW) return hits
    const wider = this.#hits(asked, meaning, asked.reach)
    return wider.length > hits.length ? wider : hits
  }
}

/**
 * Return whether a hit says enough of the query, or is about a card that it names.
 * @param {Hit} hit
 */
const isStrong = ({ share, anchor }) => share >= WEAK || anchor > 0

/**
 * Return the names in a query that the site lacks. None is missing beside more words if the best
 * hit answers these, and one that is only likely is not missing if that hit has all of its words.
 * @param {Understood} meaning
 * @param {Hit[]} hits
 */
function missingNames({ absent, words }, [best]) {
  const { title = "", text = "", lang = "" } = best?.record ?? {}
  const stemsOf = (/** @type {string} */ some) => tokens(some).map((word) => stem(word, lang))
  const stems = new Set(stemsOf(`${title} ${text}`))
  return absent
    .filter(({ text: name, places, isListed }) => {
      const others = [...words.keys()].filter((at) => !words[at].quiet && !places.includes(at))
      let [whole, part] = [0, 0]
      for (const at of others) {
        whole += words[at].weight
        part += words[at].weight * (best?.matches[at].value ?? 0)
      }
      if (others.length >= CONTEXT && part >= MORE * whole) return false
      return isListed || stemsOf(name).some((word) => !stems.has(word))
    })
    .map((name) => name.text)
}

/**
 * Return whether a query has a word that nothing knows, or even the best hit says little of it:
 * all in all, or nothing of the word that tells most.
 * @param {Hit[]} hits
 * @param {Understood} meaning
 */
function isDoubtful([best], { words, isStrange }) {
  if (!best || words.length < 2) return false
  const most = Math.max(...words.map(({ weight }) => weight))
  const lacksMost = best.matches[words.findIndex(({ weight }) => weight === most)]?.value === 0
  return isStrange || best.share < LITTLE || (lacksMost && best.share < MORE)
}

/**
 * Return the hits without those that only repeat an earlier one in another language.
 * @param {Hit[]} hits
 */
function withoutTwins(hits) {
  const seen = new Set()
  return hits.filter(({ record: { kind, id } }) => {
    const key = `${kind} ${id}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Return whether the reader wants to load little. */
const savesData = () =>
  /** @type {{ connection?: { saveData?: boolean } }} */ (globalThis.navigator)?.connection
    ?.saveData === true
