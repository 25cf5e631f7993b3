// Shows the answer: names, hits grouped by card, and suggestions if nothing was found.

import { fill, pluralForm } from "../common.js"
import { meant } from "./answer-card.js"
import { cite, source } from "./citing.js"
import { elsewhereLink, newElement } from "./elements.js"
import { excerpt, marked } from "./marks.js"
import { withSymbols } from "./symbols.js"

/** @import { Words } from "../index/format.d.ts" */
/** @import { Answer, CardFacts, NamedHit, ShownHit } from "./messages.d.ts" */

const COST = /^((?:\{[^{}\s]+\})+)\n/ // stands beside the type
const OF_CARD = 2 // so many hits of a card are shown, and the others unfold

export class Results {
  /** @param {{ lang: string, base: string }} site the language of its pages, and its address */
  constructor({ lang, base }) {
    this.lang = lang
    this.base = base
  }

  /**
   * Return what hits cannot say: corrections, what is missing, or that only names match. With the
   * name of a card that the site lacks, the last part is a link to it elsewhere.
   * @param {string} query
   * @param {Answer & { words: Words }} answer
   */
  said(query, answer) {
    const { names, hits, words, answered } = answer
    const [name] = answer.missing
    const isExplained = name === answered?.mechanic.title
    const absent = isExplained ? words.search_missing : words.search_absent
    const sentences = [
      ...(name ? [fill(absent, { name })] : doubts(query, answer)),
      ...misunderstood(answer),
      ...(names.length && !hits.length ? [words.search_near] : []),
    ]
    const text = sentences.join(" ")
    return name && !isExplained ? [text, " ", elsewhereLink(name, "→ Scryfall")] : [text]
  }

  /**
   * Yield the names and the hits. If the query names a card that the site lacks, the hits only come
   * close to it: they are folded.
   * @param {Pick<Answer, "names" | "hits" | "missing"> & { words: Words }} answer
   */
  *first({ names, hits, missing, words }) {
    if (names.length) yield this.#names(names, words)
    if (!hits.length) return
    const list = this.#groups(hits, words)
    yield missing.length ? this.#fold(words.search_close, list) : list
  }

  /**
   * Yield suggestions if nothing was found.
   * @param {Pick<Answer, "suggestions"> & { words: Words }} answer
   * @param {(suggestion: string) => void} follow
   */
  *nothing({ suggestions, words }, follow) {
    const readings = suggestions.map((query) => ({ phrase: query, query }))
    if (readings.length) yield meant(readings, words, follow)
    yield newElement("p", { className: "quiet", textContent: words.search_tips })
  }

  /**
   * @param {NamedHit[]} names
   * @param {Words} words
   */
  #names(names, words) {
    const list = newElement("ul", { className: "rb-names" })
    list.setAttribute("aria-label", words.search_jump)
    for (const { url, title, kind, facts } of names) {
      const link = newElement("a", { href: url, textContent: title })
      const said = facts ? this.#card(facts, words) : words[`hit_${kind}`]
      list.append(newElement("li", {}, link, " ", newElement("small", {}, ...withSymbols(said))))
    }
    return list
  }

  /**
   * Return the cost, the type, the sets and the number of rulings of a card.
   * @param {CardFacts} facts
   * @param {Words} words
   */
  #card({ cost, type, sets, rulings }, words) {
    const counted = words[`rulings_${pluralForm(rulings, this.lang)}`]
    const count = fill(counted, { count: rulings.toLocaleString(this.lang) })
    const printed = sets.map((code) => words.sets[code] ?? code.toUpperCase())
    return [cost, type || words.hit_card, ...printed, count].filter(Boolean).join(" · ")
  }

  /**
   * Group the hits on the same card, at the position of the best one.
   * @param {ShownHit[]} hits
   * @param {Words} words
   */
  #groups(hits, words) {
    const groups = Map.groupBy(hits, ({ lang, url, title }) => `${lang} ${pageOf(url)} ${title}`)
    const list = newElement("ol", { className: "rb-hits" })
    for (const group of groups.values()) list.append(this.#group(group, words, hits[0]))
    return list
  }

  /**
   * @param {ShownHit[]} group
   * @param {Words} words
   * @param {ShownHit} best
   */
  #group(group, words, best) {
    const [{ title, lang, url }] = group
    const link = newElement("a", { href: pageOf(url), textContent: title })
    const item = newElement("li", {}, newElement("h2", { className: "rb-hit-title" }, link))
    if (lang !== this.lang) item.lang = lang
    const shown = group.map((hit) => [...this.#hit(hit, words, hit === best)])
    item.append(...shown.slice(0, OF_CARD).flat())
    const further = shown.slice(OF_CARD)
    if (!further.length) return item
    const count = further.length.toLocaleString(this.lang)
    const fold = this.#fold(fill(words.search_further, { count }), ...further.flat())
    fold.dataset.page = pageOf(url)
    item.append(fold)
    return item
  }

  /**
   * @param {string} textContent
   * @param {Node[]} content
   */
  #fold(textContent, ...content) {
    const summary = newElement("summary", { lang: this.lang, textContent })
    return newElement("details", { className: "rb-fold" }, summary, ...content)
  }

  /**
   * Yield a hit with the part of its text that has the words, and the other cards that have this
   * ruling. The best hit is the answer, so it is shown in full. A card has its name above it.
   * @param {ShownHit} hit
   * @param {Words} words
   * @param {boolean} isBest
   */
  *#hit(hit, words, isBest) {
    const whole = hit.text.replace(`${hit.title}\n`, "").replace(COST, "$1 ")
    const shown = isBest ? whole : excerpt(whole, hit.words)
    const text = newElement("span", { className: "rb-hit-text" }, marked(shown, hit.words))
    const facts = newElement("span", {
      className: "rb-hit-facts",
      lang: this.lang,
      textContent: source(hit, words, this.lang),
    })
    if (hit.lang !== this.lang) {
      const language = words.languages[hit.lang] ?? hit.lang
      facts.append(" ", newElement("span", { className: "rb-hit-lang", textContent: language }))
    }
    const link = newElement("a", { href: hit.url }, text, facts)
    link.addEventListener("click", () => rememberWords(link.href, hit.words))
    yield cite(newElement("div", {}, link), hit, words, this)
    if (hit.copies.length) yield this.#copies(hit, words)
  }

  /**
   * Return links to the cards that have the same ruling.
   * @param {ShownHit} hit
   * @param {Words} words
   */
  #copies({ copies }, words) {
    const line = newElement("p", { className: "rb-copies" }, `${words.search_copies} `)
    for (const [place, { title, url }] of copies.entries()) {
      line.append(place ? " · " : "", newElement("a", { href: url, textContent: title }))
    }
    return line
  }
}

/** @param {string} url */
const pageOf = (url) => url.split("#")[0]

/**
 * Say that nothing was found, or which words were corrected, and that no hit has all words.
 * @param {string} query
 * @param {Answer & { words: Words }} answer
 */
function doubts(query, { names, hits, corrected, unknown, unsure, words }) {
  if (!hits.length) {
    // an unknown value says why
    return names.length || unknown.length ? [] : [fill(words.search_none, { query })]
  }
  const instead = corrected.map(([typed, word]) => fill(words.search_corrected, { typed, word }))
  return [...instead, ...(unsure ? [words.search_unsure] : [])]
}

/**
 * Say which filters and rules do not exist.
 * @param {Answer & { words: Words }} answer
 */
const misunderstood = ({ unknown, strange, unquoted, words }) => [
  ...unknown.map((value) => absentValue(value, words)),
  ...strange.slice(0, 1).map((key) => fill(words.search_strange, { key })),
  ...unquoted.map((number) => fill(words.search_unquoted, { number })),
]

/**
 * Say that no record has a value of a filter, and which values are like it.
 * @param {Answer["unknown"][number]} value
 * @param {Words} words
 */
function absentValue({ name, value, near }, words) {
  const nothing = fill(words.search_unknown, { value, filter: words[`filter_${name}`] })
  return near.length
    ? `${nothing} ${words.search_meant} ${near.map((each) => `${name}:${each}`).join(", ")}`
    : nothing
}

/**
 * Store the words to mark on the linked page. scripts/search.js reads them there.
 * @param {string} href
 * @param {string[]} words
 */
function rememberWords(href, words) {
  try {
    sessionStorage.setItem("rulebinder.found", JSON.stringify({ href, words }))
  } catch {
    // If storage is forbidden, the page shows no marks.
  }
}
