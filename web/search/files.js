// The files that the search reads: all compressed, whatever the host does.

/** What `make` promises for `key`: asked for once and held; what fails is let go, and asked for again the next time. */
export function once(held, key, make) {
  if (!held.has(key)) {
    const making = make()
    making.catch(() => held.get(key) === making && held.delete(key)) // who waits for it hears why
    held.set(key, making)
  }
  return held.get(key)
}

/** The JSON of a file; with `fresh` what the server has now, whatever the browser has kept. */
export async function unpacked(url, fresh = false) {
  return (await got(url, fresh)).json()
}

/** The bytes of a file. */
export async function bytes(url, fresh = false) {
  return (await got(url, fresh)).arrayBuffer()
}

/** The bytes of compressed ones that stand in a text, in base 64. */
export function decoded(text) {
  return plain(new Response(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))).arrayBuffer()
}

async function got(url, fresh) {
  const response = await fetch(url, { cache: fresh ? "no-cache" : "default" })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return plain(response)
}

const plain = ({ body }) => new Response(body.pipeThrough(new DecompressionStream("gzip")))
