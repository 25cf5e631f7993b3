// What was typed, taken apart: words, symbols, "phrases", -excluded words, and filters like set:fut or year:<2010.

const PART = /(?<minus>-)?(?:(?<key>\p{L}+):)?(?:"(?<phrase>[^"]*)"?|“(?<curly>[^”]*)”?|«\s?(?<angled>[^»]*?)\s?»?|(?<word>[^\s"“«]+))/gu
const KEYS = {
  set: "set", lang: "lang", mechanic: "mechanic", type: "type", colour: "colour", color: "colour", year: "year", kind: "kind",
  edicion: "set", coleccion: "set", edition: "set", extension: "set", idioma: "lang", langue: "lang", mecanica: "mechanic",
  mecanique: "mechanic", tipo: "type", couleur: "colour", ano: "year", annee: "year", clase: "kind", genre: "kind",
}
const SYMBOL = /\{[^{}\s]{1,9}\}/g

/**
 * `{terms, phrases, excluded, filters, named, beyond}`; terms keep their braces, `named` is what may be a name, `beyond`
 * whether there is also what no name has: a symbol, a power and toughness, an "exact phrase".
 */
export function parse(query) {
  const asked = { terms: [], phrases: [], excluded: [], filters: {} }
  for (const { groups, 0: whole } of query.matchAll(PART)) {
    const phrase = groups.phrase ?? groups.curly ?? groups.angled
    const key = groups.key && KEYS[plain(groups.key)]
    if (groups.key && key && !groups.minus) addFilter(asked.filters, key, phrase ?? groups.word)
    else if (phrase !== undefined && !groups.key) (groups.minus ? asked.excluded : asked.phrases).push(phrase.trim())
    else if (groups.minus && /[\p{L}{]/u.test(whole)) asked.excluded.push(whole.slice(1))
    else asked.terms.push(...terms(whole))
  }
  asked.phrases = asked.phrases.filter(Boolean)
  asked.named = asked.terms.filter(nameable).join(" ")
  asked.beyond = asked.phrases.length > 0 || !asked.terms.every(nameable)
  return asked
}

const nameable = (term) => !/[{/]/.test(term)

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")

function addFilter(filters, key, value) {
  const values = (filters[key] ??= [])
  for (const each of (value ?? "").split(",")) if (each) values.push(each)
}

/** The words of a part: `{2}{W}` is two, `+1/+1` and `702.62a` are one, `double-faced` is two. */
function terms(part) {
  const symbols = part.match(SYMBOL) ?? []
  const rest = part.replace(SYMBOL, " ").replace(/[’‘ʼ]/g, "'")
  const found = []
  for (const piece of rest.split(/[\s,;:!?¿¡()[\]…·«»”"“]+/)) {
    if (/^[+\-−–]?[\dx*]+\/[+\-−–]?[\dx*]+$/i.test(piece)) found.push(piece.replace(/[−–]/g, "-"))
    else if (/^\d{3}\.\d+[a-z]?\.?$/i.test(piece)) found.push(piece.replace(/\.$/, "").toLowerCase())
    else found.push(...piece.split(/[-–—/.]+/).map((word) => word.replace(/^'+|'+$/g, "")).filter((word) => /[\p{L}\p{N}]/u.test(word)))
  }
  return [...found.map((word) => word.toLowerCase()), ...symbols.map((symbol) => symbol.toLowerCase())]
}
