// The files that the search reads: all compressed, whatever the host does.

/**
 * What `make` promises for `key`: asked for once and held; what fails is let go, and asked for again the next time.
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
  making.catch(() => held.get(key) === making && held.delete(key)) // who waits for it hears why
  held.set(key, making)
  return making
}

/**
 * The JSON of a file; with `fresh` what the server has now, whatever the browser has kept.
 * @param {string} url
 */
export async function unpacked(url, fresh = false) {
  return (await got(url, fresh)).json()
}

/**
 * The bytes of a file.
 * @param {string} url
 */
export async function bytes(url, fresh = false) {
  return (await got(url, fresh)).arrayBuffer()
}

/**
 * The bytes of compressed ones that stand in a text, in base 64.
 * @param {string} text
 */
export function decoded(text) {
  return plain(new Response(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))).arrayBuffer()
}

/**
 * @param {string} url
 * @param {boolean} fresh
 */
async function got(url, fresh) {
  const response = await fetch(url, { cache: fresh ? "no-cache" : "default" })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return plain(response)
}

/** @param {Response} response */
const plain = ({ body }) => new Response(body?.pipeThrough(new DecompressionStream("gzip")))
