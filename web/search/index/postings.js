// Finds the records that have a word or a phrase. generator/rulebinder/search/words/postings.py
// lists them.

/**
 * @typedef {{ number: number, places: number[] }} Posting a record, and the places of a word in it
 */
/**
 * @typedef {{ postings: Posting[], value: number }} Form a form of a word, and how well it answers
 *   for the word
 */

// The usual constants of BM25: how soon further occurrences stop to count, and how much a long
// record loses.
const OFTEN = 1.2
const LONG = 0.75
const UNSPACED = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/g

/**
 * Return the records of a word from `12,3,5 4,-2`: a run for each record, in which each number is
 * counted from the one before.
 * @param {string} runs
 */
export function postingList(runs) {
  let number = 0
  return runs.split(" ").map((run) => {
    const [step, ...steps] = run.split(",").map(Number)
    number += step
    let place = 0
    return { number, places: steps.map((each) => (place += each)) }
  })
}

/**
 * Return a key and its numbers from `en 12 3`. Each number is counted from the one before.
 * @param {string} entry
 * @returns {[key: string, numbers: number[]]}
 */
export function keyedNumbers(entry) {
  const [key, ...steps] = entry.split(" ")
  let number = 0
  return [key, steps.map((step) => (number += Number(step)))]
}

/**
 * Return the words of a text as the index has them: each letter of Chinese and Japanese is one.
 * @param {string[]} words
 */
export const indexedWords = (words) =>
  words.flatMap((word) => word.replace(UNSPACED, " $& ").trim().split(/ +/))

/**
 * Rate the records that have a form of a word. A record is rated higher if it has the word often,
 * and if it is short.
 * @param {Form[]} forms
 * @param {number[]} lengths the lengths of the records, compared with the average
 */
export function ratedRecords(forms, lengths) {
  /** @type {Map<number, number>} */
  const often = new Map()
  for (const { postings, value } of forms) {
    for (const { number, places } of postings) {
      often.set(number, (often.get(number) ?? 0) + value * places.length)
    }
  }
  return [...often].map(([number, times]) => {
    const long = 1 - LONG + LONG * lengths[number]
    return { number, score: times / (times + OFTEN * long) }
  })
}

/**
 * Return the records that have the words of a phrase one after the other.
 * @param {Posting[][]} words the postings of each word
 */
export function consecutive(words) {
  const [first = [], ...others] = words
  const places = others.map(
    (each) => new Map(each.map((posting) => [posting.number, new Set(posting.places)])),
  )
  return first.filter((posting) =>
    posting.places.some((place) =>
      places.every((each, step) => each.get(posting.number)?.has(place + step + 1)),
    ),
  )
}

/**
 * Return the lengths of records, compared with the average, from a letter for each: the next letter
 * is twice as long.
 * @param {string} letters
 */
export function relativeLengths(letters) {
  const lengths = [...letters].map((letter) => 2 ** (letter.charCodeAt(0) - 97))
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return lengths.map((length) => length / average)
}
