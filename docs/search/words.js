// Words as the search compares them. generator/search/normal.py and lexicon.py do the same at build time.

const LIGATURES = { æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" }

/** Lower case, without accents, ligatures, apostrophes and marks, single spaces between words. */
export function folded(text) {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[æœøłđ]/g, (char) => LIGATURES[char])
    .replace(/['’‘ʼ]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}

/** Which of `count` files holds what is filed by `key`: its FNV-1a hash of 32 bits. */
export function bucket(key, count) {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  return value % count
}

/** What a word with an error may be filed by, should its beginning be wrong. */
export function nearKeys(word, depth) {
  const chars = [...word]
  const keys = new Set([`-${chars.slice(0, depth).join("")}`])
  for (let gap = 0; gap < Math.min(depth, chars.length); gap++) {
    const rest = chars.toSpliced(gap, 1).slice(0, depth).join("")
    keys.add(rest)
    keys.add(`-${rest}`)
  }
  return [...keys]
}

/** How many errors a word of this length may have. */
export const forgiven = (word) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/**
 * How many letters are wrong, missing, too many or swapped with their neighbour (optimal string alignment),
 * or Infinity where it is more than `most`. With `open`, `typed` may be the beginning of `word`.
 */
export function errors(typed, word, most, open = false) {
  if (!open && Math.abs(typed.length - word.length) > most) return Infinity
  let before = []
  let above = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const line = [row]
    for (let column = 1; column <= word.length; column++) {
      const same = typed[row - 1] === word[column - 1]
      let least = Math.min(above[column - 1] + (same ? 0 : 1), above[column] + 1, line[column - 1] + 1)
      const swapped = row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (swapped) least = Math.min(least, before[column - 2] + 1)
      line.push(least)
    }
    if (Math.min(...line) > most) return Infinity
    before = above
    above = line
  }
  const found = open ? Math.min(...above.slice(1)) : above.at(-1)
  return found > most ? Infinity : found
}
