// The files that the search reads.

/** The JSON of a compressed file. */
export async function unpacked(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).json()
}
