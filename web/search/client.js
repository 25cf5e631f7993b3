// The page's side of the worker: each question has a number, and its answer comes back by it.
import { once, unpacked } from "./files.js"
import { merge } from "./merge.js"

export class Client {
  /** `worker` runs worker.js; it was started before this file was there. */
  constructor(base, lang, worker) {
    this.base = base
    this.lang = lang
    this.number = 0
    this.waiting = new Map()
    this.files = new Map()
    if (!worker.broken) this.#listen(worker)
  }

  #listen(worker) {
    worker.addEventListener("message", ({ data }) => this.#answered(data))
    worker.addEventListener("error", (event) => {
      event.preventDefault()
      this.#broken(event.message)
    })
    this.worker = worker
  }

  /** What `Engine.search` answers, with the words of the pages' language; `early` is called as it says, with them. */
  async ask(query, { early, ...options }) {
    const words = this.words()
    const told = early && ((found) => words.then((said) => early({ ...found, words: said })).catch(() => {})) // the answer says why
    const answer = await this.#ask(query, options, told)
    return { ...answer, words: await words }
  }

  /** `rulebinder.search(query, {lang, set, mechanic, kind, year, limit})`: `[{id, kind, url, title, text}]`, best first. */
  async list(query, { limit = 10, others, ...filters } = {}) {
    const answer = await this.#ask(String(query), { filters, others, limit })
    const names = Object.values(filters).some((value) => value !== undefined) ? [] : answer.names // no filter was asked of them
    return merge({ ...answer, names }).slice(0, limit).map(({ id, kind, url, title, text = "" }) => ({ id, kind, url, title, text }))
  }

  /** The interface words of the search. */
  words() {
    return this.#kept("said")
  }

  /** The names of the mechanics. */
  mechanics() {
    return this.#kept("mechanics")
  }

  /** What a file says, asked for once; what fails is tried again at the next. */
  #kept(name) {
    return once(this.files, name, () => unpacked(`${this.base}search/${this.lang}/${name}`, true))
  }

  /** Where the `signal` tells to stop, nobody waits for the answer any more. */
  #ask(query, { signal, ...options }, early) {
    const number = ++this.number
    if (!this.worker) this.#listen(new Worker(new URL(`worker.js${new URL(import.meta.url).search}`, import.meta.url), { type: "module" }))
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject, early })
      this.worker.postMessage({ number, base: this.base, lang: this.lang, query, options: { ...options, early: Boolean(early) } })
      signal?.addEventListener("abort", () => this.#stop(number, signal.reason))
    })
  }

  #stop(number, reason) {
    const asked = this.waiting.get(number)
    if (!asked) return
    this.waiting.delete(number)
    this.worker.postMessage({ number, stop: true })
    asked.reject(reason)
  }

  #answered({ number, answer, failure, early }) {
    if (early) this.waiting.get(number)?.early(early)
    else if (failure === undefined) {
      this.waiting.get(number)?.resolve(answer)
      this.waiting.delete(number)
    } else this.#broken(failure)
  }

  /** A worker that lacks something answers nothing more: the next question starts another. */
  #broken(failure) {
    this.worker?.terminate()
    this.worker = undefined
    for (const { reject } of this.waiting.values()) reject(new Error(failure))
    this.waiting.clear()
  }
}
