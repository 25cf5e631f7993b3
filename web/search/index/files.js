// Reads the files of the search. They are compressed at build time, because not every host
// compresses what it serves.

/**
 * Return the promise that `make` gave for `key`, and call `make` only once. If it fails, the
 * promise is forgotten, so that the next call tries again.
 * @template Key
 * @template Value
 * @param {Map<Key, Promise<any>>} held
 * @param {Key} key
 * @param {() => Promise<Value>} make
 * @returns {Promise<Value>}
 */
export function once(held, key, make) {
  const known = held.get(key)
  if (known) return known
  const making = make()
  // the caller gets the error from `making` itself
  making.catch(() => held.get(key) === making && held.delete(key))
  held.set(key, making)
  return making
}

/** There is no network, or none that leads to the site. */
class UnreachableError extends Error {}

/**
 * Return the JSON of a file. With `fresh`, check with the server whether the browser's copy is
 * current.
 * @param {string} url
 */
export async function readJson(url, fresh = false) {
  const response = await fetch(url, { cache: fresh ? "no-cache" : "default" }).catch((failure) => {
    throw new UnreachableError(url, { cause: failure })
  })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return new Response(response.body?.pipeThrough(new DecompressionStream("gzip"))).json()
}

/**
 * Return what is asked for, or what is `kept`: a device without a network may have kept only the
 * page's language.
 * @template Kept, Other
 * @param {Kept} kept
 * @param {Promise<Other>} asked
 * @returns {Promise<Kept | Other>}
 */
export async function offlineFallback(kept, asked) {
  try {
    return await asked
  } catch (failure) {
    if (failure instanceof UnreachableError) return kept
    throw failure
  }
}
