// Short addresses (`r/<set>/<card>/<number>/`) without a network. A kept set has the pages to which
// they lead, but not the thousands of short pages themselves.

const SHORT = /^(?:[^/]+\/)?r\/([^/]+)\/((?:notes\/)?[^/]+)\/(\d+)\/$/

/**
 * Return the languages of the site in the order in which a reader wants them.
 * @param {string} first the language in an address, if it has one
 * @param {readonly string[]} wanted those of the browser
 * @param {string[]} offered those of the site
 */
export function preferred(first, wanted, offered) {
  const known = [first, ...wanted.map((each) => each.split("-")[0])].filter((each) =>
    offered.includes(each),
  )
  return [...new Set([...known, ...offered])]
}

/**
 * A ruling, as its short address names it: its set, the rest of its id without the number, and its
 * number.
 * @typedef {{ set: string, entry: string, number: string }} Ruling
 */

/**
 * Return the ruling that a short address names; undefined if the address is no short one.
 * @param {string} path the address, from the site's root
 * @returns {Ruling | undefined}
 */
export function ruling(path) {
  const [, set, entry, number] = SHORT.exec(path) ?? []
  return set ? { set, entry, number } : undefined
}

/**
 * Return the page of a ruling with the anchor of the ruling, from the folder of a language.
 * generator/rulebinder/pages/addresses.py has the same forms.
 * @param {Ruling} ruling
 * @param {{ [entry: string]: string }} others the places of entries that are on the page of a card
 *   with another name, and of sections that are on the page of their mechanic
 */
export function full({ set, entry, number }, others = {}) {
  if (Object.hasOwn(others, entry)) return `${others[entry]}-${number}`
  const [, section] = /^notes\/(.+)/.exec(entry) ?? []
  return section ? `sets/${set}/#${set}-${section}-${number}` : `cards/${entry}/#${set}-${number}`
}
