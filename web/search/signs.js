// Symbols in what is found, drawn as on the pages: generator/pages/symbols.py gives them the same classes.

const SYMBOL = /(\{[^{}\s]{1,9}\})/
const COLOURS = new Set("wubrgcsh")
const SINGLE = new Set(["x", "y", "z", "e", "tk", "a", "p", "t", "q", "chaos", "pw", "l", "d", ...COLOURS])
const ODD = { "½": "half", "∞": "inf" }
const NUMBER = /^(?:1?\d|20)$/

/** The classes that draw a symbol; undefined where there is no drawing of it. */
export function classes(code) {
  const [first, ...rest] = code.toLowerCase().split("/")
  if (!rest.length && /^h[wubrg]$/.test(first)) return `${first[1]} cut`
  if (!rest.length) return single(first)
  const mixed = (COLOURS.has(first) || NUMBER.test(first)) && rest.length < 3 && (COLOURS.has(rest[0]) || rest[0] === "p")
  if (!mixed || (rest.length === 2 && rest[1] !== "p")) return undefined
  return `${single(first)} ${rest[0] === "p" ? "h" : rest[0]}2 ${rest.length === 2 ? "three" : "two"}`
}

function single(part) {
  if (NUMBER.test(part)) return `n${part}`
  return ODD[part] ?? (SINGLE.has(part) ? part : undefined)
}

/** Nodes with the text, each symbol drawn; it is copied, and spoken, as it is written. */
export function signed(text) {
  return text.split(SYMBOL).filter(Boolean).map((piece) => {
    const drawn = SYMBOL.test(piece) && classes(piece.slice(1, -1))
    if (!drawn) return piece
    const symbol = Object.assign(document.createElement("span"), { className: "mana" })
    symbol.append(Object.assign(document.createElement("i"), { className: drawn, textContent: piece }))
    return symbol
  })
}
