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

/** The server does not have a file, or not as it was made. */
export class LostError extends Error {}

/**
 * Return the JSON of a file. With `fresh`, check with the server whether the browser's copy is
 * current. A copy that cannot be used is read anew from the server.
 * @param {string} url
 */
export async function readJson(url, fresh = false) {
  try {
    return await parsed(url, fresh ? "no-cache" : "default")
  } catch (failure) {
    if (failure instanceof UnreachableError) throw failure
  }
  return parsed(url, "reload")
}

/**
 * @param {string} url
 * @param {RequestCache} cache
 */
async function parsed(url, cache) {
  const response = await fetch(url, { cache }).catch((failure) => {
    throw new UnreachableError(url, { cause: failure })
  })
  if (!response.ok) throw new LostError(`${url}: ${response.status}`)
  const content = response.body?.pipeThrough(new DecompressionStream("gzip"))
  return new Response(content).json().catch((failure) => {
    throw new LostError(url, { cause: failure })
  })
}

/**
 * Return whether all files arrived. Without a network, some may be missing: a device may have kept
 * only the page's language.
 * @param {Promise<unknown>[]} readings
 */
export async function allArrived(readings) {
  let isWhole = true
  const checked = readings.map((reading) =>
    reading.catch((failure) => {
      if (!(failure instanceof UnreachableError)) throw failure
      isWhole = false
    }),
  )
  await Promise.all(checked)
  return isWhole
}
