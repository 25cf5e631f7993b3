// Merges names and hits into one list, for rulebinder.search.

/** @import { Answer, NamedHit, ShownHit } from "./messages.d.ts" */

const WHOLE = 0.9 // an ordinary word counts as a name from this likeness on
const PART = 0.6 // rare or several words count as a name from this likeness on
const RARE = 60 // a word in at most this many records is rare

/**
 * List the names that are surely meant, then the hits, then the other names and the pages of rules.
 * Each record is listed once.
 * @param {Pick<Answer, "names" | "hits" | "total">} answer
 * @returns {(NamedHit | ShownHit)[]}
 */
export function mergedList({ names, hits, total }) {
  const sure = names.filter(
    (name) =>
      name.kind !== "rule" && name.score >= (name.words > 1 || total <= RARE ? PART : WHOLE),
  )
  const seen = new Set(sure.map(label))
  const rest = hits.filter((hit) => !seen.has(label(hit)))
  for (const hit of rest) seen.add(label(hit))
  return [...sure, ...rest, ...names.filter((name) => !seen.has(label(name)))]
}

/** @param {{ kind: string, id: string }} hit */
const label = ({ kind, id }) => `${kind} ${id}`
