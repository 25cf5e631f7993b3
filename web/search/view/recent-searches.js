// The last searches of this reader. They stay on this device: nothing is sent, and each can be
// removed.

import { fill } from "../common.js"
import { newButton, newElement } from "./elements.js"
import { keepList, keptList } from "./kept-list.js"

/** @import { Words } from "../index/format.d.ts" */

const NAME = "searched"
const MOST = 6
const LONGEST = 100 // characters of a query that is kept

/**
 * Return the last searches, newest first.
 * @returns {string[]}
 */
const recentSearches = () => keptList(NAME, (query) => typeof query === "string")

/**
 * Put a query in front of the last searches.
 * @param {string} query
 */
export function rememberSearch(query) {
  if (!query || query.length > LONGEST) return
  keepList(NAME, [query, ...without(query)].slice(0, MOST))
}

/** @param {string} query */
const without = (query) => recentSearches().filter((each) => each !== query)

/**
 * Return the list of the last searches, or nothing if there are none.
 * @param {Words} words
 * @param {{ follow: (query: string) => void, changed: () => void }} does asks a query again, and
 *   shows the list anew
 * @returns {Node[]}
 */
export function recentList(words, { follow, changed }) {
  const queries = recentSearches()
  /** @param {string[]} left */
  const keep = (left) => (keepList(NAME, left), changed())
  if (!queries.length) return []
  const list = newElement("ul", { className: "rb-recent" })
  list.setAttribute("aria-label", words.search_recent)
  for (const query of queries) {
    const again = newButton(query, () => follow(query), "rb-past")
    const remove = newButton("×", () => keep(without(query)), "rb-past")
    remove.setAttribute("aria-label", fill(words.search_forget, { query }))
    list.append(newElement("li", {}, again, remove))
  }
  const none = newButton(words.search_forget_all, () => keep([]), "rb-past")
  return [newElement("p", { className: "quiet", textContent: words.search_recent }), list, none]
}
