// Adds a button to every ruling and paragraph that copies it in a chosen form, and the keys of the
// page. Without scripts neither exists. Another script has put the markup into the page
// (generator/rulebinder/outputs/copy_menu.py).
const CITED = ".ruling, .paragraph"
const PARAGRAPHS = ".ruling-text > p:not(.notice, .versions)"
const ITEMS = ".ruling-text > ul > li"
const WRITTEN = "input, textarea, select, [contenteditable]" // elements in which keys type text
const MARGIN = 8 // pixels between the menu and the edge of the window
const GAP = 4 // pixels between the menu and its button
const SAID = 4000 // milliseconds for which the page says that something was copied
// milliseconds until it says so again, if the words are the same: only a change is read aloud
const AGAIN = 50

const made = /** @type {HTMLTemplateElement} */ (document.getElementById("rb-citing")).content
const status = of(made, ".rb-status")
const titles = of(made, ".rb-copy").dataset
/** @type {HTMLElement[]} */
const cited = [...document.querySelectorAll(/** @type {"p"} */ (CITED))]

/**
 * Return an element that the pages always have.
 * @param {ParentNode} whole
 * @param {string} selector
 */
function of(whole, selector) {
  return /** @type {HTMLElement} */ (whole.querySelector(selector))
}

// The forms in which a ruling is copied.

/**
 * A ruling and the facts about it, with each text already in the chosen form.
 * @typedef {{ paragraphs: string[], items: string[], about: string, url: string, lang: string }}
 *   Said
 */

/** @typedef {(text: string) => string} Change */

/**
 * `escape` prevents a text from being read as markup, and `start` does so at the start of a line.
 * `line` breaks a line.
 * @typedef {{ escape: Change, start: Change, emphasis: Change, line: string, quote: (said: Said) =>
 *   string }} Form
 */

/** @type {Change} */
const same = (text) => text
/** @type {{ [mark: string]: string }} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/**
 * Put marks around a text, inside the spaces at its ends.
 * @param {string} before
 * @param {string} after
 * @returns {Change}
 */
const inside = (before, after) => (text) =>
  text.replace(/^(\s*)(.*\S)(\s*)$/s, `$1${before}$2${after}$3`)

const plain = { escape: same, start: same, emphasis: same, line: "\n" }
const marked = {
  escape: (/** @type {string} */ text) => text.replace(/[\\`*_~|<>[\]^]|&(?=#?\w+;)/g, "\\$&"), // Reddit raises after ^
  start: (/** @type {string} */ line) =>
    line.replace(/^[#=+-]/, "\\$&").replace(/^(\d+)(?=[.)](\s|$))/, "$1\\"),
  emphasis: inside("*", "*"),
  line: "  \n", // two spaces break a line everywhere; a backslash does not
}

/**
 * @param {Said} said
 * @param {string} between paragraphs
 */
function blockquote({ paragraphs, items }, between) {
  const list = items.map((item) => `- ${item.replaceAll("\n", "\n  ")}`).join("\n")
  const lines = [...paragraphs, ...(list ? [list] : [])].join(between).split("\n")
  return lines.map((line) => (line ? `> ${line}` : ">")).join("\n")
}

/** @param {Said} said */
const markdown = (said) => `${blockquote(said, "\n\n")}\n\n— [${said.about}](${said.url})`

/** @param {Said} said */
function textQuote({ paragraphs, items, about, url }) {
  return [...paragraphs, ...items.map((item) => `• ${item}`), `— ${about}`, url].join("\n")
}

/** @param {Said} said */
function bbcodeQuote({ paragraphs, items, about, url }) {
  const list = items.length ? ["[list]", ...items.map((item) => `[*]${item}`), "[/list]"] : []
  return ["[quote]", ...paragraphs, ...list, "[/quote]", `— [url=${url}]${about}[/url]`].join("\n")
}

/** @param {Said} said */
function htmlQuote({ paragraphs, items, about, url, lang }) {
  const list = items.length ? ["<ul>", ...items.map((item) => `<li>${item}</li>`), "</ul>"] : []
  const lines = [...paragraphs.map((each) => `<p>${each}</p>`), ...list]
  const source = `<p>— <a href="${url}">${about}</a></p>`
  return [`<blockquote lang="${lang}" cite="${url}">`, ...lines, "</blockquote>", source].join("\n")
}

/** @type {{ [name: string]: Form }} */
const FORMS = {
  link: { ...plain, quote: ({ url }) => url },
  text: { ...plain, quote: textQuote },
  markdown: { ...marked, quote: markdown },
  discord: {
    ...marked,
    line: "\n",
    quote: (said) => `${blockquote(said, "\n")}\n— ${said.about}\n<${said.url}>`,
  },
  bbcode: {
    ...plain,
    escape: (each) => each.replace(/\[(?=[a-z/*])/gi, "[\u2060"), // BBCode has no escape: U+2060 breaks the tag
    emphasis: inside("[i]", "[/i]"),
    quote: bbcodeQuote,
  },
  html: {
    escape: (each) => each.replace(/[&<>"]/g, (mark) => ENTITIES[mark]),
    start: same,
    emphasis: inside("<em>", "</em>"),
    line: "<br>",
    quote: htmlQuote,
  },
}

// A ruling in a form.

/**
 * @param {Node} node
 * @param {Form} form
 * @returns {string}
 */
function written(node, form) {
  if (node instanceof Text) return form.escape(node.data.replace(/[ \n\t]+/g, " "))
  if (!(node instanceof Element) || node.matches("button, .era-sign")) return ""
  if (node.tagName === "BR") return form.line
  const inner = [...node.childNodes].map((child) => written(child, form)).join("")
  return node.tagName === "EM" ? form.emphasis(inner) : inner
}

/**
 * @param {Node} node
 * @param {Form} form
 */
const paragraph = (node, form) => written(node, form).trim().split("\n").map(form.start).join("\n")

/**
 * @param {HTMLElement} ruling
 * @param {string} name
 */
function quoted(ruling, name) {
  const form = FORMS[name]
  /** @param {Iterable<Element>} nodes */
  const paragraphs = (nodes) => [...nodes].map((each) => paragraph(each, form))
  const { name: card, set, language, published, revised } = closest(ruling, "[data-name]").dataset
  const { verdict } = ruling.dataset
  const number = ruling.matches(".paragraph") ? "" : withNumber(ruling, titles.number)
  return form.quote({
    paragraphs: paragraphs(ruling.querySelectorAll(PARAGRAPHS)),
    items: [...ruling.querySelectorAll(ITEMS)].map((item) =>
      paragraphs(item.children).join(form.line),
    ),
    about: [card, number, set, language, published, revised, verdict]
      .flatMap((each) => each || [])
      .map(form.escape)
      .join(" · "),
    url: new URL(ruling.dataset.short ?? "", location.href).href,
    lang: closest(ruling, "[lang]").lang,
  })
}

/**
 * @param {Element} element
 * @param {string} selector
 */
const closest = (element, selector) => /** @type {HTMLElement} */ (element.closest(selector))

// The last choice. If storage is forbidden, it is not remembered.

/** @param {string} name */
function recall(name) {
  try {
    return localStorage.getItem(`rulebinder.${name}`)
  } catch {
    return null
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function remember(name, value) {
  try {
    localStorage.setItem(`rulebinder.${name}`, value)
  } catch {
    // Only the memory of the choice is lost.
  }
}

// The menu: one for all rulings, made when it is first opened.

/** @type {(ruling: Element, words?: string) => string} */
const withNumber = (ruling, words = "") =>
  words.replace("{number}", of(ruling, ".ruling-number").textContent ?? "")

/** @param {Element} ruling */
const numbered = (ruling) =>
  withNumber(ruling, ruling.matches(".paragraph") ? titles.paragraph : titles.ruling)

/** @type {HTMLDialogElement | null} */
let menu = null
/** @type {HTMLElement | null} */
let copying = null
let until = 0 // the timer that clears the message

/** @param {string} id */
function dialog(id) {
  const template = /** @type {HTMLDialogElement} */ (made.getElementById(id))
  const found = document.body.appendChild(document.importNode(template, true))
  found.addEventListener("click", (event) => event.target === found && found.close()) // a click beside it closes it
  return found
}

function makeMenu() {
  const found = dialog("rb-copying")
  of(found, "ul").addEventListener("click", ({ target }) => {
    const name = target instanceof Element ? target.closest("button")?.dataset.form : undefined
    if (!name || !copying) return
    remember("copy", name)
    copy(copying, name)
  })
  return found
}

/**
 * Show the menu of a ruling. If the browser cannot copy, show the text to copy `byHand`.
 * @param {HTMLElement} ruling
 */
function openMenu(ruling, byHand = "") {
  menu ??= makeMenu()
  copying = ruling
  of(menu, "h2").textContent = numbered(ruling)
  of(menu, "ul").hidden = Boolean(byHand)
  of(menu, ".rb-by-hand").hidden = !byHand
  report(menu, ruling)
  if (!menu.open) menu.showModal()
  const area = /** @type {HTMLTextAreaElement} */ (of(menu, "textarea"))
  area.value = byHand
  if (byHand) {
    area.focus()
    area.select()
  } else {
    place(menu, of(ruling, ".rb-copy").getBoundingClientRect())
    focusLast(menu)
  }
}

/**
 * Let the link to report an error, if the site has one, name the ruling.
 * @param {HTMLElement} forms
 * @param {HTMLElement} ruling
 */
function report(forms, ruling) {
  const link = /** @type {HTMLAnchorElement | null} */ (forms.querySelector("a[data-report]"))
  const [, short, onCard] =
    (ruling.dataset.short ?? "").match(/(?:^|\/)(?:r\/(.+?)\/|(cards\/.+))$/) ?? []
  if (link) {
    link.href = (link.dataset.report ?? "").replace(
      "{id}",
      encodeURIComponent(short ?? onCard ?? ""),
    )
  }
}

/**
 * Focus the last choice, because a reader probably wants it again.
 * @param {HTMLElement} forms
 */
function focusLast(forms) {
  const name = recall("copy") ?? ""
  const last = of(forms, `[data-form="${Object.hasOwn(FORMS, name) ? name : "link"}"]`)
  forms.querySelector("[aria-current]")?.removeAttribute("aria-current")
  last.setAttribute("aria-current", "true")
  last.focus()
}

/**
 * @param {HTMLElement} forms
 * @param {DOMRect} button
 */
function place(forms, button) {
  const below = button.bottom + forms.offsetHeight + MARGIN < innerHeight
  const top = below ? button.bottom + GAP : Math.max(MARGIN, button.top - forms.offsetHeight - GAP)
  const left = Math.max(MARGIN, Math.min(button.left, innerWidth - forms.offsetWidth - MARGIN))
  forms.style.setProperty("--top", `${top}px`)
  forms.style.setProperty("--left", `${left}px`)
}

/**
 * @param {HTMLElement} ruling
 * @param {string} name
 */
async function copy(ruling, name) {
  const quote = quoted(ruling, name)
  try {
    await navigator.clipboard.writeText(quote)
  } catch {
    openMenu(ruling, quote)
    return
  }
  menu?.close()
  ruling.animate(
    { opacity: [0.3, 1] },
    matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150,
  )
  say(
    (status.dataset.copied ?? "").replace(
      "{form}",
      of(made, `[data-form="${name}"]`).textContent ?? "",
    ),
  )
}

/** @param {string} said */
function say(said) {
  status.textContent = ""
  setTimeout(() => (status.textContent = said), AGAIN)
  clearTimeout(until)
  until = window.setTimeout(() => (status.textContent = ""), SAID)
}

function addButtons() {
  for (const ruling of cited) {
    const button = document.importNode(of(made, ".rb-copy"), true)
    button.title = numbered(ruling)
    button.setAttribute("aria-label", button.title)
    button.addEventListener("click", () => openMenu(ruling))
    const parts = [...ruling.querySelectorAll(`${PARAGRAPHS}, ${ITEMS} > p`)]
    parts.at(-1)?.append(button)
  }
}

// The keys. If a reader turns them off, those of the theme (`/` among them) are off too.

/** @type {HTMLDialogElement | null} */
let help = null

function showKeys() {
  help ??= dialog("rb-keys")
  const wanted = /** @type {HTMLInputElement} */ (of(help, "input"))
  wanted.onchange = () => remember("keys", wanted.checked ? "on" : "off")
  wanted.checked = recall("keys") !== "off"
  help.showModal()
}

/** @returns {HTMLElement | null} */
const current = () =>
  document.activeElement?.closest(/** @type {"p"} */ (CITED)) ??
  document.querySelector(":target")?.closest(/** @type {"p"} */ (CITED)) ??
  null

// The keys leave out what is folded.
const shown = () => cited.filter((ruling) => !ruling.closest("details:not([open])"))

/** @param {number} by */
function nearest(by) {
  const header = of(document, ".md-header").getBoundingClientRect().bottom
  /** @param {HTMLElement} ruling */
  const above = (ruling) => ruling.getBoundingClientRect().top < header
  return by > 0 ? shown().find((ruling) => !above(ruling)) : shown().findLast(above)
}

/** @param {HTMLElement} ruling */
function go(ruling) {
  location.replace(`#${ruling.id}`) // marks it without adding to the history
  of(ruling, ".ruling-number").focus({ preventScroll: true })
}

/** @param {number} by */
function step(by) {
  const here = current()
  const at = here ? shown().indexOf(here) : -1
  const next = at < 0 ? nearest(by) : shown()[at + by]
  if (next) go(next)
}

function copyLink() {
  const ruling = current() ?? nearest(1)
  if (!ruling) return
  go(ruling)
  copy(ruling, "link")
}

/** @type {Map<string, () => void>} */
const KEYS = new Map([
  ["j", () => step(1)],
  ["k", () => step(-1)],
  ["y", copyLink],
  ["?", showKeys],
])

/**
 * Return whether a key is a single character, and not part of one that is being composed.
 * @param {KeyboardEvent} event
 */
function isCharacter({ key, ctrlKey, metaKey, altKey, isComposing }) {
  return !(ctrlKey || metaKey || altKey || isComposing) && key.length === 1 && key !== " "
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event
  if (!isCharacter(event) || (target instanceof Element && target.closest(WRITTEN))) return
  if (recall("keys") === "off") event.stopImmediatePropagation()
  else if (!document.querySelector("dialog[open]")) KEYS.get(key)?.()
}

const keys = of(made, ".rb-keys-button")
keys.addEventListener("click", showKeys)
document.querySelector(".rb-footer > div")?.append(/** @type {Node} */ (keys.parentElement))
document.body.append(status)
addButtons()
// The bar of context-bar.js copies the link of the ruling that it names, and the search copies its
// answer in a form.
document.addEventListener("rb-copy", (event) => {
  const { target, detail } = /** @type {CustomEvent<string | null>} */ (event)
  if (target instanceof HTMLElement) copy(target, detail ?? "link")
})
addEventListener("keydown", onKey, true) // before the theme's
