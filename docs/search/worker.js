// The engine, off the page's own thread, so that typing never waits for it.
import { Engine } from "./engine.js"

let engine

/** Each message says where the search is and in which language; one without a question only makes it ready. */
addEventListener("message", async ({ data: { number, base, lang, query, options } }) => {
  engine ??= new Engine(base, lang)
  try {
    if (number === undefined) await engine.ready()
    else postMessage({ number, answer: await engine.search(query, options) })
  } catch (failure) {
    if (number !== undefined) postMessage({ number, failure: String(failure) })
  }
})
