// The last searches of this reader. They stay on this device: nothing is sent, and the reader can
// remove them.

import { keepList, keptList } from "../common.js"
import { newButton, newElement } from "./elements.js"

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
  keepList(NAME, [...new Set([query, ...recentSearches()])].slice(0, MOST))
}

/**
 * Return a button for each of the last searches, which `follow` asks again, and one that removes
 * all, after which nothing is asked. Return nothing if there are none.
 * @param {Words} words
 * @param {(query: string) => void} follow
 */
export function recentList(words, follow) {
  const buttons = recentSearches().map((query) =>
    newButton(query, () => follow(query), "rb-suggestion"),
  )
  if (!buttons.length) return []
  const list = newElement("p", { className: "rb-recent" }, words.search_recent, ...buttons)
  const forget = newButton(words.search_forget_all, () => {
    keepList(NAME, [])
    follow("")
  })
  list.append(forget)
  return [list]
}
