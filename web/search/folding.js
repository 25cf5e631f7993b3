// A text without what people leave out when they type; generator/search/normal.py does the same at build time.

/** @type {{ [letter: string]: string }} */
const LIGATURES = { æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" }
// An article or the like without its vowel: l'énergie is two words, dryad's is one.
const ELIDED = /(?<![\p{L}\p{N}_])([cdjlmnst]|qu|dell|nell|all|sull|un)['’‘ʼ](?=[\p{L}\p{N}_]{3})/gu

const MOST = 20_000 // words that are remembered

/**
 * The same function of a text, which remembers what it said: texts repeat their words.
 * @param {(text: string) => string} make
 * @returns {(text: string) => string}
 */
export function remembering(make) {
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

/** Lower case, without accents, ligatures, apostrophes and marks, single spaces between words. */
export const folded = remembering((text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[æœøłđ]/g, (char) => LIGATURES[char])
    .replace(ELIDED, "$1 ")
    .replace(/['’‘ʼ]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim(),
)
