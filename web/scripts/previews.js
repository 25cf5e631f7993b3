// Shows a preview of the card or mechanic that a link leads to: under the pointer, on keyboard focus, or after a long
// press. The page has the markup (templates/parts/previews.md.j2). Without scripts the links are plain links.
const SHOW = 250 // milliseconds that a pointer must rest on a link
const HIDE = 250 // milliseconds to move from the link to the preview before it closes
const PRESS = 450
const SLIP = 10 // pixels that a pressing finger may move
const MARGIN = 8

/** @type {HTMLTemplateElement | null} */
const store = document.querySelector("template.rb-previews")
const previews = /** @type {HTMLElement[]} */ ([...(store?.content.children ?? [])])
/** The preview of each address. */
const known = new Map(previews.map((each) => [each.dataset.href ?? "", each]))
const box = document.createElement("div")
/** @type {HTMLAnchorElement | null} the link whose preview is shown */
let shownAt = null
let waiting = 0
if (store) begin()

function begin() {
  box.id = "rb-preview"
  box.className = "rb-preview md-typeset"
  box.setAttribute("role", "tooltip")
  box.hidden = true
  document.querySelector("main")?.append(box)
  followPointer()
  followKeyboard()
  followFinger()
}

/** @param {EventTarget | null} target */
function linkOf(target) {
  const link = target instanceof Element ? target.closest(/** @type {"a"} */ ("article a[href]")) : null
  return link && known.has(link.getAttribute("href") ?? "") ? link : null
}

/**
 * Put the box below the link, or above it if there is room only there. `x` is the position of the pointer.
 * @param {HTMLAnchorElement} link
 * @param {number} [x]
 */
function place(link, x = NaN) {
  const parts = [...link.getClientRects()] // a link may span several lines
  const part = parts.find(({ left, right }) => x >= left && x <= right) ?? parts[0]
  const room = document.documentElement.clientWidth - box.offsetWidth - MARGIN
  const top = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0
  const below = part.bottom + box.offsetHeight + MARGIN <= innerHeight
  const above = part.top - box.offsetHeight - MARGIN >= top
  const origin = box.offsetParent?.getBoundingClientRect() ?? { left: 0, top: 0 }
  box.style.left = `${Math.max(MARGIN, Math.min(part.left, room)) - origin.left}px`
  box.style.top = `${(!below && above ? part.top - box.offsetHeight - 4 : part.bottom + 4) - origin.top}px`
}

/**
 * @param {HTMLAnchorElement} link
 * @param {number} [x]
 */
function show(link, x) {
  clearTimeout(waiting)
  const preview = known.get(link.getAttribute("href") ?? "")
  if (shownAt === link || !preview) return
  hide()
  box.replaceChildren(document.importNode(preview, true))
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

/**
 * @param {() => void} act
 * @param {number} time
 */
function later(act, time) {
  clearTimeout(waiting)
  waiting = window.setTimeout(act, time)
}

/** @param {EventTarget | null} target */
const isInBox = (target) => box.contains(/** @type {Node} */ (target))

/** For a pointer that hovers. It may move into the preview. */
function followPointer() {
  const focused = () => shownAt?.matches(":focus-visible")
  document.addEventListener("pointerover", ({ pointerType, target, clientX }) => {
    if (pointerType === "touch") return
    const link = linkOf(target)
    if (link) later(() => show(link, clientX), SHOW)
    else if (isInBox(target) || !shownAt) clearTimeout(waiting)
    else if (!focused()) later(hide, HIDE)
  })
  document.documentElement.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch" && !focused()) later(hide, HIDE)
  })
}

function followKeyboard() {
  document.addEventListener("focusin", ({ target }) => {
    const link = linkOf(target)
    if (link?.matches(":focus-visible")) show(link)
  })
  document.addEventListener("focusout", ({ target }) => target === shownAt && hide())
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide())
}

/** For a finger: a tap follows the link, a long press shows the preview, and a touch anywhere else closes it. */
function followFinger() {
  /** @type {{ x: number, y: number } | null} the position of the finger */
  let pressed = null
  /** @type {HTMLAnchorElement | null} the link under the long press */
  let held = null

  function release() {
    if (pressed && !held) clearTimeout(waiting)
    pressed = null
  }

  document.addEventListener("pointerdown", ({ target, pointerType, clientX, clientY }) => {
    held = null
    if (!isInBox(target)) hide()
    const link = pointerType === "touch" ? linkOf(target) : null
    if (!link) return
    pressed = { x: clientX, y: clientY }
    later(() => {
      held = link
      show(link, clientX)
    }, PRESS)
  })
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLIP) release()
  })
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, release)

  // A long press also opens the browser's own menu, and sends a click afterwards.
  document.addEventListener("contextmenu", (event) => {
    if ((pressed || held) && linkOf(event.target)) event.preventDefault()
  })
  const stop = (/** @type {Event} */ event) => {
    if (held && linkOf(event.target) === held) event.preventDefault()
    held = null
  }
  document.addEventListener("click", stop, true)
}
