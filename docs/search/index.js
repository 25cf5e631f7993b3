// The index of one language: Pagefind finds what has a word, and the texts of what is read come many together.
// generator/indexing.py writes it.

import { createInstance } from "./pagefind.js"
import { got, lend, missed, plain, unpacked } from "./files.js"

export class Index {
  /** `folder` is that of the search's files. */
  constructor(folder, lang) {
    this.lang = lang
    this.home = `${folder}${lang}/`
    this.texts = new Map()
  }

  /**
   * Ready for the first word. The largest file is asked for first; the head says where the others are. `like` is the
   * index of another language, to look up what has the same form in both: that file need not be fetched then.
   */
  async open(like) {
    this.wasm = like?.wasm ?? this.#fetched()
    this.head = await unpacked(`${this.home}head`, true)
    this.folder = `${this.home}${this.head.version}/`
    this.records = records(this.head, this)
    this.#started().catch(() => {}) // who needs it hears why
    return this
  }

  #fetched() {
    const wasm = got(`${this.home}wasm`, true).then((answer) => plain(answer).arrayBuffer())
    wasm.catch(() => {})
    return wasm
  }

  /** Pagefind with this index; what fails is tried again. */
  #started() {
    this.pagefind ??= this.#start().catch((failure) => {
      this.pagefind = this.wasm = undefined
      throw failure
    })
    return this.pagefind
  }

  async #start() {
    const basePath = `${this.folder}index/`
    const [{ wasm: name }] = Object.values(this.head.entry.languages)
    lend(`${basePath}pagefind-entry.json`, Response.json(this.head.entry))
    this.wasm ??= this.#fetched()
    lend(`${basePath}wasm.${name ?? "unknown"}.pagefind`, this.wasm.then((bytes) => new Response(bytes)))
    const pagefind = createInstance({ basePath, noWorker: true })
    await pagefind.init()
    return pagefind
  }

  /** Ask for the files that have a word. */
  async preload(text) {
    await (await this.#started()).preload(text)
  }

  /** What has a word or a "phrase": `{key, index, lang, number, kind, holder, score}`. */
  async lookup(text) {
    const { results } = await (await this.#started()).search(text)
    const failure = missed()
    if (failure) {
      this.pagefind = undefined // it would not ask for that file again
      throw failure
    }
    return results.map(({ id, score }) => ({ ...this.records[numbered(id)], score }))
  }

  /** What a record says: `{kind, id, url, anchor, langs, lang, title, names, text}`. */
  async read(number) {
    const { together } = this.head
    const rows = await this.#rows(Math.floor(number / together))
    const [kind, id, url, anchor, langs, title, names, text] = rows[number % together]
    return { kind, id, url, anchor, langs, lang: this.lang, title, names, text }
  }

  /** The table of what records are filtered by. */
  facets() {
    this.table ??= unpacked(`${this.folder}facets`)
    this.table.catch(() => (this.table = undefined))
    return this.table
  }

  #rows(file) {
    if (!this.texts.has(file)) {
      const loading = unpacked(`${this.folder}texts/${file}`)
      loading.catch(() => this.texts.delete(file))
      this.texts.set(file, loading)
    }
    return this.texts.get(file)
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
