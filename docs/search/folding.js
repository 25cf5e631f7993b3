// A text without what people leave out when they type; generator/search/normal.py does the same at build time.

const LIGATURES = { æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" }
// An article or the like without its vowel: l'énergie is two words, dryad's is one.
const ELIDED = /(?<![\p{L}\p{N}_])([cdjlmnst]|qu|dell|nell|all|sull|un)['’‘ʼ](?=[\p{L}\p{N}_]{3})/gu

/** Lower case, without accents, ligatures, apostrophes and marks, single spaces between words. */
export function folded(text) {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[æœøłđ]/g, (char) => LIGATURES[char])
    .replace(ELIDED, "$1 ")
    .replace(/['’‘ʼ]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
