// Runs the engine in a thread of its own, so that typing never waits for it. Each message has the
// address of the search and the language of the pages. A message without a question only loads the
// engine, so that the first answer is fast. A question has a number, and each answer carries the
// number of its question. A question with a `name` asks for the cards of just this name. A message
// with `stop` cancels the question with that number: nothing more is sent for it.
// view/messages.d.ts has the types of all messages.

import { LostError } from "../index/files.js"
import { Engine } from "./engine.js"

/** @import { Answer, FromWorker, ToWorker } from "../view/messages.d.ts" */

/** @type {Engine | undefined} */
let engine
/** @type {Map<number, AbortController>} */
const running = new Map()

/** @param {MessageEvent<ToWorker>} event */
async function received({ data }) {
  if (data.stop) return running.get(data.number)?.abort()
  const asked = (engine ??= new Engine(data.base, data.lang))
  // the first question will report it
  if (data.number === undefined) return asked.ready().catch(() => {})
  const control = new AbortController()
  running.set(data.number, control)
  /** @param {Omit<FromWorker, "number">} message */
  const tell = (message) =>
    control.signal.aborted || postMessage({ number: data.number, ...message })
  /** @param {Answer} first */
  const early = (first) => void tell({ early: first })
  try {
    if (data.name !== undefined) {
      tell({ answer: await asked.cards(data.name) })
    } else {
      const options = {
        ...data.options,
        early: data.options.early ? early : undefined,
        signal: control.signal,
      }
      tell({ answer: await asked.search(data.query, options) })
    }
  } catch (failure) {
    // The site may have other files by now. The next question looks which ones.
    if (failure instanceof LostError && engine === asked) engine = undefined
    tell({ failure: String(failure) })
  } finally {
    running.delete(data.number)
  }
}

addEventListener("message", received)
