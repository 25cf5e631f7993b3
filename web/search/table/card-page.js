// Takes the card and its rulings out of the page of a card.

import { portable } from "../common.js"

const NEVER = "script, style, link, template, iframe, object, embed, form, .headerlink, .origin"
const NAMED = ["for", "aria-labelledby", "aria-describedby", "aria-controls"] // ids are those of their own page
const ADDRESSES = ["href", "data-short"]

/**
 * A card as its page shows it. `rulings` counts those in the page's language, or all if it has none
 * in that. `parts` are without the name and the cost, which stand in the row of the card. A card of
 * several faces keeps those of each face, and has no cost.
 * @typedef {object} Card
 * @property {string} name
 * @property {string} lang
 * @property {string} address
 * @property {number} rulings
 * @property {Node[]} cost
 * @property {string} band the class that gives its color
 * @property {Element[]} parts the card, and its rulings set by set
 */

/**
 * Fetch the page of a card. By its type, the worker of the site (offline/worker.js) knows to
 * remember it.
 * @param {string} address
 * @param {AbortSignal} signal
 */
export async function readCard(address, signal) {
  const response = await fetch(address, { signal, headers: { Accept: "text/html" } })
  if (!response.ok) throw new TypeError(`${address}: ${response.status}`)
  return cardIn(new DOMParser().parseFromString(await response.text(), "text/html"), address)
}

/**
 * @param {Document} page
 * @param {string} address
 * @returns {Card}
 */
function cardIn(page, address) {
  const title = page.querySelector("#top")?.textContent ?? ""
  const box = page.querySelector("#rb-content .card")
  const found = [...(box ? [box] : []), ...afterHeading(page.querySelector("#rulings"))]
  const parts = found.filter((part) => !part.matches(NEVER)).map((part) => moved(part, address))
  const all = parts.flatMap((part) => [...part.querySelectorAll("li.ruling")])
  const own = all.filter((ruling) => !ruling.closest(".notes")?.closest(".others"))
  return {
    name: title.trim(),
    lang: page.documentElement.lang,
    address,
    rulings: (own.length ? own : all).length,
    cost: box ? takenCost(box) : [],
    band: box?.className.match(/\bband-\S+/)?.[0] ?? "",
    parts,
  }
}

/**
 * Return what is below a heading, up to the next one of its level.
 * @param {Element | null} heading
 */
function afterHeading(heading) {
  const found = []
  let next = heading?.nextElementSibling
  for (; next && !next.matches("h1, h2, nav"); next = next.nextElementSibling) found.push(next)
  return found
}

/**
 * Return a part of the page at `address` for another page: its links stay right, and no script
 * comes along.
 * @param {Element} part
 * @param {string} address
 */
function moved(part, address) {
  for (const element of part.querySelectorAll(NEVER)) element.remove()
  for (const element of [part, ...part.querySelectorAll("*")]) relocate(element, address)
  return portable(part)
}

/**
 * @param {Element} element
 * @param {string} address
 */
function relocate(element, address) {
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) ?? ""
    if (NAMED.includes(name) || name.startsWith("on")) element.removeAttribute(name)
    if (ADDRESSES.includes(name)) element.setAttribute(name, new URL(value, address).href)
  }
}

/**
 * Take the name and the cost out of the box of a card. Return the cost.
 * @param {Element} box
 */
function takenCost(box) {
  const [head, ...others] = box.querySelectorAll(".face-head")
  if (!head || others.length) return []
  head.remove()
  return [...(head.querySelector(".face-cost")?.childNodes ?? [])]
}
