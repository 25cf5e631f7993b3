// Reads deck lists as people paste them: of Arena, of MTGO, of other programs, or a name a line.

const MOST = 250 // the most different cards of a list
const NAME = 60 // the most letters of the name of a list

/** Headings on lines of their own. In Arena, a line `ABOUT` comes before the name of the list. */
const HEADINGS = new Set(
  [
    ["deck", "main", "main deck", "mainboard", "sideboard", "maybeboard", "commander", "companion"],
    ["mazo", "mazo principal", "banquillo", "reserva", "comandante", "compañero", "companheiro"],
    ["deck principal", "réserve", "commandant", "compagnon"],
    ["hauptdeck", "kommandeur", "gefährte", "mazzo", "grimorio", "compagno"],
  ].flat(),
)
const ABOUT = new Set(["about", "acerca de", "à propos", "über", "info", "informazioni", "sobre"])

/** What programs write around a name, in the order in which it is removed. */
const AROUND = [
  /^SB:\s*/i,
  /^\d{1,3}\s*[x×]?\s+/i, // how many: 4, 4x
  /^\[[^\]]*\]\s*/, // the set, as some programs write it
  /\s+\((?:[A-Z\d]{2,6}\)|\w{2,6}\)\s+\S).*$/, // the set, and its number after it: (CLB) 187
  /\s+(?:\[[^\]]*\]|\*\w+\*|[#^]).*$/, // the set, foil, or labels
  /\s+[x×]\d{1,3}$/i,
]

/**
 * A list as it was read: its name, if the text has one, and the names of its cards, each once.
 * @typedef {{ name: string, cards: string[] }} DeckList
 */

/**
 * @param {string} text
 * @returns {DeckList}
 */
export function deckList(text) {
  let name = ""
  let isAbout = false
  /** @type {Map<string, string>} */
  const cards = new Map()
  for (const line of text.split("\n").map((each) => each.trim())) {
    const said = line.replace(/:$/, "").toLowerCase()
    if (isAbout) name ||= line.replace(/^\S+\s*/, "").slice(0, NAME)
    const card = isAbout || isHeading(line, said) ? "" : cardName(line)
    isAbout = ABOUT.has(said)
    if (card && cards.size < MOST && !cards.has(card.toLowerCase())) {
      cards.set(card.toLowerCase(), card)
    }
  }
  return { name, cards: [...cards.values()] }
}

/**
 * Return whether a line has no card: it is a comment, or the heading of a part, perhaps with a
 * count.
 * @param {string} line
 * @param {string} said
 */
const isHeading = (line, said) =>
  /^(?:\/\/|#)|:$/.test(line) || /^\D.*\(\d+\)$/.test(line) || HEADINGS.has(said) || ABOUT.has(said)

/** @param {string} line */
const cardName = (line) => AROUND.reduce((name, around) => name.replace(around, ""), line).trim()

/**
 * Return the names to look for: the name, and that of its front face if it has several.
 * @param {string} name
 */
export const spellings = (name) => [...new Set([name, name.split(/\s*\/+\s*/)[0]])].filter(Boolean)
