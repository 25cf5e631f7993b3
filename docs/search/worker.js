// The engine, off the page's own thread, so that typing never waits for it.
import { Engine } from "./engine.js"

let engine

addEventListener("message", async ({ data: { number, base, lang, query, options } }) => {
  engine ??= new Engine(base, lang)
  try {
    postMessage({ number, answer: await engine.search(query, options) })
  } catch (failure) {
    postMessage({ number, failure: String(failure) })
  }
})
