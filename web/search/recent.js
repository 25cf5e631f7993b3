// The last searches of this reader. They stay on this device: nothing is sent, and each can be removed.

import { make } from "./results.js"

/** @import { Words } from "./types.d.ts" */

const KEY = "rulebinder.searched"
const MOST = 6
const LONGEST = 100 // characters of a query that is kept

/** Return the last searches, newest first. What another script stored there is ignored. */
export function recent() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    return Array.isArray(kept) ? kept.filter((query) => typeof query === "string").slice(0, MOST) : []
  } catch {
    return [] // storage may be forbidden, or damaged
  }
}

/**
 * Put a query in front of the last searches.
 * @param {string} query
 */
export function note(query) {
  if (!query || query.length > LONGEST) return
  keep([query, ...recent().filter((each) => each !== query)].slice(0, MOST))
}

/** @param {string[]} queries */
function keep(queries) {
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
 * @param {{ follow: (query: string) => void, changed: () => void }} does asks a query again, and shows the list anew
 * @returns {Node[]}
 */
export function listed(words, { follow, changed }) {
  const queries = recent()
  if (!queries.length) return []
  const list = make("ul", { className: "rb-recent" })
  list.setAttribute("aria-label", words.search_recent)
  for (const query of queries) {
    const again = button(query, () => follow(query))
    const remove = button("×", () => (keep(recent().filter((each) => each !== query)), changed()))
    remove.setAttribute(
      "aria-label",
      words.search_forget.replace("{query}", () => query),
    )
    list.append(make("li", {}, again, remove))
  }
  const none = button(words.search_forget_all, () => (keep([]), changed()))
  return [make("p", { className: "quiet", textContent: words.search_recent }), list, none]
}

/**
 * @param {string} text
 * @param {() => void} pressed
 */
function button(text, pressed) {
  const made = make("button", { type: "button", className: "rb-past", textContent: text })
  made.addEventListener("click", pressed)
  return made
}
