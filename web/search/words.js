// Words as the search compares them. generator/search/lexicon.py does the same at build time.

import { folded, remembering } from "./folding.js"

// What forms of a word end in, after letters that they share.
const ENDINGS = {
  en: "s es ed d ing e y ies ied ion ions ly t ting ted al",
  es: "s es a o as os e en an on n ar er ir ado ada ados adas ido ida idos idas ando iendo ara aran era eran ira iran aba aban arse erse irse ase cion acion aciones ion iones mente ndo da do das dos r rse ste ra ran ba",
  fr: "s e es x ee ees er ez ent nt ant ants ante antes ait aient era erez eront ra ir it is ie ies ira issant issent ation ations ion ions ement re r al aux ale ales rez ront eur",
  de: "e en er es em n s st t et te ten ung ungen end ende t",
  it: "o a i e are ere ire ato ata ati ate uto uta uti ute ito ita iti ite ando endo ano ono no era eranno zione zioni azione azioni mente to ta ti te re",
}
const FORMS = Object.fromEntries(Object.entries(ENDINGS).map(([lang, endings]) => [lang, new Set(["", ...endings.split(" ")])]))
const TOKEN = /\{[^{}\s]+\}|[+-]?[\dx*]+\/[+-]?[\dx*]+|\d{3}\.\d+[a-z]?|[\p{L}\p{M}\p{N}'’‘ʼ]+/gu
const MARKED = /[{/.]/

/** Whether two folded words are forms of one in a language: `attacks` and `attacking`, `copy` and `copies`. */
export function kin(one, other, lang) {
  if (one === other) return true
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  if (same < (same === one.length || same === other.length ? 3 : 4) && !/^(?:y|ie[sd])$/.test(one.slice(same))) return false
  const endings = FORMS[lang] ?? FORMS.en
  return same >= 3 && endings.has(one.slice(same)) && endings.has(other.slice(same))
}

/** What a word sounds like to those who write it by ear, in any of the languages. */
export const sounded = remembering((word) =>
  word
    .replace(/ph/g, "f")
    .replace(/h/g, "")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/ck|qu|[kq]/g, "c")
    .replace(/[ao]e/g, "e")
    .replace(/[zvyw]/g, (letter) => ({ z: "s", v: "b", y: "i", w: "b" })[letter])
    .replace(/(.)\1+/g, "$1"),
)

/** The words of a text, each as it is compared; symbols, `+1/+1` and the numbers of rules are one each. */
export function tokens(text) {
  return [...text.toLowerCase().replace(/[−–]/g, "-").matchAll(TOKEN)].flatMap(([word]) => (MARKED.test(word) ? word : folded(word).split(" ")))
}

/** Which of `count` files holds what is filed by `key`: its FNV-1a hash of 32 bits. */
export function bucket(key, count) {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  return value % count
}

/** What a word is filed by that may have an error: its beginning, and that without one of its first letters. */
export function nearKeys(word, depth) {
  const chars = [...word]
  const keys = new Set([chars.slice(0, depth).join("")])
  for (let gap = 0; gap < Math.min(depth, chars.length); gap++) keys.add(chars.toSpliced(gap, 1).slice(0, depth).join(""))
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
