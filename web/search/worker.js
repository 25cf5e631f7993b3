// The engine, off the page's own thread, so that typing never waits for it.
import { Engine } from "./engine.js"

let engine
const running = new Map()

/**
 * Each message says where the search is and in which language; one without a question only makes it ready, and one to
 * `stop` takes a question back.
 */
addEventListener("message", async ({ data: { number, stop, base, lang, query, options } }) => {
  if (stop) return running.get(number)?.abort()
  engine ??= new Engine(base, lang)
  if (number === undefined) return engine.ready().catch(() => {}) // the first question says why
  const control = new AbortController()
  running.set(number, control)
  const early = options?.early ? (found) => control.signal.aborted || postMessage({ number, early: found }) : undefined
  try {
    postMessage({ number, answer: await engine.search(query, { ...options, early, signal: control.signal }) })
  } catch (failure) {
    if (!control.signal.aborted) postMessage({ number, failure: String(failure) })
  } finally {
    running.delete(number)
  }
})
