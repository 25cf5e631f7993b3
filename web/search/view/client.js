// The page's side of the search worker. Each question gets a number, and the worker's answers carry
// the same number, because answers may arrive in any order.

import { once, readJson } from "../index/files.js"
import { mergedList } from "./merged-list.js"

/** @import { Words } from "../index/format.d.ts" */
/**
 * @import { Answer, Asking, Choice, FromWorker, NamedHit, Question, Started, ToWorker }
 *   from "./messages.d.ts"
 */

/**
 * A caller who waits for an answer.
 * @typedef {object} Waiting
 * @property {(answer: any) => void} resolve
 * @property {(reason: unknown) => void} reject
 * @property {((answer: Answer) => void) | undefined} early
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
   * Connect to `worker`, which runs worker.js. The page starts it before it loads this file, so
   * that both load at once.
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

  /**
   * Start a new worker in place of one that failed. Its script is beside the joined one that has
   * this module, and has the same version.
   */
  #started() {
    const { search: version } = new URL(import.meta.url)
    return this.#listen(
      new Worker(new URL(`worker.js${version}`, import.meta.url), { type: "module" }),
    )
  }

  /**
   * Ask `Engine.search`, and add the interface words of the pages' language. `early` gets a first
   * answer with the same words, while files are still being read.
   * @param {string} query
   * @param {Asking} asking
   */
  async ask(query, { early, signal, ...limits }) {
    const words = this.words()
    /** @param {Answer} first */
    const tell = (first) =>
      void words.then(
        (said) => early({ ...first, words: said }),
        () => {}, // the whole answer lacks them too
      )
    const options = { ...limits, early: true }
    const answer = await this.#send({ query, options }, { early: tell, signal })
    return { ...answer, words: await words }
  }

  /**
   * Search for a script: `rulebinder.search(query, {lang, set, mechanic, kind, year, limit})`.
   * Return `[{id, kind, url, title, text}]`, best first. The list also has `absent`: the names of
   * cards in the query that the site has nothing about.
   * @param {string} query
   * @param {{ [filter: string]: Choice } & { limit?: number, others?: boolean }} options
   */
  async list(query, { limit = 10, others, ...filters } = {}) {
    const options = { filters, others, limit, early: false }
    /** @type {Answer} */
    const answer = await this.#send({ query: String(query), options })
    const filtered = Object.values(filters).some((value) => value !== undefined)
    // names have no filters, so a filtered answer leaves them out
    const hits = mergedList(filtered ? { ...answer, names: [] } : answer)
    const listed = hits
      .slice(0, limit)
      .map(({ id, kind, url, title, text = "" }) => ({ id, kind, url, title, text }))
    return Object.assign(listed, { absent: answer.missing })
  }

  /**
   * Return the cards that have just this name, in any language, or else one that is `near`.
   * @param {string} name
   * @returns {Promise<NamedHit[]>}
   */
  cards(name) {
    return this.#send({ name })
  }

  /**
   * Return the interface words of the search.
   * @returns {Promise<Words>}
   */
  words() {
    return this.#kept("said")
  }

  /**
   * Return the names of the mechanics, by their slugs.
   * @returns {Promise<{ [slug: string]: string }>}
   */
  mechanics() {
    return this.#kept("mechanics")
  }

  /**
   * Read a file once. If that fails, the next call tries again.
   * @param {string} name
   */
  #kept(name) {
    return once(this.#files, name, () => readJson(`${this.base}search/${this.lang}/${name}`, true))
  }

  /**
   * Send a question to the worker. If the `signal` aborts, the promise is rejected and the worker
   * stops.
   * @param {Question} question
   * @param {{ early?: Waiting["early"], signal?: AbortSignal }} how
   * @returns {Promise<any>}
   */
  #send(question, { early, signal } = {}) {
    const number = ++this.#number
    const worker = this.#worker ?? this.#started()
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject, early })
      post(worker, { number, base: this.base, lang: this.lang, ...question })
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
    if (early) return asked?.early?.(early)
    this.#waiting.delete(number)
    if (answer) asked?.resolve(answer)
    else asked?.reject(new Error(failure)) // the worker reads a file again that it lacks
  }

  /**
   * Discard a worker whose script failed, and reject all its questions. The next question starts a
   * new one.
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
