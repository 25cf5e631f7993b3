// The search: words are looked up in Pagefind's index one by one, and what is found is ranked here, so that an answer
// may lack a word of the question. Runs in a worker (worker.js). Reads what generator/search and indexing.py write.

import { folded } from "./folding.js"
import { Index } from "./index.js"
import { Lexicon, SURE } from "./lexicon.js"
import { parse } from "./query.js"
import { Facets } from "./facets.js"
import { concepts, isPlain, isRule, likely, looks } from "./asking.js"
import { below, best, ranked } from "./ranking.js"
import { unnamed, worth } from "./reading.js"

const FEW = 3 // fewer hits in the page's language bring those in others
const GOOD = 0.6 // unless one of them says so much of the query
const MEANT = 3 // as many phrases that mean what was typed may be a name
const QUESTION = 3 // so many telling words are a question, and rulings answer it
const PARTLY = 0.5 // a name is so likely what is meant where more is typed than a name can be
const REPEATED = 0.85
const SHOWN = 10
const PROMISING = 20 // how many hits are read, at most, before they are put in order
const LEAST = 8 // so many are, however much better the first seems
const HOPEFUL = 0.3 // the others only where they seem this good beside it

export class Engine {
  /** `base` is the address of the site's root, `lang` the language of the pages. */
  constructor(base, lang) {
    this.base = base
    this.lang = lang
    this.folder = `${base}search/`
    this.indexes = new Map()
  }

  /** Everything that a first query needs; what fails is tried again at the next. */
  async ready() {
    const { head, folder } = await this.#index(this.lang)
    this.head ??= head
    this.lexicon ??= new Lexicon(`${folder}words/`, head, this.lang)
    this.facets ??= new Facets()
  }

  /** The index of a language; with `plain` only for words that no language inflects. */
  async #index(lang, plain = false) {
    const key = `${lang}${plain && lang !== this.lang ? " plain" : ""}`
    if (!this.indexes.has(key)) {
      const like = key === lang ? undefined : await this.#index(this.lang)
      const opening = new Index(this.folder, lang).open(like)
      opening.catch(() => this.indexes.delete(key))
      this.indexes.set(key, opening)
    }
    return this.indexes.get(key)
  }

  /** The indexes of these languages, of all where undefined; those that are not there have nothing. */
  #opened(langs = Object.keys(this.head.languages), plain = false) {
    return Promise.all(langs.filter((lang) => lang in this.head.languages).map((lang) => this.#index(lang, plain)))
  }

  /**
   * What `query` finds: `{names, hits, total, counts, others, corrected, suggestions}`, all best first.
   * `filters` are `{set, mechanic, type, colour, lang, year, kind}`, each a value or several; `others` says whether
   * hits in other languages are wanted (by default where there are few); `counts` of the facets where `facets` is set.
   */
  async search(query, { filters = {}, others = undefined, limit = SHOWN, facets = false } = {}) {
    await this.ready()
    const asked = parse(query)
    asked.filters = merged(asked.filters, filters)
    const wanted = asked.filters.lang?.map((each) => each.toLowerCase())
    const elsewhere = others ?? wanted?.some((lang) => lang !== this.lang)
    let [names, found] = await Promise.all([
      asked.named ? this.#names(asked.named) : [],
      this.#found(asked, wanted ?? (elsewhere ? undefined : [this.lang])),
    ])
    if (others === undefined && !wanted && few(found.ranking, asked.terms) && !names.length) {
      const further = await this.#found(asked, undefined)
      if (further.ranking.length > found.ranking.length) found = { ...further, others: true }
    }
    const hits = await this.#hits(found.ranking, asked, found, limit)
    return {
      names: this.#named(names, asked.beyond),
      hits: hits,
      total: found.ranking.length,
      counts: facets ? await this.#counts(found) : undefined,
      others: Boolean(found.others ?? elsewhere),
      corrected: found.corrected,
      suggestions: found.ranking.length ? [] : await this.lexicon.suggestions(asked.terms),
    }
  }

  /** The names that are typed; where there is none, those that mean the same as all that is typed. */
  async #names(typed) {
    const names = await this.lexicon.names(typed)
    if (names.length) return names
    const words = typed.split(" ").map(folded)
    const [whole] = (await this.lexicon.synonyms(words)).filter(({ length }) => length === words.length)
    const others = await Promise.all((whole?.others ?? []).slice(0, MEANT).map(({ phrase }) => this.lexicon.names(phrase)))
    return others.flat().filter(({ score }) => score >= SURE)
  }

  async #found(asked, langs) {
    const indexes = await this.#opened(langs, !asked.phrases.length && [...asked.terms, ...asked.excluded].every(isPlain))
    for (const word of likely(asked.terms, this.lexicon)) for (const index of indexes) index.preload(word).catch(() => {})
    const lookup = async (text) => (await Promise.all(indexes.map((index) => index.lookup(text)))).flat()
    const records = this.head.languages[this.lang]
    const [words, phrases, excluded] = await Promise.all([
      concepts(asked.terms, this.lexicon, records),
      Promise.all(asked.phrases.map((phrase) => lookup(`"${phrase}"`))),
      Promise.all(asked.excluded.map(lookup)),
    ])
    const found = await Promise.all(looks(words, records, this.lexicon.ignored).map(async (look) => ({ ...look, weight: words[look.place].weight, matches: await lookup(look.text) })))
    const filters = Object.keys(asked.filters)
    let ranking = words.length || phrases.length || !filters.length ? ranked({ found, phrases, excluded }) : everything(indexes, excluded)
    if (filters.some((key) => key !== "lang")) {
      await this.facets.load(indexes)
      ranking = ranking.filter((hit) => this.facets.allow(hit, asked.filters))
    }
    const corrected = words.filter((each) => each.corrected).map((each) => [each.term, each.corrected])
    return { ranking: words.length ? await this.#read(ranking, words) : ranking, corrected, words, indexes }
  }

  /** The most promising hits are read and put into a better order, before the others. */
  async #read(ranking, words) {
    const hopeful = ranking.findIndex(({ score }, place) => place === PROMISING || (place >= LEAST && score < HOPEFUL * ranking[0].score))
    const [promising, rest] = hopeful < 0 ? [ranking, []] : [ranking.slice(0, hopeful), ranking.slice(hopeful)]
    const question = words.filter(({ quiet }) => !quiet).length >= QUESTION
    await Promise.all(promising.map(async (hit) => {
      const { share, score } = worth(await this.#page(hit), words, hit.inherited)
      Object.assign(hit, { share, score: score * below(hit.kind, question) })
    }))
    for (const hit of rest) hit.score = 0
    const telling = promising.filter(({ share }) => share > 0) // the index also takes what begins a little alike
    return [...best(repeated(best(telling, this.lang)), this.lang), ...rest]
  }

  async #counts({ ranking, indexes }) {
    await this.facets.load(indexes)
    return this.facets.counts(ranking)
  }

  async #hits(ranking, asked, { words }, limit) {
    const chosen = ranking.slice(0, limit)
    await Promise.all(chosen.map((hit) => this.#page(hit)))
    const telling = words.some(({ quiet }) => !quiet) ? words.filter(({ quiet }) => !quiet) : words
    const marked = [...telling.map((each) => each.corrected ?? each.term), ...asked.phrases.flatMap((phrase) => phrase.split(/\s+/))]
    const seen = new Set()
    return chosen
      .filter(({ page: { id, kind } }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
      .map((hit) => ({ ...this.#hit(hit.page), score: hit.score, words: marked }))
  }

  /** What a hit says. */
  async #page(hit) {
    hit.page ??= await hit.index.read(hit.number)
    return hit.page
  }

  #hit({ kind, id, url, anchor, langs, lang, title, text }) {
    const shown = langs.includes(this.lang) ? lang : this.lang
    const set = /^(ruling|note|release|rule)$/.test(kind) ? id.split("/", 1)[0] : kind === "set" ? id : null
    const [setName, released] = this.head.sets[set] ?? [null, null]
    const target = anchor && `#${anchor}`
    return { id, kind, lang, title, text, set, setName, released, url: `${this.base}${shown}/${url}/${target}` }
  }

  #named(names, beyond) {
    const folders = { card: "cards", mechanic: "mechanics", set: "sets" }
    return names.map(({ kind, target, text, score, words }) => ({
      score: beyond ? score * PARTLY : score, words,
      kind, id: target, title: text, url: `${this.base}${this.lang}/${folders[kind]}/${target}/`,
    }))
  }
}

/** A ruling that says of another card what a better hit says already comes a little later. */
function repeated(ranking) {
  const seen = new Set()
  for (const hit of ranking) {
    const said = unnamed(hit.page)
    if (seen.has(said)) hit.score *= REPEATED
    seen.add(said)
  }
  return ranking
}

/** Whether little is found; a note that cites a rule may be in any language, however well one of them answers. */
const few = (ranking, terms) => ranking.length < FEW && (!(ranking[0]?.share >= GOOD) || terms.every(isRule))

/** Every record that is not excluded, where there is nothing to find but what is filtered. */
function everything(indexes, excluded) {
  const without = new Set(excluded.flat().map(({ key }) => key))
  const hits = indexes.flatMap(({ records }) => records.filter(({ key }) => !without.has(key)))
  return best(hits.map((record) => ({ ...record, score: 1 })))
}

function merged(typed, chosen) {
  const filters = { ...typed }
  for (const [key, value] of Object.entries(chosen)) {
    const values = [value].flat().filter((each) => each !== undefined && each !== null && each !== "").map(String)
    if (values.length) filters[key] = [...(filters[key] ?? []), ...values]
  }
  return filters
}
