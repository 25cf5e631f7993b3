// The search: words are looked up in Pagefind's index one by one, and what is found is ranked here, so that an answer
// may lack a word of the question. Runs in a worker (worker.js). Reads what generator/search and indexing.py write.

import { unpacked } from "./files.js"
import { folded } from "./folding.js"
import { Lexicon, SURE } from "./lexicon.js"
import { parse } from "./query.js"
import { Facets } from "./facets.js"
import { concepts, isRule, looks } from "./asking.js"
import { below, best, ranked } from "./ranking.js"
import { unnamed, worth } from "./reading.js"

const FEW = 3 // fewer hits in the page's language bring those in others
const GOOD = 0.6 // unless one of them says so much of the query
const MEANT = 3 // as many phrases that mean what was typed may be a name
const QUESTION = 3 // so many telling words are a question, and rulings answer it
const PARTLY = 0.5 // a name is so likely what is meant where more is typed than a name can be
const REPEATED = 0.85
const SHOWN = 10
const PROMISING = 20 // how many hits are read before they are put in order
const SEPARATOR = "⁂"

export class Engine {
  /** `base` is the address of the site's root, `lang` the language of the pages. */
  constructor(base, lang) {
    this.base = base
    this.lang = lang
    this.folder = `${base}search/`
  }

  /** Everything that a first query needs; what fails is tried again at the next. */
  async ready() {
    this.started ??= this.#start().catch((failure) => {
      this.started = undefined
      throw failure
    })
    return this.started
  }

  async #start() {
    const library = import("./pagefind.js")
    this.head = await unpacked(`${this.folder}${this.lang}/head`)
    this.lexicon = new Lexicon(`${this.folder}${this.lang}/words/`, this.head, this.lang)
    const indexed = this.head.languages[this.lang] ? this.lang : Object.keys(this.head.languages)[0]
    this.indexed = new Set([indexed])
    this.index = this.#opened(library, indexed)
    this.index.catch(() => (this.started = undefined)) // who asks of it hears why
  }

  /** The index of a language; the words of a query are looked at meanwhile. */
  async #opened(library, lang) {
    const { createInstance } = await library
    const index = createInstance({ basePath: this.#index(lang), noWorker: true })
    await index.init()
    return index
  }

  #index(lang) {
    return `${this.folder}${lang}/index/`
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
    if (elsewhere) await this.#open()
    let [names, found] = await Promise.all([
      asked.named ? this.#names(asked.named) : [],
      this.#found(asked, wanted ?? (elsewhere ? undefined : [this.lang])),
    ])
    if (others === undefined && !wanted && few(found.ranking, asked.terms) && !names.length) {
      await this.#open()
      const further = await this.#found(asked, undefined)
      if (further.ranking.length > found.ranking.length) found = { ...further, others: true }
    }
    const hits = await this.#hits(found.ranking, asked, found, limit)
    return {
      names: this.#named(names, asked.beyond),
      hits: hits,
      total: found.ranking.length,
      counts: facets ? (await this.#facets(found.ranking)).counts(found.ranking) : undefined,
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

  /** Open the indexes of all languages. */
  async #open() {
    const missing = Object.keys(this.head.languages).filter((lang) => !this.indexed.has(lang))
    for (const lang of missing) this.indexed.add(lang)
    const index = await this.index
    await Promise.all(missing.map((lang) => index.mergeIndex(this.#index(lang), { language: lang })))
  }

  async #found(asked, langs) {
    const records = this.head.languages[this.lang] ?? Math.max(...Object.values(this.head.languages))
    const words = await concepts(asked.terms, this.lexicon, records)
    const phrases = await Promise.all(asked.phrases.map((phrase) => this.#lookup(`"${phrase}"`)))
    const excluded = await Promise.all(asked.excluded.map((word) => this.#lookup(word)))
    const found = await Promise.all(looks(words, records, this.lexicon.ignored).map(async (look) => ({ ...look, weight: words[look.place].weight, matches: await this.#lookup(look.text) })))
    let ranking = ranked({ found, phrases, excluded, langs })
    const filtered = Object.keys(asked.filters).length
    if (!words.length && !phrases.length && filtered) ranking = await this.#everything(langs, excluded)
    if (Object.keys(asked.filters).some((key) => key !== "lang")) {
      const facets = await this.#facets(ranking)
      ranking = ranking.filter((hit) => facets.allow(hit.key, asked.filters))
    }
    const corrected = words.filter((each) => each.corrected).map((each) => [each.term, each.corrected])
    return { ranking: words.length ? await this.#read(ranking, words) : ranking, corrected, words }
  }

  /** The most promising hits are read and put into a better order, before the others. */
  async #read(ranking, words) {
    const [promising, rest] = [ranking.slice(0, PROMISING), ranking.slice(PROMISING)]
    const question = words.filter(({ quiet }) => !quiet).length >= QUESTION
    await Promise.all(promising.map(async (hit) => {
      const lang = langOf(hit.key)
      hit.page = this.#page(await hit.data(), lang)
      const { share, score } = worth(hit.page, words, hit.inherited)
      Object.assign(hit, { share, score: score * below(hit.page.kind, question) })
    }))
    for (const hit of rest) hit.score = 0
    const telling = promising.filter(({ share }) => share > 0) // the index also takes what begins a little alike
    return [...best(repeated(best(telling, undefined, this.lang)), undefined, this.lang), ...rest]
  }

  async #lookup(text) {
    const { results } = await (await this.index).search(text)
    return new Map(results.map((result) => [result.id, { score: result.score, data: result.data }]))
  }

  async #everything(langs, excluded) {
    const { results } = await (await this.index).search(null)
    const hits = results.filter(({ id }) => !excluded.some((matches) => matches.has(id)))
    return best(hits.map((result) => ({ key: result.id, score: 1, data: result.data })), langs)
  }

  /** The facets of every language that is among `ranking`. */
  async #facets(ranking) {
    this.facets ??= new Facets(this.folder)
    await this.facets.load(new Set(ranking.map((hit) => langOf(hit.key))))
    return this.facets
  }

  async #hits(ranking, asked, { words }, limit) {
    const chosen = ranking.slice(0, limit)
    await Promise.all(chosen.map(async (hit) => (hit.page ??= this.#page(await hit.data(), langOf(hit.key)))))
    const telling = words.some(({ quiet }) => !quiet) ? words.filter(({ quiet }) => !quiet) : words
    const marked = [...telling.map((each) => each.corrected ?? each.term), ...asked.phrases.flatMap((phrase) => phrase.split(/\s+/))]
    const seen = new Set()
    return chosen
      .filter(({ page: { id, kind } }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
      .map((hit) => ({ ...this.#hit(hit.page), score: hit.score, words: marked }))
  }

  /** What stands in a record's page of the index: see generator/search/index.py. */
  #page(page, lang) {
    const [what, url, anchor, langs] = page.raw_url.replaceAll("/", "").replace(/\.html$/, "").split("~-~").map((part) => part.replaceAll("~", "/"))
    const [kind] = what.split("/", 1)
    const [named, text] = split(page.raw_content ?? page.content)
    const title = page.meta.title ?? named
    return { kind, id: what.slice(kind.length + 1), url, anchor, langs: langs.split("/"), lang, title, names: named, text }
  }

  #hit({ kind, id, url, anchor, langs, lang, title, text }) {
    const shown = langs.includes(this.lang) ? lang : this.lang
    const set = /^(ruling|note|release|rule)$/.test(kind) ? id.split("/", 1)[0] : kind === "set" ? id : null
    const [setName, released] = this.head.sets[set] ?? [null, null]
    const target = anchor === "-" ? "" : `#${anchor}`
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

const langOf = (key) => key.slice(0, key.lastIndexOf("_"))

function split(content) {
  const at = content.indexOf(SEPARATOR)
  const unescaped = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("} {", "}{").trim()
  return [unescaped(content.slice(0, at)), unescaped(content.slice(at + SEPARATOR.length)).replace(/^\.\s*/, "")]
}

function merged(typed, chosen) {
  const filters = { ...typed }
  for (const [key, value] of Object.entries(chosen)) {
    const values = [value].flat().filter((each) => each !== undefined && each !== null && each !== "").map(String)
    if (values.length) filters[key] = [...(filters[key] ?? []), ...values]
  }
  return filters
}
