// Lists that stay on this device: the searches and the deck lists of this reader.

import { recall, remember } from "../../scripts/common.js"

/**
 * Return the list of a name. What another script stored there is ignored.
 * @param {string} name
 * @param {(item: any) => boolean} isItem
 * @returns {any[]}
 */
export function keptList(name, isItem) {
  try {
    const kept = JSON.parse(recall(name) || "[]")
    return Array.isArray(kept) ? kept.filter(isItem) : []
  } catch {
    return [] // it is damaged
  }
}

/**
 * @param {string} name
 * @param {unknown[]} items
 */
export const keepList = (name, items) => remember(name, items.length ? JSON.stringify(items) : "")
