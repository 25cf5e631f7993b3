// Removes the accents and marks that people leave out when they type.
// generator/rulebinder/search/normal_form.py folds text in the same way when the site is
// built. Both use the same elisions, which come from the head of the index.

/** @type {{ [letter: string]: string }} */
const LIGATURES = { æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" }
const MOST = 20_000 // words that are remembered

/**
 * Wrap a function of a text so that it remembers its results. Texts repeat their words, so this
 * saves most of the work.
 * @param {(text: string) => string} make
 * @returns {(text: string) => string}
 */
export function memoized(make) {
  const known = new Map()
  return (text) => {
    let said = known.get(text)
    if (said !== undefined) return said
    if (known.size >= MOST) known.clear()
    said = make(text)
    known.set(text, said)
    return said
  }
}

/** @param {string} text */
const stripped = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[æœøłđ]/g, (char) => LIGATURES[char])

/** @param {string} text */
const spaced = (text) =>
  text
    .replace(/['’‘ʼ]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/**
 * Return a text in lower case, with single spaces between words and without accents, ligatures,
 * apostrophes and marks.
 */
export const unelided = memoized((text) => spaced(stripped(text)))

/** An elision with its apostrophe, before a word of three letters or more. */
let elided = /(?!)/g
let withElisions = unelided

/**
 * Return the same, but with each elision as a word of its own: l'énergie is two words, dryad's is
 * one.
 * @param {string} text
 */
export const folded = (text) => withElisions(text)

/**
 * Set the elisions of the languages. They consist of letters only, so they need no escaping.
 * @param {string[]} elisions
 */
export function setElisions(elisions) {
  const words = elisions.join("|") || "(?!)"
  elided = new RegExp(`(?<![\\p{L}\\p{N}_])(${words})['’‘ʼ](?=[\\p{L}\\p{N}_]{3})`, "giu")
  withElisions = memoized((text) => spaced(stripped(text).replace(elided, "$1 ")))
}

/**
 * Return a text with each elision as a word of its own, and otherwise as it was: l’énergie becomes
 * l énergie. The index has the words in this form.
 * @param {string} text
 */
export const spacedElisions = (text) => text.normalize("NFC").replace(elided, "$1 ")

/**
 * Return the letters and numbers of a name: names have ED-E as EDE too.
 * @param {string} name
 */
export const lettersOf = (name) => folded(name).replaceAll(" ", "")
