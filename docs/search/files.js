// The files that the search reads.

/** The JSON of a compressed file; with `fresh` what the server has now, whatever the browser has kept. */
export async function unpacked(url, fresh = false) {
  return plain(await got(url, fresh)).json()
}

/** The answer to a request, which else fails. */
export async function got(url, fresh = false) {
  const response = await fetch(url, { cache: fresh ? "no-cache" : "default" })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}

/** What stands in a compressed answer. */
export const plain = (response) => new Response(response.body.pipeThrough(new DecompressionStream("gzip")))

const PACKED = /\.(?:pf_meta|pf_index)$/
const lent = new Map()
let missing

/** Let the next that asks for `url` have this answer, or the promise of one. */
export const lend = (url, answer) => lent.set(url, answer)

/** Why a file of an index did not come, once; Pagefind goes on without it, and would find less. */
export function missed() {
  const failure = missing
  missing = undefined
  return failure
}

/**
 * Let Pagefind, which asks for its files in `scope`, have what is lent; and let the browser unpack the others, which
 * Pagefind does by script: 100 ms more until it has found the first word. It takes files as they are where they are
 * unpacked.
 */
export function serve(scope) {
  const { fetch } = scope
  scope.fetch = async (url, options) => {
    const [path] = String(url).split("?", 1)
    const answer = lent.get(path)
    lent.delete(path)
    if (answer) return answer
    if (!PACKED.test(path)) return fetch(url, options)
    try {
      const response = await fetch(url, options)
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      return new Response(await plain(response).arrayBuffer())
    } catch (failure) {
      missing = failure
      throw failure
    }
  }
}
