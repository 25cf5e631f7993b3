// The files that a device keeps. The service worker and the pages share this. A *bundle* is a list
// of files that are kept together: a set in one language, or what all sets of a language need (the
// lists and the search). `offline/<lang>/index.json` has the version and the size of each bundle,
// and `offline/<lang>/<name>.json` has its files. generator/rulebinder/outputs/offline.py writes
// both. Each bundle has a cache of its own, which contains the list itself only after all its
// files.

/**
 * The facts about a bundle.
 * @typedef {{ version: string, bytes: number }} Facts
 */

/**
 * A bundle on this device, or a part of it.
 * @typedef {Place & { version: string, cache: string, whole: boolean }} Bundle
 */

/** @typedef {{ lang: string, name: string }} Place */

/**
 * The list of a bundle: its title, and its files with their sizes. That of a set also has the
 * places of entries that are on the page of a card with another name.
 * @typedef {{ version: string, title: string, files: [string, number][], others?: Places }} List
 */

/** @typedef {{ [entry: string]: string }} Places */

/** @typedef {{ signal?: AbortSignal, progress?: (bytes: number) => void }} Watching */

export const COMMON = "common" // the bundle that all sets of a language need
const AT_ONCE = 6 // requests at a time

export class Store {
  /** @param {string} site the address of the site's root */
  constructor(site) {
    this.site = site
    // An origin may have several sites, and all of them share the names of caches.
    this.prefix = `rulebinder ${site} `
  }

  /**
   * Return the names of the site's caches that begin like this, oldest first.
   * @param {string} kind
   */
  async caches(kind) {
    const names = await caches.keys()
    return names.filter((name) => name.startsWith(`${this.prefix}${kind} `))
  }

  /** @param {Place} place */
  #list = ({ lang, name }) => `${this.site}offline/${lang}/${name}.json`

  /** Return all bundles on this device, oldest first. */
  async bundles() {
    const names = await this.caches("kept")
    return Promise.all(names.map((cache) => this.#bundle(cache)))
  }

  /**
   * @param {string} cache
   * @returns {Promise<Bundle>}
   */
  async #bundle(cache) {
    const [lang, name, version] = cache.slice(this.prefix.length).split(" ").slice(1)
    const whole = Boolean(await caches.match(this.#list({ lang, name }), { cacheName: cache }))
    return { lang, name, version, cache, whole }
  }

  /**
   * Return the list of a bundle that is whole.
   * @param {Bundle} bundle
   * @returns {Promise<List>}
   */
  async list(bundle) {
    const found = await caches.match(this.#list(bundle), { cacheName: bundle.cache })
    return found?.json()
  }

  /**
   * Fetch the facts about all bundles of a language.
   * @param {string} lang
   * @returns {Promise<{ [name: string]: Facts }>}
   */
  async offered(lang) {
    return (await got(`${this.site}offline/${lang}/index.json`)).json()
  }

  /**
   * Keep a bundle in its present version, and remove the older ones. Files that are there already
   * are not fetched again, so that an interrupted call can be repeated.
   * @param {Place} place
   * @param {Watching} watching
   */
  async keep(place, { signal, progress } = {}) {
    const list = await got(this.#list(place), signal)
    /** @type {List} */
    const { version, files } = await list.clone().json()
    const name = `${this.prefix}kept ${place.lang} ${place.name} ${version}`
    const cache = await caches.open(name)
    const there = new Set((await cache.keys()).map(({ url }) => url))
    const waiting = files.values()
    const stop = new AbortController() // the first failure ends all requests
    signal?.addEventListener("abort", () => stop.abort(signal.reason))
    const fetching = async () => {
      for (const [path, bytes] of waiting) {
        const address = this.site + path
        if (!there.has(address)) await cache.put(address, await got(address, stop.signal))
        stop.signal.throwIfAborted()
        progress?.(bytes)
      }
    }
    const all = Promise.all(Array.from({ length: AT_ONCE }, fetching))
    all.catch((failure) => stop.abort(failure))
    await all
    await cache.put(this.#list(place), list)
    await this.#forget((each) => same(each, place) && each.cache !== name)
  }

  /**
   * Remove a set, and with the last set of a language also what all of them need.
   * @param {Place} place
   */
  async remove(place) {
    await this.#forget((each) => same(each, place))
    const { lang } = place
    const left = (await this.bundles()).filter((each) => each.lang === lang)
    if (left.every(({ name }) => name === COMMON)) await this.#forget((each) => each.lang === lang)
  }

  /** @param {(bundle: Bundle) => boolean} which */
  async #forget(which) {
    const found = (await this.bundles()).filter(which)
    await Promise.all(found.map(({ cache }) => caches.delete(cache)))
  }

  /**
   * Bring everything that is kept up to date with the site. A set that the site no longer has is
   * removed.
   */
  async renew() {
    const bundles = await this.bundles()
    for (const lang of new Set(bundles.map((each) => each.lang))) {
      const offered = await this.offered(lang)
      for (const bundle of bundles.filter((each) => each.lang === lang)) {
        const now = offered[bundle.name]
        if (!now || (!bundle.whole && bundle.version !== now.version)) {
          await caches.delete(bundle.cache)
        } else if (bundle.version !== now.version) await this.keep(bundle)
      }
    }
  }
}

/**
 * @param {Place} one
 * @param {Place} other
 */
const same = (one, other) => one.lang === other.lang && one.name === other.name

/**
 * Fetch a file. Files with a version in their address never change; of the others, the server is
 * asked for news.
 * @param {string} address
 * @param {AbortSignal} [signal]
 */
export async function got(address, signal) {
  const response = await fetch(address, {
    signal,
    cache: address.includes("?") ? "default" : "no-cache",
  })
  if (!response.ok) throw new TypeError(`${address}: ${response.status}`)
  return plain(response)
}

/**
 * Return a response that also answers a navigation. Browsers refuse one that was redirected.
 * @param {Response} response
 */
export const plain = (response) =>
  response.redirected ? new Response(response.body, response) : response
