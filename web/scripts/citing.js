// A button on every ruling and paragraph that copies it in the form a reader needs, and the keys. Without scripts there is none of it.
(() => {
  "use strict"

  const made = document.getElementById("rb-citing").content
  const CITED = ".ruling, .paragraph"
  const cited = [...document.querySelectorAll(CITED)]
  const status = made.querySelector(".rb-status")
  const titles = made.querySelector(".rb-copy").dataset
  const PARAGRAPHS = ".ruling-text > p:not(.notice, .versions)"
  const ITEMS = ".ruling-text > ul > li"

  // The forms. `escape` keeps a text from being read as markup, `start` does the same at the start of a line.

  const same = (text) => text
  const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
  const inside = (before, after) => (text) => text.replace(/^(\s*)(.*\S)(\s*)$/s, `$1${before}$2${after}$3`)

  const plain = { escape: same, start: same, emphasis: same, line: "\n" }
  const marked = {
    escape: (text) => text.replace(/[\\`*_~|<>[\]]|&(?=#?\w+;)/g, "\\$&"),
    start: (line) => line.replace(/^[#=+-]/, "\\$&").replace(/^(\d+)(?=[.)](\s|$))/, "$1\\"),
    emphasis: inside("*", "*"),
    line: "  \n", // two spaces break a line everywhere; a backslash does not
  }

  function blockquote({ paragraphs, items }, between) {
    const list = items.map((item) => `- ${item.replaceAll("\n", "\n  ")}`).join("\n")
    const lines = [...paragraphs, ...(list ? [list] : [])].join(between).split("\n")
    return lines.map((line) => (line ? `> ${line}` : ">")).join("\n")
  }
  const markdown = (said) => `${blockquote(said, "\n\n")}\n\n— [${said.about}](${said.url})`

  const FORMS = {
    link: { ...plain, quote: ({ url }) => url },
    text: {
      ...plain,
      quote: ({ paragraphs, items, about, url }) => [...paragraphs, ...items.map((item) => `• ${item}`), `— ${about}`, url].join("\n"),
    },
    markdown: { ...marked, quote: markdown },
    discord: { ...marked, line: "\n", quote: (said) => `${blockquote(said, "\n")}\n— ${said.about}\n<${said.url}>` },
    reddit: { ...marked, escape: (text) => marked.escape(text).replaceAll("^", "\\^"), quote: markdown },
    bbcode: {
      ...plain,
      escape: (text) => text.replace(/\[(?=[a-z/*])/gi, "[\u2060"), // there is no escape: a mark without width takes the tag apart
      emphasis: inside("[i]", "[/i]"),
      quote: ({ paragraphs, items, about, url }) => {
        const list = items.length ? ["[list]", ...items.map((item) => `[*]${item}`), "[/list]"] : []
        return ["[quote]", ...paragraphs, ...list, "[/quote]", `— [url=${url}]${about}[/url]`].join("\n")
      },
    },
    html: {
      escape: (text) => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark]),
      start: same, emphasis: inside("<em>", "</em>"), line: "<br>",
      quote: ({ paragraphs, items, about, url, lang }) => {
        const list = items.length ? ["<ul>", ...items.map((item) => `<li>${item}</li>`), "</ul>"] : []
        const text = [...paragraphs.map((each) => `<p>${each}</p>`), ...list]
        return [`<blockquote lang="${lang}" cite="${url}">`, ...text, "</blockquote>", `<p>— <a href="${url}">${about}</a></p>`].join("\n")
      },
    },
  }

  // A ruling in a form.

  function written(node, form) {
    if (node.nodeType === Node.TEXT_NODE) return form.escape(node.data.replace(/[ \n\t]+/g, " "))
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches("button, .era-sign")) return ""
    if (node.tagName === "BR") return form.line
    const inner = [...node.childNodes].map((child) => written(child, form)).join("")
    return node.tagName === "EM" ? form.emphasis(inner) : inner
  }

  const paragraph = (node, form) => written(node, form).trim().split("\n").map(form.start).join("\n")

  function quoted(ruling, name) {
    const form = FORMS[name]
    const { name: card, set, language, released } = ruling.closest("[data-name]").dataset
    return form.quote({
      paragraphs: [...ruling.querySelectorAll(PARAGRAPHS)].map((each) => paragraph(each, form)),
      items: [...ruling.querySelectorAll(ITEMS)].map((item) => [...item.children].map((each) => paragraph(each, form)).join(form.line)),
      about: [card, set, language, released].filter(Boolean).map(form.escape).join(" · "),
      url: new URL(ruling.dataset.short, location).href,
      lang: ruling.closest("[lang]").lang,
    })
  }

  // What was chosen last; where storage is forbidden nothing is remembered.

  function recall(name) {
    try {
      return localStorage.getItem(`rulebinder.${name}`)
    } catch {
      return null
    }
  }

  function remember(name, value) {
    try {
      localStorage.setItem(`rulebinder.${name}`, value)
    } catch {
      // Nothing is lost but the memory.
    }
  }

  // The menu: one for all rulings, made when it is first asked for.

  const numberOf = (ruling) => ruling.querySelector(".ruling-number").textContent
  const numbered = (ruling) => (ruling.matches(".paragraph") ? titles.paragraph : titles.ruling).replace("{number}", numberOf(ruling))
  let menu = null
  let copying = null

  function dialog(id) {
    const found = document.body.appendChild(document.importNode(made.getElementById(id), true))
    found.addEventListener("click", (event) => event.target === found && found.close()) // beside it
    return found
  }

  function makeMenu() {
    menu = dialog("rb-copying")
    menu.querySelector("ul").addEventListener("click", ({ target }) => {
      const name = target.closest("button")?.dataset.form
      if (!name) return
      remember("copy", name)
      copy(copying, name)
    })
  }

  function openMenu(ruling, { byHand = "" } = {}) {
    if (!menu) makeMenu()
    copying = ruling
    menu.querySelector("h2").textContent = numbered(ruling)
    menu.querySelector("ul").hidden = Boolean(byHand)
    menu.querySelector("p").hidden = !byHand
    if (!menu.open) menu.showModal()
    const text = menu.querySelector("textarea")
    text.value = byHand
    if (byHand) {
      text.focus()
      text.select()
    } else {
      place(ruling.querySelector(".rb-copy").getBoundingClientRect())
      const last = menu.querySelector(`[data-form="${Object.hasOwn(FORMS, recall("copy")) ? recall("copy") : "link"}"]`)
      menu.querySelector("[aria-current]")?.removeAttribute("aria-current")
      last.setAttribute("aria-current", "true")
      last.focus()
    }
  }

  function place(button) {
    const below = button.bottom + menu.offsetHeight + 8 < innerHeight
    menu.style.setProperty("--top", `${below ? button.bottom + 4 : Math.max(8, button.top - menu.offsetHeight - 4)}px`)
    menu.style.setProperty("--left", `${Math.max(8, Math.min(button.left, innerWidth - menu.offsetWidth - 8))}px`)
  }

  async function copy(ruling, name) {
    const text = quoted(ruling, name)
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      openMenu(ruling, { byHand: text })
      return
    }
    menu?.close()
    const said = status.dataset.copied.replace("{form}", made.querySelector(`[data-form="${name}"]`).textContent)
    status.textContent = ""
    setTimeout(() => { status.textContent = said }, 50) // said again where it is the same
    clearTimeout(copy.until)
    copy.until = setTimeout(() => { status.textContent = "" }, 4000)
  }

  function addButtons() {
    for (const ruling of cited) {
      const button = document.importNode(made.querySelector(".rb-copy"), true)
      button.title = numbered(ruling)
      button.setAttribute("aria-label", button.title)
      button.addEventListener("click", () => openMenu(ruling))
      const parts = ruling.querySelectorAll(`${PARAGRAPHS}, ${ITEMS} > p`)
      parts[parts.length - 1]?.append(button)
    }
  }

  // The keys. Those of the theme (`/` among them) are turned off with ours.

  let keys = null

  function showKeys() {
    if (!keys) {
      keys = dialog("rb-keys")
      keys.querySelector("input").addEventListener("change", ({ target }) => remember("keys", target.checked ? "on" : "off"))
    }
    keys.querySelector("input").checked = recall("keys") !== "off"
    keys.showModal()
  }

  const current = () => document.activeElement.closest(CITED) ?? document.querySelector(`:is(${CITED}):target`)

  function nearest(by) {
    const header = document.querySelector(".md-header").getBoundingClientRect().bottom
    const above = (ruling) => ruling.getBoundingClientRect().top < header
    return by > 0 ? cited.find((ruling) => !above(ruling)) : cited.findLast(above)
  }

  function go(ruling) {
    location.replace(`#${ruling.id}`) // marks it, and adds nothing to the way back
    ruling.querySelector(".ruling-number").focus({ preventScroll: true })
  }

  function step(by) {
    const here = current()
    const next = here ? cited[cited.indexOf(here) + by] : nearest(by)
    if (next) go(next)
  }

  function copyLink() {
    const ruling = current() ?? nearest(1)
    if (!ruling) return
    go(ruling)
    copy(ruling, "link")
  }

  const KEYS = { j: () => step(1), k: () => step(-1), y: copyLink, "?": showKeys }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.key.length !== 1 || event.key === " ") return
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return
    if (recall("keys") === "off") event.stopImmediatePropagation()
    else if (!document.querySelector("dialog[open]")) KEYS[event.key]?.()
  }

  const [shown] = made.querySelectorAll(".rb-keys-button")
  shown.addEventListener("click", showKeys)
  document.querySelector(".rb-footer > div")?.append(shown.parentElement)
  document.body.append(status)
  addButtons()
  addEventListener("keydown", onKey, true) // before the theme's
})()
