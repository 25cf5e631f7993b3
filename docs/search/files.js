// The files that the search reads.

/** The JSON of a compressed file. */
export async function unpacked(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return plain(response).json()
}

const plain = (response) => new Response(response.body.pipeThrough(new DecompressionStream("gzip")))

const LARGE = /\.(?:pagefind|pf_meta|pf_index)$/

/**
 * Let the browser unpack the larger files of the index, which Pagefind else does by script: 100 ms more until it has
 * found the first word. It takes files as they are where they are unpacked.
 */
export function unpackQuickly(scope) {
  const { fetch } = scope
  scope.fetch = async (url, options) => {
    const response = await fetch(url, options)
    return response.ok && LARGE.test(url) ? plain(response) : response
  }
}
