// The phrases of a language: which mean the same, which other languages have instead, in which
// words people ask, and what words mean. generator/rulebinder/search/phrases.py writes them.

import { stem } from "../words/forms.js"

/** @import { PhraseFile } from "./format.d.ts" */

export const LONGEST = 6 // the most words of a phrase

export class Phrases {
  /** @type {Map<string, Set<string>>} phrases with the same meaning, by the stems of one */
  same = new Map()
  /** @type {Map<string, { lang: string, phrase: string }[]>} */
  abroad = new Map()
  /** @type {Map<string, Set<number>>} the usual questions that people ask with each stem */
  cues = new Map()
  /** @type {Map<string, string>} */
  vectors = new Map()
  questions = 0

  /**
   * @param {string} lang
   * @param {PhraseFile} file
   * @param {string[]} ignored words that have no forms
   */
  constructor(lang, { same, abroad, asked, players, vectors: [words, letters] }, ignored) {
    this.lang = lang
    this.players = players
    this.ignored = new Set(ignored)
    for (const group of same) {
      for (const phrase of group) addAll(this.same, this.key(phrase.split(" ")), group)
    }
    for (const [phrases, others] of abroad) {
      const meanings = Object.entries(others).flatMap(([other, group]) =>
        group.map((phrase) => ({ lang: other, phrase })),
      )
      for (const phrase of phrases) {
        const key = this.key(phrase.split(" "))
        this.abroad.set(key, [...(this.abroad.get(key) ?? []), ...meanings])
      }
    }
    for (const [number, cues] of asked.entries()) {
      if (cues) this.questions++
      for (const cue of cues.split(" ")) addAll(this.cues, stem(cue, lang), [number])
    }
    const list = words.split(" ")
    const size = letters.length / list.length
    for (const [place, word] of list.entries()) {
      this.vectors.set(word, letters.slice(place * size, (place + 1) * size))
    }
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
