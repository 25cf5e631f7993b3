// Finds what the forms of a word have in common: the word without one of the endings that the
// language file lists.

/** @type {Map<string, string[]>} the endings of each language, longest first */
const ENDINGS = new Map()
/** @type {Map<string, Map<string, string>>} */
const STEMS = new Map()
const LEFT = 3 // the fewest letters that are left of a word
const LEFT_OF_LONG = 4 // the same before an ending of three letters or more
const LONG = 3

/**
 * Set the endings of a language.
 * @param {string} lang
 * @param {string[]} endings
 */
export function setEndings(lang, endings) {
  ENDINGS.set(
    lang,
    endings.toSorted((one, other) => other.length - one.length),
  )
  STEMS.set(lang, new Map())
}

/**
 * Return what a folded word has in common with its other forms: `copi` of `copy` and `copies`.
 * @param {string} word
 * @param {string} lang
 */
export function stem(word, lang) {
  const stems = STEMS.get(lang)
  const remembered = stems?.get(word)
  if (remembered !== undefined || !stems) return remembered ?? word
  const made = withoutEnding(word, ENDINGS.get(lang) ?? [])
  stems.set(word, made)
  return made
}

/**
 * @param {string} word
 * @param {string[]} endings
 */
function withoutEnding(word, endings) {
  if (!/^\p{L}/u.test(word)) return word
  const ending = endings.find(
    (end) =>
      word.endsWith(end) && word.length - end.length >= (end.length < LONG ? LEFT : LEFT_OF_LONG),
  )
  const rest = ending ? word.slice(0, -ending.length) : word
  if (rest.length <= LEFT) return rest
  // "stopping" has its p twice
  const single = ending && /^[aeiou]/.test(ending) ? rest.replace(/(.)\1$/, "$1") : rest
  return single.replace(/[yi]$/, "")
}
