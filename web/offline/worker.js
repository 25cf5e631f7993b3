// The service worker. While there is a network, every page comes from there. Without one, pages
// that were read and sets that are kept can still be read and searched; any other address leads to
// a page that lists them.

import { full, preferred, ruling } from "./short-addresses.js"
import { SITE } from "./site.js"
import { Store, got, plain } from "./store.js"

/** @import { FetchEvent, Scope } from "./types.d.ts" */
/**
 * @typedef {{ read?: string[] }} Message tells that a page was shown, with the files that the
 *   worker has not seen
 */

const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis))
const store = new Store(new URL("./", scope.location.href).href)
const READ = `${store.prefix}read ${SITE.version}` // the pages that were read, with the files of their version
const MANY = 300 // the most files there
const VERSION = /^\?[0-9a-f]{8}$|\/search\/[^/]+\/[^/]+\.[0-9a-f]{8}$/
const ASSETS = `${store.site}assets/`
const SCRIPT = /^[^?]*\.js\?/ // what pages load later, by its version
const PAGE = "text/html" // what a page asks for that shows another one, as the table shows those of cards
const FILES = [ASSETS, `${store.site}search/`, `${store.site}offline/`]

scope.addEventListener("install", (event) => event.waitUntil(installed()))
scope.addEventListener("activate", (event) => event.waitUntil(activated()))
scope.addEventListener("message", (event) => event.waitUntil(heard(event.data)))
scope.addEventListener("fetch", (event) => {
  const { method, mode, url, headers } = event.request
  if (method !== "GET" || !url.startsWith(store.site)) return
  if (mode === "navigate") event.respondWith(page(event))
  else if (headers.get("Accept") === PAGE || FILES.some((folder) => url.startsWith(folder))) {
    event.respondWith(file(event))
  }
})

async function installed() {
  const cache = await caches.open(READ)
  await Promise.all(
    SITE.first.map(async (path) => cache.put(store.site + path, await got(store.site + path))),
  )
  await scope.skipWaiting()
}

/**
 * Take over all pages. Pages that were read in the version before this one stay readable with the
 * files of that version; older ones are removed.
 */
async function activated() {
  const old = (await store.caches("read")).filter((name) => name !== READ)
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
  await scope.registration.navigationPreload.enable()
  await scope.clients.claim()
}

/** @type {Promise<void> | undefined} */
let renewing // stays set afterwards: if the site changes again, that starts another worker

/**
 * Remember what a page has read before the worker controlled it, and renew what is kept.
 * @param {Message} message
 */
async function heard({ read = [] }) {
  const [shown, ...files] = read
  const wanted = [
    ...(shown ? [named(shown)] : []),
    ...files.filter((url) => isPage(url) || isLoaded(url)),
  ]
  // One after the other, because the list of a deck has many.
  for (const url of wanted) await fetch(url).then((response) => remember(url, response), ignore)
  await trim()
  renewing ??= store.renew()
  await renewing.catch(() => (renewing = undefined)) // the next page that is shown tries again
}

/** What cannot be kept, for lack of room or of a network, is simply not there later. */
function ignore() {}

/** @param {string} url */
const isPage = (url) => url.startsWith(store.site) && url.endsWith("/")

/**
 * Return whether an address is that of a file that pages need in order to be read.
 * @param {string} url
 */
const isLoaded = (url) => url.startsWith(ASSETS) || (url.startsWith(store.site) && SCRIPT.test(url))

/**
 * Return the address of a page without its question and its anchor, which do not change it.
 * @param {string} url
 */
function named(url) {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/**
 * @param {string} url
 * @param {Response} response
 */
async function remember(url, response) {
  const isText = response.headers.get("Content-Type")?.startsWith(PAGE)
  if (!response.ok || !(isText || isLoaded(url))) return
  const cache = await caches.open(READ)
  await cache.put(url, plain(response))
}

/** Remove the pages that were read longest ago, if there are many. */
async function trim() {
  const cache = await caches.open(READ)
  const first = new Set(SITE.first.map((path) => store.site + path))
  const old = (await cache.keys()).filter(({ url }) => !first.has(url) && !isLoaded(url))
  await Promise.all(
    old.slice(0, Math.max(0, old.length - MANY)).map((request) => cache.delete(request)),
  )
}

/**
 * Answer the request of a page.
 * @param {FetchEvent} event
 */
async function page(event) {
  const { request } = event
  const url = named(request.url)
  try {
    /** @type {Response} */
    const response = (await event.preloadResponse) ?? (await fetch(request))
    event.waitUntil(remember(url, response.clone()).catch(ignore))
    return response
  } catch {
    return (await found(url)) ?? Response.redirect((await target(url)) ?? missing(url))
  }
}

/**
 * Answer the request of a file that pages load.
 * @param {FetchEvent} event
 */
async function file(event) {
  const { url } = event.request
  const isFixed = VERSION.test(new URL(url).search) || VERSION.test(url)
  const known = isFixed && (await found(url))
  if (known) return known
  try {
    const response = await fetch(event.request)
    if (isPage(url) || isLoaded(url)) event.waitUntil(remember(url, response.clone()).catch(ignore))
    return response
  } catch (failure) {
    const kept = !isFixed && (await found(url))
    if (kept) return kept
    throw failure
  }
}

/**
 * Return a file that this device has, in its newest version.
 * @param {string} url
 */
async function found(url) {
  const match = await matched(url, READ)
  if (match) return match
  const bundles = (await store.bundles()).filter(({ whole }) => whole)
  const names = [...(await store.caches("read")), ...bundles.map(({ cache }) => cache)]
  const matches = await Promise.all(names.reverse().map((name) => matched(url, name)))
  return matches.find(Boolean)
}

/**
 * @param {string} url
 * @param {string} cacheName
 */
const matched = (url, cacheName) => caches.match(url, { cacheName, ignoreVary: true })

/**
 * Return the address of a page that this device has, if the front page or a short address leads to
 * it.
 * @param {string} url
 */
async function target(url) {
  const path = url.slice(store.site.length)
  const wanted = ruling(path)
  if (path && !wanted) return undefined
  const bundles = (await store.bundles()).filter(
    ({ name, whole }) => whole && name === `sets/${wanted?.set}`,
  )
  for (const lang of langs(path)) {
    const bundle = bundles.find((each) => each.lang === lang)
    const place = wanted ? full(wanted, bundle && (await store.list(bundle)).others) : ""
    const address = `${store.site}${lang}/${place}`
    if (await found(named(address))) return address
  }
  return undefined
}

/**
 * Return the address of the page that says that another one is missing, in the language of that
 * one.
 * @param {string} url
 */
function missing(url) {
  const path = url.slice(store.site.length)
  return `${store.site}${langs(path)[0]}/offline/?${new URLSearchParams({ page: path })}`
}

/**
 * Return the languages of the site, the reader's first.
 * @param {string} path
 */
const langs = (path) => preferred(path.split("/")[0], scope.navigator.languages, SITE.langs)
