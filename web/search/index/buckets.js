// Finds the files in which a word may be. generator/rulebinder/search/words/lexicon.py does the
// same when the site is built.

/**
 * Return which of `count` files has `key`, by its 32-bit FNV-1a hash. The index is written with the
 * same hash.
 * @param {string} key
 * @param {number} count
 */
export function bucket(key, count) {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0
  }
  return value % count
}

/**
 * Return the keys under which a misspelt word may be filed: its beginning, and its beginning
 * without one of the first letters.
 * @param {string} word
 * @param {number} depth
 */
export function misspellingKeys(word, depth) {
  const chars = [...word]
  const keys = new Set([chars.slice(0, depth).join("")])
  const gaps = Math.min(depth, chars.length)
  for (let gap = 0; gap < gaps; gap++) keys.add(chars.toSpliced(gap, 1).slice(0, depth).join(""))
  return [...keys]
}
