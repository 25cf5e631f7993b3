// Names and hits as one list, for rulebinder.search.

/** @import { Answer, NamedHit, ShownHit } from "./types.d.ts" */

const WHOLE = 0.9 // how alike a name must be that an ordinary word may be
const PART = 0.6 // and one of rare words
const RARE = 60 // as many records may have a rare word

/**
 * Names first that are all that was typed; else the hits, and what is named after them.
 * @param {Pick<Answer, "names" | "hits" | "total">} answer
 * @returns {(NamedHit | ShownHit)[]}
 */
export function merge({ names, hits, total }) {
  const sure = names.filter((name) => name.score >= (name.words > 1 || total <= RARE ? PART : WHOLE))
  const seen = new Set(sure.map(label))
  const rest = hits.filter((hit) => !seen.has(label(hit)))
  for (const hit of rest) seen.add(label(hit))
  return [...sure, ...rest, ...names.filter((name) => !seen.has(label(name)))]
}

/** @param {{ kind: string, id: string }} hit */
const label = ({ kind, id }) => `${kind} ${id}`
