// Decides what a query means: its words, and the names that it has.

import { folded } from "../words/folding.js"
import { stem } from "../words/forms.js"
import { absentNames, withoutParts } from "./absent-names.js"
import { nameMatches, namedOwners, typedNames } from "./names.js"
import { playersQuestion } from "./players-questions.js"
import { isRuleNumber, queryWords } from "./query-words.js"

/** @import { Library } from "../index/library.js" */
/** @import { AbsentName } from "./absent-names.js" */
/** @import { PlayersQuestion } from "./players-questions.js" */
/** @import { Anchor, Asked, KnownName, QueryWord, TypedName } from "./values.d.ts" */

/**
 * What a query means: its words, the names that it may be as a whole, the cards and mechanics that
 * it names, the mechanics that it surely names, what players ask about one of them, and the names
 * that the site lacks. Beside a card that the site has, none is said to be absent. `isStrange` says
 * whether it has such a name or a word that nothing knows.
 * @typedef {object} Understood
 * @property {QueryWord[]} words
 * @property {TypedName[]} typed
 * @property {Anchor[]} anchors
 * @property {Anchor[]} leading
 * @property {PlayersQuestion | undefined} question
 * @property {AbsentName[]} absent
 * @property {boolean} isStrange
 */

const SURE = 0.9 // a name with this likeness or more is the name that was typed
const FEW = 3 // a query of so few words may be about a mechanic as such
const MEANT = 3 // the most names that mean the same as a query

/**
 * @param {Asked} asked
 * @param {Library} library
 * @returns {Understood}
 */
export function understood(asked, library) {
  const words = queryWords(asked.terms, library)
  const matches = nameMatches(words, library.names)
  const subjects = matches.filter(({ name }) => mayBeMeant(name, library))
  const named = namedOwners(subjects, words, library)
  const { text } = asked
  const absent = absentNames({ text, words, named }, library.absent, library.head.links)
  const anchors = withoutParts(named, absent)
  const leading = surelyMechanics(anchors, words, library)
  const exact = typedNames(matches, words)
  const typed = queryNames(asked, words, exact, library)
  const isKnown =
    isSure(exact) || anchors.some(({ owner, complete }) => owner.kind === "card" && complete)
  const missing = isKnown ? [] : [...absent, ...unusedMechanics(leading, words, library)]
  return {
    words,
    typed,
    anchors,
    leading,
    question: playersQuestion(asked, words, library),
    absent: missing.filter(({ isListed }) => isListed || !isSure(typed)),
    isStrange: absent.some(({ isListed }) => isListed) || words.some((word) => word.isStrange),
  }
}

/** @param {TypedName[]} names */
const isSure = (names) => names.some(({ score }) => score >= SURE)

/**
 * Return whether hits may be about what has a name: a card with rulings, or a mechanic. The second
 * face of a card is often an ordinary word, and so is what a mechanic is called in another language
 * if this language has the word.
 * @param {KnownName} name
 * @param {Library} library
 */
function mayBeMeant({ owner, words: [word, ...others], isOrdinary }, library) {
  const { own, lang } = library
  if (owner.kind !== "mechanic") return !isOrdinary && Object.keys(owner.files).length > 0
  const title = folded(own.subjectOf(owner.page)?.title ?? "").split(" ")
  const isOwn = title.some((part) => stem(part, lang) === stem(word, lang))
  return others.length > 0 || isOwn || !(library.phrases?.isEveryday(word) ?? true)
}

/**
 * Return the names that a query is as a whole: the pages of the rules that it cites, names as they
 * are, or names that mean the same.
 * @param {Asked} asked
 * @param {QueryWord[]} words
 * @param {TypedName[]} typed
 * @param {Library} library
 * @returns {TypedName[]}
 */
function queryNames({ terms, phrases }, words, typed, library) {
  const rules = terms.filter(isRuleNumber).flatMap((number) => ruleNames(number, library))
  if (rules.length) return rules
  // no name has what is in quotes
  if (phrases.length || typed.length) return phrases.length ? [] : typed
  const key = library.phrases?.key(words.map(({ word }) => word)) ?? ""
  const meanings = [...(library.phrases?.same.get(key) ?? [])]
    .flatMap((phrase) => library.names.written(phrase))
    .map(({ owner, text }) => ({ owner, text, score: 1, words: words.length }))
  return [...new Map(meanings.map((name) => [name.owner, name])).values()].slice(0, MEANT)
}

/**
 * Return the page of a rule, or else that of the rule that it belongs to: 702.62 for 702.62a.
 * @param {string} number
 * @param {Library} library
 * @returns {TypedName[]}
 */
export function ruleNames(number, { names }) {
  const numbers = [number, number.replace(/[a-z]$/, ""), number.split(".")[0]]
  return numbers
    .flatMap((rule) => names.written(rule).filter((name) => name.text === rule))
    .slice(0, 1)
    .map(({ owner, text }) => ({ owner, text, score: 1, words: 1 }))
}

/**
 * Return the mechanics that a query surely names, and not with an everyday word: the name is all
 * that it says, texts are about the mechanic, the name has several words, or texts hardly have it.
 * @param {Anchor[]} anchors
 * @param {QueryWord[]} words
 * @param {Library} library
 */
function surelyMechanics(anchors, words, library) {
  const telling = words.filter(({ quiet }) => !quiet).length
  return anchors.filter(({ owner, complete, covered }) => {
    if (owner.kind !== "mechanic" || !complete) return false
    if (covered.some((place) => words[place].quiet)) return false
    const [first, ...others] = covered
    const isAll = covered.length === telling || library.hasTexts(owner) || others.length > 0
    return isAll || library.own.exactCount(words[first].word) <= 1
  })
}

/**
 * Return the mechanics that no text is about, if a short query has the title of one.
 * @param {Anchor[]} leading
 * @param {QueryWord[]} words
 * @param {Library} library
 * @returns {AbsentName[]}
 */
function unusedMechanics(leading, words, library) {
  if (words.filter(({ quiet }) => !quiet).length > FEW) return []
  return leading.flatMap(({ owner, covered: [place] }) => {
    const text = library.own.subjectOf(owner.page)?.title ?? ""
    const isTitle = folded(text) === words[place].typed
    return isTitle && !library.hasTexts(owner) ? [{ text, places: [place], isListed: true }] : []
  })
}
