// The search engine. It holds all texts, rates each record that has a word of the query once, and
// puts the hits in order. It runs in a worker (worker.js).

import { Facets } from "../index/facets.js"
import { Library } from "../index/library.js"
import { absentNames, likelyName, strangeName } from "../query/absent-names.js"
import { explainedSubject } from "../query/explaining.js"
import { withJoinedNames } from "../query/joined-names.js"
import { searchedLanguages } from "../query/languages.js"
import { anchors, possibleNames, typedNames } from "../query/names.js"
import { chosenConditions, mayBeName, parse } from "../query/parser.js"
import { isRuleNumber, nearestWord, queryWords, wholeMeanings } from "../query/query-words.js"
import { sensed } from "../query/senses.js"
import { usualAnswers } from "../query/usual-questions.js"
import { raiseAlike } from "../ranking/meaning.js"
import { phraseTest, recordsWith } from "../ranking/phrase-search.js"
import { scoredHits, sortHits } from "../ranking/score.js"
import { folded, lettersOf } from "../words/folding.js"
import { stem } from "../words/forms.js"
import { allowedErrors, editDistance } from "../words/spelling.js"
import { cardFacts, firstHits, shownHits, shownName } from "./display.js"
import { isDoubtful, unansweredName, withoutOthers } from "./doubts.js"
import { explanation } from "./explanation.js"

/** @import { Head } from "../index/format.d.ts" */
/** @import { Names } from "../index/names.js" */
/** @import { AbsentName } from "../query/absent-names.js" */
/** @import { Anchor, Asked, Condition, Hit, KnownName } from "../query/values.d.ts" */
/** @import { Owner, QueryWord, SearchRecord, TypedName } from "../query/values.d.ts" */
/** @import { Answer, Answered, Options } from "../view/messages.d.ts" */

/**
 * What a query means: its words, the names that it may have, the cards and mechanics that it names,
 * the mechanics that it surely names, the names that the site lacks, and one that it may lack.
 * @typedef {object} Understood
 * @property {QueryWord[]} words
 * @property {Set<KnownName>} possible
 * @property {Anchor[]} anchors
 * @property {Anchor[]} leading
 * @property {AbsentName[]} absent
 * @property {AbsentName | undefined} likely
 */

const SHOWN = 10
const ALIKE = 60 // so many of the best hits are compared with the meaning of the question
const SURE = 0.9 // a name with this likeness or more is the name that was typed
const FEW = 3 // with fewer hits in the page's language, other languages are searched too
const GOOD = 0.6 // unless the best hit covers this share of the query
const WEAK = 0.3 // a hit with a smaller share of the query is shown only among the best
const WEAKEST = 30
const MEANT = 3 // the most names that mean the same as a query
const PARTLY = 0.5 // how far the score of a name drops if the query has parts that no name has

export class Engine {
  /** @type {Facets | undefined} */
  #tables

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
    const { filters, values, sets } = this.#head
    this.#tables ??= new Facets(filters, values, sets)
    if (!this.library.isLarge && !savesData()) {
      this.library.loadAll().catch(() => {}) // a question will report it
    }
  }

  get #head() {
    return /** @type {Head} */ (this.library.head)
  }

  get #names() {
    return /** @type {Names} */ (this.library.names)
  }

  get #facets() {
    return /** @type {Facets} */ (this.#tables)
  }

  /** Return the parts of the site that addresses of hits need. */
  get #site() {
    const { pages, sets } = this.#head
    return { base: this.base, lang: this.lang, pages, sets }
  }

  /**
   * Search for a query. With `early`, report a first answer while files are still being read. It
   * says `loading`.
   * @param {string} query
   * @param {Options} options
   * @returns {Promise<Answer>}
   */
  async search(query, options = {}) {
    await this.ready()
    const asked = this.#asked(query, options)
    if (!this.library.isComplete) {
      const { anchors: named } = this.#understood(asked)
      const cards = named.flatMap(({ owner }) => (owner.kind === "card" ? [owner] : []))
      await this.library.loadNear(cards, asked.reach)
      options.signal?.throwIfAborted()
      if (savesData() && cards.length) return this.#answer(asked, options)
      options.early?.({ ...this.#answer(asked, options), loading: true })
      await this.library.loadAll()
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
    const words = queryWords(folded(name).split(" "), this.#vocabulary(new Set()))
    for (const word of words) word.isUnknown = word.isNew = !this.#names.byWord.has(word.typed)
    const possible = possibleNames(words, this.#names)
    const cards = typedNames(words, possible, this.#names).filter(
      ({ owner }) => owner.kind === "card",
    )
    const letters = lettersOf(name)
    const exact = cards.filter(({ text }) => lettersOf(text) === letters)
    if (exact.length) return exact.map((card) => shownName(card, this.#site))
    const most = allowedErrors(letters)
    const near = cards.find(({ text }) => editDistance(letters, lettersOf(text), most) <= most)
    return near ? [{ ...shownName(near, this.#site), near: true }] : []
  }

  /**
   * @param {string} query
   * @param {Options} options
   * @returns {Asked}
   */
  #asked(query, { filters = {}, others }) {
    const isWord = (/** @type {string} */ word) => this.#isWord(word)
    const parsed = withJoinedNames(parse(query, this.#head.keys), query, isWord)
    const senses = sensed(parsed.terms, this.#head.senses, query)
    const searched = { ...parsed, filters: [...parsed.filters, ...chosenConditions(filters)] }
    const langs = { all: Object.keys(this.#head.languages), own: this.lang, others }
    return { ...searched, ...senses, ...searchedLanguages(searched, langs), query }
  }

  /**
   * Return whether a word is one of a text or a name.
   * @param {string} word
   */
  #isWord(word) {
    return this.#names.byWord.has(word) || this.library.own.wordNumber(word) !== undefined
  }

  /**
   * Return whether a name is an ordinary word: the second face of a card, or what a mechanic is
   * called in another language, if this language has the word.
   * @param {KnownName} name
   */
  #isOrdinary({ owner, words: [word, ...others], isOrdinary }) {
    if (isOrdinary || owner.kind !== "mechanic" || others.length) return isOrdinary
    const isEveryday = this.library.phrases.get(this.lang)?.isEveryday(word) ?? false
    return isEveryday && !this.#isInTitle(owner, word)
  }

  /**
   * Return whether the name of a mechanic in the page's language has a form of a word.
   * @param {Owner} owner
   * @param {string} word
   */
  #isInTitle({ page }, word) {
    const title = this.library.own.subjectOf(page)?.title ?? ""
    const stems = folded(title)
      .split(" ")
      .map((part) => stem(part, this.lang))
    return stems.includes(stem(word, this.lang))
  }

  /** @param {Set<string>} ignored */
  #vocabulary(ignored) {
    const { library, lang } = this
    return {
      texts: library.own,
      others: [...library.texts.values()].filter((texts) => texts.lang !== lang),
      names: this.#names,
      phrases: library.phrases.get(lang),
      records: this.#head.languages[lang],
      ignored,
    }
  }

  /**
   * @param {Asked} asked
   * @returns {Understood}
   */
  #understood({ terms, text }) {
    const { library, lang } = this
    const { ignored: quiet, articles, languages, links } = this.#head
    const ignored = new Set(quiet)
    const words = queryWords(terms, this.#vocabulary(ignored))
    const possible = possibleNames(words, this.#names)
    const named = anchors(words, possible, {
      ignored,
      articles,
      query: text,
      records: languages[lang],
      ownRecords: ({ owner }) => library.own.recordsOf(owner).length,
      isOrdinary: (name) => this.#isOrdinary(name),
    })
    const listed = absentNames(terms, library.absent, text)
    const own = library.phrases.get(lang)
    const isEveryday = (/** @type {string} */ word) => own?.isEveryday(word) ?? true
    const isKnown = named.some(({ owner, complete }) => owner.kind === "card" && complete)
    const strange =
      listed.length || isKnown ? undefined : strangeName(text, words, { links, isEveryday })
    const absent = strange ? [strange] : listed
    const likely = likelyName(text, words, named, { links, lang })
    const meant = withoutOthers(named, absent, likely)
    const cards = meant.filter(({ owner }) => owner.kind === "card")
    const ofCards = new Set(cards.flatMap(({ covered }) => covered))
    const leading = meant.filter(
      (anchor) =>
        this.#isSurelyMechanic(anchor, words) &&
        !anchor.covered.some((place) => ofCards.has(place) || words[place].quiet),
    )
    return { words, possible, anchors: meant, leading, absent, likely }
  }

  /**
   * @param {Asked} asked
   * @param {Options} options
   * @returns {Answer}
   */
  #answer(asked, { limit = SHOWN, facets = false }) {
    const understood = this.#understood(asked)
    const { words, possible } = understood
    const typed = this.#typed(asked, words, possible)
    const own = this.#hits(asked, understood, asked.langs)
    const isUnsure = typed.every(({ owner }) => owner.kind === "rule") && asked.open
    const hits = isUnsure ? this.#widerHits(asked, understood, own) : own
    const shown = withoutTwins(hits)
    const first = firstHits(shown, limit)
    const isKnown = typed.some(({ score }) => score >= SURE)
    const isShort = words.filter(({ quiet }) => !quiet).length <= FEW
    const unused = understood.leading.filter(
      ({ owner, covered }) => isShort && covered.length === 1 && !this.#hasTexts(owner),
    )
    const typedWords = new Set(words.map((word) => word.typed))
    const titles = unused
      .map(({ owner }) => this.library.own.subjectOf(owner.page)?.title ?? "")
      .filter((title) => typedWords.has(folded(title)))
    const missing = missingNames(understood, hits).map(({ text }) => text)
    return {
      names: typed.map((name) => this.#shownName(name, asked.beyond)),
      missing: isKnown || !this.library.isComplete ? [] : [...missing, ...titles].slice(0, 1),
      answered: this.#explanation(asked, understood),
      hits: shownHits(first, words, asked, this.#site),
      total: shown.length,
      more: shown.length > first.length,
      counts: facets ? this.#facets.counts(hits.map(({ record }) => record)) : undefined,
      unsure: isDoubtful(hits, words),
      readings: asked.readings,
      others: hits !== own || asked.elsewhere || false,
      corrected: words.flatMap(({ term, corrected }) => (corrected ? [[term, corrected]] : [])),
      unknown: this.#unknown([...asked.filters, ...asked.without]),
      strange: asked.strange,
      unquoted: asked.terms.filter((term) => isRuleNumber(term) && !this.#ruleName(term)),
      suggestions: hits.length ? [] : this.#suggestions(words),
      loading: false,
    }
  }

  /** @param {Condition[]} conditions */
  #unknown(conditions) {
    return conditions.length ? this.#facets.unknown(conditions, this.#allRecords()) : []
  }

  /**
   * Return the hits in all languages if there are more, and few good ones in the page's language.
   * Nothing in another language answers for a card that the site lacks.
   * @param {Asked} asked
   * @param {Understood} understood
   * @param {Hit[]} own
   */
  #widerHits(asked, understood, own) {
    if (missingNames(understood, own).length) return own
    if (!this.#isUnsure(own, asked, understood.words)) return own
    const wider = this.#hits(asked, understood, asked.reach)
    return wider.length > own.length ? wider : own
  }

  /** @param {string[]} [langs] */
  #allRecords(langs = [...this.library.texts.keys()]) {
    return langs.flatMap((lang) => this.library.texts.get(lang)?.records ?? [])
  }

  /**
   * Return the names that a query is, or the pages of the rules that it cites.
   * @param {Asked} asked
   * @param {QueryWord[]} words
   * @param {Set<KnownName>} possible
   * @returns {TypedName[]}
   */
  #typed({ named, terms }, words, possible) {
    if (!named) return []
    const rules = terms.filter(isRuleNumber)
    const pages = rules.flatMap((number) => this.#ruleName(number) ?? [])
    if (pages.length) return pages
    const plain = words.filter(({ term }) => mayBeName(term))
    const typed = typedNames(plain, possible, this.#names)
    if (typed.length) return typed
    const meanings = wholeMeanings(plain, this.library.phrases.get(this.lang))
    return meanings.flatMap((phrase) => this.#namesOf(phrase)).slice(0, MEANT)
  }

  /**
   * Return the names that a phrase is.
   * @param {string} phrase
   * @returns {TypedName[]}
   */
  #namesOf(phrase) {
    const [first] = phrase.split(" ")
    const names = this.#names.byWord.get(first) ?? []
    return names
      .filter(({ words }) => words.join(" ") === phrase)
      .map(({ owner, text, words }) => ({ owner, text, score: 1, words: words.length }))
  }

  /**
   * Return the page of a rule, or else that of the rule that it belongs to: 702.62 for 702.62a.
   * @param {string} number
   * @returns {TypedName | undefined}
   */
  #ruleName(number) {
    for (const text of new Set([number, number.replace(/[a-z]$/, ""), number.split(".")[0]])) {
      const [word] = folded(text).split(" ")
      const name = (this.#names.byWord.get(word) ?? []).find(
        (other) => other.owner.kind === "rule" && other.text === text,
      )
      if (name) return { owner: name.owner, text, score: 1, words: 1 }
    }
    return undefined
  }

  /**
   * @param {TypedName} name
   * @param {boolean} beyond
   */
  #shownName(name, beyond) {
    const facts = cardFacts(name, this.library)
    const { score, text } = name
    const shown = { ...name, text: facts?.title ?? text, score: beyond ? score * PARTLY : score }
    return { ...shownName(shown, this.#site), facts }
  }

  /**
   * Return the hits in some languages, best first.
   * @param {Asked} asked
   * @param {Understood} understood
   * @param {string[]} langs
   */
  #hits(asked, { words, anchors: named, leading }, langs) {
    const { library, lang } = this
    const accepts = this.#test(asked)
    const { phrases, filters, without, reach } = asked
    if (!words.length) {
      const isAsking = phrases.length || !(filters.length + without.length)
      const records = isAsking ? recordsWith(phrases, library, langs) : this.#allRecords(langs)
      return sortHits(records.filter(accepts).map(plainHit), lang)
    }
    const usual = usualAnswers(words, library, { langs, reach })
    const sought = { words, anchors: named, leading, usual, langs, reach, accepts }
    const hits = sortHits(scoredHits(sought, library), lang)
    const own = library.phrases.get(lang)
    const alike = hits.slice(0, ALIKE).filter(({ record }) => record.lang === lang)
    if (own && alike[0] === hits[0]) raiseAlike(alike, words, own, library.own)
    return sortHits(hits, lang).filter(
      ({ share, anchor }, place) => place < WEAKEST || share >= WEAK || anchor,
    )
  }

  /**
   * Return what decides whether a record may be a hit: it has all phrases, no excluded word, and
   * fits the filters.
   * @param {Asked} asked
   * @returns {(record: SearchRecord) => boolean}
   */
  #test({ phrases, excluded, filters, without }) {
    const { library } = this
    const wanted = phrases.map((phrase) => phraseTest(phrase, library))
    const barred = excluded.map((phrase) => phraseTest(phrase, library, true))
    const fits = this.#facets.test(filters, without)
    return (record) =>
      wanted.every((has) => has(record)) && !barred.some((has) => has(record)) && fits(record)
  }

  /**
   * Return whether there are few good hits and another language may have more: the query may be
   * written alike in any language, or it has a word that this language lacks.
   * @param {Hit[]} hits
   * @param {Asked} asked
   * @param {QueryWord[]} words
   */
  #isUnsure(hits, { terms, phrases }, words) {
    const own = hits.filter(({ anchor, record }) => anchor || record.lang === this.lang)
    const isFew =
      own.filter(({ share, anchor }) => share >= WEAK || anchor).length < FEW &&
      (!(own[0]?.share >= GOOD) || terms.every(isRuleNumber))
    const isUniversal = phrases.length > 0 || terms.every((term) => /^[{\d+*]/.test(term))
    return (
      isFew && (isUniversal || words.some(({ isForeign, isUnknown }) => isForeign || isUnknown))
    )
  }

  /**
   * Return our explanation of a mechanic that a query names. A name that is also an everyday word
   * is one only if it is all that was typed.
   * @param {Asked} asked
   * @param {Understood} understood
   * @returns {Answered | undefined}
   */
  #explanation({ named, beyond, filters, without, excluded }, { leading }) {
    if (!named || beyond || excluded.length + filters.length + without.length) return undefined
    const { subject } = explainedSubject(named, this.#head)
    const typed = this.#namesOf(subject).find(({ owner }) => owner.kind === "mechanic")
    const owners = typed ? [typed.owner] : leading.map(({ owner }) => owner)
    const records = owners.flatMap(({ page }) => this.library.own.subjectOf(page) ?? [])
    return explanation(records, this.#site)
  }

  /**
   * Return whether a query names a mechanic, and not an everyday word: the library has the
   * mechanic, the name has several words, or texts hardly have the word.
   * @param {Anchor} anchor
   * @param {QueryWord[]} words
   */
  #isSurelyMechanic({ owner, complete, isExact, covered }, words) {
    if (owner.kind !== "mechanic" || !complete || !isExact) return false
    const { own } = this.library
    return (
      this.#hasTexts(owner) || covered.length > 1 || own.exactCount(words[covered[0]].word) <= 1
    )
  }

  /**
   * Return whether a text is about a mechanic.
   * @param {Owner} owner
   */
  #hasTexts({ page, id }) {
    const { own } = this.library
    return own.subjectOf(page)?.values[own.mechanics].includes(id) ?? false
  }

  /**
   * Return words to try in place of those that nothing has.
   * @param {QueryWord[]} words
   */
  #suggestions(words) {
    const vocabulary = { texts: this.library.own, names: this.#names }
    const unknown = words.filter(({ isUnknown, corrected }) => isUnknown && !corrected)
    return unknown.flatMap(({ word }) => nearestWord(word, vocabulary) ?? [])
  }
}

/** @param {SearchRecord} record @returns {Hit} */
const plainHit = (record) => ({
  record,
  said: [],
  share: 1,
  anchor: 0,
  covered: new Set(),
  score: BELOW[record.kind] ?? 1,
})
/** @type {{ [kind: string]: number }} */
const BELOW = { card: 0.68, mechanic: 0.6, rule: 0.85, set: 0.5 }

/**
 * Return the names in a query that the site lacks.
 * @param {Pick<Understood, "absent" | "likely">} understood
 * @param {Hit[]} hits
 */
const missingNames = ({ absent, likely }, hits) =>
  absent.length ? absent : unansweredName(likely, hits)

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
