// The search: words are looked up in Pagefind's index one by one, and what is found is ranked here, so that an answer
// may lack a word of the question. Runs in a worker (worker.js). Reads what generator/search and indexing.py write.

import { createInstance } from "./pagefind.js"
import { Lexicon, unpacked } from "./lexicon.js"
import { parse } from "./query.js"
import { Facets } from "./facets.js"
import { best, ranked } from "./ranking.js"
import { folded } from "./words.js"

const FEW = 3 // fewer hits in the page's language bring those in others
const SHOWN = 10
const SEPARATOR = "⁂"

export class Engine {
  /** `base` is the address of the site's root, `lang` the language of the pages. */
  constructor(base, lang) {
    this.base = base
    this.lang = lang
    this.folder = `${base}search/`
  }

  /** Everything that a first query needs; what fails is tried again at the next. */
  async #ready() {
    this.started ??= this.#start().catch((failure) => {
      this.started = undefined
      throw failure
    })
    return this.started
  }

  async #start() {
    this.head = await unpacked(`${this.folder}${this.lang}/head`)
    this.lexicon = new Lexicon(`${this.folder}${this.lang}/words/`, this.head)
    this.ignored = new Set(this.head.ignored)
    const indexed = this.head.languages[this.lang] ? this.lang : Object.keys(this.head.languages)[0]
    this.indexed = new Set([indexed])
    this.index = createInstance({ basePath: this.#index(indexed), noWorker: true })
    await Promise.all([this.index.init(), this.#kinds(indexed)])
  }

  /** What is neither a ruling nor a note, which are what people ask for: `this.kinds` has the kind of each key. */
  async #kinds(lang) {
    this.kinds ??= new Map()
    const kinds = await unpacked(`${this.folder}${lang}/kinds`)
    for (const [kind, keys] of Object.entries(kinds)) for (const key of keys) this.kinds.set(`${lang.toLowerCase()}_${key}`, kind)
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
    await this.#ready()
    const asked = parse(query)
    asked.filters = merged(asked.filters, filters)
    const wanted = asked.filters.lang?.map((each) => each.toLowerCase())
    const elsewhere = others ?? wanted?.some((lang) => lang !== this.lang)
    const names = asked.named ? await this.lexicon.names(asked.named, this.ignored) : []
    if (elsewhere) await this.#open()
    let found = await this.#found(asked, names, wanted ?? (elsewhere ? undefined : [this.lang]))
    if (others === undefined && !wanted && found.ranking.length < FEW && !names.length) {
      await this.#open()
      const further = await this.#found(asked, names, undefined)
      if (further.ranking.length > found.ranking.length) found = { ...further, others: true }
    }
    const hits = await this.#hits(found.ranking, asked, found, limit)
    return {
      names: this.#named(names),
      hits: hits,
      total: found.ranking.length,
      counts: facets ? (await this.#facets(found.ranking)).counts(found.ranking) : undefined,
      others: Boolean(found.others ?? elsewhere),
      corrected: found.corrected,
      suggestions: found.ranking.length ? [] : await this.lexicon.suggestions(asked.terms),
    }
  }

  /** Open the indexes of all languages. */
  async #open() {
    const missing = Object.keys(this.head.languages).filter((lang) => !this.indexed.has(lang))
    for (const lang of missing) this.indexed.add(lang)
    const opened = missing.map((lang) => [this.index.mergeIndex(this.#index(lang), { language: lang }), this.#kinds(lang)])
    await Promise.all(opened.flat())
  }

  async #found(asked, names, langs) {
    const terms = asked.terms.filter((term) => !this.ignored.has(folded(term)) || asked.terms.length === 1)
    const used = terms.length ? terms : asked.terms
    const looked = await Promise.all(used.map((term) => this.#term(term)))
    const groups = await this.lexicon.synonyms(asked.terms)
    const same = await Promise.all(groups.map((group) => this.#group(group)))
    const phrases = await Promise.all(asked.phrases.map((phrase) => this.#lookup(`"${phrase}"`)))
    const excluded = await Promise.all(asked.excluded.map((word) => this.#lookup(word)))
    let ranking = ranked({ terms: looked, same, phrases, excluded, langs, lang: this.lang, counts: this.head.languages, kinds: this.kinds })
    if (!used.length && !phrases.length && Object.keys(asked.filters).length) ranking = await this.#everything(langs)
    if (Object.keys(asked.filters).some((key) => key !== "lang")) {
      const facets = await this.#facets(ranking)
      ranking = ranking.filter((hit) => facets.allow(hit.key, asked.filters))
    }
    const corrected = looked.filter((each) => each.corrected).map((each) => [each.word, each.corrected])
    return { ranking, corrected, looked }
  }

  /**
   * A word of the query: `{word, found}`, found a map of the keys of records to what is known of the match. A word that
   * nothing has is replaced by the nearest that something has; Pagefind alone would take whatever begins like it.
   */
  async #term(term) {
    if (term.startsWith("{") || /^[+\d]/.test(term)) return { word: term, found: await this.#number(term) }
    const word = folded(term)
    if (await this.lexicon.knows(word)) return { word: term, found: await this.#lookup(term) }
    const corrected = await this.lexicon.nearest(word)
    return { word: term, corrected, found: corrected ? await this.#lookup(corrected) : new Map() }
  }

  /** A symbol, a number, or the number of a rule, which is shortened until something has it. */
  async #number(term) {
    if (!/^\d{3}\./.test(term)) return this.#lookup(term)
    for (let shorter = term; shorter.length > 4; shorter = shorter.slice(0, -1)) {
      if (await this.lexicon.knows(shorter)) return this.#lookup(shorter)
    }
    return new Map()
  }

  async #lookup(text) {
    const { results } = await this.index.search(text)
    return new Map(results.map((result) => [result.id, { score: result.score, words: result.words, data: result.data }]))
  }

  /** A group of words that mean the same, of which the query has `words`: what the others find. */
  async #group({ words, others }) {
    const found = new Map()
    for (const other of others) {
      const phrase = other.includes(" ")
      for (const [key, match] of await this.#lookup(phrase ? `"${other}"` : other)) {
        if (!(found.get(key)?.score > match.score)) found.set(key, match)
      }
    }
    return { words, found }
  }

  async #everything(langs) {
    const { results } = await this.index.search(null)
    return best(results.map((result) => ({ key: result.id, score: 1, data: result.data })), langs)
  }

  /** The facets of every language that is among `ranking`. */
  async #facets(ranking) {
    this.facets ??= new Facets(this.folder)
    await this.facets.load(new Set(ranking.map((hit) => langOf(hit.key))))
    return this.facets
  }

  async #hits(ranking, asked, { looked }, limit) {
    const chosen = ranking.slice(0, limit)
    const pages = await Promise.all(chosen.map((hit) => hit.data()))
    const words = [...looked.map((each) => each.corrected ?? each.word), ...asked.phrases.flatMap((phrase) => phrase.split(/\s+/))]
    const hits = chosen.map((hit, place) => ({ ...this.#hit(pages[place], langOf(hit.key)), score: hit.score }))
    const seen = new Set()
    return hits
      .filter(({ id, kind }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
      .map((hit) => ({ ...hit, words }))
  }

  /** What stands in a record's page of the index: see generator/search/index.py. */
  #hit(page, lang) {
    const [what, url, anchor, langs] = page.raw_url.replace(/^\/|\/$/g, "").split("/-/")
    const [kind] = what.split("/", 1)
    const id = what.slice(kind.length + 1)
    const [named, text] = split(page.raw_content ?? page.content)
    const shown = langs.split("~").includes(this.lang) ? lang : this.lang
    const set = /^(ruling|note|release|rule)$/.test(kind) ? id.split("/", 1)[0] : kind === "set" ? id : null
    const [setName, released] = this.head.sets[set] ?? [null, null]
    const target = anchor === "-" ? "" : `#${anchor}`
    return { id, kind, lang, title: page.meta.title ?? named, text, set, setName, released, url: `${this.base}${shown}/${url}/${target}` }
  }

  #named(names) {
    const folders = { card: "cards", mechanic: "mechanics", set: "sets" }
    return names.map(({ kind, target, text, score, words }) => ({
      score, words,
      kind, id: target, title: text, url: `${this.base}${this.lang}/${folders[kind]}/${target}/`,
    }))
  }
}

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
