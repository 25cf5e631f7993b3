// Decides whether values of a record fit a choice. generator/rulebinder/search/facets.py says how
// each filter compares them.

import { folded } from "../words/folding.js"

/** @import { FilterRow } from "./format.d.ts" */

/**
 * Returns whether the values of a record fit a choice, or undefined if the choice says nothing.
 * @typedef {(values: string[]) => boolean} Fits
 */

const SIGNED = /^([<>]=?|=|)\s*(.*)$/s
const DAY = /^\d{4}(?:-\d\d){0,2}$/
const YEARS = /^(\d{4})(?:-|\.\.)(\d{4})$/
const LETTERS = /^[wubrgc]+$/
const MANY = /^(?:m|multi.*)$/
/** @typedef {string | number} Value */
/** @type {{ [sign: string]: (value: Value, choice: Value) => boolean }} */
const SIGNS = {
  "=": (value, choice) => value === choice,
  "<": (value, choice) => value < choice,
  "<=": (value, choice) => value <= choice,
  ">": (value, choice) => value > choice,
  ">=": (value, choice) => value >= choice,
}

/** @type {{ [compared: string]: (sign: string, choice: string) => Fits | undefined }} */
const WAYS = {
  same: fitsSame,
  words: fitsWords,
  letters: fitsLetters,
  day: fitsDay,
  number: fitsNumber,
}

/**
 * Return what decides whether values fit a choice such as `fut`, `goblin`, `<=wu`, `>=2015` or
 * `2010-2020`. It is undefined if no value can fit.
 * @param {FilterRow["compared"]} compared
 * @param {string} choice
 */
export function fitting(compared, choice) {
  const [, sign, rest] = /** @type {RegExpExecArray} */ (SIGNED.exec(choice.trim()))
  return WAYS[compared](sign, rest)
}

/**
 * @param {string} _
 * @param {string} choice
 * @returns {Fits}
 */
function fitsSame(_, choice) {
  const wanted = folded(choice)
  return (values) => values.some((value) => folded(value) === wanted)
}

/**
 * Each word of the choice must be a value.
 * @param {string} _
 * @param {string} choice
 * @returns {Fits}
 */
function fitsWords(_, choice) {
  const wanted = folded(choice).split(" ")
  return (values) => wanted.every((word) => values.includes(word))
}

/**
 * `wu` are cards of both colors and perhaps others, `=wu` of no others, `<=wu` of no others and
 * perhaps of fewer.
 * @param {string} sign
 * @param {string} choice
 * @returns {Fits | undefined}
 */
function fitsLetters(sign, choice) {
  const typed = choice.toLowerCase()
  if (MANY.test(typed)) return (values) => values.length > 1
  if (!LETTERS.test(typed)) return undefined
  if (typed.includes("c")) return (values) => values.includes("C")
  const wanted = [...typed.toUpperCase()]
  return (values) => {
    const lacks = wanted.some((letter) => !values.includes(letter))
    const has = values.some((letter) => letter !== "C" && !wanted.includes(letter))
    if (!values.length || (sign.startsWith("<") ? has : lacks)) return false
    if (sign === "=") return !has
    return sign === "<" ? lacks : sign !== ">" || has
  }
}

/**
 * A choice may be a year, a month or a day: the beginnings of days are compared.
 * @param {string} sign
 * @param {string} choice
 * @returns {Fits | undefined}
 */
function fitsDay(sign, choice) {
  const years = sign ? null : YEARS.exec(choice)
  if (years) return (values) => values.some((day) => day >= years[1] && day.slice(0, 4) <= years[2])
  if (!DAY.test(choice)) return undefined
  return (values) => values.some((day) => SIGNS[sign || "="](day.slice(0, choice.length), choice))
}

/**
 * @param {string} sign
 * @param {string} choice
 * @returns {Fits | undefined}
 */
function fitsNumber(sign, choice) {
  if (!/^\d+$/.test(choice)) return undefined
  return (values) => values.some((value) => SIGNS[sign || "="](Number(value), Number(choice)))
}
