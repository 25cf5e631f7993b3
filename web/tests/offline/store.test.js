import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { Store, plain } from "../../offline/store.js"

const SITE = "https://example.org/sub/"
const OTHER = "https://example.org/"

/** @type {Map<string, Map<string, Response>>} */
let held
/** @type {Map<string, () => Response>} */
let served
/** @type {string[]} */
let asked

/** @param {string} name */
const opened = (name) => {
  const cache = held.get(name) ?? new Map()
  held.set(name, cache)
  return {
    keys: async () => [...cache.keys()].map((url) => ({ url })),
    put: async (/** @type {string} */ url, /** @type {Response} */ response) =>
      void cache.set(url, response),
  }
}

/** @param {unknown} data */
const json = (data) => () => new Response(JSON.stringify(data))

/**
 * Publish a set of two files, and what all sets need.
 * @param {string} version
 */
function publish(version) {
  const offered = { common: { version: "c", bytes: 1 }, "sets/lom": { version, bytes: 3 } }
  const files = [
    ["en/sets/lom/", 1],
    ["en/cards/lantern/", 2],
  ]
  served.set(`${SITE}offline/en/index.json`, json(offered))
  served.set(
    `${SITE}offline/en/common.json`,
    json({ version: "c", title: "", files: [["en/", 1]] }),
  )
  served.set(`${SITE}offline/en/sets/lom.json`, json({ version, title: "Lanterns", files }))
  for (const path of ["en/", "en/sets/lom/", "en/cards/lantern/"]) {
    served.set(SITE + path, () => new Response(`${path} ${version}`))
  }
}

beforeEach(() => {
  held = new Map()
  served = new Map()
  asked = []
  const caches = {
    keys: async () => [...held.keys()],
    open: async (/** @type {string} */ name) => opened(name),
    delete: async (/** @type {string} */ name) => held.delete(name),
    match: async (/** @type {string} */ url, /** @type {{ cacheName: string }} */ { cacheName }) =>
      held.get(cacheName)?.get(url)?.clone(),
  }
  const fetch = async (/** @type {string} */ url) => {
    asked.push(url)
    return served.get(url)?.() ?? new Response("", { status: 404 })
  }
  Object.assign(globalThis, { caches, fetch })
  publish("a")
})

const LOM = { lang: "en", name: "sets/lom" }

test("a set that is kept is whole, and its progress counts all bytes", async () => {
  const store = new Store(SITE)
  let done = 0
  await store.keep(LOM, { progress: (bytes) => (done += bytes) })
  const [bundle] = await store.bundles()
  assert.deepEqual([bundle.name, bundle.version, bundle.whole, done], ["sets/lom", "a", true, 3])
  assert.equal((await store.list(bundle)).title, "Lanterns")
})

test("an interrupted set is not whole, and goes on without fetching the same files again", async () => {
  const store = new Store(SITE)
  const card = `${SITE}en/cards/lantern/`
  const page = served.get(card)
  served.delete(card)
  let told = 0
  await assert.rejects(store.keep(LOM, { progress: () => told++ }), TypeError)
  assert.equal((await store.bundles())[0].whole, false)
  const before = told
  await new Promise((done) => void setTimeout(done))
  assert.equal(told, before, "after a failure, no other request reports progress")
  served.set(card, /** @type {() => Response} */ (page))
  asked = []
  await store.keep(LOM)
  assert.deepEqual(asked, [`${SITE}offline/en/sets/lom.json`, card])
  assert.equal((await store.bundles())[0].whole, true)
})

test("a set that is stopped is not whole", async () => {
  const store = new Store(SITE)
  const control = new AbortController()
  const progress = () => control.abort()
  await assert.rejects(store.keep(LOM, { signal: control.signal, progress }), {
    name: "AbortError",
  })
  assert.equal((await store.bundles())[0].whole, false)
})

test("a kept set follows the site, and no old version stays", async () => {
  const store = new Store(SITE)
  await store.keep(LOM)
  publish("b")
  await store.renew()
  assert.deepEqual(
    (await store.bundles()).map(({ version, whole }) => [version, whole]),
    [["b", true]],
  )
  assert.equal(
    await held
      .get(`rulebinder ${SITE} kept en sets/lom b`)
      ?.get(`${SITE}en/cards/lantern/`)
      ?.text(),
    "en/cards/lantern/ b",
  )
})

test("what did not change is not fetched again", async () => {
  const store = new Store(SITE)
  await store.keep(LOM)
  asked = []
  await store.renew()
  assert.deepEqual(asked, [`${SITE}offline/en/index.json`])
})

test("if a set cannot be renewed, the old one stays whole", async () => {
  const store = new Store(SITE)
  await store.keep(LOM)
  publish("b")
  served.delete(`${SITE}en/cards/lantern/`)
  await assert.rejects(store.renew(), TypeError)
  assert.deepEqual(
    (await store.bundles()).map(({ version, whole }) => [version, whole]),
    [
      ["a", true],
      ["b", false],
    ],
  )
})

test("a set that the site no longer has is removed", async () => {
  const store = new Store(SITE)
  await store.keep(LOM)
  served.set(`${SITE}offline/en/index.json`, json({ common: { version: "c", bytes: 1 } }))
  await store.renew()
  assert.deepEqual(await store.bundles(), [])
})

test("the last set takes with it what all sets need, and another site on the same host keeps its own", async () => {
  const store = new Store(SITE)
  opened(`rulebinder ${OTHER} kept en sets/lom a`)
  await store.keep({ lang: "en", name: "common" })
  await store.keep(LOM)
  await store.remove(LOM)
  assert.deepEqual([...held.keys()], [`rulebinder ${OTHER} kept en sets/lom a`])
})

test("a response that was redirected becomes one that answers a navigation", async () => {
  const response = new Response("text", { headers: { "Content-Type": "text/html" } })
  Object.defineProperty(response, "redirected", { value: true })
  const made = plain(response)
  assert.equal(made.redirected, false)
  assert.deepEqual([await made.text(), made.headers.get("Content-Type")], ["text", "text/html"])
})
