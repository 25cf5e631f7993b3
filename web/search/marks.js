// Which words of a text answer a query, and how they are marked.
import { folded } from "./folding.js"
import { signed } from "./signs.js"

const WORD = /\{[^{}\s]+\}|[\p{L}\p{N}\p{M}'’]+(?:\/[\p{L}\p{N}]+)?/gu
const STEM = 4 // letters that forms of a word share at least
const SHORT = 3 // letters of a word that may have an s more or less
const MOST = 40 // marks on a page
const CONTEXT = 220 // characters of a hit's text

/** Whether a word of a text is one of `words`, or a form of it. */
function answers(word, words) {
  const plain = word.startsWith("{") ? word.toLowerCase() : folded(word)
  return words.some((each) => {
    const shared = Math.max(STEM, each.length - 2)
    if (each.length >= SHORT && plain.length >= SHORT && (`${each}s` === plain || each === `${plain}s`)) return true // die, dies
    return plain === each || (each.length >= STEM && plain.startsWith(each)) || (plain.length >= STEM && plain.length <= each.length + 4 && plain.slice(0, shared) === each.slice(0, shared))
  })
}

const plainWords = (words) => words.map((word) => (word.startsWith("{") ? word.toLowerCase() : folded(word))).filter(Boolean)

/** The text in pieces, `[text, whether it is marked]`. */
export function pieces(text, words) {
  const plain = plainWords(words)
  const found = []
  let end = 0
  for (const match of text.matchAll(WORD)) {
    if (!answers(match[0], plain)) continue
    if (match.index > end) found.push([text.slice(end, match.index), false])
    found.push([match[0], true])
    end = match.index + match[0].length
  }
  return end < text.length ? [...found, [text.slice(end), false]] : found
}

/** As much of the text around the words as a hit shows. */
export function excerpt(text, words) {
  if (text.length <= CONTEXT) return text
  const plain = plainWords(words)
  const places = [...text.matchAll(WORD)].filter(([word]) => answers(word, plain)).map(({ index }) => index)
  const within = (start) => places.filter((place) => place >= start && place < start + CONTEXT - 20).length
  const best = places.reduce((one, other) => (within(other) > within(one) ? other : one), places[0] ?? 0)
  const start = best < CONTEXT / 2 ? 0 : text.lastIndexOf(" ", best - 30) + 1
  const end = text.length - start <= CONTEXT ? text.length : text.lastIndexOf(" ", start + CONTEXT)
  return `${start ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`
}

/** A node with the text, the words in `<mark>`, symbols drawn. */
export function marked(text, words) {
  const fragment = document.createDocumentFragment()
  for (const [piece, found] of pieces(text, words)) {
    if (found) fragment.append(document.createElement("mark"))
    const place = found ? fragment.lastChild : fragment
    place.append(...signed(piece))
  }
  return fragment
}

/** Mark the words in the ruling that the address names, else in the page. */
export function markIn(page, words) {
  const target = page.getElementById(decodeURIComponent(location.hash.slice(1))) ?? page.querySelector("article")
  const place = /^H\d$/.test(target.tagName) ? target.parentElement : target
  const walker = page.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  let left = MOST
  for (const text of texts) {
    if (!left || text.parentElement.closest("button, [role=img], .unseen, nav")) continue
    const fragment = marked(text.data, words)
    const count = fragment.querySelectorAll("mark").length
    if (!count) continue
    left = Math.max(0, left - count)
    text.replaceWith(fragment)
  }
}
