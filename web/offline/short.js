// Short addresses (`r/<set>/<card>/<number>/`) without a network. A kept set has the pages to which they lead, but not
// the thousands of short pages themselves.

const CARD = /^(?:([^/]+)\/)?r\/([^/]+)\/([^/]+)\/(\d+)\/$/
const NOTE = /^(?:([^/]+)\/)?r\/([^/]+)\/notes\/([^/]+)\/(\d+)\/$/

/**
 * Return the languages of the site in the order in which a reader wants them.
 * @param {string} first the language in an address, if it has one
 * @param {readonly string[]} wanted those of the browser
 * @param {string[]} offered those of the site
 */
export function preferred(first, wanted, offered) {
  const known = [first, ...wanted.map((each) => each.split("-")[0])].filter((each) => offered.includes(each))
  return [...new Set([...known, ...offered])]
}

/**
 * Return the page of a short address in each language, with the anchor of the ruling. generator/pages/paths.py has the
 * same forms.
 * @param {string} path the address, from the site's root
 * @param {string[]} langs
 * @returns {string[]} none if it is no short address
 */
export function full(path, langs) {
  const [, , set, entry, number] = CARD.exec(path) ?? []
  if (set) return langs.map((lang) => `${lang}/cards/${entry}/#${set}-${number}`)
  const [, , ofSet, section, place] = NOTE.exec(path) ?? []
  return ofSet ? langs.map((lang) => `${lang}/sets/${ofSet}/#${ofSet}-${section}-${place}`) : []
}
