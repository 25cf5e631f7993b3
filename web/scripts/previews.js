// A look at the card or mechanic that a link leads to: at the pointer, at the keyboard's focus, or after a long press.
// The page holds what is shown (templates/parts/previews.md.j2); without scripts the links are links.
(() => {
  "use strict"

  const SHOW = 250 // milliseconds that a pointer rests on a link …
  const HIDE = 250 // … and has to get from there to what is shown
  const PRESS = 450
  const SLIP = 10 // pixels that a pressing finger may slip
  const MARGIN = 8

  const store = document.querySelector("template.rb-previews")
  if (!store) return
  const known = new Map([...store.content.children].map((each) => [each.dataset.href, each]))

  const box = document.createElement("div")
  box.id = "rb-preview"
  box.className = "rb-preview md-typeset"
  box.setAttribute("role", "tooltip")
  box.hidden = true
  document.querySelector("main").append(box)

  let shownAt = null // the link
  let waiting = 0

  const linkOf = (target) => {
    const link = target.closest?.("article a[href]")
    return link && known.has(link.getAttribute("href")) ? link : null
  }

  function place(link, x) {
    const parts = [...link.getClientRects()]
    const part = parts.find((each) => x >= each.left && x <= each.right) ?? parts[0]
    const room = document.documentElement.clientWidth - box.offsetWidth - MARGIN
    const top = document.querySelector("header").getBoundingClientRect().bottom
    const below = part.bottom + box.offsetHeight + MARGIN <= innerHeight
    const above = part.top - box.offsetHeight - MARGIN >= top
    const origin = box.offsetParent.getBoundingClientRect()
    box.style.left = `${Math.max(MARGIN, Math.min(part.left, room)) - origin.left}px`
    box.style.top = `${(!below && above ? part.top - box.offsetHeight - 4 : part.bottom + 4) - origin.top}px`
  }

  function show(link, x) {
    clearTimeout(waiting)
    if (shownAt === link) return
    hide()
    box.replaceChildren(document.importNode(known.get(link.getAttribute("href")), true))
    box.hidden = false
    place(link, x)
    link.setAttribute("aria-describedby", box.id)
    shownAt = link
  }

  function hide() {
    clearTimeout(waiting)
    shownAt?.removeAttribute("aria-describedby")
    shownAt = null
    box.hidden = true
  }

  function later(act, time) {
    clearTimeout(waiting)
    waiting = setTimeout(act, time)
  }

  // A pointer that hovers. It may go into what is shown.

  const focused = () => shownAt?.matches(":focus-visible")

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return
    const link = linkOf(event.target)
    if (link) later(() => show(link, event.clientX), SHOW)
    else if (box.contains(event.target)) clearTimeout(waiting)
    else if (!shownAt) clearTimeout(waiting)
    else if (!focused()) later(hide, HIDE)
  })
  document.documentElement.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch" && !focused()) later(hide, HIDE)
  })

  // The keyboard.

  document.addEventListener("focusin", ({ target }) => {
    const link = linkOf(target)
    if (link?.matches(":focus-visible")) show(link)
  })
  document.addEventListener("focusout", ({ target }) => target === shownAt && hide())
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide())

  // A finger: a tap follows the link, a long press shows, a touch anywhere else closes.

  let pressed = null // where the finger is
  let held = null // the link that it was held on

  document.addEventListener("pointerdown", (event) => {
    held = null
    if (!box.contains(event.target)) hide()
    const link = event.pointerType === "touch" ? linkOf(event.target) : null
    if (!link) return
    pressed = { x: event.clientX, y: event.clientY }
    later(() => {
      held = link
      show(link, event.clientX)
    }, PRESS)
  })
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLIP) release()
  })
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, release)

  function release() {
    if (pressed && !held) clearTimeout(waiting)
    pressed = null
  }

  // The browser's own menu comes with a long press too, and a click after it.
  document.addEventListener("contextmenu", (event) => {
    if ((pressed || held) && linkOf(event.target)) event.preventDefault()
  })
  document.addEventListener("click", (event) => {
    if (held && linkOf(event.target) === held) event.preventDefault()
    held = null
  }, true)
})()
