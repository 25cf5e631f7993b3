// The page's side of the worker: each question has a number, and its answer comes back by it.
import { once, unpacked } from "./files.js"
import { merge } from "./merge.js"

/** @import { Answer, Asking, Choice, Early, FromWorker, Limits, Started, ToWorker, Words } from "./types.d.ts" */

/**
 * Who waits for an answer.
 * @typedef {object} Waiting
 * @property {(answer: Answer) => void} resolve
 * @property {(reason: unknown) => void} reject
 * @property {((found: Early) => void) | undefined} early
 */

export class Client {
  #number = 0
  /** @type {Map<number, Waiting>} */
  #waiting = new Map()
  /** @type {Map<string, Promise<any>>} */
  #files = new Map()
  /** @type {Worker | undefined} */
  #worker

  /**
   * `worker` runs worker.js; it was started before this file was there.
   * @param {string} base
   * @param {string} lang
   * @param {Started} worker
   */
  constructor(base, lang, worker) {
    this.base = base
    this.lang = lang
    if (!worker.broken) this.#listen(worker)
  }

  /** @param {Worker} worker */
  #listen(worker) {
    worker.addEventListener("message", ({ data }) => this.#answered(data))
    worker.addEventListener("error", (event) => {
      event.preventDefault()
      this.#broken(event.message)
    })
    this.#worker = worker
    return worker
  }

  /** A worker like the one that was given, where that broke. */
  #started() {
    const { search: version } = new URL(import.meta.url)
    return this.#listen(new Worker(new URL(`worker.js${version}`, import.meta.url), { type: "module" }))
  }

  /**
   * What `Engine.search` answers, with the words of the pages' language; `early` is called as it says, with them.
   * @param {string} query
   * @param {Asking} asking
   */
  async ask(query, { early, signal, ...limits }) {
    const words = this.words()
    /** @param {Early} found */
    const tell = (found) => void words.then((said) => early && early({ ...found, words: said })).catch(() => {})
    const answer = await this.#ask(query, limits, { early: early ? tell : undefined, signal }) // it says what fails
    return { ...answer, words: await words }
  }

  /**
   * `rulebinder.search(query, {lang, set, mechanic, kind, year, limit})`: `[{id, kind, url, title, text}]`, best first.
   * @param {string} query
   * @param {{ [filter: string]: Choice } & { limit?: number, others?: boolean }} options
   */
  async list(query, { limit = 10, others, ...filters } = {}) {
    const answer = await this.#ask(String(query), { filters, others, limit })
    const filtered = Object.values(filters).some((value) => value !== undefined)
    const hits = merge(filtered ? { ...answer, names: [] } : answer) // no filter was asked of the names
    return hits.slice(0, limit).map(({ id, kind, url, title, text = "" }) => ({ id, kind, url, title, text }))
  }

  /**
   * The interface words of the search.
   * @returns {Promise<Words>}
   */
  words() {
    return this.#kept("said")
  }

  /**
   * The names of the mechanics, by their slugs.
   * @returns {Promise<{ [slug: string]: string }>}
   */
  mechanics() {
    return this.#kept("mechanics")
  }

  /**
   * What a file says, asked for once; what fails is tried again at the next.
   * @param {string} name
   */
  #kept(name) {
    return once(this.#files, name, () => unpacked(`${this.base}search/${this.lang}/${name}`, true))
  }

  /**
   * Where the `signal` tells to stop, nobody waits for the answer any more.
   * @param {string} query
   * @param {Limits} limits
   * @param {{ early?: Waiting["early"], signal?: AbortSignal }} how
   * @returns {Promise<Answer>}
   */
  #ask(query, limits, { early, signal } = {}) {
    const number = ++this.#number
    const worker = this.#worker ?? this.#started()
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject, early })
      const options = { ...limits, early: Boolean(early) }
      post(worker, { number, base: this.base, lang: this.lang, query, options })
      signal?.addEventListener("abort", () => this.#stop(number, signal.reason))
    })
  }

  /**
   * @param {number} number
   * @param {unknown} reason
   */
  #stop(number, reason) {
    const asked = this.#waiting.get(number)
    if (!asked) return
    this.#waiting.delete(number)
    if (this.#worker) post(this.#worker, { number, stop: true })
    asked.reject(reason)
  }

  /** @param {FromWorker} said */
  #answered({ number, answer, failure, early }) {
    const asked = this.#waiting.get(number)
    if (early) asked?.early?.(early)
    else if (answer) {
      asked?.resolve(answer)
      this.#waiting.delete(number)
    } else this.#broken(failure)
  }

  /**
   * A worker that lacks something answers nothing more: the next question starts another.
   * @param {string} [failure]
   */
  #broken(failure) {
    this.#worker?.terminate()
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(new Error(failure))
    this.#waiting.clear()
  }
}

/**
 * @param {Worker} worker
 * @param {ToWorker} message
 */
const post = (worker, message) => worker.postMessage(message)
