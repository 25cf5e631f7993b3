// Recognizes forms of the same word: they differ in one of the endings that the language file
// lists.

/** @type {Map<string, Set<string>>} the word endings of each language with an open index */
const FORMS = new Map()
const SHARED = 4 // the fewest letters that two forms share
const BEGUN = 3 // the fewest if one form is the beginning of the other, or if a y changes
const CHANGED = /^(?:y|ie[sd])$/

/**
 * Set the endings of a language, which come from the head of its index.
 * @param {string} lang
 * @param {string[]} endings
 */
export function setEndings(lang, endings) {
  FORMS.set(lang, new Set(["", ...endings]))
}

/**
 * Return whether two folded words are forms of the same word in a language: `attacks` and
 * `attacking`, `copy` and `copies`.
 * @param {string} one
 * @param {string} other
 * @param {string} lang
 */
export function sameWord(one, other, lang) {
  if (one === other) return true
  const same = shared(one, other)
  const least = same === one.length || same === other.length ? BEGUN : SHARED
  if (same < BEGUN || (same < least && !CHANGED.test(one.slice(same)))) return false
  const endings = FORMS.get(lang)
  return endings !== undefined && endings.has(one.slice(same)) && endings.has(other.slice(same))
}

/**
 * Count the letters that two words share at their beginnings.
 * @param {string} one
 * @param {string} other
 */
function shared(one, other) {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same
}
