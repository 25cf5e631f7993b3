// The phrases of a language: which mean the same, which other languages have instead, in which
// words people ask, and what words mean. generator/rulebinder/search/normal_form.py writes them.

import { folded } from "../words/folding.js"
import { stem } from "../words/forms.js"
import { pushTo } from "./texts.js"

/** @import { PhraseFile } from "./format.d.ts" */
/** @import { MechanicWords } from "./names.js" */

export const LONGEST = 6 // the most words of a phrase

export class Phrases {
  /** @type {Map<string, Set<string>>} phrases with the same meaning, by the stems of one */
  same = new Map()
  /** @type {Map<string, { lang: string, phrase: string }[]>} */
  abroad = new Map()
  /** @type {Map<string, Set<number>>} the usual questions that people ask with each stem */
  cues = new Map()
  /** @type {Map<string, string>} everyday words; those that matter have a vector */
  vectors = new Map()
  questions = 0

  /**
   * @param {string} lang
   * @param {PhraseFile} file
   * @param {Set<string>} ignored words that have no forms
   * @param {MechanicWords[]} mechanics
   */
  constructor(lang, { same, abroad, asked, players, vectors }, ignored, mechanics) {
    this.lang = lang
    this.players = players
    this.ignored = ignored
    this.#addVectors(vectors)
    for (const group of same) this.#addSame(group)
    for (const [phrases, others] of abroad) this.#addAbroad(phrases, others)
    for (const mechanic of mechanics) this.#addMechanic(mechanic)
    for (const [number, cues] of asked.entries()) {
      if (cues) this.questions++
      for (const cue of cues.split(" ")) addAll(this.cues, stem(cue, lang), [number])
    }
  }

  /** @param {PhraseFile["vectors"]} vectors */
  #addVectors([words, letters, others]) {
    const list = words.split(" ")
    const size = letters.length / list.length
    for (const [place, word] of list.entries()) {
      this.vectors.set(word, letters.slice(place * size, (place + 1) * size))
    }
    for (const word of others.split(" ")) this.vectors.set(word, "")
    this.vectors.delete("")
  }

  /** @param {string[]} group */
  #addSame(group) {
    for (const phrase of group) addAll(this.same, this.key(phrase.split(" ")), group)
  }

  /**
   * @param {string[]} phrases
   * @param {{ [lang: string]: string[] }} others
   */
  #addAbroad(phrases, others) {
    const meanings = Object.entries(others).flatMap(([lang, group]) =>
      group.map((phrase) => ({ lang, phrase })),
    )
    for (const key of new Set(phrases.map((phrase) => this.key(phrase.split(" "))))) {
      for (const meaning of meanings) pushTo(this.abroad, key, meaning)
    }
  }

  /**
   * Words of other languages for a mechanic mean the same, so that a question may mix languages,
   * but for those that are words of this one: the French "Rage" is not a mechanic in English.
   * @param {MechanicWords} mechanic
   */
  #addMechanic(mechanic) {
    const { [this.lang]: here = [], ...others } = Object.fromEntries(
      Object.entries(mechanic).map(([lang, words]) => [lang, words.map(folded)]),
    )
    const foreign = Object.values(others)
      .flat()
      .filter((word) => !this.vectors.has(word))
    const group = [...new Set([...here, ...foreign])]
    if (here.length && group.length > 1) this.#addSame(group)
    this.#addAbroad(group, others)
  }

  /**
   * Return whether a word is one that everybody uses; any word, if the language has no list of
   * them.
   * @param {string} word
   */
  isEveryday(word) {
    return !this.vectors.size || this.vectors.has(word) || this.ignored.has(word)
  }

  /**
   * Return the stems of the words of a phrase, by which it is filed.
   * @param {string[]} words
   */
  key(words) {
    return words.map((word) => (this.ignored.has(word) ? word : stem(word, this.lang))).join(" ")
  }
}

/**
 * @template Value
 * @param {Map<string, Set<Value>>} sets
 * @param {string} key
 * @param {Iterable<Value>} values
 */
function addAll(sets, key, values) {
  const before = sets.get(key) ?? new Set()
  for (const value of values) before.add(value)
  sets.set(key, before)
}
