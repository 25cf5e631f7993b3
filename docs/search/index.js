// The index of one language: Pagefind finds what has a word, and the texts of what is read come many together.
// generator/indexing.py writes it, and pagefind.js of what Pagefind brings.

import { library } from "./pagefind.js"
import { bytes, decoded, once, unpacked } from "./files.js"
import { Lexicon } from "./lexicon.js"

const SOON = 2 // ms until Pagefind looks again whether it is ready; it would wait for 50

export class Index {
  /** `folder` is that of the search's files. */
  constructor(folder, lang) {
    this.lang = lang
    this.home = `${folder}${lang}/`
    this.finders = new Map()
    this.files = new Map()
  }

  /** Ready to look up words. With `early`, Pagefind is fetched too, and its largest file first. */
  async open(early = false) {
    if (early) this.wasm()
    this.head = await unpacked(`${this.home}head`, true)
    this.folder = `${this.home}${this.head.version}/`
    this.records = records(this.head, this)
    this.lexicon = this.head.files && new Lexicon(`${this.folder}words/`, this.head, this.lang)
    if (early) this.#finder(this)
    return this
  }

  /** Whether a word tells something in the language, as far as is known: one that has no pages has no lexicon. */
  async has(word) {
    if (!this.lexicon) return true
    const { ignored, often } = this.lexicon
    return !ignored.has(word) && !often.has(word) && (await this.lexicon.about(word)).count > 0
  }

  /** Pagefind's part that is no script, with the stems of the language. */
  wasm() {
    return once(this.files, "wasm", () => bytes(`${this.home}wasm`, true))
  }

  /** Ask for the files that have a word. */
  async preload(text) {
    await (await this.#finder(this)).preload(text)
  }

  /**
   * What has a word or a "phrase": `{record, score}`, the record as `{key, index, lang, number, kind, holder}`. `like` is an
   * index whose stems will do, for a word that no language inflects: those of this language need not be fetched then.
   */
  async lookup(text, like = this) {
    const { results } = await (await this.#finder(this.finders.has(this) ? this : like)).search(text)
    if (this.missing) this.#lost()
    return results.map(({ id, score }) => ({ record: this.records[numbered(id)], score }))
  }

  /** Pagefind goes on without a file that did not come, would find less, and would never ask for it again. */
  #lost() {
    const failure = this.missing
    this.missing = undefined
    this.finders.clear()
    throw failure
  }

  /** Pagefind with this index and the stems of another. */
  #finder(like) {
    return once(this.finders, like, () => this.#started(like))
  }

  /** Pagefind gets what it begins with from here, where a failure is heard of. */
  async #started(like) {
    const { entry, metadata } = this.head
    const [wasm, meta] = await Promise.all([like.wasm(), decoded(metadata)])
    const fetch = async (url) => {
      if (url.includes("pagefind-entry.json")) return new Response(JSON.stringify(entry))
      return new Response(url.endsWith(".pf_meta") ? meta : url.endsWith(".pagefind") ? wasm : await this.#words(url))
    }
    const pagefind = library(fetch, (done) => setTimeout(done, SOON)).createInstance({ basePath: `${this.folder}index/`, noWorker: true })
    await pagefind.filters() // it has none, but answers when it is ready
    return pagefind
  }

  async #words(url) {
    try {
      return await bytes(url)
    } catch (failure) {
      this.missing = failure
      throw failure
    }
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

/** A record's number in Pagefind's index: in base 16, the last digit first. */
const numbered = (id) => parseInt([...id].reverse().join(""), 16)

/** `{key, index, lang, number, kind, holder}` of each record, by its number; `holder` is the same for all of one page. */
function records({ places, kinds }, index) {
  const found = []
  const { lang } = index
  let page = -1
  for (const [, letter, count] of places.matchAll(/([A-Za-z])(\d*)/g)) {
    const kind = kinds[letter.toLowerCase().charCodeAt(0) - 97]
    if (letter < "a") page++
    for (let left = Number(count || 1); left > 0; left--) {
      const number = found.length
      found.push({ key: `${lang} ${number}`, index, lang, number, kind, holder: `${lang} ${page}` })
    }
  }
  return found
}
