// The engine, off the page's own thread, so that typing never waits for it.
//
// Each message says where the search is and in which language; one without a question only makes it ready, and one to
// `stop` takes a question back. Answers come back by the number of their question (types.d.ts has the messages).
import { Engine } from "./engine.js"

/** @import { Early, FromWorker, ToWorker } from "./types.d.ts" */

/** @type {Engine | undefined} */
let engine
/** @type {Map<number, AbortController>} */
const running = new Map()

/** @param {MessageEvent<ToWorker>} event */
async function heard({ data }) {
  if (data.stop) return running.get(data.number)?.abort()
  engine ??= new Engine(data.base, data.lang)
  if (data.number === undefined) return engine.ready().catch(() => {}) // the first question says why
  const control = new AbortController()
  running.set(data.number, control)
  /** @param {Omit<FromWorker, "number">} said */
  const tell = (said) => control.signal.aborted || postMessage({ number: data.number, ...said })
  /** @param {Early} found */
  const early = (found) => void tell({ early: found })
  try {
    const options = { ...data.options, early: data.options.early ? early : undefined, signal: control.signal }
    tell({ answer: await engine.search(data.query, options) })
  } catch (failure) {
    tell({ failure: String(failure) })
  } finally {
    running.delete(data.number)
  }
}

addEventListener("message", heard)
