// The lists of this reader. They stay on this device, newest first.

/**
 * A list: what the reader typed, and the addresses of the cards that were found, from the site's
 * root. Without a network, the search cannot find them anew.
 * @typedef {{ name: string, text: string, pages?: { [card: string]: string } }} StoredList
 */

const KEY = "rulebinder.lists"
const MOST = 30

/**
 * Return the lists. What another script stored there is ignored.
 * @returns {StoredList[]}
 */
export function storedLists() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    return Array.isArray(kept) ? kept.filter(isList) : []
  } catch {
    return [] // storage may be forbidden, or damaged
  }
}

/** @param {any} each */
const isList = (each) => typeof each?.name === "string" && typeof each.text === "string"

/**
 * Put a list in front of the others. It takes the place of the one named `old`, and of one with its
 * own name.
 * @param {StoredList} list
 * @param {string} [old]
 */
export function storeList(list, old) {
  store(
    [list, ...storedLists().filter(({ name }) => name !== list.name && name !== old)].slice(
      0,
      MOST,
    ),
  )
}

/** @param {string} name */
export function removeList(name) {
  store(storedLists().filter((each) => each.name !== name))
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

/** @param {StoredList[]} lists */
function store(lists) {
  try {
    if (lists.length) localStorage.setItem(KEY, JSON.stringify(lists))
    else localStorage.removeItem(KEY)
  } catch {
    // If storage is forbidden or full, the list is only in the address.
  }
}
