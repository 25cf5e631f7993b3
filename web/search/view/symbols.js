// Draws symbols in texts as the pages do. generator/rulebinder/pages/symbols.py uses the same
// classes.

import { newElement } from "./elements.js"

const SYMBOL = /(\{[^{}\s]{1,9}\})/
const COLORS = new Set("wubrgcsh")
const SINGLE = new Set([..."xyzeaptqld", "tk", "chaos", "pw", ...COLORS])
/** @type {{ [sign: string]: string }} */
const ODD = { "½": "half", "∞": "inf" }
const NUMBER = /^(?:1?\d|20)$/

/**
 * Return the classes that draw a symbol, or undefined if there is no drawing.
 * @param {string} code
 */
export function symbolClasses(code) {
  const [first, ...rest] = code.toLowerCase().split("/")
  if (rest.length) return mixedClasses(first, rest)
  return /^h[wubrg]$/.test(first) ? `${first[1]} cut` : singleClass(first)
}

/**
 * Return the classes of a symbol of two halves, or of two colours and {P}.
 * @param {string} first
 * @param {string[]} rest
 */
function mixedClasses(first, rest) {
  const [second, third] = rest
  if (!COLORS.has(first) && !NUMBER.test(first)) return undefined
  if (!COLORS.has(second) && second !== "p") return undefined
  if (rest.length > 2 || (rest.length === 2 && third !== "p")) return undefined
  return `${singleClass(first)} ${second === "p" ? "h" : second}2 ${rest.length === 2 ? "three" : "two"}`
}

/** @param {string} part */
function singleClass(part) {
  if (NUMBER.test(part)) return `n${part}`
  return ODD[part] ?? (SINGLE.has(part) ? part : undefined)
}

/**
 * Return nodes with the text and its symbols drawn. The written form stays in the page, for copying
 * and screen readers.
 * @param {string} text
 */
export function withSymbols(text) {
  return text.split(SYMBOL).filter(Boolean).map(drawnPiece)
}

/**
 * @param {string} piece
 * @returns {string | Node}
 */
function drawnPiece(piece) {
  const className = SYMBOL.test(piece) && symbolClasses(piece.slice(1, -1))
  if (!className) return piece
  return newElement(
    "span",
    { className: "mana" },
    newElement("i", { className, textContent: piece }),
  )
}
