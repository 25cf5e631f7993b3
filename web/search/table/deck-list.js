// Reads deck lists as people paste them: of Arena, of MTGO, of other programs, or a name a line.

import { lettersOf } from "../words/folding.js"

const MOST = 250 // the most different cards of a list
const LINE = 200 // the most characters of a line; the longest name of a card has 141
const NAME = 60 // the most letters of the name of a list

/** Headings on lines of their own. In Arena, a line `ABOUT` comes before the name of the list. */
const HEADINGS = listed(`
deck, main, main deck, maindeck, mainboard, maybeboard, commander, companion,
mazo, mazo principal, comandante, compañero, companheiro, deck principal,
commandant, compagnon, hauptdeck, kommandeur, gefährte, mazzo, compagno,
mazzo principale, grimorio`)
const SIDEBOARDS = listed(`
sideboard, side, side board, banquillo, reserva, réserve, sideboard deck,
sideborde, grimorio laterale, サイドボード, 备牌, 備牌, 사이드보드, сайдборд`)
const ABOUT = listed("about, acerca de, à propos, über, info, informazioni, sobre")

/** What programs write around a name, in the order in which it is removed. */
const AROUND = [
  /^SB:\s*/i,
  /^\d{1,3}\s*[x×]?\s+/i, // how many: 4, 4x
  /^\[[^\]]*\]\s*/, // the set, as some programs write it
  /\s+\((?:[A-Z\d]{2,6}\)|\w{2,6}\)\s+\S).*$/, // the set, and its number after it: (CLB) 187
  /\s+(?:\[[^\]]*\]|\*\w+\*|[#^]).*$/, // the set, foil, or labels
  /\s+[x×]\d{1,3}$/i,
]

/** The names of basic lands, in the languages of the game that we know them in. */
const BASIC_LANDS = new Set(
  [
    ...listed(`
plains, island, swamp, mountain, forest, wastes,
llanura, isla, pantano, montaña, bosque, yermo, yermos,
plaine, île, marais, montagne, forêt,
ebene, insel, sumpf, gebirge, wald, ödnis,
pianura, isola, palude, montagna, foresta,
planície, ilha, pântano, montanha, floresta,
平地, 島, 沼, 山, 森, 荒地, 平原, 海岛, 海島, 沼泽, 沼澤, 山脉, 山脈, 树林, 樹林,
들, 섬, 늪, 산, 숲, равнина, остров, болото, гора, лес`),
  ].map(lettersOf),
)
/** What the names of basic lands have more if they are covered with snow. */
const SNOW =
  /^(?:snow-covered |verschneite[rs]? |冠雪の|覆雪|눈 덮인 |заснеженн\p{L}+ )| (?:nevad[ao]|enneigée?|innevata|cobert[ao] de neve)$/iu

/** @param {string} names with commas between them */
function listed(names) {
  return new Set(names.trim().split(/,\s+/))
}

/**
 * A list as it was read: its name, if the text has one, and the names of its cards, each once. The
 * sideboard has those that the deck does not have.
 * @typedef {{ name: string, cards: string[], sideboard: string[] }} DeckList
 */

/**
 * @param {string} text
 * @returns {DeckList}
 */
export function deckList(text) {
  const all = text.split("\n").map(tidy)
  const { name, lines } = withoutName(all)
  const start = startOfSideboard(lines)
  /** @type {Map<string, string>} */
  const cards = new Map()
  /** @type {Map<string, string>} */
  const sideboard = new Map()
  let part = cards
  for (const [place, line] of lines.entries()) {
    const heading = headingIn(line)
    if (HEADINGS.has(heading)) part = cards
    if (SIDEBOARDS.has(heading) || place === start) part = sideboard
    const card = isHeading(line, heading) ? "" : cardName(line)
    if (card && cards.size + sideboard.size < MOST) {
      const names = /^SB:/i.test(line) ? sideboard : part
      names.set(card.toLowerCase(), names.get(card.toLowerCase()) ?? card)
    }
  }
  for (const card of cards.keys()) sideboard.delete(card)
  return { name, cards: [...cards.values()], sideboard: [...sideboard.values()] }
}

/**
 * Return a line with single spaces. As it has a bound, no pattern takes long, whatever the text is.
 * @param {string} line
 */
const tidy = (line) => line.trim().replace(/\s+/g, " ").slice(0, LINE)

/**
 * Return the text of a list with another name in the place of one that it has, in any capitals.
 * @param {string} text
 * @param {string} name
 * @param {string} meant
 */
export function corrected(text, name, meant) {
  const lines = text.split("\n").map((line) => {
    const card = cardName(tidy(line))
    return card.toLowerCase() === name.toLowerCase() ? tidy(line).replace(card, () => meant) : line
  })
  return lines.join("\n")
}

/**
 * Return the name that Arena writes in front of a list, and the other lines.
 * @param {string[]} lines
 */
function withoutName(lines) {
  const about = lines.findIndex((line) => ABOUT.has(headingIn(line)))
  if (about < 0) return { name: "", lines }
  const name = (lines[about + 1] ?? "").replace(/^\S+\s*/, "").slice(0, NAME)
  return { name, lines: lines.toSpliced(about, 2) }
}

/**
 * Return a list without its name as a text, a card a line.
 * @param {DeckList} list
 */
export const listText = ({ cards, sideboard }) =>
  [...cards, ...sideboard.map((card) => `SB: ${card}`)].join("\n")

/**
 * Return the line at which a sideboard without a heading begins. Arena and MTGO write how many
 * there are of each card, and put one empty line before the sideboard. Empty lines in lists of
 * another form mean nothing.
 * @param {string[]} lines
 */
function startOfSideboard(lines) {
  const isCounted = lines.every((line) => !line || /^\d/.test(line))
  const starts = [...lines.keys()].filter((place) => lines[place] && !lines[place - 1])
  return isCounted && starts.length === 2 ? starts[1] : undefined
}

/**
 * Return the words of a line that may be a heading, without marks and counts: `// Side (15):`.
 * @param {string} line
 */
const headingIn = (line) =>
  /^\d/.test(line)
    ? ""
    : line
        .replace(/^[^\p{L}]+/u, "")
        .replace(/[^\p{L}]+$/u, "")
        .toLowerCase()

/**
 * Return whether a line has no card: it is a comment, or the heading of a part, perhaps with a
 * count.
 * @param {string} line
 * @param {string} heading
 */
const isHeading = (line, heading) =>
  /^(?:\/\/|#)|:$/.test(line) ||
  /^\D.*\(\d+\)$/.test(line) ||
  HEADINGS.has(heading) ||
  SIDEBOARDS.has(heading)

/** @param {string} line */
const cardName = (line) => AROUND.reduce((name, around) => name.replace(around, ""), line).trim()

/**
 * Return the names to look for: the name, and that of its front face if it has several.
 * @param {string} name
 */
export const spellings = (name) => [...new Set([name, name.split(/\s*\/+\s*/)[0]])].filter(Boolean)

/**
 * Return whether a name is that of a basic land.
 * @param {string} name
 */
export const isBasicLand = (name) => BASIC_LANDS.has(lettersOf(name.normalize().replace(SNOW, "")))
