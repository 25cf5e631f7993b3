// Finds the cards and mechanics that a query means, and the names in it that the site lacks.

import { absentNames, likelyName } from "../query/absent-names.js"
import { anchors } from "../query/names.js"
import { folded } from "../words/folding.js"
import { withoutOthers } from "./doubts.js"

/** @import { Speech } from "../index/format.d.ts" */
/** @import { Lexicon } from "../index/lexicon.js" */
/** @import { Asked, Concept } from "../query/values.d.ts" */

/**
 * Return what a query means: the cards and mechanics that it names; the `absent` names in it, which
 * the site is known to lack; and the part that is `likely` another name that it lacks.
 * @param {Concept[]} words
 * @param {Asked} asked
 * @param {Lexicon} lexicon
 * @param {Pick<Speech, "articles" | "languages" | "links">} head
 */
export async function meantNames(words, { terms, text }, lexicon, { articles, languages, links }) {
  const unknown = words.flatMap((each) =>
    each.unknown && !each.quiet && !each.foreign ? [each.unknown] : [],
  )
  const [names, lacking] = await Promise.all([
    lexicon.named(
      words.map(({ word }) => word),
      unknown,
    ),
    lexicon.absent(terms.map(folded)),
  ])
  const { ignored, lang } = lexicon
  const named = anchors(words, names, {
    ignored,
    articles,
    query: text,
    records: languages[lang],
    lang,
  })
  const absent = absentNames(terms, lacking, text)
  const likely = likelyName(text, words, named, { links, lang })
  return { meant: withoutOthers(named, absent, likely), absent, likely }
}
