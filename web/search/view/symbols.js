// Draws symbols in texts as the pages do. generator/rulebinder/markdown/inline.py uses the same
// classes.

import { newElement } from "./elements.js"

const SYMBOL = /(\{[^{}\s]{1,9}\})/
const SINGLE = new Set([..."xyzeaptqldwubrgcsh", "tk", "chaos", "pw"])
/** @type {{ [sign: string]: string }} */
const ODD = { "½": "half", "∞": "inf" }
const NUMBER = /^(?:1?\d|20)$/
const MIXED = /^([wubrgcsh]|1?\d|20)\/([wubrgcshp])(\/p)?$/ // of two halves, or of two colors and {P}
const CUT = /^h[wubrg]$/

/**
 * Return the classes that draw a symbol, or undefined if there is no drawing.
 * @param {string} code
 */
export function symbolClasses(code) {
  const sign = code.toLowerCase()
  const [, first, second, third] = MIXED.exec(sign) ?? []
  if (first) {
    return `${singleClass(first)} ${second === "p" ? "h" : second}2 ${third ? "three" : "two"}`
  }
  return CUT.test(sign) ? `${sign[1]} cut` : singleClass(sign)
}

/** @param {string} sign */
function singleClass(sign) {
  if (NUMBER.test(sign)) return `n${sign}`
  return ODD[sign] ?? (SINGLE.has(sign) ? sign : undefined)
}

/**
 * Return nodes with the text and its symbols drawn. The written form stays in the page, for copying
 * and screen readers.
 * @param {string} text
 */
export function withSymbols(text) {
  return text.split(SYMBOL).flatMap((piece) => {
    const className = SYMBOL.test(piece) && symbolClasses(piece.slice(1, -1))
    if (!className) return piece || []
    const sign = newElement("i", { className, textContent: piece })
    return newElement("span", { className: "mana" }, sign)
  })
}
