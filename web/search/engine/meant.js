// Finds the cards and mechanics that a query means, and the names in it that the site lacks.

import { absentNames, namelike } from "../query/absent-names.js"
import { anchors } from "../query/names.js"
import { folded } from "../words/folding.js"
import { withoutOthers } from "./doubts.js"

/** @import { Speech } from "../index/format.d.ts" */
/** @import { Lexicon } from "../index/lexicon.js" */
/** @import { Asked, Concept } from "../query/values.d.ts" */

/**
 * Return what a query means: the cards and mechanics that it names; the `absent` names in it, which the site knows to
 * lack; and the part that is `likely` another name that it lacks.
 * @param {Concept[]} words
 * @param {Asked} asked
 * @param {Lexicon} lexicon
 * @param {Pick<Speech, "articles" | "languages" | "links">} head
 */
export async function meantNames(words, { terms, query }, lexicon, { articles, languages, links }) {
  const unknown = words.flatMap((each) => (each.unknown && !each.quiet && !each.foreign ? [each.unknown] : []))
  const [names, lacking] = await Promise.all([
    lexicon.named(
      words.map(({ word }) => word),
      unknown,
    ),
    lexicon.absent(terms.map(folded)),
  ])
  const { ignored, lang } = lexicon
  const named = anchors(words, names, { ignored, articles, query, records: languages[lang], lang })
  const absent = absentNames(terms, lacking, query)
  const likely = namelike(query, words, named, { links, lang })
  return { meant: withoutOthers(named, absent, likely), absent, likely }
}
