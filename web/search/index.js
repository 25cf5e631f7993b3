// The index of one language: Pagefind finds what has a word, and the texts of what is read come many together.
// generator/indexing.py writes it, and pagefind.js of what Pagefind brings.

import { library } from "./pagefind.js"
import { bytes, decoded, once, unpacked } from "./files.js"
import { Lexicon } from "./lexicon.js"

const NEWLINE = 10
const OFTEN = 0.15 // what more of the records have tells nothing of a language
const MANY = 1000 // nor what so many have
const HELD = 20 // what so many words have is remembered: who types asks for most of them again
const SOON = 2 // ms until Pagefind looks again whether it is ready; it would wait for 50

export class Index {
  /** `folder` is that of the search's files. */
  constructor(folder, lang) {
    this.lang = lang
    this.home = `${folder}${lang}/`
    this.finders = new Map()
    this.files = new Map()
    this.named = new Map()
    this.found = new Map()
  }

  /** Ready to look up words. With `early`, Pagefind is fetched too, and its largest file first. */
  async open(early = false) {
    if (early) this.wasm()
    this.head = await unpacked(`${this.home}head`, true)
    this.folder = `${this.home}${this.head.version}/`
    this.records = records(this.head, this)
    this.lexicon = this.head.near && new Lexicon(this, this.head)
    if (early) this.#finder(this)
    return this
  }

  /** Whether a word tells something in the language, as far as is known: one that has no pages has no lexicon. */
  async has(word) {
    if (!this.lexicon) return true
    if (this.lexicon.ignored.has(word)) return false
    const { count, exact } = await this.lexicon.about(word)
    return count > 0 && exact <= Math.min(OFTEN * this.records.length, MANY)
  }

  /** Pagefind's part that is no script, with the stems of the language. */
  wasm() {
    return once(this.files, "wasm", () => bytes(`${this.home}wasm`, true))
  }

  /**
   * What has a word or a "phrase": `{record, score}`, the record as `{index, lang, number, kind, holder}`. `like` is an
   * index whose stems will do, for a word that no language inflects: those of this language need not be fetched then.
   */
  lookup(text, like = this) {
    if (this.found.size >= HELD) this.found.clear()
    return once(this.found, text, async () => {
      const finder = await this.#finder(this.finders.has(this) ? this : like)
      const { results } = await finder.pagefind.search(text)
      if (finder.missing) this.#lost(finder)
      return results.map(({ id, score }) => ({ record: this.#record(id), score }))
    })
  }

  /** The record that Pagefind names so. */
  #record(id) {
    let record = this.named.get(id)
    if (!record) this.named.set(id, (record = this.records[numbered(id)]))
    return record
  }

  /** Pagefind goes on without a file that did not come, would find less, and would never ask for it again. */
  #lost({ missing }) {
    this.finders.clear()
    throw missing
  }

  /** Pagefind with this index and the stems of another. */
  #finder(like) {
    return once(this.finders, like, () => this.#started(like))
  }

  /** Pagefind, and the failure of what is `missing`: it gets its files from here, where that is heard of. */
  async #started(like) {
    const finder = { pagefind: undefined, missing: undefined }
    const { entry, metadata } = this.head
    const [wasm, meta] = await Promise.all([like.wasm(), decoded(metadata)])
    const fetch = async (url) => {
      if (url.includes("pagefind-entry.json")) return new Response(JSON.stringify(entry))
      return new Response(url.endsWith(".pf_meta") ? meta : url.endsWith(".pagefind") ? wasm : await this.#words(url, finder))
    }
    finder.pagefind = library(fetch, (done) => setTimeout(done, SOON)).createInstance({ basePath: `${this.folder}index/`, noWorker: true })
    await finder.pagefind.filters() // it has none, but answers when it is ready
    return finder
  }

  /** What Pagefind asks for: the file is named by its number. */
  async #words(url, finder) {
    try {
      return (await this.words(numbered(/([^/]*)\.pf_index$/.exec(url)[1]))).index
    } catch (failure) {
      finder.missing = failure
      throw failure
    }
  }

  /** A file of words, in the order of the alphabet: what is `said` of them, and the part of the `index` that has them. */
  words(number) {
    return once(this.files, `words ${number}`, async () => {
      const content = new Uint8Array(await bytes(`${this.folder}words/${number}`))
      const end = content.indexOf(NEWLINE)
      return { said: JSON.parse(new TextDecoder().decode(content.subarray(0, end))), index: content.slice(end + 1) }
    })
  }

  /** What words may be meant, by the hash of a beginning that may have an error. */
  near(number) {
    return this.#read(`near/${number}`)
  }

  /** What a record says: `{kind, id, url, anchor, langs, lang, title, names, text}`. */
  async read(number) {
    const { together } = this.head
    const rows = await this.#read(`texts/${Math.floor(number / together)}`)
    const [kind, id, url, anchor, langs, title, names, text] = rows[number % together]
    return { kind, id, url, anchor, langs, lang: this.lang, title, names, text }
  }

  /** The table of what records are filtered by. */
  facets() {
    return this.#read("facets")
  }

  #read(file) {
    return once(this.files, file, () => unpacked(`${this.folder}${file}`))
  }
}

/** The number of a record or file that Pagefind names: in base 16, the last digit first. */
const numbered = (id) => parseInt([...id].reverse().join(""), 16)

/** `{index, lang, number, kind, holder}` of each record, by its number; `holder` is the same for all of one page. */
function records({ places, kinds }, index) {
  const found = []
  const { lang } = index
  let page = -1
  for (const [, letter, count] of places.matchAll(/([A-Za-z])(\d*)/g)) {
    const kind = kinds[letter.toLowerCase().charCodeAt(0) - 97]
    if (letter < "a") page++
    const holder = `${lang} ${page}`
    for (let left = Number(count || 1); left > 0; left--) found.push({ index, lang, number: found.length, kind, holder })
  }
  return found
}
