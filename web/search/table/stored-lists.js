// The lists of this reader. They stay on this device, newest first.

import { keepList, keptList } from "../common.js"

/**
 * A list: what the reader typed, and the addresses of the cards that were found, from the site's
 * root. Without a network, the search cannot find them anew.
 * @typedef {{ name: string, text: string, pages?: { [card: string]: string } }} StoredList
 */

const NAME = "lists"
const MOST = 30

/**
 * Return the lists.
 * @returns {StoredList[]}
 */
export const storedLists = () => keptList(NAME, isList)

/** @param {any} each */
const isList = (each) => typeof each?.name === "string" && typeof each.text === "string"

/**
 * Put a list in front of the others. It takes the place of the one named `old`, and of one with its
 * own name.
 * @param {StoredList} list
 * @param {string} [old]
 */
export function storeList(list, old) {
  const others = storedLists().filter(({ name }) => name !== list.name && name !== old)
  keepList(NAME, [list, ...others].slice(0, MOST))
}

/** @param {string} name */
export function removeList(name) {
  keepList(
    NAME,
    storedLists().filter((each) => each.name !== name),
  )
}

/**
 * Return a name that no list has: `name`, or that with a number.
 * @param {string} name
 */
export function freeName(name) {
  const taken = new Set(storedLists().map((each) => each.name))
  let [free, number] = [name, 1]
  while (taken.has(free)) free = `${name} ${++number}`
  return free
}
