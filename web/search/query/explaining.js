// Recognizes a question for an explanation: "what is suspend". The language files list the forms of
// such questions.

import { folded } from "../words/folding.js"

/** @import { Head } from "../index/format.d.ts" */

const NAME = "{name}"

/**
 * Return what a query asks to explain: `suspend` of `what is suspend?`. A query that is no such
 * question may be a name, so all of it is the subject.
 * @param {string} typed
 * @param {Pick<Head, "articles" | "explaining">} language
 */
export function explainedSubject(typed, { explaining, articles }) {
  const words = folded(typed).split(" ")
  const rests = explaining.map((form) => restOf(words, form)).filter((rest) => rest.length)
  const [shortest = words] = rests.sort((one, other) => one.length - other.length)
  const first = shortest.findIndex((word) => !articles.some((article) => folded(article) === word))
  return { subject: shortest.slice(Math.max(first, 0)).join(" "), isQuestion: rests.length > 0 }
}

/**
 * Return the words of a query in the place of the name in a `form` of question; none if it has
 * another form.
 * @param {string[]} words
 * @param {string} form
 */
function restOf(words, form) {
  const [before, after] = form.split(NAME).map((part) => folded(part).split(" ").filter(Boolean))
  const isAsked =
    before.every((word, place) => words[place] === word) &&
    after.every((word, place) => words[words.length - after.length + place] === word)
  return isAsked ? words.slice(before.length, words.length - after.length) : []
}
