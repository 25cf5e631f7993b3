// Lists the records of an index from its head: the kind of each, its page, and the same record in
// another language.

/** @import { IndexRecord } from "../query/values.d.ts" */
/** @import { Head } from "./format.d.ts" */
/** @import { Index } from "./index.js" */

/**
 * Return the records in order of their numbers. `places` encodes their kinds in runs: a letter,
 * then a count if there are several. A capital letter begins a new page, so that a ruling can be
 * matched with the card on the same page.
 * @param {Pick<Head, "places" | "kinds" | "twins">} head
 * @param {Index} index
 */
export function records({ places, kinds, twins }, index) {
  /** @type {IndexRecord[]} */
  const found = []
  const { lang } = index
  let page = -1
  for (const [, letter, count] of places.matchAll(/([A-Za-z])(\d*)/g)) {
    const kind = kinds[letter.toLowerCase().charCodeAt(0) - 97]
    if (letter < "a") page++
    const holder = `${lang} ${page}`
    const next = found.length + Number(count || 1)
    for (let number = found.length; number < next; number++) {
      found.push({ index, lang, number, kind, holder, key: `${lang} ${number}` })
    }
  }
  for (const [number, key] of twinKeys(twins)) found[number].key = key
  return found
}

/**
 * Return the numbers of the records that an earlier language has too, with the key of that record.
 * @param {string} twins
 */
function twinKeys(twins) {
  return twins.split(",").flatMap((run) => {
    const [number, lang, there, count = "1"] = run.split(" ")
    if (!lang) return []
    return Array.from({ length: Number(count) }, (_, each) => {
      return /** @type {const} */ ([Number(number) + each, `${lang} ${Number(there) + each}`])
    })
  })
}
