// A list in an address, after `#`: its name and those of its cards, a line each, packed. So a link
// shares it, and no server sees it.

import { listText } from "./deck-list.js"

/** @import { DeckList } from "./deck-list.js" */

const BEGINNING = "#list="
const LONGEST = 20_000 // characters of an unpacked list: an address may come from anywhere

/**
 * Return what comes after the address of the page; empty if the list is too long.
 * @param {DeckList} list
 */
export async function listAddress(list) {
  const text = `${list.name}\n${listText(list)}`
  if (text.length > LONGEST) return ""
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  const letters = btoa(String.fromCharCode(...bytes))
  return BEGINNING + letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}

/** @param {string} hash */
export const isListAddress = (hash) => hash.startsWith(BEGINNING)

/**
 * Return the name and the text of the list in an address, or undefined if there is none.
 * @param {string} hash
 */
export async function listInAddress(hash) {
  if (!isListAddress(hash)) return undefined
  try {
    const letters = hash.slice(BEGINNING.length).replaceAll("-", "+").replaceAll("_", "/")
    const [name, ...lines] = (
      await unpacked(Uint8Array.from(atob(letters), (each) => each.charCodeAt(0)))
    ).split("\n")
    return { name, text: lines.join("\n") }
  } catch {
    return undefined // it is damaged
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value
    if (text.length > LONGEST) throw new RangeError("too long")
  }
  return text
}
