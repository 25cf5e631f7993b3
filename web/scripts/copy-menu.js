// Adds two buttons to every ruling and paragraph: one shares it or copies its link, the other
// copies it as a quotation. Adds the keys of the page too. Without scripts none exists. Another
// script has put the markup into the page (generator/rulebinder/outputs/front.py).
import { beside, fill, of, recall, remember, takesText } from "../search/common.js"

const CITED = ".ruling, .paragraph"
// What the search found: its text and its number are attributes (search/view/citing.js).
const FOUND = ".rb-cited"
const PARAGRAPHS = ".ruling-text > p:not(.notice, .versions)"
const ITEMS = ".ruling-text > ul > li"
const SAID = 4000 // milliseconds for which the page says that something was copied
// milliseconds until it says so again, if the words are the same: only a change is read aloud
const AGAIN = 50

const made = /** @type {HTMLTemplateElement} */ (document.getElementById("rb-citing")).content
const status = of(made, ".rb-status")
// Desktops have a sheet to share with too, but a link in the clipboard is quicker there.
const isSharing = "share" in navigator && matchMedia("(pointer: coarse), (width < 45em)").matches
/** @type {HTMLElement[]} */
const cited = [...document.querySelectorAll(/** @type {"p"} */ (CITED))]

// The forms in which a ruling is copied.

/**
 * A ruling and the facts about it, with each text already in the chosen form.
 * @typedef {{ paragraphs: string[], items: string[], about: string, url: string }} Said
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
const plain = { escape: same, start: same, emphasis: same, line: "\n" }
const marked = {
  escape: (/** @type {string} */ text) => text.replace(/[\\`*_~|<>[\]^]|&(?=#?\w+;)/g, "\\$&"), // Reddit raises after ^
  start: (/** @type {string} */ line) =>
    line.replace(/^[#=+-]/, "\\$&").replace(/^(\d+)(?=[.)](\s|$))/, "$1\\"),
  // the marks are inside the spaces at the ends of the text
  emphasis: (/** @type {string} */ text) => text.replace(/^(\s*)(.*\S)(\s*)$/s, "$1*$2*$3"),
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
const wording = ({ paragraphs, items, about }) =>
  [...paragraphs, ...items.map((item) => `• ${item}`), `— ${about}`].join("\n")

/** @type {{ [name: string]: Form }} */
const FORMS = {
  link: { ...plain, quote: ({ url }) => url },
  text: { ...plain, quote: (said) => `${wording(said)}\n${said.url}` },
  markdown: { ...marked, quote: markdown },
  discord: {
    ...marked,
    line: "\n",
    quote: (said) => `${blockquote(said, "\n")}\n— ${said.about}\n<${said.url}>`,
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
 * Return the paragraphs and the items of a ruling.
 * @param {HTMLElement} ruling
 * @param {Form} form
 */
function texts(ruling, form) {
  /** @param {Iterable<Node>} nodes */
  const paragraphs = (nodes) => [...nodes].map((node) => paragraph(node, form))
  const lines = ruling.dataset.text?.split("\n").map((line) => new Text(line))
  return {
    paragraphs: paragraphs(lines ?? ruling.querySelectorAll(PARAGRAPHS)),
    items: [...ruling.querySelectorAll(ITEMS)].map((item) =>
      paragraphs(item.children).join(form.line),
    ),
  }
}

/**
 * @param {HTMLElement} ruling
 * @param {Form} form
 * @returns {Said}
 */
function citation(ruling, form) {
  const {
    name: card,
    set,
    language,
    published,
    revised,
  } = /** @type {HTMLElement} */ (ruling.closest("[data-name]")).dataset
  const number = numberOf(ruling)
  return {
    ...texts(ruling, form),
    about: [
      card,
      number && fill(status.dataset.number, { number }),
      set,
      language,
      published,
      revised,
      ruling.dataset.verdict ?? ruling.querySelector(".verdict")?.textContent,
    ]
      .flatMap((fact) => fact || [])
      .map(form.escape)
      .join(" · "),
    url: new URL(ruling.dataset.short ?? "", location.href).href,
  }
}

// The menu: one for all rulings, made when it is first opened.

/**
 * Return the number of a ruling; empty for a paragraph, which shows none.
 * @param {HTMLElement} ruling
 */
const numberOf = (ruling) =>
  ruling.matches(FOUND)
    ? (ruling.dataset.number ?? "")
    : (ruling.querySelector(":scope:not(.paragraph) > .ruling-number")?.textContent ?? "")

/**
 * Return the name of a button of a ruling, which says what the button does.
 * @param {HTMLElement} button
 * @param {HTMLElement} ruling
 */
function action({ dataset }, ruling) {
  const number = numberOf(ruling)
  const words = number
    ? (isSharing && dataset.shareRuling) || dataset.ruling
    : (isSharing && dataset.shareParagraph) || dataset.paragraph
  return fill(words, { number })
}

/**
 * Name a button of a ruling, for those who see it and those who hear it.
 * @param {HTMLElement} button
 * @param {HTMLElement} ruling
 */
export function nameButton(button, ruling) {
  button.title = action(button, ruling)
  button.setAttribute("aria-label", button.title)
}

/** @type {HTMLDialogElement | null} */
let menu = null
/** @type {HTMLElement | null} */
let copying = null
let until = 0 // the timer that clears the message

/** @param {string} id */
function dialog(id) {
  const found = /** @type {HTMLDialogElement} */ (made.getElementById(id))
  document.body.append(found)
  found.addEventListener("click", (event) => event.target === found && found.close()) // a click beside it closes it
  return found
}

function makeMenu() {
  const found = dialog("rb-copying")
  of(found, "ul").addEventListener("click", ({ target }) => {
    const name = target instanceof Element ? target.closest("button")?.dataset.form : undefined
    if (name && copying) copy(copying, name)
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
  of(menu, "h2").textContent = action(of(made, byHand ? ".rb-copy" : ".rb-quote"), ruling)
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
    const { top, left } = beside(menu, of(ruling, ".rb-quote").getBoundingClientRect())
    menu.style.setProperty("--top", `${top}px`)
    menu.style.setProperty("--left", `${left}px`)
    of(menu, "ul button").focus()
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
    link.href = fill(link.dataset.report, { id: encodeURIComponent(short ?? onCard ?? "") })
  }
}

/**
 * @param {HTMLElement} ruling
 * @param {string} name
 */
async function copy(ruling, name) {
  const form = FORMS[name]
  const quote = form.quote(citation(ruling, form))
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
  const button = menu?.querySelector(`[data-form="${name}"]`)
  say(fill(status.dataset.copied, { form: button?.textContent ?? status.dataset.link ?? "" }))
}

/**
 * Share a ruling on a phone, and copy its link elsewhere.
 * @param {HTMLElement} ruling
 */
export async function share(ruling) {
  if (!isSharing) return copy(ruling, "link")
  const said = citation(ruling, FORMS.text)
  try {
    await navigator.share({ title: said.about, text: wording(said), url: said.url })
  } catch (failure) {
    // otherwise the reader closed the sheet
    if (/** @type {Error} */ (failure).name !== "AbortError") await copy(ruling, "link")
  }
}

/** @param {string} said */
function say(said) {
  status.textContent = ""
  setTimeout(() => (status.textContent = said), AGAIN)
  clearTimeout(until)
  until = window.setTimeout(() => (status.textContent = ""), SAID)
}

/**
 * Add buttons to the rulings in a part of the page that have none.
 * @param {ParentNode} part
 */
function addButtons(part) {
  for (const ruling of /** @type {NodeListOf<HTMLElement>} */ (
    part.querySelectorAll(`:is(${CITED}, ${FOUND}):not(:has(.rb-cite))`)
  )) {
    const buttons = document.importNode(of(made, ".rb-cite"), true)
    const [sharing, quoting] = /** @type {HTMLElement[]} */ ([...buttons.children])
    nameButton(sharing, ruling)
    nameButton(quoting, ruling)
    sharing.addEventListener("click", () => share(ruling))
    quoting.addEventListener("click", () => openMenu(ruling))
    const paragraphs = [...ruling.querySelectorAll(`${PARAGRAPHS}, ${ITEMS} > p`)]
    ;(paragraphs.at(-1) ?? ruling).append(buttons)
  }
}

// The keys. If a reader turns them off, the `/` of the search is off too.

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
  if (!isCharacter(event) || takesText(target)) return
  if (recall("keys") === "off") event.stopImmediatePropagation()
  else if (!document.querySelector("dialog[open]")) KEYS.get(key)?.()
}

const keys = of(made, ".rb-keys-button")
keys.addEventListener("click", showKeys)
document.querySelector(".rb-footer ul")?.append(/** @type {Node} */ (keys.parentElement))
document.body.append(status)
addButtons(document)
// The search and the page for a table show rulings later.
document.addEventListener("rb-cite", ({ target }) => addButtons(/** @type {Element} */ (target)))
addEventListener("keydown", onKey, true) // before the search sees it
