// The last searches of this reader. They stay on this device: nothing is sent, and each can be
// removed.

import { newButton, newElement } from "./elements.js"

/** @import { Words } from "../index/format.d.ts" */

const KEY = "rulebinder.searched"
const MOST = 6
const LONGEST = 100 // characters of a query that is kept

/** Return the last searches, newest first. What another script stored there is ignored. */
export function recentSearches() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    return Array.isArray(kept)
      ? kept.filter((query) => typeof query === "string").slice(0, MOST)
      : []
  } catch {
    return [] // storage may be forbidden, or damaged
  }
}

/**
 * Put a query in front of the last searches.
 * @param {string} query
 */
export function rememberSearch(query) {
  if (!query || query.length > LONGEST) return
  store([query, ...recentSearches().filter((each) => each !== query)].slice(0, MOST))
}

/** @param {string[]} queries */
function store(queries) {
  try {
    if (queries.length) localStorage.setItem(KEY, JSON.stringify(queries))
    else localStorage.removeItem(KEY)
  } catch {
    // If storage is forbidden, nothing is kept.
  }
}

/**
 * Return the list of the last searches, or nothing if there are none.
 * @param {Words} words
 * @param {{ follow: (query: string) => void, changed: () => void }} does asks a query again, and
 *   shows the list anew
 * @returns {Node[]}
 */
export function recentList(words, { follow, changed }) {
  const queries = recentSearches()
  if (!queries.length) return []
  const list = newElement("ul", { className: "rb-recent" })
  list.setAttribute("aria-label", words.search_recent)
  for (const query of queries) {
    const again = newButton(query, () => follow(query), "rb-past")
    const remove = newButton(
      "×",
      () => (store(recentSearches().filter((each) => each !== query)), changed()),
      "rb-past",
    )
    remove.setAttribute(
      "aria-label",
      words.search_forget.replace("{query}", () => query),
    )
    list.append(newElement("li", {}, again, remove))
  }
  const none = newButton(words.search_forget_all, () => (store([]), changed()), "rb-past")
  return [newElement("p", { className: "quiet", textContent: words.search_recent }), list, none]
}
