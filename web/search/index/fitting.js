// Decides whether values of a record fit a choice. generator/rulebinder/search/listing.py says how
// each filter compares them.

import { folded } from "../words/folding.js"

/** @import { FilterRow } from "./format.d.ts" */

/** @typedef {(values: string[]) => boolean} Fits whether the values of a record fit a choice */

const SIGNED = /^([<>]=?|=|)\s*(.*)$/s
const DAY = /^\d{4}(?:-\d\d){0,2}$/
const YEARS = /^(\d{4})-(\d{4})$/
const LETTERS = /^[wubrgc]+$/
const MANY = /^(?:m|multi.*)$/

/**
 * Return what decides whether values fit a choice such as `fut`, `goblin`, `<=wu`, `>=2015` or
 * `2010-2020`. It is undefined if no value can fit.
 * @param {FilterRow["compared"]} compared
 * @param {string} choice
 * @returns {Fits | undefined}
 */
export function fitting(compared, choice) {
  const [, sign, rest] = /** @type {RegExpExecArray} */ (SIGNED.exec(choice.trim()))
  const wanted = folded(rest)
  if (compared === "words") {
    return (values) => wanted.split(" ").every((word) => values.includes(word))
  }
  if (compared === "letters") return fittingLetters(sign || ">=", rest.toLowerCase())
  if (compared === "day") return fittingDay(sign, rest)
  if (compared === "number") {
    if (!/^\d+$/.test(rest)) return undefined
    return (values) => values.some((value) => holds(sign, Number(value), Number(rest)))
  }
  return (values) => values.some((value) => folded(value) === wanted)
}

/**
 * `>=wu` are cards of both colors and perhaps others, `=wu` of no others, `<=wu` of no others and
 * perhaps of fewer.
 * @param {string} sign
 * @param {string} choice
 * @returns {Fits | undefined}
 */
function fittingLetters(sign, choice) {
  if (MANY.test(choice)) return (values) => values.length > 1
  if (!LETTERS.test(choice)) return undefined
  if (choice.includes("c")) return (values) => values.includes("C")
  const wanted = [...choice.toUpperCase()]
  return (values) => {
    const lacks = wanted.some((letter) => !values.includes(letter))
    const has = values.some((letter) => letter !== "C" && !wanted.includes(letter))
    return values.length > 0 && !(lacks && has) && holds(sign, Number(has), Number(lacks))
  }
}

/**
 * A choice may be a year, a month or a day: the beginnings of days are compared.
 * @param {string} sign
 * @param {string} choice
 * @returns {Fits | undefined}
 */
function fittingDay(sign, choice) {
  const years = sign ? null : YEARS.exec(choice)
  if (years) return (values) => values.some((day) => day >= years[1] && day.slice(0, 4) <= years[2])
  if (!DAY.test(choice)) return undefined
  return (values) => values.some((day) => holds(sign, day.slice(0, choice.length), choice))
}

/**
 * Return whether a value is to a choice as a sign says. Without a sign, they must be equal.
 * @template {string | number} Value
 * @param {string} sign
 * @param {Value} value
 * @param {Value} choice
 */
function holds(sign, value, choice) {
  if (value === choice) return sign !== "<" && sign !== ">"
  return sign.startsWith(value < choice ? "<" : ">")
}
