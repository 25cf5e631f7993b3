// Shows a ruling on any website: <rulebinder-ruling src="https://example.org/r/lam/ember-fox/1/"><a
// href="…">Ember Fox</a></rulebinder-ruling> `src` is the short address of the ruling. The element
// reads that page, and shows only its texts, as texts. Until it has them, and if it cannot get
// them, it shows its own content, or else a link to the ruling.
import { SHEET, STYLES } from "./drawings.js"
import { withSymbols } from "../search/view/symbols.js"

const SIGN = 32 // the height of a drawing in its sheet
const STYLE = `${STYLES}
:host { display: block }
figure {
  margin: 1em 0; padding: .1em 1em; border-inline-start: .25em solid light-dark(#0b7a6d, #7fd4c4);
  color: light-dark(#1d1f1e, #e6eae8); background: light-dark(#fdfcf9, #161a1a);
}
blockquote { margin: .6em 0 }
p { margin: .4em 0 }
figcaption { margin: .6em 0; font-size: .9em }
cite { font-style: normal; font-weight: bold }
figure a { color: light-dark(#0b5d54, #7fd4c4) }
slot a { color: inherit }
.mana i { position: relative }
.mana svg { position: absolute; top: 0; left: 0; width: var(--size); height: var(--size) }
.mana svg + svg { left: .95em }
.mana svg + svg + svg { left: 1.9em }
`

class RulebinderRuling extends HTMLElement {
  static observedAttributes = ["src"]

  #shadow = this.attachShadow({ mode: "open" })

  constructor() {
    super()
    const sheet = new CSSStyleSheet() // not an element, which the policy of a website may forbid
    sheet.replaceSync(STYLE)
    this.#shadow.adoptedStyleSheets = [sheet]
    this.#shadow.append(own(""))
  }

  async attributeChangedCallback() {
    const asked = this.getAttribute("src") ?? ""
    this.#shadow.replaceChildren(own(address(asked)))
    try {
      const shown = figure(await said(address(asked)), address(asked))
      if (this.getAttribute("src") === asked) this.#shadow.replaceChildren(shown)
    } catch {
      // Its own content stays.
    }
  }
}

/**
 * Return a web address; empty if it is another kind of address, such as one that runs a script.
 * @param {string} src
 */
function address(src) {
  if (!URL.canParse(src, document.baseURI)) return ""
  const { protocol, href } = new URL(src, document.baseURI)
  return /^https?:$/.test(protocol) ? href : ""
}

/**
 * Read the texts of a short page. Throw if it has none.
 * @param {string} url
 */
async function said(url) {
  const response = await fetch(url, { credentials: "omit" })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const quote = page.querySelector("h1 ~ blockquote")
  const notice = page.querySelector("h1 ~ p > strong")
  const name = page.querySelector("h1")
  if (!name || !(quote ?? notice)) throw new Error(`${url}: no ruling`)
  return {
    name,
    facts: page.querySelector("h1 + p")?.textContent,
    quote,
    notice,
    lang: page.documentElement.lang,
  }
}

/**
 * @param {Awaited<ReturnType<typeof said>>} texts
 * @param {string} url
 */
function figure({ name, facts, quote, notice, lang }, url) {
  const link = make("a", [make("cite", [name.textContent ?? ""], name)])
  link.setAttribute("href", url)
  const caption = make("figcaption", [link, facts ? ` · ${facts}` : ""])
  const texts = quote ? [make("blockquote", [...quote.children].map(block), quote)] : []
  const notices = notice ? [make("p", [notice.textContent ?? ""])] : []
  const found = make("figure", [...notices, ...texts, caption])
  found.lang = lang
  return found
}

/**
 * Copy a paragraph or a list, as text.
 * @param {Element} part
 */
function block(part) {
  if (part.tagName !== "UL") return make("p", drawn(part))
  const items = [...part.children].map((item) => make("li", drawn(item)))
  return make("ul", items)
}

/**
 * Return the text of an element with its symbols drawn.
 * @param {Element} element
 */
function drawn(element) {
  // three dots with spaces stay on one line
  const nodes = withSymbols((element.textContent ?? "").replace(/\. (?=\.)/g, ".\u00A0"))
  for (const { firstElementChild: symbol } of nodes.filter((node) => node instanceof Element)) {
    symbol?.append(...names(symbol.className).map(drawing))
  }
  return nodes
}

/**
 * Return the names of the drawings in a symbol: `w u2 two` has `w` and `u`.
 * @param {string} classes
 */
function names(classes) {
  const [first, second, ways] = classes.split(" ")
  return ways ? [first, second.slice(0, -1), ...(ways === "three" ? ["h"] : [])] : [first]
}

/**
 * Return a drawing: the sheet, cut to the drawing's place in it.
 * @param {string} name
 */
function drawing(name) {
  const sheet = new DOMParser().parseFromString(SHEET, "image/svg+xml")
  const [place] = /\d+(?=\))/.exec(sheet.getElementById(name)?.getAttribute("transform") ?? "") ?? [
    "0",
  ]
  sheet.documentElement.setAttribute("viewBox", `0 ${place} ${SIGN} ${SIGN}`)
  sheet.documentElement.setAttribute("aria-hidden", "true")
  return sheet.documentElement
}

/**
 * Make an element, in the language of another one.
 * @param {string} tag
 * @param {(Node | string)[]} content
 * @param {Element} [like]
 */
function make(tag, content, like) {
  const made = document.createElement(tag)
  made.append(...content)
  const lang = like?.getAttribute("lang")
  if (lang) made.lang = lang
  return made
}

/**
 * Return what shows the element's own content, or else a link to the ruling.
 * @param {string} url
 */
function own(url) {
  const slot = document.createElement("slot")
  if (!url) return slot
  const link = slot.appendChild(document.createElement("a"))
  Object.assign(link, { href: url, textContent: url })
  return slot
}

if (!customElements.get("rulebinder-ruling")) {
  customElements.define("rulebinder-ruling", RulebinderRuling)
}
