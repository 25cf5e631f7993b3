// The search: words are looked up in Pagefind's index one by one, and what is found is ranked here, so that an answer
// may lack a word of the question. Runs in a worker (worker.js). Reads what generator/search and indexing.py write.

import { once } from "./files.js"
import { folded } from "./folding.js"
import { Index } from "./index.js"
import { SURE } from "./lexicon.js"
import { parse } from "./query.js"
import { Facets } from "./facets.js"
import { concepts, isPlain, isRule, looks } from "./asking.js"
import { Hit, below, best, ranked } from "./ranking.js"
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
const EARLY = 3 // how many are told of before the others are read
const AFTER = 10 // ms after which the others are asked for too

export class Engine {
  /** `base` is the address of the site's root, `lang` the language of the pages. */
  constructor(base, lang) {
    this.base = base
    this.lang = lang
    this.folder = `${base}search/`
    this.indexes = new Map()
    this.facets = new Facets()
  }

  /** Everything that a first query needs; what fails is tried again at the next. */
  async ready() {
    const { head, lexicon } = await this.#index(this.lang)
    Object.assign(this, { head, lexicon })
  }

  /** The index of a language. */
  #index(lang) {
    return once(this.indexes, lang, () => new Index(this.folder, lang).open(lang === this.lang))
  }

  /** The languages that are asked for, as the index names them, each once; undefined where none is. */
  #wanted({ lang: asked }) {
    const known = Object.keys(this.head.languages)
    return asked && known.filter((lang) => asked.some((each) => each.toLowerCase() === lang.toLowerCase()))
  }

  /**
   * What `query` finds: `{names, hits, total, more, counts, others, further, corrected, suggestions}`, all best first.
   * `filters` are `{set, mechanic, type, colour, lang, year, kind}`, each a value or several; `others` says whether
   * hits in other languages are wanted (by default where there are few); `more` whether there are more than `limit`;
   * `counts` of the facets where `facets` is set. `early` is called with the first `{names, hits}` that seem best, while
   * others are still read. With `hasty` other languages are not opened, and `further` says whether they are worth a look.
   * Where the `signal` tells to stop, it throws.
   */
  async search(query, { filters = {}, others = undefined, limit = SHOWN, facets = false, early, hasty = false, signal } = {}) {
    await this.ready()
    const asked = { ...parse(query), signal }
    asked.filters = merged(asked.filters, filters)
    const wanted = this.#wanted(asked.filters)
    const elsewhere = others ?? wanted?.some((lang) => lang !== this.lang)
    const first = { names: [], hits: [] }
    const tell = early && ((part) => early(Object.assign(first, part)))
    const naming = this.#names(asked.named)
    naming.then((names) => names.length && tell?.({ names: this.#named(names, asked.beyond) })).catch(() => {})
    let [names, found] = await Promise.all([naming, this.#found(asked, wanted ?? (elsewhere ? undefined : [this.lang]), tell)])
    const unsure = others === undefined && !wanted && !names.length && few(found.ranking, asked.terms) && strange(asked, found)
    if (unsure && !hasty && (await this.#promising(asked, found))) {
      const wider = await this.#found(asked, undefined)
      if (wider.ranking.length > found.ranking.length) found = { ...wider, others: true }
    }
    const { ranking } = found
    return {
      names: this.#named(names, asked.beyond),
      hits: await this.#hits(found, asked, limit),
      total: ranking.length,
      more: ranking.length > limit,
      counts: facets ? await this.#counts(found) : undefined,
      others: Boolean(found.others ?? elsewhere),
      corrected: found.corrected,
      further: unsure && hasty,
      suggestions: ranking.length ? [] : await this.lexicon.suggestions(asked.terms),
    }
  }

  /** The names that are typed; where there is none, those that mean the same as all that is typed. */
  async #names(typed) {
    if (!typed) return []
    const names = await this.lexicon.names(typed)
    if (names.length) return names
    const words = typed.split(" ").map(folded)
    const [whole] = (await this.lexicon.synonyms(words)).filter(({ length }) => length === words.length)
    const others = await Promise.all((whole?.others ?? []).slice(0, MEANT).map(({ phrase }) => this.lexicon.names(phrase)))
    return others.flat().filter(({ score }) => score >= SURE)
  }

  /** What the index says of a query in `langs` (all where undefined), the most promising of it read. */
  async #found(asked, langs = Object.keys(this.head.languages), tell = undefined) {
    const [own, ...indexes] = await Promise.all([this.lang, ...langs].map((lang) => this.#index(lang)))
    const lookup = async (text) => (await Promise.all(indexes.map((index) => index.lookup(text, isPlain(text) ? own : index)))).flat()
    const records = this.head.languages[this.lang]
    const [words, phrases, excluded] = await Promise.all([
      concepts(asked.terms, this.lexicon, records),
      Promise.all(asked.phrases.map((phrase) => lookup(`"${phrase}"`))),
      Promise.all(asked.excluded.map(lookup)),
    ])
    asked.signal?.throwIfAborted()
    const worthy = looks(words, await this.#foreign(words, indexes), records, this.lexicon.ignored)
    const found = await Promise.all(worthy.map(async (look) => ({ ...look, weight: words[look.place].weight, matches: await lookup(look.text) })))
    asked.signal?.throwIfAborted()
    const asking = words.length || phrases.length || !Object.keys(asked.filters).length
    const ranking = await this.#kept(asking ? ranked({ found, phrases, excluded }) : everything(indexes, excluded), asked.filters, indexes)
    const corrected = words.filter((each) => each.corrected).map((each) => [each.term, each.corrected])
    const early = tell && (async (hits) => tell({ hits: await this.#hits({ ranking: hits, words }, asked, EARLY) }))
    return { ranking: words.length ? await this.#read(ranking, words, early, asked.signal) : best(ranking, this.lang), corrected, words, indexes }
  }

  /** What the filters leave; of the languages the indexes are. */
  async #kept(ranking, filters, indexes) {
    if (Object.keys(filters).every((name) => name === "lang")) return ranking
    await this.facets.load(indexes)
    return this.facets.kept(ranking, filters)
  }

  /** Whether another language may have what this one lacks: its words are looked at before its index is opened. */
  async #promising(asked, { words }) {
    if (common(asked)) return true
    const all = await Promise.all(Object.keys(this.head.languages).map((lang) => this.#index(lang)))
    return (await this.#foreign(words, all)).length > 0
  }

  /** Of the words that this language has not, those that another of the `indexes` has. */
  async #foreign(words, indexes) {
    const further = indexes.filter(({ lang }) => lang !== this.lang)
    const unknown = words.filter((each) => each.unknown)
    const known = await Promise.all(unknown.map((each) => Promise.all(further.map((index) => index.has(each.unknown)))))
    return unknown.filter((_, place) => known[place].some(Boolean))
  }

  /** The most promising hits are read and put into a better order, before the others; the first are told of `early`. */
  async #read(ranking, words, early, signal) {
    const hopeless = (hit, place) => place >= LEAST && (place >= PROMISING || hit.score < HOPEFUL * ranking[0].score)
    const many = ranking.filter((hit, place) => !hopeless(hit, place)).length // they are the first: it is in order
    const [promising, rest] = [ranking.slice(0, many), ranking.slice(many)]
    const question = words.filter(({ quiet }) => !quiet).length >= QUESTION
    const read = async (hit) => {
      const { share, score } = worth(await this.#page(hit), words, hit.inherited)
      Object.assign(hit, { share, score: score * below(hit.kind, question) })
    }
    const telling = (hits) => best(hits.filter(({ share }) => share > 0), this.lang) // the index also takes what begins a little alike
    const first = Promise.all(promising.slice(0, EARLY).map(read))
    if (early && many > EARLY) {
      first.then(() => early(telling(promising.slice(0, EARLY)))).catch(() => {})
      await Promise.race([first, new Promise((done) => setTimeout(done, AFTER))])
      signal?.throwIfAborted()
    }
    await Promise.all([first, ...promising.slice(EARLY).map(read)])
    const unread = rest.every(({ lang }) => lang === this.lang) ? rest : best(rest, this.lang)
    for (const hit of unread) hit.score = 0
    return [...best(repeated(telling(promising)), this.lang), ...unread]
  }

  async #counts({ ranking, indexes }) {
    await this.facets.load(indexes)
    return this.facets.counts(ranking)
  }

  async #hits({ ranking, words }, asked, limit) {
    const chosen = ranking.slice(0, limit)
    await Promise.all(chosen.map((hit) => this.#page(hit)))
    const telling = words.some(({ quiet }) => !quiet) ? words.filter(({ quiet }) => !quiet) : words
    const marked = [...telling.flatMap(({ term, corrected }) => (corrected ? [corrected, term] : term)), ...asked.phrases.flatMap((phrase) => phrase.split(/\s+/))]
    const seen = new Set()
    return chosen
      .filter(({ page: { id, kind } }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
      .map((hit) => ({ ...this.#hit(hit.page), score: hit.score, words: marked }))
  }

  /** What a hit says. */
  async #page(hit) {
    hit.page ??= await hit.record.index.read(hit.number)
    return hit.page
  }

  #hit({ kind, id, url, anchor, langs, lang, title, text }) {
    const shown = langs.includes(this.lang) && this.head.pages.includes(lang) ? lang : this.lang
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
const few = (ranking, terms) => ranking.filter(({ weak }) => !weak).length < FEW && (!(ranking[0]?.share >= GOOD) || terms.every(isRule))

/** Whether something is asked that another language may have: a word that this one lacks, or what any may have. */
const strange = (asked, { words }) => common(asked) || words.some(({ unknown }) => unknown)

/** Whether what is asked may stand so in any language. */
const common = ({ terms, phrases }) => phrases.length > 0 || terms.every(isPlain)

/** Every record that is not excluded, where there is nothing to find but what is filtered. */
function everything(indexes, excluded) {
  const without = new Set(excluded.flat().map(({ record }) => record))
  const hits = indexes.flatMap(({ records }) => records.filter((record) => !without.has(record)))
  return best(hits.map((record) => new Hit(record, 1)))
}

function merged(typed, chosen) {
  const filters = { ...typed }
  for (const [key, value] of Object.entries(chosen)) {
    const values = [value].flat().filter((each) => each !== undefined && each !== null && each !== "").map(String)
    if (values.length) filters[key] = [...(filters[key] ?? []), ...values]
  }
  return filters
}
